import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type Lease, make } from "../../src/scrape/InFlight.ts"

const url = new URL("https://site.example/page")
const small = 256 * 1024

/** Work that ends when it is told to. */
const held = Effect.fnUntraced(function* (service: ReturnType<typeof make>) {
  const end = yield* Deferred.make<void>()
  const lease = yield* Deferred.make<Lease>()
  const fiber = yield* Effect.forkChild(
    service.admit(url, (given) => Effect.andThen(Deferred.succeed(lease, given), Deferred.await(end))),
    { startImmediately: true }
  )
  return { end: Deferred.succeed(end, undefined), lease, fiber }
})

describe("bytes in flight", () => {
  it.effect("let scrapes in until there is no room, then in the order in which they came", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 2 * small })
      const all = yield* Effect.forEach([0, 1, 2, 3], () => held(service))
      const entered = () => Effect.forEach(all, ({ lease }) => Deferred.isDone(lease))
      assert.deepStrictEqual(yield* entered(), [true, true, false, false])
      yield* all[1]!.end
      yield* Fiber.join(all[1]!.fiber)
      assert.deepStrictEqual(yield* entered(), [true, true, true, false])
    })
  )

  it.effect("keep others out while one body is large, and free what it held", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 4 * small })
      const first = yield* held(service)
      const lease = yield* Deferred.await(first.lease)
      lease.hold(10 * small)
      const second = yield* held(service)
      assert.isFalse(yield* Deferred.isDone(second.lease))
      yield* first.end
      yield* Deferred.await(second.lease)
    })
  )

  it.effect("give up a body that grows beyond what all may take, unless it is the only one", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 2 * small })
      const first = yield* held(service)
      const lease = yield* Deferred.await(first.lease)
      assert.isTrue(lease.grow(100 * small))
      lease.hold(0)
      const second = yield* held(service)
      yield* Deferred.await(second.lease)
      assert.isTrue(lease.grow(6 * small))
      assert.isFalse(lease.grow(2 * small))
    })
  )

  it.effect("refuse whom they have no room to let wait, and who has waited too long", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small, maxWaiting: 1, maxWait: "3 seconds" })
      const first = yield* held(service)
      const second = yield* held(service)
      const refused = yield* Effect.flip(service.admit(url, () => Effect.void))
      assert.deepInclude(refused.reason, { _tag: "Overloaded", retryAfterSeconds: 2 })
      assert.include(refused.message, "1 scrapes wait already (inFlight.maxWaiting)")
      yield* TestClock.adjust("3 seconds")
      const late = yield* Effect.flip(Fiber.join(second.fiber))
      assert.strictEqual(late._tag, "CaptureError")
      assert.include(late.message, "for 3s (inFlight.maxBytes)")
      yield* first.end
      yield* Fiber.join(first.fiber)
      assert.strictEqual(yield* service.admit(url, () => Effect.succeed("in")), "in")
    })
  )

  it.effect("free the place of a scrape that is interrupted while it waits or works", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small })
      const first = yield* held(service)
      const second = yield* held(service)
      yield* Fiber.interrupt(second.fiber)
      yield* Fiber.interrupt(first.fiber)
      assert.strictEqual(yield* service.admit(url, () => Effect.succeed("in")), "in")
    })
  )
})
