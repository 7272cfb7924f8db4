/** Schemas as applications write them: out of Zod, with descriptions and values that may be null. */
import type { WholeSchema } from "./page.ts"

/** As `z.toJSONSchema` writes an object. */
export const zod = (properties: object, required: ReadonlyArray<string> = Object.keys(properties)): WholeSchema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties,
  required,
  additionalProperties: false
})
export const text = (description: string) => ({ type: "string", description })
export const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] })
export const listOf = (items: object) => ({ type: "array", items })
