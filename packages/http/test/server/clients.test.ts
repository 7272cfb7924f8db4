// Calls of clients that are not installed here, as they send them: what a strict body must take, and what they read.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { parts, type Served, served } from "../served.ts"

interface Answer {
  readonly status: number
  readonly body: any
}

/** With a body on every method, as n8n and axios may send one. */
const caller =
  ({ api, key }: Served) =>
  (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Effect.Effect<Answer> =>
    Effect.callback((resume) => {
      const text = body === undefined ? "" : JSON.stringify(body)
      const sent = request(
        path.startsWith("http") ? path : `${api}${path}`,
        {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
            ...headers
          }
        },
        (response) => {
          let received = ""
          response.setEncoding("utf8").on("data", (chunk: string) => (received += chunk))
          response.on("end", () =>
            resume(Effect.succeed({ status: response.statusCode ?? 0, body: JSON.parse(received) }))
          )
        }
      )
      sent.end(text)
    })

type Call = ReturnType<typeof caller>

const test = (name: string, body: (call: Call, served: Served) => Effect.Effect<void>) =>
  it.live(name, () =>
    Effect.scoped(Effect.flatMap(served, (running) => body(caller(running), running))).pipe(Effect.provide(parts))
  )

const done = (answer: Answer): any => {
  assert.strictEqual(answer.status, 200, JSON.stringify(answer.body).slice(0, 1000))
  assert.strictEqual(answer.body.success, true)
  return answer.body
}

const ended = (call: Call, path: string, known: ReadonlyArray<string>, body?: object) =>
  Effect.gen(function* () {
    for (;;) {
      const job = done(yield* call("GET", path, body))
      assert.include(known, job.status)
      if (job.status !== "scraping" && job.status !== "processing") return job
      yield* Effect.sleep(20)
    }
  })

