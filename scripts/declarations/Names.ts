/** The names of all that is declared, each once, and what is still to be declared. */
import type ts from "typescript"
import { basename } from "node:path"
import { fileOf } from "./origins.ts"

export interface Names {
  /** The name of a symbol, which is declared under it from now on. `wanted` is taken where it is free. */
  readonly of: (symbol: ts.Symbol, wanted?: string) => string
  /** What was named and not declared yet, one after another, until there is no more. */
  readonly toDeclare: () => Iterable<readonly [symbol: ts.Symbol, name: string]>
}

export const makeNames = (reserved: Iterable<string>): Names => {
  const names = new Map<ts.Symbol, string>()
  const taken = new Set(reserved)
  return {
    of: (symbol, wanted = symbol.name) => {
      const known = names.get(symbol)
      if (known !== undefined) return known
      const name = free(candidates(symbol, wanted), taken)
      taken.add(name)
      names.set(symbol, name)
      return name
    },
    // A map gives what is added to it meanwhile as well.
    toDeclare: () => names.entries()
  }
}

const free = (names: Iterable<string>, taken: ReadonlySet<string>): string => {
  for (const name of names) if (!taken.has(name)) return name
  throw new Error("unreachable: there are infinitely many")
}

/** With the name of its file or package before it where another has its name. */
function* candidates(symbol: ts.Symbol, wanted: string): Iterable<string> {
  const file = fileOf(symbol)
  const module = basename(file, ".d.ts")
  const [, folder = ""] = /\/packages\/([^/]+)\/dist\//.exec(file) ?? []
  yield wanted
  if (!wanted.startsWith(module)) yield module.charAt(0).toUpperCase() + module.slice(1) + wanted
  const inPackage = folder.charAt(0).toUpperCase() + folder.slice(1) + wanted
  yield inPackage
  for (let number = 2; ; number++) yield `${inPackage}${number}`
}
