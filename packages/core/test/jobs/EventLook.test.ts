/** The look at watched jobs: how often, at which, and what becomes of those who wait when it fails. */
import { assert, describe, it } from "@effect/vitest"
import * as EventLook from "@orbweaver/core/internal/jobs/EventLook"
import { JobId } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"

const [a, b] = [JobId.make("a"), JobId.make("b")]
const broken = new StoreError({ operation: "JobStore.awaitEvent", cause: new Error("away") })

/** A store with the last events of two jobs, and a record of the looks at it. */
const start = Effect.gen(function* () {
  const events = new Map<string, number>([
    [a, 1],
    [b, 1]
  ])
  const looks: Array<{ readonly at: number; readonly ids: ReadonlyArray<string> }> = []
  const store = { events, looks, isBroken: false }
  const eventLook = EventLook.make()
  yield* eventLook.start((ids) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      looks.push({ at, ids })
      return store.isBroken ? Effect.fail(broken) : Effect.succeed(new Map(events))
    })
  )
  const wait = (id: JobId, after: number, atMost: Duration.Input) =>
    Effect.forkChild(eventLook.awaitEvent(id, after, Duration.fromInputUnsafe(atMost)), { startImmediately: true })
  return { eventLook, store, wait }
})

const turns = TestClock.adjust(0)

describe("the look at watched jobs", () => {
  it.effect(
    "comes at once to a job that is new, then ever more rarely, and as often as the least patient asks for",
    () =>
      Effect.gen(function* () {
        const { store, wait } = yield* start
        yield* wait(a, 1, "10 seconds")
        yield* TestClock.adjust("9 seconds")
        assert.deepStrictEqual(
          store.looks.map(({ at }) => at),
          [0, 250, 750, 1750, 3750, 7750]
        )
        store.looks.length = 0
        const impatient = yield* wait(a, 1, "500 millis")
        yield* TestClock.adjust("500 millis")
        assert.isFalse(yield* Fiber.join(impatient))
        assert.deepStrictEqual(
          store.looks.map(({ at }) => at),
          [9000, 9500]
        )
      })
  )

  it.effect("is one for all jobs, and comes to those alone that this process has changed", () =>
    Effect.gen(function* () {
      const { eventLook, store, wait } = yield* start
      const both = [yield* wait(a, 1, "1 hour"), yield* wait(b, 1, "1 hour")]
      yield* TestClock.adjust("250 millis")
      assert.sameMembers([...store.looks.at(-1)!.ids], [a, b])
      store.looks.length = 0
      eventLook.notify(a)
      assert.isTrue(yield* Fiber.join(both[0]!))
      yield* wait(a, 1, "1 hour")
      yield* turns
      assert.deepStrictEqual(
        store.looks.map(({ ids }) => ids),
        [[a]]
      )
      store.events.set(b, 2)
      yield* TestClock.adjust("500 millis")
      assert.isTrue(yield* Fiber.join(both[1]!))
    })
  )

  it.effect("is done again when the job changes while it is under way", () =>
    Effect.gen(function* () {
      const eventLook = EventLook.make()
      const answer = yield* Deferred.make<void>()
      let looks = 0
      yield* eventLook.start(() =>
        // The first has read the job before it changed, and answers late.
        ++looks === 1 ? Effect.as(Deferred.await(answer), new Map([[a, 1]])) : Effect.succeed(new Map([[a, 2]]))
      )
      const hour = Duration.hours(1)
      const first = yield* Effect.forkChild(eventLook.awaitEvent(a, 1, hour), { startImmediately: true })
      yield* turns
      eventLook.notify(a)
      assert.isTrue(yield* Fiber.join(first))
      const second = yield* Effect.forkChild(eventLook.awaitEvent(a, 1, hour), { startImmediately: true })
      yield* turns
      yield* Deferred.succeed(answer, undefined)
      assert.isTrue(yield* Fiber.join(second))
      assert.strictEqual(looks, 2)
    })
  )

  it.effect("fails those who wait when it fails, and goes on for those who come after", () =>
    Effect.gen(function* () {
      const { store, wait } = yield* start
      store.isBroken = true
      const failing = yield* wait(a, 1, "1 hour")
      assert.strictEqual(yield* Effect.flip(Fiber.join(failing)), broken)
      store.isBroken = false
      store.events.set(a, 2)
      assert.isTrue(yield* Fiber.join(yield* wait(a, 1, "1 hour")))
    })
  )

  it.effect("is not taken where nobody waits, and lets go of those who wait when the store is closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { store, wait } = yield* Scope.provide(start, scope)
      yield* TestClock.adjust("1 hour")
      assert.isEmpty(store.looks)
      const waiting = yield* wait(a, 1, "1 hour")
      yield* turns
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* Fiber.join(waiting))
      assert.isTrue(yield* Fiber.join(yield* wait(a, 1, "1 hour")))
    })
  )
})
