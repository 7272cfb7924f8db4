import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { withKeys } from "../../assembly.ts"
import { clientOf, KeysTest } from "../../fixtures.ts"

const setup = Effect.gen(function* () {
  const site = yield* TestSite
  return { call: yield* clientOf(withKeys(KeysTest, { working: false })), at: (path: string) => site.url(path).href }
})

const test = <E>(name: string, body: (parts: Effect.Success<typeof setup>) => Effect.Effect<void, E>) =>
  it.live(name, () => Effect.scoped(Effect.flatMap(setup, body)).pipe(Effect.provide(TestSite.layer)))

describe("a search", () => {
  test("groups what it finds by source, without any field of a document", ({ at, call }) =>
    Effect.gen(function* () {
      const url = at("/page")
      const { body, status } = yield* call("POST", "/v2/search", {
        query: `spiders ${url}`,
        sources: ["web", { type: "news" }, "images", "alexandria"],
        toolDetail: "compact",
        domainTools: true,
        origin: "mcp-test@3.26.0"
      })
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.deepStrictEqual(body.data, {
        web: [{ url, title: "Hit 1", description: "About web", position: 1 }],
        news: [{ title: "Hit 1", url, snippet: "About news", date: "2 hours ago", position: 1 }],
        images: [{ title: "Hit 1", imageUrl: `${url}.png`, imageWidth: 4, imageHeight: 3, url, position: 1 }]
      })
      assert.strictEqual(body.creditsUsed, 2)
      const { body: usage } = yield* call("GET", "/v2/team/credit-usage/historical?byApiKey=true")
      assert.deepInclude(usage.periods[0], { apiKey: "rich", totalCredits: 2 })
    }))

  test("scrapes what it finds when formats are asked for, and tells what failed", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v2/search", {
        query: `${at("/page")} ${at("/reset")}`,
        scrapeOptions: { formats: ["markdown", { type: "links" }] }
      })
      const [page, reset] = body.data.web
      assert.include(page.markdown, "Hello.")
      assert.isArray(page.links)
      assert.strictEqual(page.metadata.statusCode, 200)
      assert.isFalse("markdown" in reset)
      assert.strictEqual(reset.metadata.statusCode, 0)
      assert.include(reset.metadata.error, "connection failed")
      assert.strictEqual(body.creditsUsed, 3)
      const plain = yield* call("POST", "/v2/search", { query: at("/page"), scrapeOptions: { onlyMainContent: false } })
      assert.isFalse("metadata" in plain.body.data.web[0])
    }))

  test("describes web results by the passages of their page, at no price, and says when there is none", ({
    at,
    call
  }) =>
    Effect.gen(function* () {
      const query = `hello ${at("/page")}`
      const scrapeOptions = { formats: ["markdown"] }
      const ask = (more: object) => Effect.map(call("POST", "/v2/search", { query, ...more }), ({ body }) => body)
      const found = yield* ask({ scrapeOptions })
      assert.include(found.data.web[0].description, "Hello.")
      assert.isFalse("highlights" in found.data.web[0])
      assert.strictEqual(found.creditsUsed, 3)
      assert.notProperty(found, "warning")
      for (const more of [{ highlights: false }, { zeroDataRetention: true }]) {
        assert.strictEqual((yield* ask({ scrapeOptions, ...more })).data.web[0].description, "About web")
      }
      const plain = yield* ask({})
      assert.deepStrictEqual([plain.data.web[0].description, plain.warning], ["About web", undefined])
      assert.include((yield* ask({ highlights: true })).warning, "give scrapeOptions the format markdown")
      const { body: v1 } = yield* call("POST", "/v1/search", { query, scrapeOptions })
      assert.strictEqual(v1.data[0].description, "About web")
    }))

  test("in v1 is a list, of pages with content where there are any", ({ at, call }) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v1/search", { query: at("/page") })
      assert.deepStrictEqual(body, {
        success: true,
        data: [{ url: at("/page"), title: "Hit 1", description: "About web" }]
      })
      const pages = yield* call("POST", "/v1/search", {
        query: `${at("/reset")} ${at("/page")}`,
        scrapeOptions: { formats: ["markdown"] }
      })
      assert.strictEqual(pages.body.data.length, 1)
      assert.include(pages.body.data[0].markdown, "Hello.")
      const none = yield* call("POST", "/v1/search", { query: "nothing" })
      assert.deepStrictEqual(none.body, { success: true, data: [], warning: "No search results found" })
    }))

  test("has an envelope of its own for bad bodies, and tells when its engine fails", ({ call }) =>
    Effect.gen(function* () {
      const missing = yield* call("POST", "/v2/search", { limit: 0 })
      assert.strictEqual(missing.status, 400)
      assert.strictEqual(missing.body.error, "Invalid request body")
      assert.isFalse("code" in missing.body)
      assert.deepStrictEqual(
        missing.body.details.map(({ path }: { path: unknown }) => path),
        [["query"], ["limit"]]
      )
      const both = yield* call("POST", "/v2/search", { query: "x", includeDomains: ["a.b"], excludeDomains: ["c.d"] })
      assert.strictEqual(both.status, 400)
      const failed = yield* call("POST", "/v2/search", { query: "no engine" })
      assert.deepStrictEqual([failed.status, failed.body.code], [503, "SEARCH_UNAVAILABLE"])
      assert.strictEqual(failed.headers.get("retry-after"), "10")
      assert.include(failed.body.error, "Search by test failed")
      const local = yield* call("POST", "/v2/search", { query: "x", sources: ["local"] })
      assert.deepStrictEqual([local.status, local.body.code], [501, "NOT_IMPLEMENTED"], JSON.stringify(local.body))
    }))
})

