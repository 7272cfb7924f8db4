import { FormatError } from "@orbweaver/core/model/FormatError"
import type { Parser } from "@orbweaver/core/reading/Parser"
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import type * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { Context, DateTime, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

/** Addresses fetched so far. */
class Fetched extends Context.Service<Fetched, Array<string>>()("test/Fetched") {}

const encode = (text: string) => new TextEncoder().encode(text)

const answers: Record<string, { status?: number; type?: string; body?: string }> = {
  "/": { body: "<title>home</title>" },
  "/missing": { status: 404, body: "<title>gone</title>" },
  "/zip": { type: "application/zip", body: "PK\x03\x04" },
  "/empty": { type: "application/zip", body: "" },
  "/plain": { type: "text/plain", body: "a < b" },
  "/data": { type: "application/json", body: `{"a":1}` },
  "/pdf": { type: "application/pdf", body: "%PDF-1.4" }
}

const FetcherMemory = Layer.effect(
  Fetcher.Fetcher,
  Effect.map(Fetched, (fetched) => ({
    fetch: ({ url }: Fetcher.FetchRequest) => {
      fetched.push(url.pathname)
      if (url.pathname === "/hang") return Effect.never
      const { body = "", status = 200, type = "text/html; charset=utf-8" } = answers[url.pathname] ?? {}
      return Effect.succeed({ url, status, headers: { "content-type": type }, body: encode(body) })
    }
  }))
)

const pdf: Parser = {
  name: "pdf",
  mediaTypes: ["application/pdf"],
  extensions: ["pdf"],
  parse: () =>
    Effect.succeed({ source: "", html: "<p>three pages</p>", wholeIsContent: true, metadata: { numPages: 3 } })
}

const upper: Format.Format = {
  name: "markdown",
  needs: [],
  uses: ["rawHtml"],
  run: ({ fields, page }) => Effect.succeed({ markdown: page.content.markdown ?? fields.rawHtml!.toUpperCase() })
}
const metadata: Format.Format = {
  name: "metadata",
  needs: [],
  uses: [],
  always: true,
  run: ({ page }) => Effect.succeed({ metadata: { title: page.content.html.length.toString(), statusCode: 999 } })
}
/** Asks a model that takes 70 tokens, fails, or is not needed after all. */
const asking: Format.Format = {
  name: "summary",
  needs: [],
  uses: [],
  mayAskModel: true,
  chargesTokens: true,
  credits: 4,
  run: ({ page, spec }) =>
    spec["says"] === "nothing" || (page.modelRefusal !== undefined && spec["says"] !== "rules")
      ? Effect.fail(new FormatError({ format: "summary", detail: "the model's answer is empty" }))
      : Effect.succeed({
          summary: "Home.",
          ...(spec["says"] === "rules" ? {} : { madeBy: "model", tokens: { input: 60, output: 10 } })
        })
}
const screenshot: Format.Format = { name: "screenshot", needs: ["screenshot"], uses: [], run: () => Effect.succeed({}) }

const layer = Scraper.Scraper.layerAlone.pipe(
  Layer.provide([
    FetcherMemory,
    Renderer.Renderer.layerNone,
    PageCache.PageCache.layerMemory(),
    Egress.Egress.layer(),
    Parsers.Parsers.layer(pdf),
    Format.Formats.layer(RawHtml.rawHtml, upper, metadata, asking, screenshot)
  ]),
  Layer.provideMerge([Ledger.Ledger.layerMemory, Layer.sync(Fetched, () => [])])
)

const scrape = (path: string, options?: Parameters<Scraper.Service["scrape"]>[1], id?: string) =>
  Scraper.Scraper.use((scraper) =>
    scraper.scrape(`https://site.example${path}`, options, id === undefined ? {} : { id })
  )

const credits = Effect.gen(function* () {
  const ledger = yield* Ledger.Ledger
  return yield* ledger.used("local", "credits", Ledger.billingPeriod(Account.localAccount, yield* DateTime.now)!)
})

describe("a scrape", () => {
  it.effect("gives the formats that were asked for and no others", () =>
    Effect.gen(function* () {
      const { document } = yield* scrape("/")
      assert.strictEqual(document.markdown, "<TITLE>HOME</TITLE>")
      assert.notProperty(document, "rawHtml")
    }).pipe(Effect.provide(layer))
  )

  it.effect("says what it knows of the page, and formats cannot overwrite it", () =>
    Effect.gen(function* () {
      const { document, id } = yield* scrape("/", { maxAge: 0 })
      assert.deepInclude(document.metadata, {
        title: "19",
        sourceURL: "https://site.example/",
        url: "https://site.example/",
        statusCode: 200,
        contentType: "text/html; charset=utf-8",
        proxyUsed: "basic",
        creditsUsed: 1,
        scrapeId: id
      })
      assert.notProperty(document.metadata, "cacheState")
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps the address as it was typed beside the one that answered", () =>
    Effect.gen(function* () {
      const { document } = yield* Scraper.Scraper.use((scraper) => scraper.scrape("site.example"))
      assert.strictEqual(document.metadata.sourceURL, "site.example")
      assert.strictEqual(document.metadata.url, "http://site.example/")
    }).pipe(Effect.provide(layer))
  )

  it.effect("of an error page is a document with its status", () =>
    Effect.gen(function* () {
      const { document } = yield* scrape("/missing")
      assert.strictEqual(document.metadata.statusCode, 404)
      assert.strictEqual(document.metadata.error, "Not Found")
      assert.include(document.markdown, "GONE")
    }).pipe(Effect.provide(layer))
  )

  it.effect("answers from the cache while a page is fresh, and says so", () =>
    Effect.gen(function* () {
      const first = yield* scrape("/")
      assert.strictEqual(first.document.metadata.cacheState, "miss")
      yield* TestClock.adjust("1 hour")
      const second = yield* scrape("/")
      assert.strictEqual(second.document.metadata.cacheState, "hit")
      assert.strictEqual(second.document.metadata.cachedAt, "1970-01-01T00:00:00.000Z")
      assert.strictEqual(second.document.markdown, first.document.markdown)
      yield* scrape("/", { maxAge: 60_000 })
      assert.deepStrictEqual(yield* Fetched, ["/", "/"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("with maxAge 0 captures anew, and leaves the page to those that take cached ones", () =>
    Effect.gen(function* () {
      yield* scrape("/")
      yield* TestClock.adjust("1 hour")
      yield* scrape("/", { maxAge: 0 })
      const { document } = yield* scrape("/")
      assert.strictEqual(document.metadata.cachedAt, "1970-01-01T01:00:00.000Z")
      yield* TestClock.adjust("1 hour")
      yield* scrape("/", { maxAge: 0, storeInCache: false })
      assert.strictEqual((yield* scrape("/")).document.metadata.cachedAt, "1970-01-01T01:00:00.000Z")
      assert.deepStrictEqual(yield* Fetched, ["/", "/", "/"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps the other formats when one fails, and says which is missing and why", () =>
    Effect.gen(function* () {
      const formats = ["markdown", { type: "summary", says: "nothing" }]
      const { document } = yield* scrape("/", { formats })
      assert.strictEqual(document.markdown, "<TITLE>HOME</TITLE>")
      assert.notProperty(document, "summary")
      assert.deepStrictEqual(document.metadata.formatErrors, [
        { format: "summary", error: "the model's answer is empty" }
      ])
      assert.include(document.warning, "The summary format failed: the model's answer is empty.")
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails when none of its formats succeeds", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(scrape("/", { formats: [{ type: "summary", says: "nothing" }] }))
      assert.strictEqual(error._tag, "FormatError")
    }).pipe(Effect.provide(layer))
  )

  it.effect("with headers of its own neither reads nor fills the cache", () =>
    Effect.gen(function* () {
      yield* scrape("/", { headers: { cookie: "a=1" } })
      const { document } = yield* scrape("/")
      assert.strictEqual(document.metadata.cacheState, "miss")
    }).pipe(Effect.provide(layer))
  )

  it.effect("that may not leave the cache fails when the page is not there", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(scrape("/", { lockdown: true }))
      assert.strictEqual((error as CaptureError.CaptureError).reason._tag, "NotCached")
      assert.deepStrictEqual(yield* Fetched, [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails before any byte when it needs a browser and there is none", () =>
    Effect.gen(function* () {
      for (const [options, message] of [
        [{ formats: ["screenshot"] }, /screenshot needs a browser: configure/],
        [{ actions: [{ type: "scrape" }] }, /actions needs a browser: configure/],
        [{ formats: ["screenshot"], waitFor: 10 }, /screenshot, waitFor need a browser: configure/]
      ] as const) {
        const error = yield* Effect.flip(scrape("/", options))
        assert.strictEqual((error as CaptureError.CaptureError).reason._tag, "NeedsBrowser")
        assert.match(error.message, message)
      }
      assert.deepStrictEqual(yield* Fetched, [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("names a file that nothing can read", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(scrape("/zip"))
      assert.include(error.message, "application/zip")
    }).pipe(Effect.provide(layer))
  )

  it.effect("of nothing at all is an empty document", () =>
    Effect.gen(function* () {
      const { document } = yield* scrape("/empty", { formats: ["rawHtml"] })
      assert.strictEqual(document.rawHtml, "")
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps plain text as it is and fences JSON", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* scrape("/plain")).document.markdown, "a < b")
      assert.strictEqual((yield* scrape("/data")).document.markdown, '```json\n{"a":1}\n```')
    }).pipe(Effect.provide(layer))
  )

  it.effect("of a file that the caller wants unread gives its bytes in Base64", () =>
    Effect.gen(function* () {
      const { credits, document } = yield* scrape("/pdf", { parsers: [] })
      assert.strictEqual(document.markdown, btoa("%PDF-1.4"))
      assert.strictEqual(credits, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("costs a credit, and one for each further page of a PDF", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* scrape("/")).credits, 1)
      assert.strictEqual((yield* scrape("/pdf")).credits, 3)
      assert.strictEqual(yield* credits, 4)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is charged once however often its id runs, and not at all when it fails", () =>
    Effect.gen(function* () {
      yield* scrape("/", {}, "job/1")
      yield* scrape("/", {}, "job/1")
      yield* Effect.ignore(scrape("/zip"))
      assert.strictEqual(yield* credits, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is charged the tokens of its models once, and none when they failed or were not asked", () =>
    Effect.gen(function* () {
      const account = { ...Account.localAccount, plan: { ...Account.localAccount.plan, tokens: 5000 } }
      const balance = Effect.flatMap(Ledger.Ledger, (ledger) => ledger.balance(account, "tokens"))
      const paying = Effect.provideService(Account.CurrentAccount, account)
      const summary = (says: string) => ({ formats: [{ type: "summary", says }] })
      assert.strictEqual((yield* paying(scrape("/", summary("words"), "job/1"))).tokens, 70)
      yield* paying(scrape("/", summary("words"), "job/1"))
      yield* paying(scrape("/", summary("rules"), "job/2"))
      yield* paying(Effect.ignore(scrape("/", summary("nothing"), "job/3")))
      const { held, used } = yield* balance
      assert.deepStrictEqual({ held, used }, { held: 0, used: 70 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("does not ask a model that the account cannot pay", () =>
    Effect.gen(function* () {
      const account = { ...Account.localAccount, plan: { ...Account.localAccount.plan, tokens: 100 } }
      const paid = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.provideService(effect, Account.CurrentAccount, account)
      const error = yield* Effect.flip(paid(scrape("/", { formats: ["summary"] })))
      assert.strictEqual(error._tag, "InsufficientCredits")
      assert.strictEqual(yield* credits, 0)
      const byRules = yield* paid(scrape("/", { formats: [{ type: "summary", says: "rules" }] }))
      assert.strictEqual(byRules.document.summary, "Home.")
      assert.include(byRules.document.warning, "too few tokens")
      const beside = yield* paid(scrape("/", { formats: ["rawHtml", "summary"] }))
      assert.property(beside.document, "rawHtml")
      assert.strictEqual(beside.document.metadata.formatErrors?.[0]?.format, "summary")
      assert.strictEqual(beside.credits, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails before any byte when the account cannot pay", () =>
    Effect.gen(function* () {
      const account = { ...Account.localAccount, plan: { ...Account.localAccount.plan, credits: 0 } }
      const error = yield* Effect.flip(Effect.provideService(scrape("/"), Account.CurrentAccount, account))
      assert.strictEqual(error._tag, "InsufficientCredits")
      assert.deepStrictEqual(yield* Fetched, [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("ends at its timeout, whatever hangs", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.flip(scrape("/hang", { timeout: 1500 })))
      yield* TestClock.adjust(Duration.seconds(10))
      const error = yield* Fiber.join(fiber)
      assert.strictEqual((error as CaptureError.CaptureError).reason._tag, "TimedOut")
      assert.include(error.message, "1500 ms (capturing)")
    }).pipe(Effect.provide(layer))
  )
})
