import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { get } from "node:https"
import { unzipSync } from "fflate"
import { article, charsetSamples, start, TestSite } from "../src/TestSite.ts"
import { docx } from "../src/site/files.ts"

const text = (url: URL) => Effect.promise(() => fetch(url).then((response) => response.text()))

it.layer(TestSite.layer, { excludeTestServices: true })("TestSite", (it) => {
  it.effect("serves the same generated site every time, and nothing outside it", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const first = yield* text(site.url("/site/50/p/7?links=3"))
      assert.strictEqual(yield* text(site.url("/site/50/p/7?links=3")), first)
      assert.strictEqual(first.match(/<a /g)?.length, 3)
      assert.strictEqual((yield* Effect.promise(() => fetch(site.url("/site/50/p/50")))).status, 404)
    })
  )

  it.effect("reaches every page of a generated site from its first", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const seen = new Set<string>()
      const waiting = ["/site/40/"]
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const page = yield* text(site.url(path))
        for (const [, href = ""] of page.matchAll(/href="([^"]+)"/g)) {
          if (seen.has(href)) continue
          seen.add(href)
          waiting.push(href)
        }
      }
      assert.strictEqual(seen.size, 40)
    })
  )

  it.effect("writes every charset so that TextDecoder reads it back", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      for (const [label, sample] of Object.entries(charsetSamples)) {
        const bytes = yield* Effect.promise(() => fetch(site.url(`/charset/${label}`)).then((r) => r.arrayBuffer()))
        assert.include(new TextDecoder(label).decode(bytes), sample)
      }
    })
  )

  it.effect("remembers what was asked and whether the answer was taken whole", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      yield* text(site.url("/page?remember"))
      const seen = site.requests("/page").find(({ path }) => path.endsWith("?remember"))
      assert.strictEqual(yield* Effect.promise(() => seen!.ended), "whole")
      const controller = new AbortController()
      yield* Effect.promise(() => fetch(site.url("/slow-body"), { signal: controller.signal }))
      controller.abort()
      assert.strictEqual(yield* Effect.promise(() => site.requests("/slow-body")[0]!.ended), "cut")
    })
  )

  it("has an article of about 50 KB and a document that opens", () => {
    assert.approximately(Buffer.byteLength(article), 50_000, 10_000)
    assert.include(Object.keys(unzipSync(docx("x"))), "word/document.xml")
  })
})

it("serves certificates that are valid, and some that are not", async () => {
  const site = await start({ tls: true })
  const outcome = (kind: Parameters<typeof site.tls>[0]) =>
    new Promise<string>((resolve) => {
      get(site.tls(kind, "/page"), { ca: site.ca, agent: false }, (response) => {
        response.resume()
        resolve(String(response.statusCode))
      }).on("error", (error) => resolve("code" in error ? String(error.code) : error.message))
    })
  try {
    assert.strictEqual(await outcome("valid"), "200")
    assert.strictEqual(await outcome("self-signed"), "DEPTH_ZERO_SELF_SIGNED_CERT")
    assert.strictEqual(await outcome("expired"), "CERT_HAS_EXPIRED")
    assert.strictEqual(await outcome("wrong-host"), "ERR_TLS_CERT_ALTNAME_INVALID")
    assert.strictEqual(await outcome("unknown-authority"), "UNABLE_TO_VERIFY_LEAF_SIGNATURE")
  } finally {
    await site.close()
  }
})
