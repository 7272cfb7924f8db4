/** The flag of an option, derived from its name, its schema and its definition: for the command line, and for the console that shows commands. */
import type * as SchemaAST from "effect/SchemaAST"
import * as Schema from "effect/Schema"
import { definitionOf, type Unit } from "./optionDefinition.ts"

export interface OptionFlag {
  /** Without hyphens before it. */
  readonly name: string
  /** How it holds the value. A duration has its unit behind it: `90s`. */
  readonly form: "boolean" | "choice" | "duration" | "integer" | "json" | "list" | "text"
  readonly choices?: ReadonlyArray<string>
  /** Of a plain number over HTTP. */
  readonly unit?: Unit
}

/** `undefined` for an option without a flag of its own. */
export const flagOf = (option: string, field: Schema.Top): OptionFlag | undefined => {
  const { flag = {}, unit } = definitionOf(field) ?? { flag: false }
  if (flag === false) return undefined
  const { form, name = hyphenated(option) } = flag
  if (unit !== undefined) return { name, form: "duration", unit }
  return { name, ...(form === undefined ? formOf(valueOf(field)) : { form }) }
}

/** `skipTlsVerification` as `skip-tls-verification`, `regexOnFullURL` as `regex-on-full-url`. */
export const hyphenated = (name: string): string =>
  name.replace(/URLs?|[A-Z]/g, (letters) => `-${letters.toLowerCase()}`)

/** The type of the value, without that it may be left out. */
const valueOf = (field: Schema.Top): SchemaAST.AST =>
  "schema" in field && Schema.isSchema(field.schema) ? field.schema.ast : field.ast

const formOf = (ast: SchemaAST.AST): Pick<OptionFlag, "form" | "choices"> => {
  const choices = choicesOf(ast)
  if (choices !== undefined) return { form: "choice", choices }
  switch (ast._tag) {
    case "Boolean":
      return { form: "boolean" }
    case "Number":
      return { form: "integer" }
    case "String":
      return { form: "text" }
    case "Arrays": {
      const [item] = ast.rest
      return { form: item?._tag === "String" || choicesOf(item) !== undefined ? "list" : "json" }
    }
    case "Union": {
      const [value, ...others] = ast.types.filter((type) => type._tag !== "Null")
      return value === undefined || others.length > 0 ? { form: "json" } : formOf(value)
    }
    default:
      return { form: "json" }
  }
}

/** The words of which a value is one. */
const choicesOf = (ast: SchemaAST.AST | undefined): ReadonlyArray<string> | undefined => {
  if (ast?._tag !== "Union") return undefined
  const words = ast.types.flatMap((type) =>
    type._tag === "Literal" && typeof type.literal === "string" ? [type.literal] : []
  )
  return words.length === ast.types.length ? words : undefined
}
