// The typed clients: whatever the definition of the API has, they have, and over HTTP it works.
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { createClient, makeClient, WaitTimedOut } from "@orbweaver/http/client"
import { ApiV1 } from "../../src/v1/Api.ts"
import { ApiV2 } from "../../src/v2/Api.ts"
import { TestSite } from "@orbweaver/testing/TestSite"
import { modelAnswer } from "@orbweaver/testing/internal/doubles/modelAnswer"
import { Effect, Layer, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { withKeys } from "../assembly.ts"
import { account, keys } from "../fixtures.ts"
import { parts, served } from "../served.ts"

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const found: Array<HttpApiEndpoint.Top> = []
  HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: ({ endpoint }) => found.push(endpoint) })
  return found
}

/** An agent's model that reads the page that it is asked about, and answers. */
const model = LanguageModel.make({
  generateText: ({ prompt }) => {
    const asked = JSON.stringify(prompt.content)
    const urls = /http:[^"\\ ]+/.exec(asked) ?? []
    const step = asked.includes("1. read ") ? { tool: "answer", urls: [] } : { tool: "read", urls }
    return Effect.succeed(modelAnswer({ query: "", answer: "Ada Quill.", reason: "because", ...step }))
  },
  streamText: () => Stream.empty
})

const teams = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, name: "rich", account: account("rich", { credits: 1000, tokens: 100_000 }) }
])

describe("the methods of a client", () => {
  for (const [version, endpoints] of [
    ["v1", endpointsOf(ApiV1)],
    ["v2", endpointsOf(ApiV2)]
  ] as const) {
    it.effect(`are those of ${version}: each endpoint has one, which sends its request`, () =>
      Effect.gen(function* () {
        const sent: Array<string> = []
        const http = HttpClient.make((request, url) => {
          sent.push(`${request.method} ${url.pathname}`)
          const body = { success: false, error: "Unauthorized" }
          return Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(body, { status: 401 })))
        })
        const client = yield* makeClient({ baseUrl: "http://api.test" }).pipe(
          Effect.provideService(HttpClient.HttpClient, http)
        )
        const methods = new Map<string, unknown>(Object.entries(client[version]))
        assert.isAbove(endpoints.length, 25)
        assert.strictEqual(new Set(endpoints.map(({ identifier }) => identifier)).size, endpoints.length)
        for (const { identifier, method, path, payload } of endpoints) {
          const call = methods.get(identifier)
          assert.isFunction(call, identifier)
          // Bodies differ; what has none can be sent of all.
          if (typeof call !== "function" || payload.size > 0) continue
          const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
          const args = names.length > 1 ? [Object.fromEntries(names.map((name) => [name, name]))] : names
          const answer: Effect.Effect<unknown, unknown> = call(...args)
          assert.deepInclude(yield* Effect.flip(answer), { success: false, error: "Unauthorized" })
          assert.strictEqual(sent.pop(), `${method} ${path.replaceAll(":", "")}`, identifier)
        }
      })
    )
  }

  it.live("parse a file", () =>
    Effect.gen(function* () {
      const { api, key } = yield* served
      const { v2 } = createClient({ baseUrl: api, apiKey: key })
      const form = new FormData()
      form.append("file", new File(["<h1>Spiders</h1><p>They weave.</p>"], "spiders.html", { type: "text/html" }))
      form.append("options", JSON.stringify({ formats: ["markdown"] }))
      const { data } = yield* Effect.promise(() => v2.parse(form))
      assert.include(data.markdown, "They weave.")
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

  it.live("run an agent, and wait for it", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      const { v2 } = createClient({ baseUrl: api, apiKey: key })
      yield* Effect.promise(async () => {
        const { message, status } = await v2.agent({ prompt: `Who wrote ${at("/article")} ?` }, { pollIntervalMs: 10 })
        assert.deepStrictEqual([status, message], ["completed", "Ada Quill."])
        const { id } = await v2.startAgent({ prompt: `Who wrote ${at("/article")} ?` })
        assert.include(["processing", "completed"], (await v2.getAgentStatus(id)).status)
        assert.lengthOf((await v2.listAgents()).agents, 2)
      })
    }).pipe(
      Effect.provide(Layer.unwrap(Effect.map(model, (each) => withKeys(teams, { model: each })))),
      Effect.scoped,
      Effect.provide(TestSite.layer)
    )
  )

  it.live("keep a monitor", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      const { v2 } = createClient({ baseUrl: api, apiKey: key })
      yield* Effect.promise(async () => {
        const { data: monitor } = await v2.createMonitor({
          name: "Page",
          schedule: { cron: "0 9 * * *", timezone: "UTC" },
          targets: [{ type: "scrape", urls: [at("/page")] }]
        })
        assert.strictEqual((await v2.updateMonitor(monitor.id, { name: "The page" })).data.name, "The page")
        const { data: check } = await v2.runMonitor(monitor.id)
        const { data: found } = await v2.getMonitorCheck({ id: monitor.id, checkId: check.id }, { limit: "5" })
        assert.strictEqual(found.id, check.id)
        assert.lengthOf((await v2.listMonitors({ limit: "10" })).data, 1)
        await v2.deleteMonitor(monitor.id)
        // @ts-expect-error its body needs targets
        const nothing: unknown = await v2.createMonitor({ name: "Nothing" }).catch((error: unknown) => error)
        assert.instanceOf(nothing, Error)
      })
    }).pipe(Effect.scoped, Effect.provide(parts))
  )
})