describe("a map", () => {
  test("lists a site: objects in v2, strings with the start first in v1, for one credit", ({ at, call }) =>
    Effect.gen(function* () {
      const url = at("/site/6/")
      const { body, status } = yield* call("POST", "/v2/map", { url, sitemap: "skip", origin: "js-sdk@4.42.0" })
      assert.strictEqual(status, 200, JSON.stringify(body))
      const urls = body.links.map((link: { url: string }) => link.url) as ReadonlyArray<string>
      assert.includeMembers(
        [...urls],
        [0, 1, 2, 3, 4, 5].map((page) => at(`/site/6/p/${page}`))
      )
      assert.strictEqual(body.links.find((link: { url: string }) => link.url.endsWith("/p/1")).title, "Page 1")
      const old = (yield* call("POST", "/v1/map", { url, ignoreSitemap: true, limit: 4 })).body
      assert.strictEqual(old.links.length, 4)
      assert.strictEqual(old.links[0].replace(/\/$/, ""), url.replace(/\/$/, ""))
      const usage = (yield* call("GET", "/v2/team/credit-usage")).body.data
      assert.strictEqual(usage.remainingCredits, 998)
    }))

  test("of a site that is away warns why it has no links, in both versions", ({ at, call }) =>
    Effect.gen(function* () {
      for (const version of ["v1", "v2"]) {
        const away = yield* call("POST", `/${version}/map`, { url: at("/reset") })
        assert.deepStrictEqual([away.status, away.body.success, away.body.links], [200, true, []])
        assert.include(away.body.warning, `${at("/reset")} could not be read: `)
        const gone = yield* call("POST", `/${version}/map`, { url: at("/missing") })
        assert.deepStrictEqual(gone.body.links, [])
        assert.strictEqual(gone.body.warning, `${at("/missing")} answered with status 404.`)
        assert.isUndefined((yield* call("POST", `/${version}/map`, { url: at("/site/3/") })).body.warning)
      }
    }))

  test("is 408 when its time is over, and 400 for what it does not know", ({ at, call }) =>
    Effect.gen(function* () {
      const late = yield* call("POST", "/v2/map", { url: at("/hang"), timeout: 100, sitemap: "skip" })
      assert.strictEqual(late.status, 408, JSON.stringify(late.body))
      assert.deepStrictEqual(late.body, {
        success: false,
        code: "MAP_TIMEOUT",
        error: "Map timed out. The time limit was reached before an address was found."
      })
      assert.strictEqual((yield* call("POST", "/v1/map", { url: at("/"), sitemap: "only" })).status, 400)
      assert.strictEqual((yield* call("POST", "/v2/map", { url: at("/"), limit: 0 })).status, 400)
      assert.strictEqual((yield* call("POST", "/v2/map", { url: at("/"), includePaths: ["("] })).status, 400)
    }))
})

/** A site whose first page answers, with two links, and whose other pages never do. */
const slowSite = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((request, response) => {
      if (/robots|sitemap/.test(request.url!)) response.writeHead(404).end()
      else if (request.url === "/") {
        response.writeHead(200, { "content-type": "text/html" })
        response.end(`<title>Start</title><p>${"Words. ".repeat(50)}<a href="/one">One</a> <a href="/two">Two</a>`)
      }
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    return server
  }),
  (server) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

