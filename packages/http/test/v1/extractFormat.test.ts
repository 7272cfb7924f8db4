// Structured data stands under the name of the v1 format that asked for it, in jobs as in single scrapes.
import { assert, it } from "@effect/vitest"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Layer, Queue } from "effect"
import * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import * as Node from "@orbweaver/http/Node"
import { withKeys } from "../assembly.ts"
import { clientOf, keys, KeysTest } from "../fixtures.ts"
import { watchWith } from "../watching.ts"

const schema = { type: "object", properties: { title: { type: "string" } } }

const starts = [
  ["a batch", "extract", "/v1/batch/scrape", { formats: ["extract"], extract: { schema } }],
  ["a batch", "json", "/v1/batch/scrape", { formats: ["json"], jsonOptions: { schema } }],
  ["a crawl", "extract", "/v1/crawl", { scrapeOptions: { formats: ["extract"], extract: { schema } } }],
  ["a crawl", "json", "/v1/crawl", { scrapeOptions: { formats: ["json"], jsonOptions: { schema } } }]
] as const

for (const [what, name, path, options] of starts) {
  it.live(`${what} of v1 that asks for ${name} has its data under ${name} alone`, () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const call = yield* clientOf(withKeys(KeysTest))
      const page = site.url("/article").href
      const address = path === "/v1/crawl" ? { url: page, limit: 1, ignoreSitemap: true } : { urls: [page] }
      const { body } = yield* call("POST", path, { ...address, ...options })
      assert.isTrue(body.success, JSON.stringify(body))
      let job = body
      do {
        yield* Effect.sleep(20)
        job = (yield* call("GET", `${path}/${body.id}`)).body
      } while (job.status === "scraping")
      const again = (yield* call("GET", `/v1/scrape/${job.data[0].metadata.scrapeId}`)).body
      for (const document of [job.data[0], again.data]) {
        assert.deepStrictEqual(document[name], { title: "A spider in the library" })
        assert.isFalse((name === "json" ? "extract" : "json") in document)
      }
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )
}

const told = Effect.gen(function* () {
  const bodies = yield* Queue.unbounded<string>()
  const sender = Layer.succeed(WebhookSender.WebhookSender, {
    post: ({ body }) => Effect.as(Queue.offer(bodies, body), 200)
  })
  return { bodies, sending: WebhookSender.layer().pipe(Layer.provide(sender)) }
})

for (const [what, name, path, options] of starts) {
  it.live(`${what} of v1 that asks for ${name} names its data so to its webhook and its watchers`, () =>
    Effect.gen(function* () {
      const { bodies, sending } = yield* told
      yield* Effect.gen(function* () {
        const site = yield* TestSite
        const { url } = yield* Node.listen({ port: 0 })
        const page = site.url("/article").href
        const started = yield* Effect.promise(async () => {
          const response = await fetch(url + path, {
            method: "POST",
            headers: { "content-type": "application/json", authorization: `Bearer ${keys.rich}` },
            body: JSON.stringify({
              ...(path === "/v1/crawl" ? { url: page, limit: 1, ignoreSitemap: true } : { urls: [page] }),
              ...options,
              webhook: { url: "http://hook.test/", events: ["page"] }
            })
          })
          return (await response.json()) as { readonly id: string }
        })
        const watched = yield* watchWith(`${url}${path}/${started.id}`, [keys.rich])
        const pages = watched.frames.flatMap(({ data, type }) => (type === "catchup" ? data.data : [data]))
        const event = JSON.parse(yield* Queue.take(bodies)) as {
          readonly type: string
          readonly data: ReadonlyArray<object>
        }
        assert.match(event.type, /\.page$/)
        for (const documents of [pages, event.data]) {
          assert.lengthOf(documents, 1)
          assert.deepInclude(documents[0], { [name]: { title: "A spider in the library" } })
          assert.notProperty(documents[0], name === "json" ? "extract" : "json")
        }
      }).pipe(Effect.provide(Layer.merge(sending.pipe(Layer.provideMerge(withKeys(KeysTest))), TestSite.layer)))
    }).pipe(Effect.scoped)
  )
}
