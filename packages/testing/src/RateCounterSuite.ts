/** What every `RateCounter` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { RateCounter } from "@orbweaver/core/accounts/RateCounter"

const minute = Duration.minutes(1)

const fresh = (): string => crypto.randomUUID()

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, RateCounter>) => Effect.provide(test, TestClock.layer())

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<RateCounter, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`RateCounter (${name})`, (it) => {
    it.effect("counts requests in windows that start with the first", () =>
      timed(
        Effect.gen(function* () {
          const counter = yield* RateCounter
          const key = fresh()
          yield* TestClock.adjust("3 seconds")
          const first = yield* counter.count(key, minute)
          assert.strictEqual(first.count, 1)
          yield* TestClock.adjust("59 seconds")
          assert.deepStrictEqual(yield* counter.count(key, minute), { startedAt: first.startedAt, count: 2 })
          yield* TestClock.adjust("1 seconds")
          assert.deepStrictEqual(yield* counter.count(key, minute), { startedAt: first.startedAt + 60_000, count: 1 })
        })
      )
    )

    it.effect("counts keys apart, and racing requests once each", () =>
      timed(
        Effect.gen(function* () {
          const counter = yield* RateCounter
          const [one, other] = [fresh(), fresh()]
          const windows = yield* Effect.all(
            Array.from({ length: 20 }, () => counter.count(one, minute)),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            windows.map(({ count }) => count).toSorted((left, right) => left - right),
            Array.from({ length: 20 }, (_, index) => index + 1)
          )
          assert.strictEqual((yield* counter.count(other, minute)).count, 1)
        })
      )
    )
  })
