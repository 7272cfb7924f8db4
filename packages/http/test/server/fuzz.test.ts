// Bad input of every kind, at every field of every operation: never a 5xx that the wire's contract does not set for
// it, never a stack trace.
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { ApiV1 } from "../../src/v1/Api.ts"
import { ApiV2 } from "../../src/v2/Api.ts"
import { Effect, Exit, Layer, Schema, type SchemaAST, Scope } from "effect"
import type { HttpApiGroup } from "effect/http-api"
import { withKeys } from "../assembly.ts"
import { account, clientOf, FetcherTest, keys, services } from "../fixtures.ts"

const nested = (depth: number, leaf: unknown): unknown => {
  let value = leaf
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** What a field may be given. */
const hostile: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  0,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "",
  "x".repeat(100_000),
  "\u0000\ud800\u202e<script>",
  "\r\nset-cookie: a=b",
  "http://site.test/b",
  "__proto__",
  [],
  [null],
  [[]],
  Array.from({ length: 2000 }, () => "x"),
  {},
  { constructor: { prototype: { polluted: 1 } } },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  { type: "json", schema: { $ref: "#" } },
  [{ type: "wait", milliseconds: 1e9 }],
  [{ type: { type: "markdown" } }],
  ["markdown", { type: "screenshot" }, { type: "screenshot" }],
  nested(20, "leaf"),
  nested(1000, 1)
]

interface Target {
  readonly path: string
  /** Fields of the body and of the objects within, by their path. */
  readonly fields: ReadonlyArray<ReadonlyArray<string>>
}

/** Every field down to a depth, and names that no schema has. */
const fieldsOf = (ast: SchemaAST.AST, depth: number): ReadonlyArray<ReadonlyArray<string>> => {
  if (depth === 0) return []
  if (ast._tag === "Union") return ast.types.flatMap((type) => fieldsOf(type, depth))
  if (ast._tag === "Arrays") {
    return ast.rest.flatMap((type) => fieldsOf(type, depth).map((path) => ["0", ...path]))
  }
  if (ast._tag !== "Objects" || ast.propertySignatures.length === 0) return []
  return [
    ...["__proto__", "constructor", "unknown"].map((name) => [name]),
    ...ast.propertySignatures.flatMap(({ name, type }) => [
      [String(name)],
      ...fieldsOf(type, depth - 1).map((path) => [String(name), ...path])
    ])
  ]
}

const targets: ReadonlyArray<Target> = [ApiV1, ApiV2].flatMap((api) =>
  Object.values(api.groups as unknown as Record<string, HttpApiGroup.Top>).flatMap(({ endpoints }) =>
    Object.values(endpoints).flatMap((endpoint) => {
      if (endpoint.method !== "POST" || endpoint.path.endsWith("/parse")) return []
      const schemas = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
      return [{ path: endpoint.path, fields: schemas.flatMap(({ ast }) => fieldsOf(ast, 3)) }]
    })
  )
)

const index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9999 }))
const Mutation = Schema.Struct({ field: index, value: index })
const Mutations = Schema.Array(Mutation).check(Schema.isMaxLength(4))

const base = (path: string): Record<string, unknown> => ({
  ...(path.includes("batch")
    ? { urls: ["http://site.test/b"] }
    : path.endsWith("extract")
      ? {}
      : { url: "http://site.test/b" }),
  ...(path.endsWith("search") ? { query: "spiders" } : {})
})

