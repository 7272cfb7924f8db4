/** Reads which files of the workspace import which, types included. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, posix, relative, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

export interface SourceFile {
  /** Relative to the repository, with `/`. */
  readonly path: string
  readonly lines: number
  /** Relative paths of the files that it imports. */
  readonly imports: ReadonlyArray<string>
}

const specifiers = /(?:from|import)\s*\(?\s*"([^"]+)"/g

/** The sources of all packages; tests, benches and built files are left out. */
export const sourceFiles = (): ReadonlyArray<SourceFile> => {
  const paths = readdirSync(join(root, "packages")).flatMap((name) => {
    const folder = join(root, "packages", name, "src")
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file))
  })
  const sources = publicSources()
  return paths.map((file) => {
    const code = readFileSync(file, "utf8")
    return {
      path: relative(root, file),
      lines: code.split("\n").length - 1,
      imports: [...code.matchAll(specifiers)].flatMap(([, name]) => importedPath(file, name!, sources) ?? [])
    }
  })
}

type Exports = Readonly<Record<string, string | { readonly "@orbweaver/source"?: string }>>

/** Sources of the public modules of all packages, by what an import calls them. */
export const publicSources = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(root, "packages")).flatMap((folder) => {
      const text = readFileSync(join(root, "packages", folder, "package.json"), "utf8")
      const { exports = {}, name } = JSON.parse(text) as { readonly name: string; readonly exports?: Exports }
      return Object.entries(exports).flatMap(([path, target]): ReadonlyArray<readonly [string, string]> => {
        const source = typeof target === "string" ? undefined : target["@orbweaver/source"]
        return source === undefined ? [] : [[posix.join(name, path), posix.join("packages", folder, source)]]
      })
    })
  )

/** Where an import leads within the workspace; nothing for packages from outside. */
const importedPath = (file: string, specifier: string, sources: ReadonlyMap<string, string>): string | undefined =>
  specifier.startsWith(".") ? relative(root, join(dirname(file), specifier)) : sources.get(specifier)

/** Groups of two or more files that import each other, by Tarjan's algorithm. */
export const cycles = (files: ReadonlyArray<SourceFile>): ReadonlyArray<ReadonlyArray<string>> => {
  const imports = new Map(files.map((file) => [file.path, file.imports]))
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: Array<string> = []
  const found: Array<ReadonlyArray<string>> = []
  const visit = (path: string): void => {
    numbers.set(path, numbers.size)
    lowest.set(path, numbers.get(path)!)
    stack.push(path)
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue
      if (!numbers.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!))
    }
    if (lowest.get(path) !== numbers.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) found.push(group)
  }
  for (const path of imports.keys()) if (!numbers.has(path)) visit(path)
  return found
}

/** Sources whose code matches. */
export const sourcesWith = (pattern: RegExp): ReadonlyArray<string> =>
  sourceFiles().flatMap(({ path }) => (pattern.test(readFileSync(join(root, path), "utf8")) ? [path] : []))
