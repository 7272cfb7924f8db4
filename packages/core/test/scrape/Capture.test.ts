import * as PageReader from "@orbweaver/core/reading/PageReader"
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import * as Capture from "@orbweaver/core/scrape/Capture"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

type Answer =
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly body?: string
      readonly takes?: number
      /** Where it redirected to. */
      readonly at?: string
      readonly endedEarly?: boolean
    }
  | CaptureError.CaptureReason

interface World {
  /** Answers to fetches, in order; the last is repeated. */
  readonly fetches: ReadonlyArray<Answer>
  readonly renders?: ReadonlyArray<Answer>
  readonly stealth?: boolean
  readonly stealthBrowser?: boolean
}

const make = (world: World) => {
  const asked: Array<string> = []
  const conditions: Array<string | undefined> = []
  const engine =
    (name: string, answers: ReadonlyArray<Answer>) =>
    ({ headers, proxy, url }: Fetcher.FetchRequest) =>
      Effect.suspend(() => {
        const count = asked.filter((entry) => entry.startsWith(name)).length
        asked.push(`${name}/${proxy ?? "basic"}`)
        conditions.push(headers?.["if-none-match"])
        const answer = answers[Math.min(count, answers.length - 1)]!
        if ("_tag" in answer) return Effect.fail(new CaptureError.CaptureError({ url: url.href, reason: answer }))
        const response = {
          url: new URL(answer.at ?? url),
          status: answer.status ?? 200,
          headers: { "content-type": "text/html", ...answer.headers },
          body: new TextEncoder().encode(answer.body ?? ""),
          ...(answer.endedEarly === true ? { endedEarly: true } : {})
        }
        return Effect.delay(Effect.succeed(response), Duration.millis(answer.takes ?? 0))
      })
  const layer = Capture.Capture.layer.pipe(
    Layer.provide([
      Layer.succeed(Fetcher.Fetcher, { fetch: engine("fetch", world.fetches), stealth: world.stealth }),
      world.renders === undefined
        ? Renderer.Renderer.layerNone
        : Layer.succeed(Renderer.Renderer, {
            available: true,
            stealth: world.stealthBrowser,
            render: engine("browser", world.renders)
          }),
      PageCache.PageCache.layerMemory(),
      Egress.Egress.layer(),
      Parsers.Parsers.layer(),
      PageReader.PageReader.layerNone
    ])
  )
  return { asked, conditions, layer }
}

const capture = (options: ScrapeOptions.ScrapeOptions = {}) =>
  Capture.Capture.use((service) =>
    service.capture({
      url: new URL("https://site.example/page"),
      options: ScrapeOptions.resolve({ maxAge: 0, ...options }),
      needs: new Map()
    })
  )

const whole: Answer = { body: "<p>The page itself, with enough to say.</p>" }
const shell: Answer = { body: `<div id="root"></div><script src="/app.js"></script>` }
const challenge: Answer = {
  status: 403,
  headers: { "cf-mitigated": "challenge" },
  body: "<title>Just a moment...</title>"
}
const reset = new CaptureError.ConnectionFailed({ detail: "ECONNRESET" })

describe("the cache of several accounts", () => {
  const as = (id: string) => Effect.provideService(Account.CurrentAccount, { ...Account.localAccount, id })
  const stateOf = (id: string, options: ScrapeOptions.ScrapeOptions = {}) =>
    capture({ maxAge: 60_000, ...options }).pipe(
      as(id),
      Effect.match({ onSuccess: ({ cacheState }) => cacheState, onFailure: (error) => errorName(error) })
    )
  const errorName = (error: { readonly _tag: string; readonly reason?: { readonly _tag: string } }) =>
    error.reason?._tag ?? error._tag
  const sharing = (mode: PageCache.CacheSharing) => Layer.succeed(PageCache.CacheSharing, mode)

  it.effect("answers an account from its own pages alone", () => {
    const { layer } = make({ fetches: [whole] })
    return Effect.gen(function* () {
      assert.deepStrictEqual([yield* stateOf("a"), yield* stateOf("a")], ["miss", "hit"])
      for (const options of [{ lockdown: true }, { minAge: 0 }]) {
        assert.strictEqual(yield* stateOf("b", options), "NotCached")
        assert.strictEqual(yield* stateOf("a", options), "hit")
      }
      assert.strictEqual(yield* stateOf("b"), "miss")
    }).pipe(Effect.provide(layer))
  })

  it.effect("answers all accounts where it is shared, but tells none by lockdown or minAge of another's pages", () => {
    const { asked, layer } = make({ fetches: [whole] })
    return Effect.gen(function* () {
      assert.deepStrictEqual([yield* stateOf("a"), yield* stateOf("b")], ["miss", "hit"])
      assert.strictEqual(asked.length, 1)
      for (const options of [{ lockdown: true }, { minAge: 0 }]) {
        assert.strictEqual(yield* stateOf("b", options), "NotCached")
        assert.strictEqual(yield* stateOf("a", options), "hit")
      }
    }).pipe(Effect.provide(layer.pipe(Layer.provide(sharing("shared")))))
  })
})