/** Sets what stands at a path; objects without a prototype take every name as their own. */
const put = (body: Record<string, unknown>, path: ReadonlyArray<string>, value: unknown): void => {
  const [name = "", ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const known = body[name]
  const inner: Record<string, unknown> = Object.assign(Object.create(null), typeof known === "object" ? known : {})
  if (rest[0] === "0") {
    const element: Record<string, unknown> = Object.create(null)
    put(element, rest.slice(1), value)
    body[name] = rest.length === 1 ? [value] : [element]
    return
  }
  put(inner, rest, value)
  body[name] = inner
}

const mutate = ({ fields, path }: Target, mutations: ReadonlyArray<typeof Mutation.Type>): string => {
  const body: Record<string, unknown> = Object.assign(Object.create(null), base(path))
  for (const { field, value } of mutations) {
    put(body, fields[field % fields.length]!, hostile[value % hostile.length])
  }
  return JSON.stringify(body)
}

/** The one refusal that the contract answers with 500: a screenshot without retention (docs/reference/v2.md §1.4, E10). */
const refusesScreenshot = (sent: string, body: unknown) =>
  sent.includes("screenshot") && (body as { code?: unknown }).code === "SCRAPE_ZDR_VIOLATION_ERROR"

const fine = (sent: string, { body, status }: { readonly status: number; readonly body: unknown }) => {
  const text = JSON.stringify(body)
  const known = status < 500 || status === 501 || (status === 500 && refusesScreenshot(sent, body))
  assert.isTrue(known, `${status} for ${sent.slice(0, 500)}: ${text.slice(0, 500)}`)
  assert.notMatch(text, /\n? {4}at |node_modules|\.ts:\d+/)
  if (status !== 200) assert.strictEqual((body as { success?: unknown }).success, false)
}

/** Instances that live as long as the tests: one over pages that cost nothing, one with jobs. */
const scope = Scope.makeUnsafe()
// Whoever cannot pay is refused before the body is read.
const unlimited = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, account: account("rich", { credits: Infinity, tokens: Infinity }) }
])
const scraping = Effect.runSync(Scope.provide(clientOf(Layer.merge(services(), unlimited)), scope))
const working = Effect.runSync(
  Scope.provide(clientOf(withKeys(unlimited, { working: false, fetcher: FetcherTest })), scope)
)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const callOf = ({ path }: Target) => (/^\/v\d\/scrape$/.test(path) ? scraping : working)

/** One value of each kind, by its place. */
const plain = [null, true, -1, "", [], {}].map((value) =>
  hostile.findIndex((other) => JSON.stringify(other) === JSON.stringify(value))
)

