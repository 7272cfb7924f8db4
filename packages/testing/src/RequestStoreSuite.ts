/** What every `RequestStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as TestClock from "effect/testing/TestClock"
import { RequestStore, retention } from "@orbweaver/core/accounts/RequestStore"

const minute = Duration.minutes(1)
const day = Duration.days(1)

const fresh = (): string => SecureRandom.uuidV4Unsafe()

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, RequestStore>) => Effect.provide(test, TestClock.layer())

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<RequestStore, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`RequestStore (${name})`, (it) => {
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

    it.effect("lines up those who wait, and closes up when one leaves", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const [line, other] = [fresh(), fresh()]
          const ids = Array.from({ length: 5 }, fresh)
          const stand = (id: string) => store.joinQueue(line, id, minute)
          const places = yield* Effect.forEach(ids, stand)
          assert.deepStrictEqual(
            places.map(({ before }) => before),
            [0, 1, 2, 3, 4]
          )
          for (const [index, { number }] of places.slice(1).entries()) assert.isAbove(number, places[index]!.number)
          assert.strictEqual((yield* store.joinQueue(other, fresh(), minute)).before, 0)
          yield* store.leaveQueue(line, ids[1]!)
          yield* store.leaveQueue(line, ids[1]!)
          yield* store.leaveQueue(other, ids[2]!)
          assert.deepStrictEqual(yield* stand(ids[4]!), { number: places[4]!.number, before: 3 })
          assert.strictEqual((yield* stand(ids[1]!)).before, 4)
          assert.strictEqual(yield* store.queueLength(line), 5)
          assert.strictEqual(yield* store.queueLength(fresh()), 0)
        })
      )
    )

    it.effect("gives every one of those who come at once a place of their own", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* RequestStore
          const line = fresh()
          const places = yield* Effect.all(
            Array.from({ length: 20 }, () => store.joinQueue(line, fresh(), minute)),
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
          const store = yield* RequestStore
          const line = fresh()
          const [dead, alive, late] = [fresh(), fresh(), fresh()]
          yield* store.joinQueue(line, dead, minute)
          yield* store.joinQueue(line, alive, minute)
          yield* TestClock.adjust("40 seconds")
          assert.strictEqual((yield* store.joinQueue(line, alive, minute)).before, 1)
          yield* TestClock.adjust("20 seconds")
          assert.strictEqual(yield* store.queueLength(line), 1)
          assert.strictEqual((yield* store.joinQueue(line, alive, minute)).before, 0)
          assert.strictEqual((yield* store.joinQueue(line, late, minute)).before, 1)
          assert.strictEqual((yield* store.joinQueue(line, dead, minute)).before, 2)
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
          yield* store.saveAnswer(answer)
          assert.deepStrictEqual(yield* store.find(answer.id), answer)
          yield* store.saveAnswer({ ...answer, text: "{}" })
          assert.strictEqual((yield* store.find(answer.id))?.text, "{}")
          assert.isUndefined(yield* store.find(fresh()))
          assert.isUndefined(yield* store.find("'; --"))
          yield* TestClock.adjust(retention)
          assert.isUndefined(yield* store.find(answer.id))
        })
      )
    )
  })
