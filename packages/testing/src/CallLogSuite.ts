/** What every `CallLog` must do. */
import { assert, it } from "@effect/vitest"
import { type CallEntry, CallLog } from "@orbweaver/core/accounts/CallLog"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

const fresh = (): string => crypto.randomUUID()
const limits = { rows: 100, days: 2 }

/** Tests run at the same time, each by a clock of its own, and each with an account of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, CallLog>) => Effect.provide(test, TestClock.layer())

const entry = (more: Partial<CallEntry>): CallEntry => ({
  id: fresh(),
  accountId: "acme",
  at: 0,
  endpoint: "scrape",
  version: "v2",
  site: "example.com",
  target: "https://example.com/",
  status: 200,
  ms: 12,
  ...more
})

/** `layer` is built once for the suite. */
export const suite = <E>(name: string, layer: Layer.Layer<CallLog, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`CallLog (${name})`, (it) => {
    it.effect("keeps a call whole, and lists it without its request, for its account alone", () =>
      timed(
        Effect.gen(function* () {
          const log = yield* CallLog
          const accountId = fresh()
          const at = yield* Clock.currentTimeMillis
          const request = JSON.stringify({ url: "https://example.com/ü", note: '"\u2028' })
          const call = entry({ accountId, at, resultId: fresh(), credits: 5, key: "web", request })
          const bare = entry({ accountId, at: at + 1, status: 403 })
          yield* log.append([call, bare], limits)
          const { request: _, ...listed } = call
          assert.deepStrictEqual(yield* log.list({ accountId, limit: 10 }), [bare, listed])
          assert.deepStrictEqual(yield* log.find(accountId, call.id), call)
          assert.isUndefined(yield* log.find(fresh(), call.id))
          assert.deepStrictEqual(yield* log.list({ accountId: fresh(), limit: 10 }), [])
        })
      )
    )

    it.effect("picks by endpoint, outcome, site and text, page by page", () =>
      timed(
        Effect.gen(function* () {
          const log = yield* CallLog
          const accountId = fresh()
          const calls = Array.from({ length: 12 }, (_, at) =>
            entry({
              accountId,
              at: Math.floor(at / 2),
              endpoint: at % 3 === 0 ? "map" : "scrape",
              status: at % 4 === 0 ? 500 : 200,
              site: at < 6 ? "a.example" : "b.example",
              target: at === 7 ? "100%_Silk!" : `https://x.example/${at}`
            })
          )
          yield* log.append(calls, limits)
          const count = (query: object) => Effect.map(log.list({ accountId, limit: 50, ...query }), (all) => all.length)
          assert.strictEqual(yield* count({ endpoint: "map" }), 4)
          assert.strictEqual(yield* count({ failed: true }), 3)
          assert.strictEqual(yield* count({ failed: false, site: "a.example" }), 4)
          for (const text of ["100%_silk!", "%_", "_S", "K!"]) assert.strictEqual(yield* count({ text }), 1, text)
          assert.strictEqual(yield* count({ text: "x_example" }), 0)
          const seen: Array<string> = []
          for (let after: CallEntry | undefined; ;) {
            const page = yield* log.list({ accountId, limit: 5, ...(after === undefined ? {} : { after }) })
            seen.push(...page.map(({ id }) => id))
            after = page.at(-1)
            if (after === undefined) break
          }
          assert.strictEqual(new Set(seen).size, 12)
          assert.lengthOf(seen, 12)
        })
      )
    )

    it.effect("keeps no more calls of an account than its rows, and none longer than its days", () =>
      timed(
        Effect.gen(function* () {
          const log = yield* CallLog
          const [many, few] = [fresh(), fresh()]
          const kept = { rows: 3, days: 2 }
          yield* log.append([entry({ accountId: few })], kept)
          for (let at = 0; at < 8; at++) yield* log.append([entry({ accountId: many, at, target: `${at}` })], kept)
          const targets = Effect.map(log.list({ accountId: many, limit: 10 }), (all) => all.map(({ target }) => target))
          assert.deepStrictEqual(yield* targets, ["7", "6", "5"])
          assert.lengthOf(yield* log.list({ accountId: few, limit: 10 }), 1)
          yield* TestClock.adjust(Duration.days(3))
          assert.deepStrictEqual(yield* targets, [])
        })
      )
    )

    it.effect("erases the calls that are picked, and no others", () =>
      timed(
        Effect.gen(function* () {
          const log = yield* CallLog
          const accountId = fresh()
          yield* log.append([entry({ accountId, site: "gone.example" }), entry({ accountId })], limits)
          const isErased = (call: CallEntry) => call.accountId === accountId && call.site === "gone.example"
          assert.strictEqual(yield* log.erase(isErased), 1)
          assert.strictEqual(yield* log.erase(isErased), 0)
          assert.lengthOf(yield* log.list({ accountId, limit: 10 }), 1)
        })
      )
    )
  })
