/**
 * Schemas as applications have them: zod, Effect Schema, anything that follows Standard JSON Schema
 * (https://standardschema.dev/json-schema), or a JSON Schema. The engines take a JSON Schema; what they
 * answer is then read by the schema itself.
 */
import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import { isObject, type JsonObject } from "@orbweaver/core/internal/support/jsonValue"
import type { Document } from "@orbweaver/core/model/Document"
import { type InvalidInput, invalid } from "@orbweaver/core/model/InvalidInput"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ConvertibleSchema, StandardIssue } from "./ConvertibleSchema.ts"

/** A value that describes itself by Standard Schema, and by Standard JSON Schema where it can. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

/** A JSON Schema, draft 2020-12 or 07. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown
}

export type SchemaInput = StandardSchema | Schema.Top | JsonSchemaObject

/** The value that a schema gives; of a JSON Schema as far as it is written where it is given, or `as const`. */
export type SchemaOutput<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer Output }
    ? Output
    : unknown
  : S extends Schema.Top
    ? S["Type"]
    : JsonSchemaOutput<S>

/** Every property may be absent, `required` or not: a page need not have it, and a JSON Schema refuses no value. */
type JsonSchemaOutput<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: ReadonlyArray<infer Value> }
    ? Value
    : S extends { readonly type: ReadonlyArray<infer Type> }
      ? OutputOfType<Type, S>
      : S extends { readonly type: infer Type }
        ? OutputOfType<Type, S>
        : unknown

type OutputOfType<Type, S> = Type extends keyof ScalarTypes
  ? ScalarTypes[Type]
  : Type extends "array"
    ? ReadonlyArray<S extends { readonly items: infer Item } ? JsonSchemaOutput<Item> : unknown>
    : Type extends "object"
      ? S extends { readonly properties: infer Properties }
        ? { readonly [Name in keyof Properties]?: JsonSchemaOutput<Properties[Name]> | undefined }
        : Readonly<Record<string, unknown>>
      : unknown

interface ScalarTypes {
  readonly string: string
  readonly number: number
  readonly integer: number
  readonly boolean: boolean
  readonly null: null
}

const isDocument = (value: unknown): value is Document => typeof value === "object" && value !== null

/** The page gave data that the schema refuses. */
export class DataMismatch extends Schema.TaggedError<DataMismatch>()("DataMismatch", {
  url: Schema.String,
  /** What was read, as the engine gave it. */
  value: Schema.Unknown,
  /** The page in the other formats, which are not lost. */
  document: Schema.optionalKey(Schema.declare(isDocument)),
  issues: Schema.Array(Schema.String)
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The data of ${this.url} does not fit the schema: ${this.issues.join("; ")}`
  }
}

export interface ReadableSchema {
  readonly jsonSchema: object
  /** Reads a value; the issues when it does not fit. A JSON Schema reads any. Of nothing it reads an empty object or list. */
  readonly read: (value: unknown) => Effect.Effect<unknown, ReadonlyArray<string>>
}

/** What of the schema the engines and the caller need. `path` names it in errors. */
export const readSchema = (
  schema: unknown,
  path: ReadonlyArray<string | number>
): Effect.Effect<ReadableSchema, InvalidInput> =>
  Effect.suspend(() => {
    if (typeof schema !== "object" && typeof schema !== "function") return refuse(path, "Expected a schema")
    if (schema === null) return refuse(path, "Expected a schema")
    if (Schema.isSchema(schema)) return ofEffect(schema, path)
    if ("~standard" in schema) return ofStandard(schema["~standard"] as ConvertibleSchema, path)
    return Effect.succeed({ jsonSchema: schema, read: (value: unknown) => Effect.succeed(value) })
  })

const refuse = (path: ReadonlyArray<string | number>, message: string) =>
  Effect.fail(invalid("schema", [...path], message))

const ofEffect = (schema: Schema.Top, path: ReadonlyArray<string | number>) =>
  Effect.tryPromise({
    try: async () => (await import("./effectSchemas.ts")).ofEffect(schema as Schema.Codec<unknown, unknown>),
    catch: (error) => noJsonSchema(error, path)
  }).pipe(Effect.flatMap((standard) => ofStandard(standard, path)))

const noJsonSchema = (error: unknown, path: ReadonlyArray<string | number>, way = "") =>
  invalid("schema", [...path], `It has no JSON Schema: ${messageOf(error)}${way}`)

/** Levels of a value that are completed. */
const maxDepth = 32

/**
 * The value with an object or list without members where the page has none: the schema may allow it at its root and for what
 * it requires, such as a record of free names.
 */
const completed = (jsonSchema: unknown, value: unknown, depth = 0): unknown => {
  if (!isObject(jsonSchema) || depth > maxDepth) return value
  if (value === undefined) return jsonSchema["type"] === "array" ? [] : isOpen(jsonSchema, depth) ? {} : undefined
  if (Array.isArray(value)) return value.map((item: unknown) => completed(jsonSchema["items"], item, depth + 1))
  const properties = jsonSchema["properties"]
  if (!isObject(value) || !isObject(properties)) return value
  const required = new Set(Array.isArray(jsonSchema["required"]) ? jsonSchema["required"] : [])
  const absent = Object.keys(properties).flatMap((name) => {
    const empty =
      required.has(name) && !Object.hasOwn(value, name) ? completed(properties[name], undefined, depth + 1) : undefined
    return empty === undefined ? [] : [[name, empty] as const]
  })
  const present = Object.entries(value).map(
    ([name, part]) => [name, completed(properties[name], part, depth + 1)] as const
  )
  return Object.fromEntries([...present, ...absent])
}

/** An object without members is all that a page without the data has: of the root, and of records. */
const isOpen = ({ properties, type }: JsonObject, depth: number): boolean =>
  type === "object" && (depth === 0 || properties === undefined)

/** How schemas without a JSON Schema of their own become one. */
const conversions: Readonly<Record<string, string>> = {
  zod: "zod 4.2 and later can be given as it is; of an earlier one give z.toJSONSchema(schema)",
  valibot: "give toStandardJsonSchema(schema) of @valibot/to-json-schema",
  arktype: "give schema.toJsonSchema()",
  typebox: "give the schema itself, without its Standard Schema wrapper"
}

const ofStandard = ({ jsonSchema, validate, vendor }: ConvertibleSchema, path: ReadonlyArray<string | number>) => {
  const convert = jsonSchema?.input
  if (convert === undefined) {
    const way = conversions[vendor] ?? "convert it with the library's own tool, and give the JSON Schema"
    return refuse(path, `A schema of ${vendor} that has no JSON Schema (Standard JSON Schema): ${way}`)
  }
  return Effect.try({
    try: (): ReadableSchema => {
      const root = convert({ target: "draft-2020-12" })
      return {
        jsonSchema: root,
        read: (value) =>
          validate === undefined
            ? Effect.succeed(value)
            : Effect.flatMap(
                Effect.promise(async () => validate(completed(root, value))),
                (result) =>
                  result.issues === undefined ? Effect.succeed(result.value) : Effect.fail(result.issues.map(issueText))
              )
      }
    },
    catch: (error) => {
      const isDate = vendor === "zod" && messageOf(error).startsWith("Date ")
      return noJsonSchema(error, path, isDate ? "; use z.iso.date() or z.iso.datetime()" : "")
    }
  })
}

const issueText = ({ message, path = [] }: StandardIssue): string => {
  const where = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  return where === "" ? message : `${where}: ${message}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