describe("a map whose time is over", () => {
  test("gives the addresses that it has, in the shape of the version", ({ call }) =>
    Effect.gen(function* () {
      const { port } = (yield* slowSite).address() as AddressInfo
      const at = (path: string) => `http://127.0.0.1:${port}${path}`
      const late = yield* call("POST", "/v2/map", { url: at("/"), timeout: 2000, sitemap: "skip" })
      assert.deepStrictEqual([late.status, late.body.code], [408, "MAP_TIMEOUT"], JSON.stringify(late.body))
      assert.include(late.body.error, "`details.links` has the 3 addresses found so far")
      assert.deepStrictEqual(late.body.details.links, [
        { url: at("/"), title: "Start" },
        { url: at("/one") },
        { url: at("/two") }
      ])
      const old = yield* call("POST", "/v1/map", { url: at("/"), timeout: 2000, ignoreSitemap: true })
      assert.deepStrictEqual([old.status, old.body.details.links], [408, [at("/"), at("/one"), at("/two")]])
    }).pipe(Effect.scoped))
})

describe("an upload", () => {
  const send = (call: Effect.Success<typeof setup>["call"], form: FormData, path = "/v2/parse") =>
    Effect.gen(function* () {
      const wire = new Response(form)
      const bytes = new Uint8Array(yield* Effect.promise(() => wire.arrayBuffer()))
      return yield* call("POST", path, bytes, { headers: { "content-type": wire.headers.get("content-type")! } })
    })
  const file = (text: string, name: string, type = "") => new File([text], name, { type })

  test("is read like a page, and keeps its name", ({ call }) =>
    Effect.gen(function* () {
      const form = new FormData()
      form.append(
        "file",
        file("<title>Up</title><h1>Up</h1><p>loaded <a href='/x'>x</a></p>", "dir/up.html", "text/html")
      )
      form.append("options", JSON.stringify({ formats: ["markdown", "html"], origin: "js-sdk@4.42.0" }))
      const { body, status } = yield* send(call, form)
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.include(body.data.markdown, "# Up")
      assert.include(body.data.html, "<h1>")
      assert.strictEqual(body.data.metadata.sourceFile, "up.html")
      assert.strictEqual(body.data.metadata.title, "Up")
      assert.isFalse("url" in body.data.metadata)
      assert.strictEqual(body.data.metadata.creditsUsed, 1)
    }))

  test("is read again by its id, unless nothing of it may be kept", ({ call }) =>
    Effect.gen(function* () {
      for (const zeroDataRetention of [false, true]) {
        const form = new FormData()
        form.append("file", file("<h1>Up</h1>", "up.html", "text/html"))
        form.append("options", JSON.stringify({ zeroDataRetention }))
        const { body } = yield* send(call, form)
        const again = yield* call("GET", `/v2/scrape/${body.data.metadata.scrapeId}`)
        assert.strictEqual(again.status, zeroDataRetention ? 404 : 200)
        if (!zeroDataRetention) assert.deepStrictEqual(again.body, body)
      }
    }))

  test("is refused without a file, with bad options, of an unknown kind, or as no form", ({ call }) =>
    Effect.gen(function* () {
      const none = new FormData()
      none.append("options", "{}")
      assert.strictEqual((yield* send(call, none)).status, 400)
      for (const options of ["{", '{"waitFor":1}', '{"formats":["nope"]}', '{"formats":["screenshot"]}', "[]"]) {
        const form = new FormData()
        form.append("file", file("x", "a.txt", "text/plain"))
        form.append("options", options)
        const { body, status } = yield* send(call, form)
        assert.strictEqual(status, 400, options)
        assert.strictEqual(body.code, "BAD_REQUEST")
      }
      for (const [bytes, name, type] of [
        ["PK\u0003\u0004nonsense", "a.zip", "application/zip"],
        ["\u0089PNG\r\n\u001a\n", "a.png", "image/png"],
        ["GIF89a", "a.gif", "image/gif"],
        ["RIFF0000WEBPVP8 ", "a.webp", "image/webp"]
      ] as const) {
        const form = new FormData()
        form.append("file", file(bytes, name, type))
        const { body, status } = yield* send(call, form)
        assert.strictEqual(status, 400, name)
        assert.deepInclude(body, {
          success: false,
          code: "BAD_REQUEST",
          error: `No configured parser can read ${type}`
        })
      }
      assert.strictEqual((yield* call("POST", "/v2/parse", { file: "x" })).status, 415)
      const cut = { headers: { "content-type": "multipart/form-data; boundary=x" } }
      assert.strictEqual((yield* call("POST", "/v2/parse", "--x\r\nnonsense", cut)).status, 400)
    }))
})