describe("a client", () => {
  it.live("works as effects", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      const { v1, v2 } = yield* makeClient({ baseUrl: api, apiKey: key })
      const { data } = yield* v2.Scraping.scrape({ payload: { url: at("/page"), formats: ["markdown"] } })
      assert.include(data.markdown, "Hello.")
      const usage = yield* v1["v1.Billing"].getTokenUsage()
      assert.strictEqual(usage.data.remaining_tokens, 5000)
      const error = yield* Effect.flip(v2.Crawling.getCrawlStatus({ params: { id: "none" }, query: {} }))
      assert.deepInclude(error, { success: false, error: "Job not found" })
    }).pipe(Effect.scoped, Effect.provide(parts), Effect.provide(FetchHttpClient.layer))
  )

  it.live("works as promises", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      yield* Effect.promise(async () => {
        const { v2 } = createClient({ baseUrl: api, apiKey: key })
        const started = await v2.Scraping.startBatchScrape({ payload: { urls: [at("/page")] } })
        const status = await v2.Scraping.getBatchScrapeStatus({ params: { id: started.id }, query: {} })
        assert.isTrue(status.success)
        const stranger = createClient({ baseUrl: api }).v2.Billing.getCreditUsage()
        const error: unknown = await stranger.then(
          () => undefined,
          (reason: unknown) => reason
        )
        assert.deepInclude(error, { success: false, error: "Unauthorized" })
      })
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

  it.live("starts, reads and waits under the names of the specification, in both versions", () =>
    Effect.gen(function* () {
      const { api, at, key } = yield* served
      yield* Effect.promise(async () => {
        const { v1, v2 } = createClient({ baseUrl: api, apiKey: key })
        const page = { url: at("/page") }
        const wait = { pollIntervalMs: 10 }
        assert.include((await v1.scrape(page)).data.markdown, "Hello.")
        assert.include((await v2.scrape(page)).data.markdown, "Hello.")
        // More pages than one status has.
        const site = { url: at("/site/130/?links=60"), limit: 120 }
        for (const job of [
          await v2.crawl({ ...site, sitemap: "skip" }, wait),
          await v1.crawl({ ...site, ignoreSitemap: true }, wait)
        ]) {
          assert.strictEqual(job.status, "completed")
          assert.lengthOf(job.data, 120)
        }
        for (const version of [v1, v2]) {
          assert.lengthOf((await version.batchScrape({ urls: [page.url] }, wait)).data, 1)
          const { id } = await version.startCrawl({ url: at("/site/60/"), delay: 1 })
          assert.strictEqual((await version.getCrawlStatus(id)).status, "scraping")
          assert.strictEqual((await version.cancelCrawl(id)).status, "cancelled")
          assert.deepStrictEqual((await version.getCrawlErrors(id)).errors, [])
          const schema = { type: "object", properties: { title: { type: "string" } } }
          const made = await version.extract({ urls: [at("/article")], schema }, wait)
          assert.strictEqual(made.status, "completed")
          assert.isTrue((await version.getTokenUsage()).success)
          const slow = await version.startBatchScrape({ urls: [at("/hang")] })
          await version.cancelBatchScrape(slow.id)
        }
        const late = await v2.crawl({ url: at("/site/60/"), delay: 1 }, { ...wait, timeoutMs: 50 }).then(
          () => undefined,
          (error: unknown) => error
        )
        assert.instanceOf(late, WaitTimedOut)
        await v2.cancelCrawl((late as WaitTimedOut).id)
      })
    }).pipe(Effect.scoped, Effect.provide(parts))
  )
})