describe("bodies", () => {
  for (const target of targets) {
    it.effect.prop(
      `POST ${target.path}`,
      [Mutations],
      ([mutations]) =>
        Effect.gen(function* () {
          const call = callOf(target)
          const sent = mutate(target, mutations)
          fine(sent, yield* call("POST", target.path, sent))
          assert.isFalse("polluted" in {})
        }),
      { arbitrary: { runs: 100 } }
    )

    // Chance need not find what one field alone sets off.
    it.live(`POST ${target.path} with each field once`, () =>
      Effect.gen(function* () {
        const call = callOf(target)
        for (let field = 0; field < target.fields.length; field++) {
          for (const value of plain) {
            const sent = mutate(target, [{ field, value }])
            fine(sent, yield* call("POST", target.path, sent))
          }
        }
      })
    )
  }

  it.live("that are cut, doubled or of another kind", () =>
    Effect.gen(function* () {
      const call = scraping
      const url = "http://site.test/b"
      const bodies: ReadonlyArray<string | Uint8Array> = [
        "",
        " ",
        "{}{}",
        "[]",
        `[{"url":"${url}"}]`,
        `{"url":"${url}","url":"${url}"}`,
        `{"url":"${url}",}`,
        `\ufeff{"url":"${url}"}`,
        `{"url":"${url}","headers":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
        new Uint8Array(1000).fill(0xff),
        new Uint8Array(1000)
      ]
      for (const body of bodies) fine(String(body), yield* call("POST", "/v2/scrape", body))
      for (const type of [
        "",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "a".repeat(5000)
      ]) {
        fine(type, yield* call("POST", "/v2/scrape", `{"url":"${url}"}`, { headers: { "content-type": type } }))
      }
    })
  )
})

describe("uploads", () => {
  const file =
    'content-disposition: form-data; name="file"; filename="page.html"\r\ncontent-type: text/html\r\n\r\n<p>x</p>'
  const form = (...parts: ReadonlyArray<string>) =>
    `${parts.map((part) => `--edge\r\n${part}\r\n`).join("")}--edge--\r\n`
  const send = (body: string, type = "multipart/form-data; boundary=edge") =>
    scraping("POST", "/v2/parse", body, { headers: { "content-type": type } })

  it.live("with options that are none", () =>
    Effect.gen(function* () {
      const texts = [
        ...hostile.map((value) => JSON.stringify(value) ?? ""),
        ...targets
          .find(({ path }) => path === "/v2/scrape")!
          .fields.slice(0, 40)
          .map(([name]) => `{${JSON.stringify(name)}:[{}]}`),
        "{",
        "\ud800",
        '{"__proto__":{"polluted":1}}'
      ]
      for (const text of texts) {
        const options = `content-disposition: form-data; name="options"\r\n\r\n${text}`
        fine(text, yield* send(form(options, file)))
      }
      assert.isFalse("polluted" in {})
    })
  )

  it.live("that are cut, doubled, nameless or of another kind", () =>
    Effect.gen(function* () {
      const bodies = [
        form(),
        form(file, file),
        form(file).slice(0, -10),
        form("content-disposition: form-data\r\n\r\nx"),
        form('content-disposition: form-data; name="file"\r\n\r\nno file'),
        form(file.replace("page.html", "../../etc/passwd")),
        form(file.replace("page.html", "x".repeat(10_000) + ".html")),
        form(file.replace("page.html", "a.exe")),
        form(file.replace("<p>x</p>", "")),
        form(
          ...Array.from({ length: 1000 }, (_, at) => `content-disposition: form-data; name="f${at}"\r\n\r\nx`),
          file
        ),
        "no form"
      ]
      for (const body of bodies) fine(body, yield* send(body))
      for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "text/html", "application/json"]) {
        const answer = yield* send(form(file), type)
        fine(type, answer)
        assert.notStrictEqual(answer.status, 200, type)
      }
    })
  )
})

describe("paths, queries and headers", () => {
  const ids = ["x", "%00", "%ff", "..%2f..", "a".repeat(101), "'; drop table jobs --", "constructor", "__proto__"]
  it.live("with ids that are none", () =>
    Effect.gen(function* () {
      const call = working
      for (const id of ids) {
        for (const path of ["crawl", "batch/scrape", "scrape", "extract", "llmstxt", "deep-research"]) {
          for (const version of ["v1", "v2"]) {
            for (const suffix of ["", "/errors"]) {
              const target = `/${version}/${path}/${id}${suffix}`
              const answer = yield* call("GET", target)
              fine(target, answer)
              assert.isTrue([404, 405, 501].includes(answer.status), `${answer.status} ${target}`)
            }
          }
        }
      }
    })
  )

  it.live("with values that are none", () =>
    Effect.gen(function* () {
      const call = working
      const { id } = (yield* call("POST", "/v2/crawl", { url: "http://site.test/" })).body
      for (const query of [
        "skip=x",
        "skip=-1&limit=0",
        "limit=1e9",
        "skip=1&skip=2",
        "skip[]=1",
        "%",
        "limit=99999999999999"
      ]) {
        const answer = yield* call("GET", `/v2/crawl/${id}?${query}`)
        fine(query, answer)
        assert.strictEqual(answer.status, 200)
      }
      for (const query of ["limit=x", "cursor=%ff", "endpoint=__proto__", "byApiKey=x"]) {
        fine(query, yield* call("GET", `/v2/team/activity?${query}`))
        fine(query, yield* call("GET", `/v2/team/credit-usage/historical?${query}`))
      }
    })
  )

  it.live("with keys in the wrong place, and headers that try to break out", () =>
    Effect.gen(function* () {
      const call = working
      const none = { key: undefined }
      assert.strictEqual((yield* call("GET", `/v2/crawl/active?token=${keys.rich}`, undefined, none)).status, 401)
      const wrong = { key: undefined, headers: { "x-api-key": keys.rich, cookie: `authorization=${keys.rich}` } }
      assert.strictEqual((yield* call("GET", "/v2/crawl/active", undefined, wrong)).status, 401)
      const evil = {
        headers: {
          host: "evil.test/x?",
          "x-forwarded-host": "evil test",
          "x-forwarded-proto": "javascript",
          "x-idempotency-key": "{}"
        }
      }
      const { body } = yield* call(
        "POST",
        "/v2/batch/scrape",
        { urls: [] },
        { ...evil, headers: { ...evil.headers, "x-idempotency-key": "6e1c8f57-9a3c-4a57-8a4b-0b6c7a3cfd2e" } }
      )
      assert.strictEqual(body.url, `http://localhost/v2/batch/scrape/${body.id}`)
    })
  )
})
