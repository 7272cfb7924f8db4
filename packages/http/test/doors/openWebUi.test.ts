// The web loader and the web search of Open WebUI, with the requests that it sends.
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { Effect, Layer } from "effect"
import { clientOf, keys, KeysTest, services } from "../fixtures.ts"
import { doors, unreachable, withServer } from "./served.ts"

const agent = { "user-agent": "Open WebUI (https://github.com/open-webui/open-webui) External Web Loader" }
/** Sent where Open WebUI forwards who asks. */
const user = { "x-openwebui-user-name": "Ada", "x-openwebui-user-email": "ada@example.com", "x-openwebui-chat-id": "1" }

describe("the web loader of Open WebUI", () => {
  it.live("gets the text of each page, and plain metadata", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const urls = [at("/door/shop"), at("/door/echo")]
        const { headers, json, status } = yield* ask("POST", "/open-webui/load", {
          body: { urls, later: true },
          headers: { ...agent, ...user }
        })
        assert.strictEqual(status, 200)
        assert.isNull(headers.get("x-warning"))
        assert.lengthOf(json, 2)
        assert.match(json[0].page_content, /^# Nails/)
        assert.deepStrictEqual(json[0].metadata, {
          source: urls[0],
          title: "A shop",
          description: "Sells nails",
          language: "en",
          statusCode: 200
        })
        assert.strictEqual(json[1].metadata.source, urls[1])
        const { json: usage } = yield* ask("GET", "/v2/team/credit-usage/historical")
        assert.strictEqual(usage.periods[0].totalCredits, 2)
      })
    )
  )

  it.live("gets the pages that could be read, and a header that names the others", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const urls = [at("/reset"), at("/door/shop"), "ftp://a.example/", yield* unreachable]
        const { headers, json, status } = yield* ask("POST", "/open-webui/load", { body: { urls } })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(
          json.map(({ metadata }: any) => metadata.source),
          [urls[1]]
        )
        for (const url of [urls[0], urls[2], urls[3]]) assert.include(headers.get("x-warning"), `${url} is missing:`)
        const none = yield* ask("POST", "/open-webui/load", { body: { urls: [at("/reset")] } })
        assert.strictEqual(none.status, 500)
        assert.strictEqual(none.json.success, false)
      })
    )
  )

  it.live("is refused a body that is wrong, too many pages, and a key that is none", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const page = at("/door/shop")
        const expected: ReadonlyArray<readonly [unknown, string | undefined, number]> = [
          [{}, keys.rich, 400],
          [{ urls: page }, keys.rich, 400],
          [{ urls: [] }, keys.rich, 400],
          [{ urls: [1] }, keys.rich, 400],
          [{ urls: Array.from({ length: 21 }, () => page) }, keys.rich, 400],
          ["{", keys.rich, 400],
          [{ urls: [page] }, undefined, 401],
          [{ urls: [page] }, keys.reader, 403],
          [{ urls: [page] }, keys.poor, 402]
        ]
        for (const [body, key, status] of expected) {
          const answer = yield* ask("POST", "/open-webui/load", { body, key })
          assert.strictEqual(answer.status, status, `${JSON.stringify(body)} ${answer.text}`)
          assert.isString(answer.json.error)
        }
      })
    )
  )

  it.live("needs no key on an open server, where Open WebUI sends an empty one", () =>
    withServer(
      ({ ask, at }) =>
        Effect.gen(function* () {
          const { json, status } = yield* ask("POST", "/open-webui/load", {
            body: { urls: [at("/door/shop")] },
            key: undefined,
            headers: { ...agent, authorization: "Bearer " }
          })
          assert.strictEqual(status, 200)
          assert.lengthOf(json, 1)
        }),
      {},
      ApiKeys.ApiKeys.layerOpen()
    )
  )

  it.live("is led to no address of the server's own network", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const call = yield* clientOf(Layer.merge(services({ block: ["blocked.test"] }), KeysTest), { doors })
        const urls = ["https://blocked.test/", "http://169.254.169.254/latest", "http://localhost/"]
        const { body, headers } = yield* call("POST", "/open-webui/load", { urls: [...urls, "https://a.test/b"] })
        assert.lengthOf(JSON.parse(body), 1)
        const warning = headers.get("x-warning")
        for (const url of urls) assert.include(warning, `${url} is missing`)
        assert.include(warning, "https://blocked.test/ is missing: This website is blocked on this server")
      })
    )
  )
})

describe("the web search of Open WebUI", () => {
  it.live("gets links, titles and snippets, at most as many as it asks for", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const query = "nails http://a.test/1 http://a.test/2 http://a.test/3"
        const { json, status } = yield* ask("POST", "/open-webui/search", {
          body: { query, count: 2 },
          headers: { ...user, "user-agent": "Open WebUI (https://github.com/open-webui/open-webui) RAG Bot" }
        })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(json, [
          { link: "http://a.test/1", title: "Hit 1", snippet: "About web" },
          { link: "http://a.test/2", title: "Hit 2", snippet: "About web" }
        ])
        const many = yield* ask("POST", "/open-webui/search", { body: { query, count: 5000 } })
        assert.lengthOf(many.json, 3)
        assert.deepStrictEqual((yield* ask("POST", "/open-webui/search", { body: { query: "nothing" } })).json, [])
      })
    )
  )

  it.live("is refused what is no search, and told when no engine answers", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const search = (body: unknown, key?: string) =>
          ask("POST", "/open-webui/search", { body, ...(key === undefined ? {} : { key }) })
        for (const body of [{}, { query: "" }, { query: "a", count: 0 }, { query: "a".repeat(2001) }]) {
          assert.strictEqual((yield* search(body)).status, 400, JSON.stringify(body).slice(0, 40))
        }
        assert.strictEqual((yield* search({ query: "a" }, "fc-unknown")).status, 401)
        assert.isAtLeast((yield* search({ query: "no engine" })).status, 500)
      })
    )
  )

  it.live("says 501 on a server without an engine", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const call = yield* clientOf(Layer.merge(services(), KeysTest), { doors })
        const { body, status } = yield* call("POST", "/open-webui/search", { query: "a" })
        assert.strictEqual(status, 501)
        assert.include(body.error, "Searches are not available")
      })
    )
  )
})
