/** Compares answers with the OpenAPI document. */
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { validate } from "@orbweaver/extraction/internal/json/validate"
import { document } from "@orbweaver/http/openapi"

export type Json = Readonly<Record<string, any>>

export const spec = document() as unknown as Json

/** What is wrong with an answer, by the operation that gave it. */
export const problems = (operation: Json, status: number, body: unknown): ReadonlyArray<unknown> => {
  const schema = operation["responses"][status]?.content["application/json"].schema
  if (schema === undefined) return [`no schema for ${status}`]
  const index = indexSchema({ ...schema, components: spec["components"] })
  return "issues" in index ? index.issues : validate(index, body)
}

/** Every operation of the document as `GET /path`, of the console or of the versions. */
export const operationsOf = (part: "console" | "versions"): ReadonlyArray<string> =>
  Object.entries(spec["paths"] as Json).flatMap(([template, methods]) =>
    template.startsWith("/console/") === (part === "console")
      ? Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${template}`)
      : []
  )