describe("a capture", () => {
  it.effect("fetches and goes no further when the page is whole", () => {
    const { asked, layer } = make({ fetches: [whole], renders: [whole], stealth: true })
    return Effect.gen(function* () {
      const { outcome } = yield* capture()
      assert.strictEqual(outcome?.kind, "ok")
      assert.deepStrictEqual(asked, ["fetch/basic"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("asks again where the answer ended early, and keeps what there is when it always does, in no cache", () => {
    const half: Answer = { body: "<p>The page itself, with enough to say", endedEarly: true }
    const once = make({ fetches: [half, whole] })
    const always = make({ fetches: [half] })
    return Effect.gen(function* () {
      const patient = yield* Effect.forkChild(capture().pipe(Effect.provide(once.layer)))
      yield* TestClock.adjust("5 seconds")
      assert.isUndefined((yield* Fiber.join(patient)).response.endedEarly)
      assert.lengthOf(once.asked, 2)
      const both = yield* Effect.forkChild(
        Effect.all([capture({ maxAge: 60_000 }), capture({ maxAge: 60_000 })]).pipe(Effect.provide(always.layer))
      )
      yield* TestClock.adjust("10 seconds")
      const pages = yield* Fiber.join(both)
      assert.deepStrictEqual(
        pages.map(({ cacheState, response }) => [cacheState, response.endedEarly]),
        [
          ["miss", true],
          ["miss", true]
        ]
      )
    })
  })

  it.effect("lets a browser read an answer whose HTTP was refused, and names the refusal where there is none", () => {
    const refused = new CaptureError.ConnectionFailed({ detail: "HPE_UNEXPECTED_CONTENT_LENGTH" })
    const { asked, layer } = make({ fetches: [refused], renders: [whole] })
    const without = make({ fetches: [refused] })
    return Effect.gen(function* () {
      const page = yield* capture().pipe(Effect.provide(layer))
      assert.strictEqual(page.outcome?.kind, "ok")
      assert.deepStrictEqual(asked, ["fetch/basic", "browser/basic"])
      const error = yield* Effect.flip(capture().pipe(Effect.provide(without.layer)))
      assert.include(error.message, "not valid HTTP (HPE_UNEXPECTED_CONTENT_LENGTH)")
    })
  })

  it.effect("says that a browser has run the scripts of a page, of a cached one too", () => {
    const { layer } = make({ fetches: [shell], renders: [whole] })
    return Effect.gen(function* () {
      const states = []
      for (let time = 0; time < 2; time++) {
        const { cacheState, response } = yield* capture({ maxAge: 60_000 })
        states.push([cacheState, response.rendered])
      }
      assert.deepStrictEqual(states, [
        ["miss", true],
        ["hit", true]
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not say so of a page that was only fetched", () => {
    const { layer } = make({ fetches: [whole], renders: [whole] })
    return Effect.gen(function* () {
      assert.notStrictEqual((yield* capture()).response.rendered, true)
    }).pipe(Effect.provide(layer))
  })

  it.effect("renders what turns out to be an empty shell, and writes both attempts down", () => {
    const { layer } = make({ fetches: [shell], renders: [whole] })
    return Effect.gen(function* () {
      const page = yield* capture()
      assert.include(page.content.html, "The page itself")
      assert.deepStrictEqual(
        page.outcome?.attempts.map(({ detail, engine, kind }) => [engine, kind, detail]),
        [
          ["fetch", "empty", "an empty root element"],
          ["browser", "ok", undefined]
        ]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives a shell as it is, and says so, when nothing can render it or rendering fails", () => {
    const without = make({ fetches: [shell] })
    const failing = make({ fetches: [shell], renders: [new CaptureError.Crashed({ detail: "gone" })] })
    return Effect.gen(function* () {
      const page = yield* capture().pipe(Effect.provide(without.layer))
      assert.strictEqual(page.outcome?.kind, "empty")
      const other = yield* capture().pipe(Effect.provide(failing.layer))
      assert.deepStrictEqual(
        other.outcome?.attempts.map(({ kind }) => kind),
        ["empty", "crashed"]
      )
    })
  })

  it.effect("calls a page without text empty, and does not render what has no scripts", () => {
    const { asked, layer } = make({ fetches: [{ body: "<title>Blank</title>" }], renders: [whole] })
    return Effect.gen(function* () {
      assert.strictEqual((yield* capture()).outcome?.kind, "empty")
      assert.deepStrictEqual(asked, ["fetch/basic"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("tries a browser on a challenge, then the stealth engine of each", () => {
    const world = { fetches: [challenge], renders: [challenge], stealth: true }
    const both = make({ ...world, stealthBrowser: true })
    const plain = make(world)
    return Effect.gen(function* () {
      yield* capture().pipe(Effect.provide(plain.layer))
      assert.deepStrictEqual(plain.asked, ["fetch/basic", "browser/basic", "fetch/stealth"])
      const page = yield* capture().pipe(Effect.provide(both.layer))
      assert.deepStrictEqual(both.asked, ["fetch/basic", "browser/basic", "browser/stealth"])
      assert.strictEqual(page.outcome?.kind, "blocked")
      assert.strictEqual(page.outcome?.vendor, "Cloudflare")
    })
  })

  it.effect("escalates to the stealth engine only when it may and there is one", () => {
    const auto = make({ fetches: [challenge, whole], stealth: true })
    const basic = make({ fetches: [challenge, whole], stealth: true })
    const none = make({ fetches: [challenge, whole] })
    return Effect.gen(function* () {
      const page = yield* capture().pipe(Effect.provide(auto.layer))
      assert.strictEqual(page.outcome?.kind, "ok")
      assert.deepStrictEqual(auto.asked, ["fetch/basic", "fetch/stealth"])
      yield* capture({ proxy: "basic" }).pipe(Effect.provide(basic.layer))
      assert.deepStrictEqual(basic.asked, ["fetch/basic"])
      yield* capture().pipe(Effect.provide(none.layer))
      assert.deepStrictEqual(none.asked, ["fetch/basic"])
    })
  })

  it.effect("asks again after a reset, twice at most", () => {
    const passing = make({ fetches: [reset, reset, whole] })
    const lasting = make({ fetches: [reset] })
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(capture().pipe(Effect.provide(passing.layer)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).outcome?.attempts.length, 3)
      const other = yield* Effect.forkChild(Effect.flip(capture().pipe(Effect.provide(lasting.layer))))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(other))._tag, "CaptureError")
      assert.strictEqual(lasting.asked.length, 3)
    })
  })

  it.effect("does not repeat failures that last", () => {
    const { asked, layer } = make({ fetches: [new CaptureError.DnsFailed({ host: "site.example" })] })
    return Effect.gen(function* () {
      yield* Effect.flip(capture())
      assert.strictEqual(asked.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits as long as the site asks, unless that is past the deadline", () => {
    const busy = (seconds: string): Answer => ({ status: 503, headers: { "retry-after": seconds } })
    const { asked, layer } = make({ fetches: [busy("7"), whole] })
    const late = make({ fetches: [busy("20"), whole] })
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(capture().pipe(Effect.provide(layer)))
      yield* TestClock.adjust("6900 millis")
      assert.strictEqual(asked.length, 1)
      yield* TestClock.adjust("200 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).response.status, 200)
      const page = yield* capture({ timeout: 10_000 }).pipe(Effect.provide(late.layer))
      assert.strictEqual(page.response.status, 503)
      assert.strictEqual(page.outcome?.kind, "http-error")
    })
  })

  it.effect("asks with the ETag of a stale page, and a 304 makes it fresh again", () => {
    const { asked, conditions, layer } = make({
      fetches: [
        { ...whole, headers: { etag: `"1"`, "x-first": "yes" } },
        { status: 304, headers: { etag: `"1"`, age: "0" } }
      ]
    })
    return Effect.gen(function* () {
      yield* capture({ maxAge: 1_000 })
      yield* TestClock.adjust("1 hour")
      const again = yield* capture({ maxAge: 1_000 })
      assert.strictEqual(conditions[1], `"1"`)
      assert.strictEqual(again.response.status, 200)
      assert.include(again.content.html, "The page itself")
      assert.strictEqual(again.response.headers["x-first"], "yes")
      assert.strictEqual(again.cacheState, "miss")
      assert.strictEqual((yield* capture({ maxAge: 1_000 })).cacheState, "hit")
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("asks again for a stale page where a 304 is about another version or another address", () =>
    Effect.gen(function* () {
      const changed: Answer = { ...whole, body: "<p>What the page says by now, which is something else.</p>" }
      for (const wrong of [
        { status: 304, headers: { etag: `"2"` } },
        { status: 304, headers: { etag: `"1"` }, at: "https://site.example/moved" }
      ]) {
        const { conditions, layer } = make({ fetches: [{ ...whole, headers: { etag: `"1"` } }, wrong, changed] })
        yield* Effect.gen(function* () {
          yield* capture({ maxAge: 1_000 })
          yield* TestClock.adjust("1 hour")
          const again = yield* capture({ maxAge: 1_000 })
          assert.deepStrictEqual(conditions, [undefined, `"1"`, undefined])
          assert.include(again.content.html, "something else")
        }).pipe(Effect.provide(layer))
      }
    })
  )

  it.effect("does not take the validators of a rendered page's shell for those of the page", () => {
    const { conditions, layer } = make({ fetches: [shell], renders: [{ ...whole, headers: { etag: `"shell"` } }] })
    return Effect.gen(function* () {
      yield* capture({ maxAge: 1_000 })
      yield* TestClock.adjust("1 hour")
      yield* capture({ maxAge: 1_000 })
      assert.notInclude(conditions, `"shell"`)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is made once for all who want the same page at the same moment", () => {
    const { asked, layer } = make({ fetches: [{ ...whole, takes: 1_000 }] })
    return Effect.gen(function* () {
      const all = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 20 }), () => capture({ maxAge: 1_000 }), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      const pages = yield* Fiber.join(all)
      assert.strictEqual(asked.length, 1)
      assert.strictEqual(new Set(pages.map(({ shared }) => shared)).size, 20)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is made for each who wants it read in another way", () => {
    const { asked, layer } = make({ fetches: [{ ...whole, takes: 1_000 }] })
    return Effect.gen(function* () {
      const ways: ReadonlyArray<ScrapeOptions.ScrapeOptions> = [{}, { parsers: [] }, {}]
      const all = yield* Effect.forkChild(
        Effect.forEach(ways, (way) => capture({ maxAge: 1_000, ...way }), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(all)
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not answer from the cache what has come from where the account may not go", () => {
    const { asked, layer } = make({ fetches: [{ ...whole, at: "https://elsewhere.example/" }] })
    const narrow = { ...Account.localAccount, egress: { block: ["elsewhere.example"] } }
    return Effect.gen(function* () {
      yield* capture({ maxAge: 1_000 })
      yield* capture({ maxAge: 1_000 })
      assert.strictEqual(asked.length, 1)
      yield* capture({ maxAge: 1_000 }).pipe(Effect.provideService(Account.CurrentAccount, narrow))
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("goes on for those who still wait when its first caller gives up, and ends with the last", () => {
    const { asked, layer } = make({ fetches: [{ ...whole, takes: 1_000 }] })
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(capture({ maxAge: 1_000 }))
      const second = yield* Effect.forkChild(capture({ maxAge: 1_000 }))
      yield* TestClock.adjust("10 millis")
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(second)).response.status, 200)
      assert.strictEqual(asked.length, 1)

      yield* TestClock.adjust("1 hour")
      const alone = yield* Effect.forkChild(capture({ maxAge: 1_000 }))
      yield* TestClock.adjust("10 millis")
      yield* Fiber.interrupt(alone)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(
        (yield* Effect.forkChild(capture({ maxAge: 1_000 })).pipe(
          Effect.tap(() => TestClock.adjust("1 second")),
          Effect.flatMap(Fiber.join)
        )).cacheState,
        "miss"
      )
      assert.strictEqual(asked.length, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps no page of more than 10 MB in the cache, and no older one in its place", () => {
    const large: Answer = { body: `${whole.body}${" ".repeat(10 * 1024 * 1024)}` }
    const { layer } = make({ fetches: [whole, large] })
    return Effect.gen(function* () {
      const states: Array<string | undefined> = []
      for (const maxAge of [60_000, 60_000, 0, 60_000, 60_000]) states.push((yield* capture({ maxAge })).cacheState)
      assert.deepStrictEqual(states, ["miss", "hit", undefined, "miss", "miss"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps no block page, no error and no shell in the cache", () => {
    const { asked, layer } = make({ fetches: [challenge, { status: 500 }, shell, whole] })
    return Effect.gen(function* () {
      for (let time = 0; time < 5; time++) yield* capture({ maxAge: 1_000, proxy: "basic" })
      assert.strictEqual(asked.length, 4)
    }).pipe(Effect.provide(layer))
  })
})
