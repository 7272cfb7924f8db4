/** What every `ClaimedKeys` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"

const day = Duration.days(1)

const fresh = (): string => crypto.randomUUID()

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, ClaimedKeys>) => Effect.provide(test, TestClock.layer())

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<ClaimedKeys, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`ClaimedKeys (${name})`, (it) => {
    it.effect("lets one of racing claims take a key, until its time is over", () =>
      timed(
        Effect.gen(function* () {
          const keys = yield* ClaimedKeys
          const key = fresh()
          const taken = yield* Effect.all(
            Array.from({ length: 10 }, () => keys.claim(key, day)),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(taken.filter(Boolean).length, 1)
          yield* TestClock.adjust(Duration.subtract(day, Duration.seconds(1)))
          assert.isFalse(yield* keys.claim(key, day))
          yield* TestClock.adjust("1 seconds")
          assert.isTrue(yield* keys.claim(key, day))
          assert.isTrue(yield* keys.claim(fresh(), day))
        })
      )
    )
  })