describe("n8n", () => {
  const integration = { integration: "n8n" }
  /** What its forms send when nobody filled them in. */
  const empty = {
    formats: [{ type: "markdown" }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    headers: {},
    waitFor: 0,
    mobile: false,
    skipTlsVerification: false,
    timeout: 30_000,
    removeBase64Images: true,
    blockAds: true,
    storeInCache: true,
    proxy: "auto",
    parsers: ["pdf"],
    actions: []
  }

  test("scrapes, crawls and looks after jobs, with a body on every method", (call, { at }) =>
    Effect.gen(function* () {
      done(yield* call("GET", "/v2/team/credit-usage", integration))
      const page = done(yield* call("POST", "/v2/scrape", { url: at("/page"), ...empty, ...integration }))
      assert.isString(page.data.markdown)
      const crawl = done(
        yield* call("POST", "/v2/crawl", {
          url: at("/site/6/"),
          prompt: "",
          limit: 3,
          maxConcurrency: 100,
          excludePaths: [],
          includePaths: [],
          ignoreQueryParameters: false,
          allowExternalLinks: false,
          allowSubdomains: false,
          scrapeOptions: empty,
          ...integration
        })
      )
      const job = yield* ended(call, `/v2/crawl/${crawl.id}`, ["scraping", "completed"], integration)
      assert.strictEqual(job.data.length, 3)
      assert.isArray((yield* call("GET", `/v2/crawl/${crawl.id}/errors`, integration)).body.errors)
      assert.strictEqual((yield* call("DELETE", `/v2/crawl/${crawl.id}`, integration)).body.status, "cancelled")
      done(yield* call("GET", "/v2/crawl/active", integration))
      const batch = done(
        yield* call("POST", "/v2/batch/scrape", { urls: [at("/page")], ...empty, maxConcurrency: 100, ...integration })
      )
      yield* ended(call, `/v2/batch/scrape/${batch.id}`, ["scraping", "completed"], integration)
      assert.isArray((yield* call("GET", `/v2/batch/scrape/${batch.id}/errors`, integration)).body.errors)
      for (const path of ["credit-usage/historical", "token-usage", "token-usage/historical", "queue-status"]) {
        done(yield* call("GET", `/v2/team/${path}`, integration))
      }
    }))

  test("maps and searches", (call, { at }) =>
    Effect.gen(function* () {
      const map = { url: at("/site/5/"), limit: 50, sitemap: "include", includeSubdomains: false, ...integration }
      assert.isNotEmpty(done(yield* call("POST", "/v2/map", map)).links)
      const query = { query: at("/page"), limit: 5, sources: ["web"], scrapeOptions: { formats: [] }, ...integration }
      assert.isNotEmpty(done(yield* call("POST", "/v2/search", query)).data.web)
    }))
})

describe("Flowise", () => {
  const integration = { integration: "flowise" }
  const options = { formats: ["markdown"], onlyMainContent: true, mobile: false, skipTlsVerification: false }

  test("scrapes with options of a format that it does not ask for", (call, { at }) =>
    Effect.gen(function* () {
      const { data } = done(
        yield* call("POST", "/v1/scrape", {
          url: at("/page"),
          ...options,
          timeout: 30_000,
          jsonOptions: { schema: { type: "object" }, prompt: "the title" },
          ...integration
        })
      )
      assert.isString(data.markdown)
    }))

  test("crawls, extracts and searches", (call, { at }) =>
    Effect.gen(function* () {
      const { id } = done(
        yield* call("POST", "/v1/crawl", {
          url: at("/site/5/"),
          limit: 3,
          maxDepth: 5,
          ignoreSitemap: true,
          ignoreQueryParameters: true,
          allowBackwardLinks: false,
          allowExternalLinks: false,
          scrapeOptions: { ...options, timeout: 30_000 },
          ...integration
        })
      )
      assert.strictEqual((yield* ended(call, `/v1/crawl/${id}`, ["scraping", "completed", "failed"])).data.length, 3)
      const extract = done(
        yield* call("POST", "/v1/extract", {
          urls: [at("/page")],
          prompt: "Extract the title",
          enableWebSearch: false,
          includeSubdomains: false,
          showSources: true,
          scrapeOptions: { ...options, jsonOptions: { prompt: "the title" } },
          ...integration
        })
      )
      yield* ended(call, `/v1/extract/${extract.id}`, ["processing", "completed", "failed", "cancelled"])
      const found = done(
        yield* call("POST", "/v1/search", { query: at("/page"), limit: 5, lang: "en", ...integration })
      )
      assert.isString(found.data[0].url)
    }))
})

describe("Dify", () => {
  test("tries its key with one page, crawls and scrapes", (call, { at }) =>
    Effect.gen(function* () {
      const { id } = done(
        yield* call("POST", "/v1/crawl", {
          url: at("/site/3/"),
          includePaths: [],
          excludePaths: [],
          limit: 1,
          scrapeOptions: { onlyMainContent: true }
        })
      )
      const job = yield* ended(call, `/v1/crawl/${id}`, ["scraping", "completed"])
      // What it makes its documents of.
      const [{ markdown, metadata }] = job.data
      assert.isString(markdown)
      assert.isString(metadata.sourceURL)
      assert.property(metadata, "title")
      const scrape = { url: at("/page"), formats: ["markdown"], onlyMainContent: true, timeout: 30_000 }
      assert.isString(done(yield* call("POST", "/v1/scrape", scrape)).data.markdown)
    }))
})

describe("the command line of Firecrawl", () => {
  const cli = { integration: "cli", origin: "cli@1.23.3" }

  test("sends its name with everything, and asks for the state of the team", (call, { at }) =>
    Effect.gen(function* () {
      done(yield* call("GET", "/v2/team/queue-status"))
      done(yield* call("GET", "/v2/team/credit-usage"))
      done(yield* call("POST", "/v2/scrape", { url: at("/page"), formats: ["markdown", "links", "images"], ...cli }))
      done(yield* call("POST", "/v2/map", { url: at("/site/3/"), limit: 10, ...cli }))
      done(yield* call("POST", "/v2/crawl", { url: at("/site/3/"), limit: 1, maxDiscoveryDepth: 1, ...cli }))
      const query = {
        query: at("/page"),
        sources: [{ type: "web" }],
        highlights: true,
        ignoreInvalidURLs: true,
        ...cli
      }
      done(yield* call("POST", "/v2/search", query))
    }))
})

describe("LangChain and agentic", () => {
  test("scrape, crawl and map over v1 with names of their own", (call, { at }) =>
    Effect.gen(function* () {
      const langchain = { integration: "langchain", origin: "python-sdk@4.3.0" }
      const crawl = { url: at("/site/4/"), limit: 2, scrapeOptions: { formats: ["markdown"] }, ...langchain }
      const { id } = done(yield* call("POST", "/v1/crawl", crawl))
      assert.strictEqual((yield* ended(call, `/v1/crawl/${id}`, ["scraping", "completed"])).data.length, 2)
      assert.isString(done(yield* call("POST", "/v1/map", { url: at("/site/4/"), ...langchain })).links[0])
      const agentic = { "x-origin": "agentic", "x-origin-type": "package" }
      done(yield* call("POST", "/v1/scrape", { url: at("/page"), waitFor: 0, formats: ["markdown"] }, agentic))
    }))
})
