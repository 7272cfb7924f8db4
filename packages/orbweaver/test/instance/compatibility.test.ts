// The newest client, unmodified: the page about compatibility says what runs of every method, option and value come to.
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { validate } from "@orbweaver/extraction/internal/json/validate"
import { document } from "@orbweaver/http/openapi"
import { Firecrawl } from "@mendable/firecrawl-js"
import { readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import { declaredOptions, neededRows, readDeclarations } from "../compatibility/declarations.ts"
import { methods, olderNames } from "../compatibility/methods.ts"
import { documentPath, rowsOf } from "../compatibility/page.ts"
import type { Row } from "../compatibility/Probe.ts"
import { run } from "../compatibility/run.ts"
import { tables } from "../compatibility/tables.ts"

it("has a probe for every method of the client", () => {
  const names = Object.getOwnPropertyNames(Firecrawl.prototype).filter((name) => !olderNames.has(name))
  const probed = Object.keys(methods).filter((name) => !name.startsWith("research."))
  expect(probed.toSorted()).toEqual(names.toSorted())
})

it("has a row for every option that the client declares and every value that it lists, and no others", async () => {
  const text = await readDeclarations()
  for (const { declaration, elsewhere = [], probes, title } of tables) {
    const options = declaredOptions(text, declaration).filter(({ name }) => !elsewhere.includes(name))
    const rows = Object.keys(probes)
    // An option without a list of values may have a row for each form of it.
    const isRow = (need: string) => rows.some((row) => row === need || row.startsWith(`${need}: `))
    expect([title, neededRows(options).filter((need) => !isRow(need))]).toEqual([title, []])
    const names = new Set(options.map(({ name }) => name))
    expect([title, rows.filter((row) => !names.has(row.split(":")[0]!))]).toEqual([title, []])
  }
})

it("reads values from lists, aliases and unions of the declarations", () => {
  const text = `type Effort = "low" | "high"; interface A { type: "a"; } interface B { type: "b"; }
interface Options { effort?: Effort; of?: Array<A | B | Omit<C, "c">>; deep?: { mode: "x"; }; size: number; }`
  expect(neededRows(declaredOptions(text, "interface Options"))).toEqual([
    'effort: "low"',
    'effort: "high"',
    'of: "a"',
    'of: "b"',
    "deep",
    "size"
  ])
})

it("is what the page says, and sends nothing that OpenAPI forbids; `npm run compatibility -w packages/orbweaver` writes it anew", async () => {
  const written = rowsOf(await readFile(documentPath, "utf8"))
  const { sent, tables: found } = await run()
  const rows: Record<string, Row> = {}
  for (const table of found) for (const row of table.rows) rows[`${table.title} ${row.name}`] = row
  expect(written).toEqual(rows)

  const forbidden = sent.flatMap(({ body, method, path, status }) => {
    const schema = bodySchema(method, path)
    // What is refused is not in the document, nor what is taken for older callers alone.
    if (schema === undefined || status >= 400 || undocumented.test(JSON.stringify(body))) return []
    const index = indexSchema({ ...schema, components })
    const problems = "issues" in index ? index.issues : validate(index, body)
    return problems.length === 0 ? [] : [{ path, body, problems }]
  })
  expect(forbidden).toEqual([])
  expect(sent.length).toBeGreaterThan(100)
})

/** A source that is answered with a warning, and the former name of `pages`. */
const undocumented = /"alexandria"|"pageMarkdown"/

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
