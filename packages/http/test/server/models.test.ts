// Clients with strict models (Python's pydantic, Go, Java) fail on a field of another type where JavaScript shrugs.
// These are the types that their models have (docs/reference/v2.md §18, v1.md §14, clients.md), over real answers.
import { assert, describe, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Schema } from "effect"
import { withKeys } from "../assembly.ts"
import { clientOf, KeysTest } from "../fixtures.ts"

const optional = Schema.optionalKey
const Iso = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
const Uuid = Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))

const Metadata = Schema.Struct({
  title: optional(Schema.String),
  description: optional(Schema.String),
  language: optional(Schema.String),
  url: Schema.String,
  sourceURL: Schema.String,
  statusCode: Schema.Int,
  error: optional(Schema.String),
  contentType: optional(Schema.String),
  proxyUsed: optional(Schema.Literals(["basic", "stealth"])),
  cacheState: optional(Schema.Literals(["hit", "miss"])),
  cachedAt: optional(Iso),
  creditsUsed: optional(Schema.Int),
  concurrencyLimited: optional(Schema.Boolean)
})

const Document = Schema.Struct({
  markdown: optional(Schema.String),
  html: optional(Schema.String),
  rawHtml: optional(Schema.String),
  links: optional(Schema.Array(Schema.String)),
  images: optional(Schema.Array(Schema.String)),
  warning: optional(Schema.String),
  metadata: Metadata
})

const Status = Schema.Struct({
  success: Schema.Literal(true),
  status: Schema.Literals(["scraping", "completed", "failed", "cancelled"]),
  total: Schema.Int,
  completed: Schema.Int,
  creditsUsed: Schema.Int,
  expiresAt: Iso,
  /** Python v1 loops while the key is there: never null. */
  next: optional(Schema.String),
  data: Schema.Array(Document)
})

const models: Readonly<Record<string, Schema.Codec<any, any>>> = {
  scrape: Schema.Struct({ success: Schema.Literal(true), data: Document }),
  started: Schema.Struct({ success: Schema.Literal(true), id: Uuid, url: Schema.String }),
  status: Status,
  errors: Schema.Struct({
    errors: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        url: Schema.String,
        error: Schema.String,
        timestamp: optional(Iso),
        code: optional(Schema.String)
      })
    ),
    robotsBlocked: Schema.Array(Schema.String)
  }),
  mapV1: Schema.Struct({ success: Schema.Literal(true), links: Schema.Array(Schema.String) }),
  mapV2: Schema.Struct({
    success: Schema.Literal(true),
    links: Schema.Array(
      Schema.Struct({ url: Schema.String, title: optional(Schema.String), description: optional(Schema.String) })
    )
  }),
  active: Schema.Struct({
    success: Schema.Literal(true),
    crawls: Schema.Array(
      Schema.Struct({
        id: Uuid,
        teamId: Schema.String,
        url: Schema.String,
        created_at: Iso,
        options: Schema.Record(Schema.String, Schema.Json)
      })
    )
  }),
  failure: Schema.Struct({ success: Schema.Literal(false), error: Schema.String })
}

const fits = (model: string, value: unknown) => {
  const read = Schema.decodeUnknownResult(models[model]!)(value)
  assert.strictEqual(
    read._tag,
    "Success",
    `${model}: ${String((read as { failure?: unknown }).failure)}\n${JSON.stringify(value).slice(0, 2000)}`
  )
}

const setup = Effect.gen(function* () {
  const site = yield* TestSite
  return { call: yield* clientOf(withKeys(KeysTest)), at: (path: string) => site.url(path).href }
})

const test = <E>(name: string, body: (parts: Effect.Success<typeof setup>) => Effect.Effect<void, E>) =>
  it.live(name, () => Effect.scoped(Effect.flatMap(setup, body)).pipe(Effect.provide(TestSite.layer)))

const origin = "python-sdk@3.3.2"

