/** Options as a form shows them, read from the definitions and schemas that the API itself decodes by. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { definitionOf, type OptionDefinition } from "@orbweaver/core/internal/model/optionDefinition"
import { flagOf } from "@orbweaver/core/internal/model/optionFlag"
import { builtInNames } from "@orbweaver/core/model/formats/builtInFormats"
import { namesForFiles, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Body from "../v2/schemas.ts"
import { parseDefaults, v2Defaults } from "../v2/wire.ts"
import type { OptionField, OptionFields } from "./Api.ts"

type Field = typeof OptionField.Type

interface JsonSchema {
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
}

/** Options that have a form of their own in the console, or that concern other programs. */
const elsewhere: ReadonlySet<string> = new Set(["formats", "scrapeOptions", "webhook"])

/** A schema with its checks, which JSON Schema keeps in `allOf`, in one object. */
const flat = ({ allOf = [], ...schema }: JsonSchema): JsonSchema => Object.assign({}, schema, ...allOf.map(flat))

const jsonSchemaOf = (schema: Schema.Top): JsonSchema => flat(Schema.toJsonSchemaDocument(schema).schema)

const formOf = ({ anyOf, enum: values, items, type }: JsonSchema): Pick<Field, "form" | "choices"> => {
  const choices = values ?? anyOf?.flatMap((member) => member.enum ?? [null])
  if (choices !== undefined && choices.length > 0 && choices.every((choice) => typeof choice === "string")) {
    return { form: "choice", choices }
  }
  if (type === "boolean" || type === "integer" || type === "number") return { form: type }
  if (type === "string") return { form: "text" }
  return { form: type === "array" && items?.type === "string" && items.enum === undefined ? "list" : "json" }
}

const fieldOf = (
  name: string,
  schema: Schema.Top,
  { default: omitted, maximum, otherwise, text, unit }: OptionDefinition<Schema.Json>
): Field => {
  const json = jsonSchemaOf(schema)
  const minimum = json.minimum ?? (json.type === "integer" && json.exclusiveMinimum === 0 ? 1 : undefined)
  const most = maximum ?? json.maximum
  const flag = flagOf(name, schema)
  return {
    name,
    text,
    ...formOf(json),
    ...defined({ default: omitted, otherwise, minimum, maximum: most, unit, flag })
  }
}

/** The options among these fields; what else a body takes says nothing of the work. `defaults` are those of the wire. */
export const fieldsOf = (
  fields: Readonly<Record<string, Schema.Top>>,
  defaults: Readonly<Record<string, Schema.Json>> = {}
): ReadonlyArray<Field> =>
  Object.entries(fields).flatMap(([name, schema]) => {
    const definition = definitionOf(schema)
    if (definition === undefined || definition.isIgnored === true || elsewhere.has(name)) return []
    return [fieldOf(name, schema, { ...definition, default: defaults[name] ?? definition.default })]
  })

/** Everything that the forms of the console are made of. */
export const optionFields = (): typeof OptionFields.Type => ({
  success: true,
  formats: builtInNames,
  scrape: fieldsOf(ScrapeOptions.fields, v2Defaults),
  parse: fieldsOf(Struct.pick(ScrapeOptions.fields, namesForFiles), parseDefaults),
  crawl: fieldsOf(Body.CrawlRequest.fields),
  map: fieldsOf(Body.MapRequest.fields),
  search: fieldsOf(Body.SearchRequest.fields),
  extract: fieldsOf(Body.ExtractRequest.fields)
})
