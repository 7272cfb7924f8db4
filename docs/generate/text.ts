/** Writes tables of Markdown, and types of JSON Schema as readers know them. */
import { fieldBounds } from "../../packages/http/src/wire/inputBounds.ts"

/** A cell: one line, in which a bar is text. */
const cell = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim()

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n")

/** Text as code, also where it has backticks of its own. */
export const code = (text: string): string => (text === "" ? "" : `\`${text.replaceAll("`", "'")}\``)

/** `regexOnFullURL` as `regex-on-full-url`. */
export const hyphenated = (name: string): string =>
  name.replace(/URLs?|LLMs|[A-Z]/g, (letters) => `-${letters.toLowerCase()}`).replace(/^-/, "")

/** The name of what a row is about, as the first cell: the site gives the row the id that the name links to. */
export const anchored = (name: string, id: string): string => `[${code(name)}](#${id})`

export const page = (
  options: {
    readonly title: string
    readonly order: number
    readonly group: string
    /** Other words for its subject, which only the search of the site reads. */
    readonly alsoKnownAs?: string
    /** Whether its tables take the room of the outline. */
    readonly isWide?: true
  },
  parts: ReadonlyArray<string>
): string =>
  [
    "---",
    `group: ${options.group}`,
    `order: ${options.order}`,
    ...(options.alsoKnownAs === undefined ? [] : [`alsoKnownAs: ${JSON.stringify(options.alsoKnownAs)}`]),
    ...(options.isWide === true ? ["aside: false"] : []),
    "---\n",
    `# ${options.title}\n`,
    ...parts.map((part) => `${part.trim()}\n`),
    "This page is made from the sources: `npm run docs:generate`.\n"
  ].join("\n")

/** What of JSON Schema the documents of the API use. */
export interface JsonSchema {
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema | false
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly $ref?: string
  /** Of a text that is JSON itself. */
  readonly contentSchema?: JsonSchema
}

/** The type of a value, such as `integer`, `"a" | "b"` or `string[]`; objects of few members are written out. */
export const typeOf = (schema: JsonSchema, depth = 0): string => {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeOf(choice, depth)))].join(" | ")
  if (schema.type === "array" || schema.items !== undefined) {
    const item = schema.items === undefined || schema.items === false ? "any" : typeOf(schema.items, depth + 1)
    return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties)
    if (depth > 1 || members.length > 6) return "object"
    const written = members.map(([name, member]) => {
      const mark = schema.required?.includes(name) === true ? "" : "?"
      return `${name}${mark}: ${typeOf(member, depth + 1)}`
    })
    return `{ ${written.join("; ")} }`
  }
  if (schema.allOf !== undefined && schema.allOf.length > 0) return typeOf(schema.allOf[0]!, depth)
  if (schema.type === undefined) return "any"
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type)
}

const largest = Number.MAX_SAFE_INTEGER

/** The range of a value, in words; empty when there is none beside the bounds of every field. */
export const rangeOf = (schema: JsonSchema): string => {
  const parts = [
    ...(schema.exclusiveMinimum === undefined ? [] : [`more than ${schema.exclusiveMinimum}`]),
    ...(schema.minimum === undefined || schema.minimum === -largest ? [] : [`at least ${schema.minimum}`]),
    ...(schema.maximum === undefined || schema.maximum === largest ? [] : [`at most ${schema.maximum}`]),
    ...(schema.maxLength === undefined || schema.maxLength === fieldBounds.maxText
      ? []
      : [`at most ${schema.maxLength} characters`]),
    ...(schema.maxItems === undefined || schema.maxItems === fieldBounds.maxItems
      ? []
      : [`at most ${schema.maxItems} items`])
  ]
  return parts.join(", ")
}
