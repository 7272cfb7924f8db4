/** Options as a form shows them, read from the schemas and definitions that the API itself decodes by. */
import { definition } from "@orbweaver/core/model/ScrapeOptions"
import { formatEntries } from "@orbweaver/core/model/formatEntries"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import * as Schema from "effect/Schema"
import * as Body from "../v2/schemas.ts"
import type { OptionField, OptionFields } from "./Api.ts"

type Field = typeof OptionField.Type

interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
}

/** Members of other requests that say nothing of the work. */
const elsewhere = new Set([
  "url",
  "query",
  "origin",
  "integration",
  "zeroDataRetention",
  "webhook",
  "formats",
  "fastMode",
  "useMock",
  "threatProtection",
  "auditMetadata",
  "domainTools",
  "toolDetail",
  "onlyCleanContent",
  "redactPII",
  "profile"
])

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

const fieldOf = (name: string, schema: Schema.Top, more: Partial<Field> = {}): Field => {
  const json = jsonSchemaOf(schema)
  const text = more.text ?? json.description ?? ""
  const unit = /\bin (milliseconds|seconds|bytes)\b/.exec(text)?.[1]
  const minimum = json.minimum ?? (json.exclusiveMinimum === 0 ? 1 : undefined)
  return {
    name,
    text,
    ...formOf(json),
    ...(minimum === undefined ? {} : { minimum }),
    ...(json.maximum === undefined ? {} : { maximum: json.maximum }),
    ...(unit === undefined ? {} : { unit }),
    ...more
  }
}

const scrapeFields = (): ReadonlyArray<Field> =>
  Object.entries(ScrapeOptions.ScrapeOptions.fields)
    .filter(([name]) => name !== "formats")
    .map(([name, schema]) => {
      const { default: otherwise, text } = definition(name as keyof ScrapeOptions.ScrapeOptions)
      const most = (ScrapeOptions.limits as Readonly<Record<string, number>>)[name]
      return fieldOf(name, schema, {
        text,
        ...(otherwise === undefined ? {} : { default: otherwise as Schema.Json }),
        ...(name === "timeout" && most !== undefined ? { maximum: most } : {})
      })
    })

const bodyFields = (body: { readonly fields: Schema.Struct.Fields }): ReadonlyArray<Field> =>
  Object.entries(body.fields)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, schema]) => fieldOf(name, schema as Schema.Top))

/** Everything that the forms of the console are made of. */
export const optionFields = (): typeof OptionFields.Type => ({
  success: true,
  formats: Object.keys(formatEntries),
  scrape: scrapeFields(),
  crawl: bodyFields(Body.CrawlRequest),
  map: bodyFields(Body.MapRequest),
  search: bodyFields(Body.SearchRequest)
})
