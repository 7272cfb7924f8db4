// The calls of `firecrawl-py` as it sends them, defaults and headers included; the answers as its models take them.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { WebSocket } from "ws"
import * as Model from "../pythonModels.ts"
import { parts, type Served, served } from "../served.ts"

const v1 = { origin: "python-sdk@4.3.0" }
const v2 = { origin: "python-sdk@4.12.0" }
/** Options that its v2 client writes out whenever it is given any. */
const defaults = {
  onlyMainContent: true,
  mobile: false,
  skipTlsVerification: true,
  removeBase64Images: true,
  fastMode: false,
  blockAds: true,
  maxAge: 14_400_000,
  storeInCache: true
}

type Method = "GET" | "POST" | "DELETE"

/** `requests` with the headers of the SDK, which names a JSON body on every call. */
const clientOf =
  ({ api, key }: Served) =>
  (
    method: Method,
    path: string,
    model: Schema.Codec<any, any>,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Effect.Effect<any> =>
    Effect.promise(async () => {
      const response = await fetch(path.startsWith("http") ? path : `${api}${path}`, {
        method,
        headers: {
          "user-agent": "python-requests/2.32.5",
          accept: "*/*",
          "content-type": "application/json",
          authorization: `Bearer ${key}`,
          ...headers
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const answer: unknown = await response.json()
      const read = Schema.decodeUnknownResult(model)(answer)
      assert.isTrue(Result.isSuccess(read), `${method} ${path}: ${JSON.stringify(answer).slice(0, 2000)}`)
      return answer
    })

const test = (name: string, body: (call: ReturnType<typeof clientOf>, served: Served) => Effect.Effect<void>) =>
  it.live(name, () =>
    Effect.scoped(Effect.flatMap(served, (running) => body(clientOf(running), running))).pipe(Effect.provide(parts))
  )

const ended = (call: ReturnType<typeof clientOf>, path: string, model: Schema.Codec<any, any>) =>
  Effect.gen(function* () {
    for (;;) {
      const job = yield* call("GET", path, model)
      if (job.status !== "scraping" && job.status !== "processing") return job
      yield* Effect.sleep(20)
    }
  })

describe("the v2 client of Python", () => {
  test("scrapes", (call, { at }) =>
    Effect.gen(function* () {
      assert.include((yield* call("POST", "/v2/scrape", Model.Scraped, { url: at("/page"), ...v2 })).data.markdown, "#")
      const { data } = yield* call("POST", "/v2/scrape", Model.Scraped, {
        url: at("/article"),
        ...defaults,
        formats: ["markdown", "html", "rawHtml", "links"],
        includeTags: ["main"],
        waitFor: 0,
        timeout: 30_000,
        proxy: "auto",
        parsers: ["pdf"],
        location: { country: "DE", languages: ["de"] },
        ...v2
      })
      for (const name of ["markdown", "html", "rawHtml", "links", "metadata"]) assert.property(data, name)
      yield* call("GET", `/v2/scrape/${data.metadata.scrapeId}`, Model.Scraped)
      yield* call("POST", "/v2/scrape", Model.Failed, { url: "no address", ...v2 })
    }))

  test("crawls, and follows next by itself", (call, { at }) =>
    Effect.gen(function* () {
      const { id } = yield* call(
        "POST",
        "/v2/crawl",
        Model.Started,
        {
          url: at("/site/12/"),
          scrapeOptions: { ...defaults, formats: ["markdown"] },
          webhook: { url: "http://127.0.0.1:9/hook", events: ["completed"] },
          sitemap: "include",
          ignoreQueryParameters: false,
          deduplicateSimilarURLs: true,
          crawlEntireDomain: false,
          allowExternalLinks: false,
          allowSubdomains: false,
          ignoreRobotsTxt: false,
          maxConcurrency: 3,
          regexOnFullURL: false,
          zeroDataRetention: false,
          limit: 8,
          integration: "crewai",
          ...v2
        },
        { "x-idempotency-key": "3c7e9f64-0d2b-4c66-9d1d-2b1f6f0a9c11" }
      )
      yield* call("GET", "/v2/crawl/active", Model.Active)
      const job = yield* ended(call, `/v2/crawl/${id}`, Model.Job)
      assert.strictEqual(job.data.length, 8)
      let page = yield* call("GET", `/v2/crawl/${id}?limit=3`, Model.Job)
      const all = [...page.data]
      while (page.next !== undefined) {
        page = yield* call("GET", page.next, Model.Job)
        all.push(...page.data)
      }
      assert.deepStrictEqual(all, job.data)
      yield* call("GET", `/v2/crawl/${id}/errors`, Model.Errors)
      yield* call("DELETE", `/v2/crawl/${id}`, Model.Cancelled)
      yield* call("GET", "/v2/crawl/00000000-0000-4000-8000-000000000000", Model.Failed)
    }))

  test("scrapes batches", (call, { at }) =>
    Effect.gen(function* () {
      const { id, invalidURLs } = yield* call("POST", "/v2/batch/scrape", Model.BatchStarted, {
        urls: [at("/page"), at("/article"), "https://"],
        ...defaults,
        formats: ["markdown", "links"],
        webhook: "http://127.0.0.1:9/hook",
        ignoreInvalidURLs: true,
        maxConcurrency: 2,
        zeroDataRetention: false,
        integration: "langchain",
        ...v2
      })
      assert.deepStrictEqual(invalidURLs, ["https://"])
      const job = yield* ended(call, `/v2/batch/scrape/${id}`, Model.Job)
      assert.strictEqual(job.data.length, 2)
      yield* call("GET", `/v2/batch/scrape/${id}/errors`, Model.Errors)
    }))

  test("maps and searches", (call, { at }) =>
    Effect.gen(function* () {
      const mapped = yield* call("POST", "/v2/map", Model.Mapped, {
        url: at("/site/5/"),
        sitemap: "include",
        includeSubdomains: true,
        limit: 10,
        timeout: 20_000,
        integration: "llamaindex",
        ...v2
      })
      assert.isNotEmpty(mapped.links)
      const query = { query: `pages ${at("/page")}`, limit: 5, ignoreInvalidURLs: false, timeout: 60_000, ...v2 }
      const found = yield* call("POST", "/v2/search", Model.Found, {
        ...query,
        sources: [{ type: "web" }, { type: "news" }, { type: "images" }]
      })
      assert.isNotEmpty(found.data.web)
      // Whatever has a member of a document is one to the client.
      for (const hit of found.data.web) assert.notProperty(hit, "markdown")
      const read = yield* call("POST", "/v2/search", Model.Found, {
        ...query,
        sources: ["web"],
        scrapeOptions: { ...defaults, formats: ["markdown"] }
      })
      assert.isString(read.data.web[0].markdown)
    }))

  test("extracts", (call, { at }) =>
    Effect.gen(function* () {
      const { id } = yield* call("POST", "/v2/extract", Model.ExtractStarted, {
        urls: [at("/page")],
        prompt: "What is the page about?",
        schema: { type: "object", properties: { title: { type: "string" } } },
        systemPrompt: "Be brief.",
        allowExternalLinks: false,
        enableWebSearch: false,
        showSources: true,
        ignoreInvalidURLs: true,
        scrapeOptions: { ...defaults, formats: ["markdown"] },
        ...v2
      })
      assert.strictEqual((yield* ended(call, `/v2/extract/${id}`, Model.Extracted)).status, "completed")
    }))

  test("asks what is left and what was used", (call, { at }) =>
    Effect.gen(function* () {
      yield* call("POST", "/v2/scrape", Model.Scraped, { url: at("/page"), ...v2 })
      yield* call("GET", "/v2/team/credit-usage", Model.Credits)
      yield* call("GET", "/v2/team/token-usage", Model.Tokens)
      const { periods } = yield* call("GET", "/v2/team/credit-usage/historical?byApiKey=true", Model.CreditHistory)
      assert.strictEqual(periods[0].creditsUsed, 1)
      yield* call("GET", "/v2/team/token-usage/historical", Model.TokenHistory)
      yield* call("GET", "/v2/concurrency-check", Model.Concurrency)
      yield* call("GET", "/v2/team/queue-status", Model.Queue)
    }))

  test("parses files", (_call, { api, key }) =>
    Effect.promise(async () => {
      const form = new FormData()
      form.set("options", JSON.stringify({ onlyMainContent: true, formats: ["markdown"], blockAds: true, ...v2 }))
      form.set("file", new File(["<h1>Hello</h1><p>from Python</p>"], "page.html", { type: "text/html" }))
      const response = await fetch(`${api}/v2/parse`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: form
      })
      const body = Schema.decodeUnknownSync(Model.Scraped)(await response.json())
      assert.include(body.data.markdown!, "from Python")
    }))

  test("watches with its key in the header: documents first, then a done frame without any", (call, { api, at, key }) =>
    Effect.gen(function* () {
      const { id } = yield* call("POST", "/v2/batch/scrape", Model.BatchStarted, {
        urls: [at("/page"), at("/article")],
        ...v2
      })
      const frames = yield* Effect.callback<ReadonlyArray<any>>((resume) => {
        const seen: Array<any> = []
        const socket = new WebSocket(`${api.replace("http", "ws")}/v2/batch/scrape/${id}`, {
          headers: { authorization: `Bearer ${key}` }
        })
        socket.on("message", (data: Buffer) => seen.push(JSON.parse(data.toString())))
        socket.on("close", () => resume(Effect.succeed(seen)))
      })
      assert.strictEqual(frames[0].type, "catchup")
      const documents = [
        ...frames[0].data.data,
        ...frames.filter(({ type }) => type === "document").map(({ data }) => data)
      ]
      assert.strictEqual(documents.length, 2)
      documents.forEach((document) => Schema.decodeUnknownSync(Model.Document)(document))
      const done = frames.at(-1)
      assert.strictEqual(done.type, "done")
      assert.deepInclude(done.data, { completed: 2, total: 2 })
      assert.notProperty(done.data, "data")
    }))
})

describe("the v1 client of Python", () => {
  test("scrapes", (call, { at }) =>
    Effect.gen(function* () {
      const { data } = yield* call("POST", "/v1/scrape", Model.Scraped, {
        url: at("/page"),
        ...v1,
        formats: ["markdown", "links"],
        onlyMainContent: true,
        timeout: 30_000,
        proxy: "basic",
        parsePDF: true,
        skipTlsVerification: false,
        removeBase64Images: true,
        blockAds: true,
        location: { country: "US" },
        maxAge: 0,
        storeInCache: true,
        zeroDataRetention: false
      })
      assert.isArray(data.links)
      yield* call("POST", "/v1/scrape", Model.Failed, { url: "", ...v1, timeout: 30_000 })
    }))

  test("crawls, and reads its batches at the path of crawls", (call, { at }) =>
    Effect.gen(function* () {
      const crawl = yield* call("POST", "/v1/crawl", Model.Started, {
        includePaths: ["/site/.*"],
        maxDepth: 4,
        maxDiscoveryDepth: 3,
        limit: 4,
        allowBackwardLinks: false,
        allowExternalLinks: false,
        ignoreSitemap: true,
        scrapeOptions: { formats: ["markdown"], timeout: 30_000 },
        deduplicateSimilarURLs: true,
        regexOnFullURL: false,
        maxConcurrency: 2,
        url: at("/site/6/"),
        ...v1
      })
      assert.strictEqual((yield* ended(call, `/v1/crawl/${crawl.id}`, Model.Job)).status, "completed")
      yield* call("GET", `/v1/crawl/${crawl.id}/errors`, Model.Errors)
      const batch = yield* call("POST", "/v1/batch/scrape", Model.BatchStarted, {
        formats: ["markdown"],
        timeout: 30_000,
        urls: [at("/page")],
        ...v1
      })
      assert.strictEqual((yield* ended(call, `/v1/crawl/${batch.id}`, Model.Job)).data.length, 1)
      yield* call("GET", `/v1/batch/scrape/${batch.id}/errors`, Model.Errors)
      yield* call("DELETE", `/v1/crawl/${batch.id}`, Model.Cancelled)
    }))

  test("maps, searches, extracts and asks for an llms.txt", (call, { at }) =>
    Effect.gen(function* () {
      yield* call("POST", "/v1/map", Model.MappedV1, {
        ignoreSitemap: false,
        includeSubdomains: true,
        sitemapOnly: false,
        limit: 20,
        timeout: 30_000,
        useIndex: true,
        url: at("/site/4/"),
        ...v1
      })
      const words = { limit: 5, lang: "en", country: "us", timeout: 30_000 }
      const found = yield* call("POST", "/v1/search", Model.FoundV1, { query: at("/page"), ...words, ...v1 })
      assert.strictEqual(found.data[0].url, at("/page"))
      const extract = yield* call("POST", "/v1/extract", Model.ExtractStarted, {
        urls: [at("/page")],
        allowExternalLinks: false,
        enableWebSearch: false,
        showSources: false,
        schema: null,
        prompt: "Extract the title and the description",
        agent: { model: "FIRE-1" },
        ...v1
      })
      yield* ended(call, `/v1/extract/${extract.id}`, Model.Extracted)
      const started = yield* call("POST", "/v1/llmstxt", Model.ExtractStarted, {
        url: at("/site/3/"),
        maxUrls: 3,
        showFullText: true,
        cache: true,
        ...v1
      })
      const { data } = yield* ended(call, `/v1/llmstxt/${started.id}`, Model.LlmsTxt)
      assert.include(data.llmstxt, "llms.txt")
      assert.isString(data.llmsfulltxt)
    }))

  test("asks what is left and what was used", (call) =>
    Effect.gen(function* () {
      yield* call("GET", "/v1/team/credit-usage", Model.CreditsV1)
      yield* call("GET", "/v1/team/token-usage", Model.TokensV1)
      yield* call("GET", "/v1/team/credit-usage/historical", Model.CreditHistory)
      yield* call("GET", "/v1/team/token-usage/historical?byApiKey=true", Model.TokenHistory)
    }))
})