describe("strict models", () => {
  test("fit documents of every kind of page", ({ at, call }) =>
    Effect.gen(function* () {
      const formats = ["markdown", "html", "rawHtml", "links", "images"]
      for (const path of [
        "/article",
        "/page",
        "/missing",
        "/broken",
        "/empty",
        "/blank",
        "/text",
        "/json",
        "/charset/windows-1252",
        "/redirect/3"
      ]) {
        for (const maxAge of [0, 14_400_000]) {
          const { body } = yield* call("POST", "/v2/scrape", {
            url: at(path),
            formats,
            origin,
            fastMode: false,
            maxAge,
            timeout: 30_000
          })
          fits("scrape", body)
        }
        const old = yield* call("POST", "/v1/scrape", {
          url: at(path),
          formats: ["markdown", "html", "links"],
          origin: "python-sdk@2.16.5"
        })
        fits("scrape", old.body)
      }
    }))

  test("fit every status of a job, from its first moment", ({ at, call }) =>
    Effect.gen(function* () {
      for (const version of ["v1", "v2"]) {
        const options = version === "v1" ? { ignoreSitemap: true } : { sitemap: "skip" }
        const { body } = yield* call("POST", `/${version}/crawl`, {
          url: at("/site/12/"),
          limit: 6,
          origin,
          ...options
        })
        fits("started", body)
        fits("active", (yield* call("GET", `/${version}/crawl/active`)).body)
        for (;;) {
          const status = (yield* call("GET", `/${version}/crawl/${body.id}?limit=2`)).body
          fits("status", status)
          if (status.status !== "scraping") break
          yield* Effect.sleep(5)
        }
        fits("errors", (yield* call("GET", `/${version}/crawl/${body.id}/errors`)).body)
      }
      const { body } = yield* call("POST", "/v2/batch/scrape", {
        urls: [at("/page"), at("/reset")],
        formats: ["markdown"],
        origin,
        maxAge: 0
      })
      fits("started", body)
      for (;;) {
        const status = (yield* call("GET", `/v2/batch/scrape/${body.id}`)).body
        fits("status", status)
        if (status.status !== "scraping") break
        yield* Effect.sleep(5)
      }
      fits("errors", (yield* call("GET", `/v2/batch/scrape/${body.id}/errors`)).body)
    }))

  test("fit maps, and errors of every status", ({ at, call }) =>
    Effect.gen(function* () {
      fits("mapV2", (yield* call("POST", "/v2/map", { url: at("/site/5/"), origin, sitemap: "skip" })).body)
      fits(
        "mapV1",
        (yield* call("POST", "/v1/map", { url: at("/site/5/"), origin, ignoreSitemap: true, timeout: 30_000 })).body
      )
      const failures = yield* Effect.all([
        call("POST", "/v2/scrape", {}),
        call("POST", "/v2/scrape", "{"),
        call("GET", "/v2/crawl/active", undefined, { key: undefined }),
        call("GET", "/v2/crawl/none"),
        call("POST", "/v2/scrape", { url: at("/reset"), maxAge: 0 }),
        call("POST", "/v2/scrape", { url: at("/hang"), maxAge: 0, timeout: 50, proxy: "basic" }),
        call("POST", "/v1/deep-research", { query: "x" })
      ])
      assert.deepStrictEqual(
        failures.map(({ status }) => status),
        [400, 400, 401, 404, 500, 408, 501]
      )
      for (const { body } of failures) fits("failure", body)
    }))

  test("are not all: n8n sends bodies with DELETE, flowise options without their format", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/crawl", { url: at("/site/3/"), integration: "n8n", delay: 1 })
      const gone = yield* call("DELETE", `/v2/crawl/${body.id}`, { integration: "n8n" })
      assert.deepStrictEqual(gone.body, { success: true, status: "cancelled" })
      const flowise = yield* call("POST", "/v1/scrape", {
        url: at("/page"),
        integration: "flowise",
        jsonOptions: { prompt: "x", schema: { type: "object" } }
      })
      assert.strictEqual(flowise.status, 200, JSON.stringify(flowise.body))
    }))
})
