import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import * as PageReader from "@orbweaver/core/reading/PageReader"
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import * as Capture from "@orbweaver/core/scrape/Capture"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as LocalIndex from "@orbweaver/core/scrape/LocalIndex"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

let fetched = 0
let converted = 0

const markdown: Format.Format = {
  name: "markdown",
  needs: [],
  uses: [],
  run: ({ page }) => Effect.sync(() => ({ markdown: `${++converted}: ${page.content.source}` }))
}

const services = Layer.suspend(() => {
  fetched = 0
  converted = 0
  return Scraper.Scraper.layer.pipe(
    Layer.provide(Capture.Capture.layer),
    Layer.provide([
      Layer.succeed(Fetcher.Fetcher, {
        fetch: ({ url }) =>
          Effect.succeed({
            url,
            status: 200,
            headers: { "content-type": "text/html" },
            body: new TextEncoder().encode(`visit ${++fetched}`)
          })
      }),
      Renderer.Renderer.layerNone,
      Parsers.Parsers.layer(),
      PageReader.PageReader.layerNone,
      BlobStore.BlobStore.layerNone,
      Format.Formats.layer(RawHtml.rawHtml, markdown)
    ]),
    Layer.provideMerge([Egress.Egress.layer(), Ledger.Ledger.layerMemory, PageCache.PageCache.layerMemory()])
  )
})

const options = { maxAge: 60_000 }
const scrape = (url = "https://site.test/a", given: object = options) =>
  Scraper.Scraper.use((scraper) => scraper.scrape(url, given))

const test = <E>(name: string, body: Effect.Effect<void, E, Scraper.Scraper | Ledger.Ledger>) =>
  it.effect(name, () => Effect.provide(body, Layer.provide(services, LocalIndex.LocalIndex.layerNone)), {
    concurrent: false
  })

describe("a page that is asked for again with the same options", { concurrent: false }, () => {
  test(
    "is the same document under an id of its own, and is paid for",
    Effect.gen(function* () {
      const answers = [yield* scrape(), yield* scrape(), yield* scrape("site.test/a"), yield* scrape()]
      assert.strictEqual(new Set(answers.map(({ id }) => id)).size, 4)
      const [, hit, , again] = answers
      assert.strictEqual(again!.document.metadata.cacheState, "hit")
      assert.deepStrictEqual(
        { ...again!.document, metadata: { ...again!.document.metadata, scrapeId: "" } },
        { ...hit!.document, metadata: { ...hit!.document.metadata, scrapeId: "" } }
      )
      const typed = yield* scrape("https://site.test/a?")
      assert.strictEqual(typed.document.metadata.sourceURL, "https://site.test/a?")
      const ledger = yield* Ledger.Ledger
      const { used } = yield* ledger.balance(Account.localAccount, "credits")
      assert.strictEqual(used, 5)
    })
  )

  test(
    "is fetched anew when the cache holds another page, or one that is too old for the caller",
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) yield* scrape()
      assert.strictEqual(fetched, 1)
      yield* scrape("https://site.test/a", { maxAge: 0 })
      yield* scrape("https://site.test/a", { maxAge: 60_000, storeInCache: true })
      yield* TestClock.adjust("61 seconds")
      const late = yield* scrape()
      assert.strictEqual(late.document.metadata.cacheState, "miss")
      assert.include(late.document.markdown!, `visit ${fetched}`)
      const fresh = yield* scrape()
      assert.strictEqual(fresh.document.metadata.cacheState, "hit")
      assert.include(fresh.document.markdown!, `visit ${fetched}`)
    })
  )

  test(
    "is refused to an account that may not visit it, or that cannot pay",
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) yield* scrape()
      const as = (account: Account.Account) =>
        Effect.flip(Effect.provideService(scrape(), Account.CurrentAccount, account))
      const barred = yield* as({ ...Account.localAccount, egress: { block: ["site.test"] } })
      assert.strictEqual(barred._tag, "CaptureError")
      const poor = yield* as({
        ...Account.localAccount,
        id: "poor",
        plan: { ...Account.localAccount.plan, credits: 0 }
      })
      assert.strictEqual(poor._tag, "InsufficientCredits")
    })
  )

  test(
    "is known by the value of its options, whatever object they are",
    Effect.gen(function* () {
      const again = () => scrape("https://site.test/a", { maxAge: 60_000, formats: ["markdown"] })
      for (let round = 0; round < 4; round++) yield* again()
      assert.strictEqual(converted, 2)
      // What is left out has its default.
      yield* scrape()
      assert.strictEqual(converted, 2)
      yield* Scraper.Scraper.use((scraper) => scraper.scrape("https://site.test/a", options, { session: undefined }))
      assert.strictEqual(converted, 2)
    })
  )

  test(
    "is not mistaken for another one when the caller changes the object",
    Effect.gen(function* () {
      const changing: { maxAge: number; formats: Array<string> } = { maxAge: 60_000, formats: ["markdown"] }
      for (let round = 0; round < 3; round++) yield* scrape("https://site.test/a", changing)
      changing.formats[0] = "rawHtml"
      const other = yield* scrape("https://site.test/a", changing)
      assert.isUndefined(other.document.markdown)
      assert.isDefined(other.document.rawHtml)
      const same = yield* scrape("https://site.test/a", { maxAge: 60_000, formats: ["markdown"] })
      assert.isDefined(same.document.markdown)
      assert.isUndefined(same.document.rawHtml)
    })
  )

  test(
    "is scraped again where the options have headers, which may be secrets",
    Effect.gen(function* () {
      const given = { ...options, headers: { authorization: "Bearer secret" } }
      for (let round = 0; round < 3; round++) yield* scrape("https://site.test/a", given)
      assert.strictEqual(fetched, 3)
      assert.strictEqual(converted, 3)
    })
  )

  it.effect(
    "is put into the index of its account once, and into that of another account too",
    () => {
      const put: Array<string> = []
      const index = Layer.succeed(LocalIndex.LocalIndex, {
        available: true,
        put: ({ accountId }) => Effect.sync(() => void put.push(accountId)),
        search: () => Effect.succeed([]),
        erase: () => Effect.succeed(0)
      })
      return Effect.gen(function* () {
        for (let round = 0; round < 5; round++) yield* scrape()
        // The page, and the page from the cache; what is answered again is in there.
        assert.deepStrictEqual(put, ["local", "local"])
        yield* Effect.provideService(scrape(), Account.CurrentAccount, { ...Account.localAccount, id: "other" })
        assert.deepStrictEqual(put, ["local", "local", "other"])
      }).pipe(Effect.provide(Layer.provide(services, index)))
    },
    { concurrent: false }
  )
})
