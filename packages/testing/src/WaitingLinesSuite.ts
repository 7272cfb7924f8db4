/** What every `WaitingLines` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { WaitingLines } from "@orbweaver/core/accounts/WaitingLines"

const minute = Duration.minutes(1)

const fresh = (): string => crypto.randomUUID()

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, WaitingLines>) => Effect.provide(test, TestClock.layer())

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<WaitingLines, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`WaitingLines (${name})`, (it) => {
    it.effect("lines up those who wait, and closes up when one leaves", () =>
      timed(
        Effect.gen(function* () {
          const lines = yield* WaitingLines
          const [line, other] = [fresh(), fresh()]
          const ids = Array.from({ length: 5 }, fresh)
          const stand = (id: string) => lines.join(line, id, minute)
          const places = yield* Effect.forEach(ids, stand)
          assert.deepStrictEqual(
            places.map(({ before }) => before),
            [0, 1, 2, 3, 4]
          )
          for (const [index, { number }] of places.slice(1).entries()) assert.isAbove(number, places[index]!.number)
          assert.strictEqual((yield* lines.join(other, fresh(), minute)).before, 0)
          yield* lines.leave(line, ids[1]!)
          yield* lines.leave(line, ids[1]!)
          yield* lines.leave(other, ids[2]!)
          assert.deepStrictEqual(yield* stand(ids[4]!), { number: places[4]!.number, before: 3 })
          assert.strictEqual((yield* stand(ids[1]!)).before, 4)
          assert.strictEqual(yield* lines.length(line), 5)
          assert.strictEqual(yield* lines.length(fresh()), 0)
        })
      )
    )

    it.effect("gives every one of those who come at once a place of their own", () =>
      timed(
        Effect.gen(function* () {
          const lines = yield* WaitingLines
          const line = fresh()
          const places = yield* Effect.all(
            Array.from({ length: 20 }, () => lines.join(line, fresh(), minute)),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            places.toSorted((left, right) => left.number - right.number).map(({ before }) => before),
            Array.from({ length: 20 }, (_, index) => index)
          )
        })
      )
    )

    it.effect("gives up places that nobody keeps", () =>
      timed(
        Effect.gen(function* () {
          const lines = yield* WaitingLines
          const line = fresh()
          const [dead, alive, late] = [fresh(), fresh(), fresh()]
          yield* lines.join(line, dead, minute)
          yield* lines.join(line, alive, minute)
          yield* TestClock.adjust("40 seconds")
          assert.strictEqual((yield* lines.join(line, alive, minute)).before, 1)
          yield* TestClock.adjust("20 seconds")
          assert.strictEqual(yield* lines.length(line), 1)
          assert.strictEqual((yield* lines.join(line, alive, minute)).before, 0)
          assert.strictEqual((yield* lines.join(line, late, minute)).before, 1)
          assert.strictEqual((yield* lines.join(line, dead, minute)).before, 2)
        })
      )
    )
  })
