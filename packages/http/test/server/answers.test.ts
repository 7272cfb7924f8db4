// Every operation answers what the OpenAPI document says it does.
import { assert, describe, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { open } from "../assembly.ts"
import { clientOf } from "../fixtures.ts"
import { type Json, operationsOf, problems, spec } from "../specProblems.ts"

const schema = { type: "object", properties: { title: { type: "string" } } }
const path = (template: string, id: string, checkId: string) =>
  template.replace("{id}", id).replace("{checkId}", checkId)

describe("an answer", () => {
  it.live("of any operation is as the OpenAPI document has it", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const call = yield* clientOf(open)
      const url = site.url("/article").href
      const told: Array<unknown> = []
      const asked = new Set<string>()

      const send = Effect.fnUntraced(function* (
        method: string,
        template: string,
        body?: unknown,
        id = "",
        headers: Record<string, string> = {},
        checkId = ""
      ) {
        const answer = yield* call(method, path(template, id, checkId), body, { headers })
        asked.add(`${method} ${template}`)
        const operation = spec["paths"][template][method.toLowerCase()]
        const found = problems(operation, answer.status, answer.body)
        if (found.length > 0) told.push([method, template, answer.status, found])
        return answer.body as Json
      })

      /** Starts a job, reads it until it ends, and stops it. */
      const job = Effect.fnUntraced(function* (template: string, body: object, cancels = true) {
        const { id } = yield* send("POST", template, body)
        let status: Json
        do {
          yield* Effect.sleep(20)
          status = yield* send("GET", `${template}/{id}`, undefined, id)
        } while (status["status"] === "scraping" || status["status"] === "processing")
        if (cancels) yield* send("DELETE", `${template}/{id}`, undefined, id)
        return id as string
      })

      for (const version of ["/v1", "/v2"]) {
        const formats = ["markdown", "html", "rawHtml", "links"]
        const { data } = yield* send("POST", `${version}/scrape`, { url, formats, origin: "website" })
        yield* send("GET", `${version}/scrape/{id}`, undefined, data.metadata.scrapeId)
        yield* send("GET", `${version}/scrape/{id}`, undefined, "none")
        yield* send("POST", `${version}/scrape`, {})
        for (const [template, body] of [
          [`${version}/crawl`, { url: site.url("/").href, limit: 2 }],
          [`${version}/batch/scrape`, { urls: [url, site.url("/missing").href] }]
        ] as const) {
          const id = yield* job(template, body)
          yield* send("GET", `${template}/{id}/errors`, undefined, id)
          if (version === "/v1") yield* send("DELETE", `${template}/{id}/errors`, undefined, id)
        }
        yield* job(`${version}/extract`, { urls: [url], schema, showSources: true })
        yield* send("POST", `${version}/map`, { url: site.url("/").href })
        yield* send("POST", `${version}/search`, { query: `about ${url}`, limit: 1 })
        for (const name of [
          "crawl/active",
          "crawl/ongoing",
          "team/token-usage",
          "team/credit-usage",
          "team/token-usage/historical",
          "team/credit-usage/historical",
          "team/queue-status",
          "concurrency-check"
        ]) {
          yield* send("GET", `${version}/${name}`)
        }
      }
      yield* job("/v1/llmstxt", { url: site.url("/page").href, maxUrls: 1, showFullText: true }, false)
      yield* send("POST", "/v1/deep-research", { query: "spiders" })
      yield* send("GET", "/v1/deep-research/{id}", undefined, "none")
      yield* send("GET", "/v2/team/activity")
      yield* send("POST", "/v2/crawl/params-preview", { url, prompt: "only the blog" })
      const upload =
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\ncontent-type: text/html\r\n\r\n<h1>Up</h1>\r\n--x--\r\n'
      const multipart = { "content-type": "multipart/form-data; boundary=x" }
      const { data } = yield* send("POST", "/v2/parse", upload, "", multipart)
      yield* send("GET", "/v1/scrape/{id}", undefined, data.metadata.scrapeId)
      yield* send("GET", "/v2/scrape/{id}", undefined, data.metadata.scrapeId)

      // Without a model nothing is started, and nothing found.
      yield* send("POST", "/v2/agent", { prompt: "Who?" })
      yield* send("GET", "/v2/agent")
      yield* send("GET", "/v2/agent/{id}", undefined, "none")
      yield* send("GET", "/v2/agent/{id}/trace", undefined, "none")
      yield* send("GET", "/v2/agent/threads/{id}", undefined, "none")
      yield* send("DELETE", "/v2/agent/{id}", undefined, "none")
      const monitor = "/v2/monitor"
      const targets = [{ type: "scrape", urls: [url] }]
      const made = yield* send("POST", monitor, { name: "m", schedule: { text: "daily" }, targets })
      const monitorId = made["data"].id as string
      yield* send("POST", monitor, { name: "m", schedule: { text: "never" }, targets })
      yield* send("GET", monitor)
      yield* send("GET", `${monitor}/{id}`, undefined, monitorId)
      yield* send("PATCH", `${monitor}/{id}`, { status: "paused" }, monitorId)
      const check = yield* send("POST", `${monitor}/{id}/run`, {}, monitorId)
      yield* send("POST", `${monitor}/{id}/run`, {}, monitorId)
      yield* send("GET", `${monitor}/{id}/checks`, undefined, monitorId)
      yield* send("GET", `${monitor}/{id}/checks/{checkId}`, undefined, monitorId, {}, check["data"].id)
      yield* send("DELETE", `${monitor}/{id}`, undefined, monitorId)
      yield* send("GET", `${monitor}/{id}`, undefined, monitorId)

      yield* send("POST", "/v2/team/erase", { url, dryRun: true })
      yield* send("POST", "/v2/team/erase", {})
      yield* send("POST", "/v2/team/erase", { everything: true })

      yield* send("GET", "/v2/profiles")
      yield* send("DELETE", "/v2/profiles/{id}", undefined, "none")
      // Without a browser each says so; with one they are held against the client's types in the tests of the library.
      for (const [method, template, body] of [
        ["POST", "/v2/browser", {}],
        ["GET", "/v2/browser", undefined],
        ["DELETE", "/v2/browser/{id}", undefined],
        ["POST", "/v2/browser/{id}/execute", { code: "1" }],
        ["POST", "/v2/interact", {}],
        ["GET", "/v2/interact", undefined],
        ["DELETE", "/v2/interact/{id}", undefined],
        ["POST", "/v2/interact/{id}/execute", { code: "1" }],
        ["POST", "/v2/scrape/{id}/interact", { code: "1" }],
        ["DELETE", "/v2/scrape/{id}/interact", undefined]
      ] as const) {
        yield* send(method, template, body, "00000000-0000-4000-8000-000000000000")
      }

      assert.deepStrictEqual(told, [])
      assert.sameMembers([...asked], [...operationsOf("versions")])
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )
})
