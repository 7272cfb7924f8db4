// How long sessions live, how many there are, and whose they are; real browsers are in the tests of the browser package.
import { assert, describe, it } from "@effect/vitest"
import { type Account, CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { CaptureError, Crashed } from "@orbweaver/core/model/CaptureError"
import type { OpenPage, RemoteClient } from "@orbweaver/core/network/OpenPage"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { BrowserSessions, type Options, price } from "@orbweaver/core/scrape/BrowserSessions"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

const as = (id: string, credits = 100): Account => ({ ...localAccount, id, plan: { ...localAccount.plan, credits } })

const outcome = { result: "", stdout: "", stderr: "", killed: false, truncated: false }

/** Browsers that only count how many are open. */
const counting = (options: Options = {}) => {
  const browsers = { open: 0, ended: [] as Array<Deferred.Deferred<void>>, fails: false }
  const renderer = Layer.effect(
    Renderer,
    Effect.map(Effect.provide(Renderer, Renderer.layerNone), (none) => ({
      ...none,
      available: true,
      openPage: () =>
        Effect.gen(function* () {
          if (browsers.fails) {
            return yield* new CaptureError({ url: "about:blank", reason: new Crashed({ detail: "no" }) })
          }
          yield* Effect.acquireRelease(
            Effect.sync(() => browsers.open++),
            () => Effect.sync(() => browsers.open--)
          )
          const ended = yield* Deferred.make<void>()
          browsers.ended.push(ended)
          return {
            run: (_code: string, time: Duration.Duration) => Effect.as(Effect.sleep(time), outcome),
            control: ({ next }: RemoteClient) =>
              Effect.asVoid(Effect.repeat(next, { while: (message) => message !== undefined })),
            ended: Deferred.await(ended)
          } as unknown as OpenPage
        })
    }))
  )
  const layer = BrowserSessions.layer(options).pipe(
    Layer.provide(renderer),
    Layer.provideMerge(Ledger.Ledger.layerMemory)
  )
  return { browsers, layer }
}

const settled = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("browser sessions", () => {
  it.effect("end after their time, after a while without a call, and with their browser", () => {
    const { browsers, layer } = counting({ maxSessionsPerAccount: 4 })
    return Effect.gen(function* () {
      const sessions = yield* BrowserSessions
      const long = yield* sessions.open({ ttl: Duration.minutes(30), idleTimeout: Duration.minutes(20) })
      const idle = yield* sessions.open({ idleTimeout: Duration.minutes(2) })
      const crashing = yield* sessions.open()
      assert.strictEqual(browsers.open, 3)
      yield* TestClock.adjust(Duration.minutes(1))
      // A call keeps it, for as long as it runs and then some.
      const call = yield* Effect.forkChild(idle.use((page) => page.run("", Duration.minutes(3))))
      yield* TestClock.adjust(Duration.minutes(3))
      yield* Fiber.join(call)
      assert.strictEqual(browsers.open, 3)
      yield* TestClock.adjust(Duration.minutes(2))
      assert.strictEqual((yield* Effect.flip(sessions.find(idle.id)))._tag, "BrowserSessionNotFound")
      yield* Deferred.succeed(browsers.ended[2]!, undefined)
      yield* settled
      assert.strictEqual((yield* Effect.flip(crashing.use(() => Effect.void)))._tag, "BrowserSessionNotFound")
      assert.strictEqual(browsers.open, 1)
      yield* long.use((page) => page.run("", Duration.minutes(15)).pipe(Effect.timeoutOption(1))).pipe(Effect.forkChild)
      yield* TestClock.adjust(Duration.minutes(30))
      assert.deepStrictEqual(yield* sessions.list, [])
      assert.strictEqual(browsers.open, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("are connected to with their token, one at a time, and as long as the connection is used", () => {
    const { layer } = counting({ maxSessionsPerAccount: 1 })
    return Effect.gen(function* () {
      const sessions = yield* BrowserSessions
      const { id, tokens } = yield* sessions.open({ idleTimeout: Duration.minutes(2), ttl: Duration.minutes(9) })
      /** Says something each minute, so many times. */
      const talking = (times: number): RemoteClient => {
        let said = 0
        return {
          next: Effect.suspend(() => (said++ < times ? Effect.delay(Effect.succeed("x"), "1 minute") : Effect.never)),
          send: () => undefined,
          deliver: () => Effect.void
        }
      }
      const connection = Effect.scoped(
        Effect.flatMap(sessions.connect("control", id, tokens.control), ({ serve }) => serve(talking(3)))
      )
      for (const [of, token] of [
        [id, ""],
        [id, tokens.view],
        ["another", tokens.control]
      ] as const) {
        const refused = yield* Effect.flip(Effect.scoped(sessions.connect("control", of, token)))
        assert.strictEqual(refused._tag, "BrowserSessionNotFound")
      }
      const first = yield* Effect.forkChild(connection)
      yield* settled
      const second = yield* Effect.flip(connection)
      assert.deepInclude(second, { _tag: "BrowserSessionInUse", limit: 1 })
      // It does not give way, for it is in use.
      assert.strictEqual((yield* Effect.flip(sessions.open()))._tag, "TooManyBrowserSessions")
      yield* TestClock.adjust(Duration.minutes(4))
      assert.lengthOf(yield* sessions.list, 1)
      yield* TestClock.adjust(Duration.minutes(2))
      yield* Fiber.join(first)
      assert.deepStrictEqual(yield* sessions.list, [])
      assert.strictEqual((yield* Effect.flip(connection))._tag, "BrowserSessionNotFound")
    }).pipe(Effect.provide(layer))
  })

  it.effect("let the call that runs say what came of it when their page goes, and take no other", () => {
    const { browsers, layer } = counting()
    return Effect.gen(function* () {
      const sessions = yield* BrowserSessions
      for (const [takes, left] of [
        ["1 second", 0],
        ["1 hour", 1]
      ] as const) {
        const session = yield* sessions.open()
        const closing = yield* Effect.forkChild(session.use((page) => page.run("", Duration.fromInputUnsafe(takes))))
        yield* settled
        const behind = yield* Effect.forkChild(Effect.flip(session.use(() => Effect.void)))
        yield* settled
        yield* Deferred.succeed(browsers.ended.at(-1)!, undefined)
        yield* settled
        assert.strictEqual((yield* Effect.flip(sessions.find(session.id)))._tag, "BrowserSessionNotFound")
        assert.deepStrictEqual(yield* sessions.list, [])
        assert.strictEqual(browsers.open, 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(browsers.open, left)
        yield* TestClock.adjust("4 seconds")
        assert.strictEqual(browsers.open, 0)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* Fiber.join(closing), outcome)
        assert.strictEqual((yield* Fiber.join(behind))._tag, "BrowserSessionNotFound")
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("are one account's, as many as it may have, and each is paid once", () => {
    const { browsers, layer } = counting({ maxSessions: 3 })
    return Effect.gen(function* () {
      const sessions = yield* BrowserSessions
      const ledger = yield* Ledger.Ledger
      const [ann, bob] = [as("ann"), as("bob")]
      const under = (account: Account) => Effect.provideService(CurrentAccount, account)
      // Two that ask for the same one at once share it.
      const [first, second] = yield* Effect.all([sessions.open({ id: "a" }), sessions.open({ id: "a" })], {
        concurrency: 2
      }).pipe(under(ann))
      assert.strictEqual(first.id, second.id)
      assert.strictEqual(browsers.open, 1)
      const other = yield* sessions.open().pipe(under(ann))
      // Sessions that are at work do not give way.
      const working = yield* Effect.forEach([first, other], (session) =>
        Effect.forkChild(session.use(() => Effect.never))
      )
      yield* settled
      assert.deepInclude(yield* Effect.flip(sessions.open()).pipe(under(ann)), {
        _tag: "TooManyBrowserSessions",
        of: "account",
        limit: 2
      })
      yield* Fiber.interruptAll(working)
      assert.strictEqual((yield* Effect.flip(sessions.find("a")).pipe(under(bob)))._tag, "BrowserSessionNotFound")
      assert.strictEqual((yield* Effect.flip(sessions.close("a")).pipe(under(bob)))._tag, "BrowserSessionNotFound")
      const bobs = yield* sessions.open({ id: "a" }).pipe(under(bob))
      const busy = yield* Effect.forkChild(bobs.use(() => Effect.never))
      yield* settled
      // Those of others stay, idle or not.
      assert.deepInclude(yield* Effect.flip(sessions.open()).pipe(under(bob)), { of: "process", limit: 3 })
      yield* Fiber.interrupt(busy)
      assert.strictEqual((yield* sessions.close("a").pipe(under(ann))).creditsBilled, price)
      assert.strictEqual(browsers.open, 2)
      assert.strictEqual((yield* ledger.balance(ann, "credits")).available, 100 - 2 * price)
      // One that does not open costs nothing and leaves no place taken.
      browsers.fails = true
      assert.strictEqual((yield* Effect.flip(sessions.open()).pipe(under(ann)))._tag, "CaptureError")
      browsers.fails = false
      assert.strictEqual((yield* ledger.balance(ann, "credits")).available, 100 - 2 * price)
      assert.strictEqual((yield* Effect.flip(sessions.open()).pipe(under(as("poor", 1))))._tag, "InsufficientCredits")
      yield* sessions.open().pipe(under(ann))
    }).pipe(Effect.provide(layer), Effect.andThen(Effect.sync(() => assert.strictEqual(browsers.open, 0))))
  })

  it.effect("give way to a new one of their account once it is full, the one without a call for longest first", () => {
    const { browsers, layer } = counting({ maxSessions: 3, maxSessionsPerAccount: 2 })
    return Effect.gen(function* () {
      const sessions = yield* BrowserSessions
      const [older, used] = [yield* sessions.open(), yield* sessions.open()]
      const others = yield* sessions.open().pipe(Effect.provideService(CurrentAccount, as("bob")))
      yield* TestClock.adjust(Duration.minutes(1))
      yield* older.use(() => Effect.void)
      const newer = yield* sessions.open()
      assert.strictEqual(browsers.open, 3)
      assert.include((yield* Effect.flip(sessions.find(used.id))).message, "gave way to a newer one")
      const ids = (yield* sessions.list).map(({ id }) => id)
      assert.deepStrictEqual(ids, [older.id, newer.id])
      yield* sessions.find(others.id).pipe(Effect.provideService(CurrentAccount, as("bob")))
      // Asking for one that is open ends none.
      yield* sessions.open({ id: newer.id })
      assert.lengthOf(yield* sessions.list, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ask for a browser where there is none", () =>
    Effect.gen(function* () {
      const sessions = yield* BrowserSessions
      assert.isFalse(sessions.available)
      assert.strictEqual((yield* Effect.flip(sessions.open()))._tag, "CaptureError")
    }).pipe(
      Effect.provide(BrowserSessions.layer().pipe(Layer.provide([Renderer.layerNone, Ledger.Ledger.layerMemory])))
    )
  )
})
