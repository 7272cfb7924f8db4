import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CurrentAccount, localAccount } from "../../src/accounts/Account.ts"
import { type Lease, make, type Service } from "../../src/scrape/InFlight.ts"

const url = new URL("https://site.example/page")
/** What a scrape counts as until its body is there. */
const small = 32 * 1024
const minute = Duration.minutes(1)

/** Work that ends when it is told to. */
const held = Effect.fnUntraced(function* (service: Service, time = minute) {
  const end = yield* Deferred.make<void>()
  const lease = yield* Deferred.make<Lease>()
  const fiber = yield* Effect.forkChild(
    service.admit(url, time, (given) => Effect.andThen(Deferred.succeed(lease, given), Deferred.await(end))),
    { startImmediately: true }
  )
  return { end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber)), lease, fiber }
})

const enteredOf = (all: ReadonlyArray<{ readonly lease: Deferred.Deferred<Lease> }>) =>
  Effect.forEach(all, ({ lease }) => Deferred.isDone(lease))

/** Scrapes that are admitted at once. */
const entered = (service: Service, count: number) =>
  Effect.forEach(Array.from({ length: count }), () =>
    Effect.flatMap(held(service), ({ end, lease }) => Effect.map(Deferred.await(lease), (lease) => ({ end, lease })))
  )

