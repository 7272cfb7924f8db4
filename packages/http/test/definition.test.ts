// What follows from the definition: the OpenAPI documents, the reference page, the typed clients.
import { assert, describe, it } from "@effect/vitest"
import { createClient, makeClient } from "@orbweaver/http/client"
import { document } from "@orbweaver/http/openapi"
import { ApiV1 } from "@orbweaver/http/v1/Api"
import { ApiV2 } from "@orbweaver/http/v2/Api"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { OpenApi } from "effect/http-api"
import { client } from "./fixtures.ts"
import { parts, served } from "./served.ts"

type Json = Readonly<Record<string, any>>

/** Every `$ref` of a document. */
const references = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(references)
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, member]) =>
          name === "$ref" && typeof member === "string" ? [member] : references(member)
        )
      : []

describe("OpenAPI", () => {
  it("names the server and the key, and says that v1 is superseded", () => {
    const { paths, security, servers } = document() as unknown as Json
    assert.deepStrictEqual(security, [{ bearerAuth: [] }])
    assert.lengthOf(servers, 1)
    for (const [path, operations] of Object.entries(paths as Json)) {
      for (const { deprecated } of Object.values(operations as Json)) {
        assert.strictEqual(deprecated === true, path.startsWith("/v1/"), path)
      }
    }
  })

  for (const [name, spec] of [
    ["both versions", document()],
    ["v1", OpenApi.fromApi(ApiV1)],
    ["v2", OpenApi.fromApi(ApiV2)]
  ] as const) {
    it(`of ${name} is whole`, () => {
      const { components, openapi, paths } = spec as unknown as Json
      assert.match(openapi, /^3\.1\.\d$/)
      const operations = Object.values(paths as Json).flatMap((path) =>
        Object.values(path as Json)
      ) as ReadonlyArray<Json>
      const ids = operations.map(({ operationId }) => operationId as string)
      assert.strictEqual(new Set(ids).size, ids.length, "operation ids are unique")
      for (const { operationId, responses, security, summary, tags } of operations) {
        assert.isString(summary, operationId)
        assert.lengthOf(tags, 1)
        assert.isDefined(responses["200"], operationId)
        assert.isDefined(responses["401"], operationId)
        assert.deepStrictEqual(security, [{ bearerAuth: [] }])
      }
      for (const reference of references(spec)) {
        const [, , kind, key] = reference.split("/")
        assert.isDefined(components[kind!][decodeURIComponent(key!)], reference)
      }
      for (const [path, methods] of Object.entries(paths as Json)) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
        for (const operation of Object.values(methods as Json)) {
          const given = ((operation.parameters ?? []) as ReadonlyArray<Json>).filter(
            (parameter) => parameter["in"] === "path"
          )
          assert.sameMembers(
            given.map((parameter) => parameter["name"]),
            named,
            path
          )
        }
      }
    })
  }

  it.live("is served, and read by people at /docs", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const path of ["/openapi.json", "/v1/openapi.json", "/v2/openapi.json"]) {
        assert.strictEqual((yield* call("GET", path)).status, 200)
      }
      const { body, headers } = yield* call("GET", "/docs", undefined, { key: undefined })
      assert.include(headers.get("content-type"), "text/html")
      assert.include(body, "createApiReference")
      assert.include(body, "getTokenUsage")
    })
  )
})

describe("the client of the definition", () => {
  it.live("works as effects", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      const { v1, v2 } = yield* makeClient({ baseUrl: api, apiKey: key })
      const { data } = yield* v2.Scraping.scrape({ payload: { url: at("/page"), formats: ["markdown"] } })
      assert.include(data.markdown, "Hello.")
      const usage = yield* v1["v1.Billing"].tokenUsage()
      assert.strictEqual(usage.data.remaining_tokens, 5000)
      const error = yield* Effect.flip(v2.Crawling.crawlStatus({ params: { id: "none" }, query: {} }))
      assert.deepInclude(error, { success: false, error: "Job not found" })
    }).pipe(Effect.scoped, Effect.provide(parts), Effect.provide(FetchHttpClient.layer))
  )

  it.live("works as promises", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      yield* Effect.promise(async () => {
        const { v2 } = createClient({ baseUrl: api, apiKey: key })
        const started = await v2.Scraping.batchStart({ payload: { urls: [at("/page")] } })
        const status = await v2.Scraping.batchStatus({ params: { id: started.id }, query: {} })
        assert.isTrue(status.success)
        const stranger = createClient({ baseUrl: api }).v2.Billing.creditUsage()
        const error: unknown = await stranger.then(
          () => undefined,
          (reason: unknown) => reason
        )
        assert.deepInclude(error, { success: false, error: "Unauthorized" })
      })
    }).pipe(Effect.scoped, Effect.provide(parts))
  )
})
