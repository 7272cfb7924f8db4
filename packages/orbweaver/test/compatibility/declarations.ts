/** The options that the client declares, and the values that each may have: read from its type declarations. */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

export interface DeclaredOption {
  readonly name: string
  /** Strings that its type lists; empty for every other type. */
  readonly values: ReadonlyArray<string>
}

/** The text of the declarations, without comments. */
export const readDeclarations = async (): Promise<string> => {
  const entry = fileURLToPath(import.meta.resolve("@mendable/firecrawl-js"))
  const text = await readFile(entry.replace(/index\.c?js$/, "index.d.ts"), "utf8")
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "")
}

/**
 * The options of an interface, or of the object that a function takes.
 *
 * @param declaration its head, such as `interface CrawlOptions` or `function browser`
 */
export const declaredOptions = (text: string, declaration: string): ReadonlyArray<DeclaredOption> => {
  const head = new RegExp(`\\b${declaration.replace("$", "\\$")}(?![\\w$])[^;{]*?\\{`).exec(text)
  if (head === null) throw new Error(`The client does not declare ${declaration}`)
  const own = members(text, head.index + head[0].length).flatMap((member) => {
    const [, name, type] = /^(\w+)\??:([\s\S]+)$/.exec(member) ?? []
    return name === undefined || type === undefined ? [] : [{ name, values: [...new Set(literals(text, type))] }]
  })
  const names = new Set(own.map(({ name }) => name))
  return [...inherited(text, head[0]).filter(({ name }) => !names.has(name)), ...own]
}

/** The options of `A` in the heads `= A & {` and `= Omit<A, "a" | "b"> & {`. */
const inherited = (text: string, head: string): ReadonlyArray<DeclaredOption> => {
  const [, omitting, plain] = /= (?:Omit<(\w+),[^>]*>|(\w+)) & \{$/.exec(head) ?? []
  const parent = omitting ?? plain
  if (parent === undefined) return []
  return declaredOptions(text, `interface ${parent}`).filter(({ name }) => !head.includes(`"${name}"`))
}

/** The names of rows that the options need: one for each listed value, and one for each option without a list. */
export const neededRows = (options: ReadonlyArray<DeclaredOption>): ReadonlyArray<string> =>
  options.flatMap(({ name, values }) =>
    values.length === 0 ? [name] : values.map((value) => `${name}: ${JSON.stringify(value)}`)
  )

/** The members of a body in braces, which begins at `start`; nested bodies stay in the member that has them. */
const members = (text: string, start: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  let depth = 0
  let begin = start
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    if (character === "{") depth++
    if (character === "}" && depth-- === 0) break
    if (character !== ";" || depth > 0) continue
    found.push(text.slice(begin, at).trim())
    begin = at + 1
  }
  return found
}

/** The strings that a type lists itself, by an alias, or as the `type` of the members of a union. */
const literals = (text: string, type: string): ReadonlyArray<string> => {
  const [, all, excluded] = /^\s*Exclude<(\w+), ([^>]+)>\s*$/.exec(type) ?? []
  if (all !== undefined && excluded !== undefined) {
    return literals(text, all).filter((value) => !excluded.includes(`"${value}"`))
  }
  const flat = withoutNested(type)
  const own = [...flat.matchAll(/"([^"]+)"/g)].map(([, value]) => value!)
  const named = [...flat.replaceAll(/"[^"]*"/g, "").matchAll(/\b[A-Z][\w$]*/g)].flatMap(([name]) => {
    const alias = new RegExp(`\\btype ${name.replace("$", "\\$")} = ([^;{]+);`).exec(text)?.[1]
    if (alias !== undefined) return literals(text, alias)
    const body = new RegExp(`\\b(?:interface ${name.replace("$", "\\$")}\\b[^{;]*|type ${name} = )\\{`).exec(text)
    const member = body && members(text, body.index + body[0].length).find((one) => one.startsWith("type:"))
    return member ? literals(text, member.slice("type:".length)) : []
  })
  return [...own, ...named]
}

/** A type without the bodies in it, and without what `Omit`, `Record` and `["member"]` say about other types. */
const withoutNested = (type: string): string => {
  const without = type.replaceAll(/\{[^{}]*\}|\b(?:Omit|Record)<[^<>]*>|\["\w+"\]/g, "")
  return without === type ? type : withoutNested(without)
}
