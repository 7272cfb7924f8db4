// The newest client, unmodified: the page about compatibility says what runs of every method and option come to.
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { validate } from "@orbweaver/extraction/internal/json/validate"
import { document } from "@orbweaver/http/openapi"
import { Firecrawl } from "@mendable/firecrawl-js"
import { readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import {
  declaredOptions,
  documentPath,
  methods,
  olderNames,
  options,
  type Row,
  runMatrix,
  tablesOf
} from "../support/sdkMatrix.ts"

it("has a probe for every method of the client and every option of its declarations", async () => {
  const names = Object.getOwnPropertyNames(Firecrawl.prototype).filter((name) => !olderNames.has(name))
  expect(
    Object.keys(methods)
      .filter((name) => !name.startsWith("research."))
      .toSorted()
  ).toEqual(names.toSorted())
  for (const [name, probes] of Object.entries(options)) {
    expect([name, ...Object.keys(probes).toSorted()]).toEqual([name, ...(await declaredOptions(name)).toSorted()])
  }
})

it("is what the page says, and sends nothing that OpenAPI forbids; `npm run compatibility -w packages/orbweaver` writes it anew", async () => {
  const written = tablesOf(await readFile(documentPath, "utf8"))
  const { sent, tables } = await runMatrix()
  const found: Record<string, Row> = {}
  for (const { rows, title } of tables) for (const row of rows) found[`${title} ${row.name}`] = row
  expect(written).toEqual(found)

  const forbidden = sent.flatMap(({ body, method, path }) => {
    const schema = bodySchema(method, path)
    // What is not offered is not in the document, and is answered 501.
    if (schema === undefined || (typeof body === "object" && body !== null && "alexandria" in body)) return []
    const index = indexSchema({ ...schema, components })
    const problems = "issues" in index ? index.issues : validate(index, body)
    return problems.length === 0 ? [] : [{ path, body, problems }]
  })
  expect(forbidden).toEqual([])
  expect(sent.length).toBeGreaterThan(100)
}, 180_000)

const { components, paths } = document() as unknown as {
  readonly components: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, any>>>>
}

const bodySchema = (method: string, path: string): object | undefined => {
  const at = Object.keys(paths).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path)
  )
  return at === undefined
    ? undefined
    : paths[at]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema
}
