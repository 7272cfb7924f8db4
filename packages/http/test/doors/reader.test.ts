// The reader, as callers of Jina's reader use it: curl, a browser, a program that wants JSON.
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { Effect, Layer } from "effect"
import { clientOf, keys, KeysTest, services } from "../fixtures.ts"
import { doors, unreachable, withServer } from "./served.ts"

describe("the reader", () => {
  it.live("answers the Markdown of the main content as text", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const { headers, status, text } = yield* ask("GET", `/r/${at("/door/shop")}`)
        assert.strictEqual(status, 200, text)
        assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8")
        assert.match(text, /^# Nails\n\nNails of \*\*iron\*\*/)
        assert.notInclude(text, "Imprint")
        assert.isNull(headers.get("x-warning"))
      })
    )
  )

  it.live("leaves the query string to the page, and takes its own from beside an encoded address", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const address = `${at("/door/echo")}?format=html&url=x`
        const plain = yield* ask("GET", `/r/${address}`)
        assert.include(plain.text, "Asked for /door/echo?format=html&url=x as GET")
        const encoded = yield* ask("GET", `/r/${encodeURIComponent(address)}?format=html`)
        assert.match(encoded.text, /<main>.*\/door\/echo\?format=html&(?:amp;)?url=x/)
        const parameter = yield* ask("GET", `/r?url=${encodeURIComponent(address)}&format=content`)
        assert.match(parameter.text, /^Title: Echo\n\nURL Source: http.*\n\nMarkdown Content:\nAsked for/)
        const unknown = yield* ask("GET", `/r?url=${encodeURIComponent(address)}&fromat=text`)
        assert.strictEqual(unknown.status, 400)
        assert.include(unknown.text, "fromat")
      })
    )
  )

  it.live("reads addresses without a scheme, with one slash, and longer than a path usually is", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const { host } = new URL(at("/"))
        for (const path of [
          `${host}/door/echo`,
          `http:/${host}/door/echo`,
          `http://${host}/door/echo/${"a".repeat(4000)}`
        ]) {
          const { status, text } = yield* ask("GET", `/r/${path}`)
          assert.strictEqual(status, 200, text)
          assert.include(text, "/door/echo")
        }
      })
    )
  )

  it.live("takes a POST with the address as JSON and as a form", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const url = `${at("/door/shop")}#/route`
        const json = yield* ask("POST", "/r/", { body: { url, returnFormat: "text", withLinksSummary: true } })
        assert.include(json.text, "Nails of iron")
        assert.include(json.text, "Links/Buttons:\n")
        const form = yield* ask("POST", "/r", {
          body: new URLSearchParams({ url }).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
        assert.match(form.text, /^# Nails/)
      })
    )
  )

  it.live("gives the format of the header: whole page, HTML, text", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const read = (headers: Record<string, string>) => ask("GET", `/r/${at("/door/shop")}`, { headers })
        assert.include((yield* read({ "x-return-format": "markdown" })).text, "Imprint")
        const html = yield* read({ "x-respond-with": "html" })
        assert.include(html.text, "<!doctype html>")
        // Nobody's page runs as a page of this server.
        assert.strictEqual(html.headers.get("content-type"), "text/plain; charset=utf-8")
        assert.strictEqual(html.headers.get("x-content-type-options"), "nosniff")
        assert.match(html.headers.get("content-security-policy")!, /sandbox/)
        const text = yield* read({ "x-return-format": "text" })
        assert.include(text.text, "Nails of iron")
        const wrong = yield* read({ "x-return-format": "markdwon" })
        assert.strictEqual(wrong.status, 400)
        assert.match(wrong.text, /^Bad Request: returnFormat: .*markdown/)
        const markdown = yield* read({ accept: "text/markdown" })
        assert.strictEqual(markdown.headers.get("content-type"), "text/markdown; charset=utf-8")
      })
    )
  )

  it.live("keeps and removes what the selectors name, in lists too", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const read = (headers: Record<string, string>) => ask("GET", `/r/${at("/door/shop")}`, { headers })
        assert.strictEqual((yield* read({ "x-target-selector": ".price, footer" })).text, "4 EUR\n\nImprint\n")
        assert.notInclude((yield* read({ "x-remove-selector": ".price, h1" })).text, "EUR")
        const html = yield* read({ "x-return-format": "html", "x-target-selector": ".price" })
        assert.include(html.text, "4 EUR")
        assert.notInclude(html.text, "Imprint")
      })
    )
  )

  it.live("answers JSON for those who accept it, errors too", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const headers = { accept: "application/json", "x-with-links-summary": "true", "x-with-images-summary": "true" }
        const { json } = yield* ask("GET", `/r/${at("/door/shop")}`, { headers })
        assert.deepInclude(json, { code: 200, status: 20_000 })
        assert.deepInclude(json.data, { title: "A shop", description: "Sells nails", url: at("/door/shop") })
        assert.match(json.data.content, /^# Nails/)
        assert.deepInclude(json.data.links, { "More nails": at("/door/more") })
        assert.deepInclude(json.data.images, { "Image 1": at("/icon.png"), "Image 2": at("/nail.png") })
        const failed = yield* ask("GET", `/r/${at("/reset")}`, { headers })
        assert.strictEqual(failed.status, 500)
        assert.deepInclude(failed.json, { code: 500, data: null })
        const stream = yield* ask("GET", `/r/${at("/door/shop")}`, { headers: { accept: "text/event-stream" } })
        assert.strictEqual(stream.status, 406)
      })
    )
  )

  it.live("says what caches need, and answers 304 to who has the page", () =>
    withServer(({ ask, at, site }) =>
      Effect.gen(function* () {
        const path = `/r/${at("/door/shop")}`
        const first = yield* ask("GET", path)
        assert.strictEqual(first.headers.get("cache-control"), "private, max-age=172800")
        assert.strictEqual(first.headers.get("age"), "0")
        const etag = first.headers.get("etag")!
        const again = yield* ask("GET", path, { headers: { "if-none-match": `"other", W/${etag}` } })
        assert.deepStrictEqual([again.status, again.text], [304, ""])
        assert.strictEqual(again.headers.get("etag"), etag)
        assert.include(first.headers.get("vary"), "x-target-selector")
        const head = yield* ask("HEAD", path)
        assert.deepStrictEqual([head.status, head.text, head.headers.get("etag")], [200, "", etag])
        const before = site.requests("/door/shop").length
        const fresh = yield* ask("GET", path, { headers: { "x-no-cache": "true" } })
        assert.strictEqual(fresh.headers.get("cache-control"), "private, no-cache")
        assert.strictEqual(site.requests("/door/shop").length, before + 1)
        const tolerant = yield* ask("GET", path, { headers: { "x-cache-tolerance": "60" } })
        assert.strictEqual(tolerant.headers.get("cache-control"), "private, max-age=60")
      })
    )
  )

  it.live("answers a page that is not there with a warning, and lets no cache keep it", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const { headers, status, text } = yield* ask("GET", `/r/${at("/door/missing")}`)
        assert.strictEqual(status, 200)
        assert.include(text, "Nothing here.")
        assert.include(headers.get("x-warning"), "status 404")
        assert.strictEqual(headers.get("cache-control"), "no-store")
      })
    )
  )

  it.live("names what it does not have", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const { headers } = yield* ask("GET", `/r/${at("/door/shop")}`, {
          headers: { "x-with-generated-alt": "true", "x-proxy": "none", "x-set-cookie": "a=b" }
        })
        const warning = headers.get("x-warning")
        assert.include(warning, "withGeneratedAlt (x-with-generated-alt)")
        assert.include(warning, "setCookie")
        assert.notInclude(warning, "proxy")
      })
    )
  )

  it.live("answers errors as text with their status: no host, no key, no right, no credits, nothing to read", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const page = `/r/${at("/door/shop")}`
        const expected: ReadonlyArray<readonly [string, string | undefined, number, RegExp]> = [
          [`/r/${yield* unreachable}`, keys.rich, 500, /connection/i],
          // A percent code of another encoding than UTF-8 is no fault of the address.
          [`/r/${yield* unreachable}caf%E9`, keys.rich, 500, /connection/i],
          ["/r/http://localhost:1/", keys.rich, 403, /refused/],
          [`/r/${at("/garbage")}`, keys.rich, 500, /connection/i],
          [page, undefined, 401, /^Unauthorized\n$/],
          [page, "fc-unknown", 401, /Invalid token/],
          [page, keys.reader, 403, /needs the scope `scrape` or `write`/],
          [page, keys.poor, 402, /credits/],
          // Credits are asked for before the address is read.
          ["/r", keys.poor, 402, /credits/],
          ["/r", keys.rich, 400, /address of a page is missing/],
          ["/r/ftp://example.com/", keys.rich, 400, /protocol/],
          ["/r/https%3A%2F%2Fexample.com%2F%E0%A4", keys.rich, 400, /percent code/],
          [`/r/${at("/door/shop")}`.replace("http:", "http://user:pw@"), keys.rich, 400, /Bad Request/]
        ]
        for (const [path, key, status, message] of expected) {
          const answer = yield* ask("GET", path, { key })
          assert.strictEqual(answer.status, status, `${path} ${answer.text}`)
          assert.match(answer.text, message)
          assert.match(answer.headers.get("content-type")!, /^text\/plain/)
          assert.isString(answer.headers.get("x-request-id"))
        }
        assert.strictEqual((yield* ask("DELETE", page)).status, 405)
      })
    )
  )

  it.live("is limited as scrapes are", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const answers = yield* Effect.forEach([1, 2, 3], () => ask("GET", `/r/${at("/page")}`, { key: keys.hasty }))
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200, 429]
        )
        assert.isString(answers[2]!.headers.get("retry-after"))
      })
    )
  )

  it.live("charges the account", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        yield* ask("GET", `/r/${at("/page")}`)
        const { json } = yield* ask("GET", "/v2/team/credit-usage/historical")
        assert.strictEqual(json.periods[0].totalCredits, 1)
      })
    )
  )

  it.live("goes where the egress policy lets it, and nowhere else", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const call = yield* clientOf(Layer.merge(services({ block: ["blocked.test"] }), KeysTest), { doors })
        const blocked = yield* call("GET", "/r/https://blocked.test/")
        assert.strictEqual(blocked.status, 403)
        assert.include(blocked.body, "blocked")
        for (const host of ["127.0.0.1", "169.254.169.254", "localhost"]) {
          assert.isAtLeast((yield* call("GET", `/r/http://${host}/`)).status, 400, host)
        }
      })
    )
  )

  it.live("works for no page of another website on a server without keys", () =>
    withServer(
      ({ ask, at, site }) =>
        Effect.gen(function* () {
          const path = `/r/${at("/door/shop")}`
          const image = yield* ask("GET", path, { key: undefined, headers: { "sec-fetch-site": "cross-site" } })
          assert.strictEqual(image.status, 403)
          assert.lengthOf(site.requests("/door/shop"), 0)
          assert.strictEqual((yield* ask("GET", path, { key: undefined })).status, 200)
        }),
      {},
      ApiKeys.ApiKeys.layerOpen()
    )
  )

  it.live("is below the prefix of the mount", () =>
    withServer(
      ({ api, at }) =>
        Effect.promise(async () => {
          const headers = { authorization: `Bearer ${keys.rich}` }
          const response = await fetch(`${api}/r/${at("/door/echo")}?a=b`, { headers })
          assert.include(await response.text(), "/door/echo?a=b")
        }),
      { prefix: "/api" }
    )
  )
})

describe("a server whose doors are closed", () => {
  it.live("has none of them", () =>
    withServer(
      ({ ask, at }) =>
        Effect.gen(function* () {
          const closed: ReadonlyArray<readonly [string, string]> = [
            ["GET", `/r/${at("/page")}`],
            ["POST", "/open-webui/load"],
            ["POST", "/tavily/search"]
          ]
          for (const [method, path] of closed) {
            const { status } = yield* ask(method, path, method === "GET" ? {} : { body: {} })
            assert.strictEqual(status, 404, path)
          }
          const { json } = yield* ask("GET", "/openapi.json")
          assert.isEmpty(Object.keys(json.paths).filter((path) => !/^\/(?:v[12]|console)\//.test(path)))
        }),
      { doors: {} }
    )
  )
})