describe("admission of scrapes", () => {
  it.effect("lets scrapes in until there is no room, then in the order in which they came", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 2 * small })
      const all = yield* Effect.forEach([0, 1, 2, 3], () => held(service))
      assert.deepStrictEqual(yield* enteredOf(all), [true, true, false, false])
      yield* all[1]!.end
      assert.deepStrictEqual(yield* enteredOf(all), [true, true, true, false])
    })
  )

  it.effect("takes accounts in turn, so that nobody waits for all scrapes of another", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small })
      const of = (id: string) => Effect.provideService(held(service), CurrentAccount, { ...localAccount, id })
      const running = yield* of("many")
      const many = yield* Effect.forEach([0, 1, 2], () => of("many"))
      const few = yield* of("few")
      yield* running.end
      assert.deepStrictEqual(yield* enteredOf([...many, few]), [true, false, false, false])
      yield* many[0]!.end
      assert.deepStrictEqual(yield* enteredOf([...many, few]), [true, false, false, true])
    })
  )

  it.effect("lets others go on beside one body that is larger than all the room", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 4 * small })
      const [large, grown, waiting] = yield* entered(service, 3)
      assert.isUndefined(large!.lease.grow(10 * small))
      assert.isUndefined(grown!.lease.grow(2 * small))
      // Its turn comes when the large one has ended; nobody else waits for it.
      const turn = waiting!.lease.grow(20 * small)
      assert.isDefined(turn)
      const later = yield* held(service)
      assert.isTrue(yield* Deferred.isDone(later.lease))
      assert.isUndefined((yield* Deferred.await(later.lease)).grow(2 * small))
      yield* large!.end
      assert.isUndefined(yield* Effect.promise(() => turn!))
    })
  )

  it.effect("lets others go on beside one body that takes more than an eighth of the room", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 16 * small })
      const [large] = yield* entered(service, 1)
      assert.isUndefined(large!.lease.grow(14 * small))
      const others = yield* Effect.forEach(Array.from({ length: 16 }), () => held(service))
      assert.deepStrictEqual(new Set(yield* enteredOf(others)), new Set([true]))
    })
  )

  it.effect("takes all the room there is for a body that grows, and gives it back when the body goes on without", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 8 * small })
      const [large, growing] = yield* entered(service, 2)
      assert.isUndefined(large!.lease.grow(10 * small))
      assert.isUndefined(growing!.lease.grow(5 * small))
      // Twice of what it had would not fit.
      assert.isUndefined(growing!.lease.grow(small))
      const later = yield* held(service)
      yield* large!.end
      assert.isFalse(yield* Deferred.isDone(later.lease))
      assert.isUndefined(growing!.lease.grow(4 * small))
      // Its fiber goes on when this one waits.
      yield* Deferred.await(later.lease)
    })
  )

  it.effect(
    "keeps who comes later out while a body waits for the room that others hold, and frees what they held",
    () =>
      Effect.gen(function* () {
        const service = make({ maxBytes: 8 * small })
        const [large, other, larger, waiting] = yield* entered(service, 4)
        assert.isUndefined(large!.lease.grow(10 * small))
        assert.isUndefined(other!.lease.grow(6 * small))
        // Nobody can make room for this one, so those behind it do not wait for it.
        assert.isDefined(larger!.lease.grow(20 * small))
        const room = waiting!.lease.grow(4 * small)
        assert.isDefined(room)
        const later = yield* held(service)
        assert.isFalse(yield* Deferred.isDone(later.lease))
        yield* other!.end
        assert.isUndefined(yield* Effect.promise(() => room!))
        assert.isTrue(yield* Deferred.isDone(later.lease))
      })
  )

  it.effect("lets in fewer at once when the bodies before were large", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 64 * small })
      for (let page = 0; page < 50; page++) {
        yield* service.admit(url, minute, (lease) => Effect.sync(() => void lease.hold(64 * small)))
      }
      const all = yield* Effect.forEach(Array.from({ length: 64 }), () => held(service))
      const entered = (yield* enteredOf(all)).filter(Boolean).length
      assert.isAtLeast(entered, 8)
      assert.isBelow(entered, 10)
    })
  )

  it.effect("lets every body that it admitted grow to its end, one beyond the room at a time", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 8 * small })
      let bytes = 0
      let peak = 0
      const scrape = service.admit(url, minute, (lease) =>
        Effect.gen(function* () {
          let own = 0
          for (let chunk = 0; chunk < 16; chunk++) {
            own += small / 2
            bytes += small / 2
            peak = Math.max(peak, bytes)
            const room = lease.grow(small / 2)
            if (room !== undefined) assert.isUndefined(yield* Effect.promise(() => room))
            // Others come to read.
            yield* Effect.yieldNow
          }
          bytes -= own
          return "whole"
        })
      )
      const all = yield* Effect.all(
        Array.from({ length: 40 }, () => scrape),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(all), new Set(["whole"]))
      // The room, as much again for the body that goes on without any, and for the chunks with which others paused.
      assert.isAtMost(peak, 3 * 8 * small)
    })
  )

  it.effect("refuses whom there is no place for to wait, and who has waited for three quarters of its time", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small, maxWaiting: 1 })
      const first = yield* held(service)
      const second = yield* held(service, Duration.seconds(4))
      const refused = yield* Effect.flip(service.admit(url, minute, () => Effect.void))
      assert.deepInclude(refused.reason, { _tag: "Overloaded", retryAfterSeconds: 2 })
      assert.include(refused.message, "1 scrapes wait already (inFlight.maxWaiting)")
      yield* TestClock.adjust("3 seconds")
      const late = yield* Effect.flip(Fiber.join(second.fiber))
      assert.strictEqual(late.reason._tag, "Overloaded")
      assert.include(late.message, "within 3s")
      assert.include(late.message, "inFlight.maxBytes")
      yield* first.end
      assert.strictEqual(yield* service.admit(url, minute, () => Effect.succeed("in")), "in")
    })
  )

  it.effect("refuses a body that found no room in time", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: 4 * small, maxWait: "3 seconds" })
      const [first, second] = yield* entered(service, 2)
      assert.isUndefined(first!.lease.grow(10 * small))
      const room = second!.lease.grow(8 * small)
      assert.isDefined(room)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* Effect.promise(() => room!))?._tag, "Overloaded")
    })
  )

  it.effect("says how long to wait by the pace at which others end", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small, maxWaiting: 40 })
      const all = yield* Effect.forEach(Array.from({ length: 41 }), () => held(service, Duration.hours(1)))
      for (let at = 0; at < 20; at++) {
        yield* TestClock.adjust("100 millis")
        yield* all[at]!.end
        yield* held(service, Duration.hours(1))
      }
      const refused = yield* Effect.flip(service.admit(url, minute, () => Effect.void))
      // 41 of about a fifth of a second each, the first estimate being a second.
      assert.deepInclude(refused.reason, { _tag: "Overloaded", retryAfterSeconds: 8 })
    })
  )

  it.effect("frees the place of a scrape that is interrupted while it waits or works", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small })
      const first = yield* held(service)
      const second = yield* held(service)
      yield* Fiber.interrupt(second.fiber)
      yield* Fiber.interrupt(first.fiber)
      assert.strictEqual(yield* service.admit(url, minute, () => Effect.succeed("in")), "in")
    })
  )

  it.effect("counts nothing for a scrape that has ended, whose capture others go on with", () =>
    Effect.gen(function* () {
      const service = make({ maxBytes: small })
      const first = yield* held(service)
      const lease = yield* Deferred.await(first.lease)
      yield* first.end
      assert.isUndefined(lease.grow(10 * small))
      lease.restart()
      const both = yield* Effect.forEach([0, 1], () => held(service))
      assert.deepStrictEqual(yield* enteredOf(both), [true, false])
    })
  )
})
