/**
 * Effect's schemas as Standard Schemas. The packed library loads this module from the package, so that a schema is read by the
 * Effect that made it (`standalone/index.ts`).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ConvertibleSchema } from "./ConvertibleSchema.ts"

/** It reads JSON, so that a date is a text. Throws for a schema that has no JSON Schema. */
export const ofEffect = (schema: Schema.Codec<unknown, unknown>): ConvertibleSchema => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  const jsonSchema = Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
  const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(schema))
  return {
    vendor: "effect",
    jsonSchema: { input: () => jsonSchema },
    validate: (value) =>
      Effect.runPromise(
        Effect.match(decode(value), {
          onFailure: ({ message }) => ({ issues: [{ message }] }),
          onSuccess: (read) => ({ value: read })
        })
      )
  }
}
