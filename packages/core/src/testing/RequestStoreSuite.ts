/** What every `RequestStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as TestClock from "effect/testing/TestClock"
import { RequestStore, retention } from "../RequestStore.ts"

const minute = Duration.minutes(1)
const day = Duration.days(1)

const fresh = (): string => SecureRandom.uuidV4Unsafe()

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, RequestStore>) => Effect.provide(test, TestClock.layer())

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<RequestStore, E>) =>
  it.layer(layer, { timeout: "30 seconds" })(`RequestStore (${name})`, (it) => {
    it.effect("counts requests in windows that start with the first", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const key = fresh()
          yield* TestClock.adjust("3 seconds")
          const first = yield* store.count(key, minute)
          assert.strictEqual(first.count, 1)
          yield* TestClock.adjust("59 seconds")
          assert.deepStrictEqual(yield* store.count(key, minute), { startedAt: first.startedAt, count: 2 })
          yield* TestClock.adjust("1 seconds")
          assert.deepStrictEqual(yield* store.count(key, minute), { startedAt: first.startedAt + 60_000, count: 1 })
        })
      )
    )

    it.effect("counts keys apart, and racing requests once each", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const [one, other] = [fresh(), fresh()]
          const windows = yield* Effect.all(
            Array.from({ length: 20 }, () => store.count(one, minute)),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            windows.map(({ count }) => count).toSorted((left, right) => left - right),
            Array.from({ length: 20 }, (_, index) => index + 1)
          )
          assert.strictEqual((yield* store.count(other, minute)).count, 1)
        })
      )
    )

    it.effect("lets one of racing claims take a key, until its time is over", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const key = fresh()
          const taken = yield* Effect.all(
            Array.from({ length: 10 }, () => store.claim(key, day)),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(taken.filter(Boolean).length, 1)
          yield* TestClock.adjust(Duration.subtract(day, Duration.seconds(1)))
          assert.isFalse(yield* store.claim(key, day))
          yield* TestClock.adjust("1 seconds")
          assert.isTrue(yield* store.claim(key, day))
          assert.isTrue(yield* store.claim(fresh(), day))
        })
      )
    )

    it.effect("keeps answers to the last character for a day", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const answer = {
            id: fresh(),
            accountId: "acme",
            text: JSON.stringify({ markdown: 'ü "\u0000\u2028\u{1F30A}' })
          }
          yield* store.keep(answer)
          assert.deepStrictEqual(yield* store.find(answer.id), answer)
          yield* store.keep({ ...answer, text: "{}" })
          assert.strictEqual((yield* store.find(answer.id))?.text, "{}")
          assert.isUndefined(yield* store.find(fresh()))
          assert.isUndefined(yield* store.find("'; --"))
          yield* TestClock.adjust(retention)
          assert.isUndefined(yield* store.find(answer.id))
        })
      )
    )
  })
