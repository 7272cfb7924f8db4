/** What every `ProfileStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { type ProfileKey, ProfileStore, type SaveRequest } from "@orbweaver/core/accounts/ProfileStore"

const month = Duration.days(30)
const minute = Duration.minutes(1)

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, ProfileStore>) => Effect.provide(test, TestClock.layer())

const freshKey = (name = "shop"): ProfileKey => ({ accountId: crypto.randomUUID(), name })

const requestOf = (key: ProfileKey, holder: string, given: Partial<SaveRequest> = {}): SaveRequest => ({
  ...key,
  holder,
  sealedBy: "key",
  sealed: "c2VhbGVk",
  keepFor: month,
  maxProfiles: 10,
  ...given
})

/** Saves as one who may. */
const save = Effect.fnUntraced(function* (key: ProfileKey, given: Partial<SaveRequest> = {}) {
  const store = yield* ProfileStore
  const holder = crypto.randomUUID()
  assert.isTrue(yield* store.claim(key, holder, minute))
  const result = yield* store.save(requestOf(key, holder, given))
  yield* store.release(key, holder)
  return result
})

/** `layer` is built once for the suite; accounts of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<ProfileStore, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`ProfileStore (${name})`, (it) => {
    it.effect("gives a profile as it was last saved, to its account and under its name alone", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const key = freshKey("Läden '; --")
          assert.isUndefined(yield* store.use(key, month))
          assert.strictEqual(yield* save(key), "saved")
          assert.strictEqual(yield* save(key, { sealedBy: "other key", sealed: "bGF0ZXI=" }), "saved")
          assert.deepStrictEqual(yield* store.use(key, month), { sealedBy: "other key", sealed: "bGF0ZXI=" })
          assert.isUndefined(yield* store.use({ ...key, accountId: crypto.randomUUID() }, month))
          assert.isUndefined(yield* store.use({ ...key, name: "other" }, month))
        })
      )
    )

    it.effect("lists the profiles of an account by name, and not what they hold", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const key = freshKey("b")
          yield* save(key)
          yield* TestClock.adjust(minute)
          yield* save({ ...key, name: "a" })
          yield* save(key, { sealed: "bG9uZ2VyIQ==" })
          const at = Duration.toMillis(minute)
          const times = { savedAt: at, usedAt: at, expiresAt: at + Duration.toMillis(month) }
          assert.deepStrictEqual(yield* store.list(key.accountId), [
            { name: "a", bytes: 8, createdAt: at, ...times },
            { name: "b", bytes: 12, createdAt: 0, ...times }
          ])
          assert.deepStrictEqual(yield* store.list(crypto.randomUUID()), [])
        })
      )
    )

    it.effect("gives the right to save to one at a time, until it is released or its time is over", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const key = freshKey()
          const racing = yield* Effect.forEach(["a", "b", "c", "d"], (holder) => store.claim(key, holder, minute), {
            concurrency: "unbounded"
          })
          assert.strictEqual(racing.filter(Boolean).length, 1)
          const first = ["a", "b", "c", "d"][racing.indexOf(true)]!
          assert.isTrue(yield* store.claim({ ...key, name: "other" }, "e", minute))
          yield* store.release(key, "e")
          assert.isFalse(yield* store.claim(key, "e", minute))
          assert.strictEqual(yield* store.save(requestOf(key, "e")), "lost")
          yield* store.release(key, first)
          assert.isTrue(yield* store.claim(key, "e", minute))
          yield* TestClock.adjust(minute)
          assert.strictEqual(yield* store.save(requestOf(key, "e")), "lost")
          assert.isTrue(yield* store.claim(key, "f", minute))
          assert.strictEqual(yield* store.save(requestOf(key, "f")), "saved")
        })
      )
    )

    it.effect("removes a profile, which whoever has it open saves no more", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const key = freshKey()
          yield* save(key)
          assert.isTrue(yield* store.claim(key, "holder", minute))
          assert.isFalse(yield* store.remove({ ...key, accountId: crypto.randomUUID() }))
          assert.isTrue(yield* store.remove(key))
          assert.isFalse(yield* store.remove(key))
          assert.strictEqual(yield* store.save(requestOf(key, "holder")), "lost")
          assert.isUndefined(yield* store.use(key, month))
        })
      )
    )

    it.effect("removes all profiles of an account, and none of another", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const [key, other] = [freshKey(), freshKey()]
          for (const one of [key, { ...key, name: "second" }, other]) yield* save(one)
          assert.strictEqual(yield* store.removeAll(key.accountId), 2)
          assert.strictEqual(yield* store.removeAll(key.accountId), 0)
          assert.deepStrictEqual(yield* store.list(key.accountId), [])
          assert.strictEqual((yield* store.list(other.accountId)).length, 1)
        })
      )
    )

    it.effect("holds no more profiles of an account than it may, and replaces those that there are", () =>
      timed(
        Effect.gen(function* () {
          const key = freshKey("a")
          const few = { maxProfiles: 1 }
          assert.strictEqual(yield* save(key, few), "saved")
          assert.strictEqual(yield* save({ ...key, name: "b" }, few), "full")
          assert.strictEqual(yield* save(key, few), "saved")
          assert.strictEqual(yield* save(freshKey("b"), few), "saved")
        })
      )
    )

    it.effect("keeps a profile for as long as it is used", () =>
      timed(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const key = freshKey()
          yield* save(key)
          yield* TestClock.adjust(Duration.days(29))
          assert.isDefined(yield* store.use(key, month))
          yield* TestClock.adjust(Duration.days(29))
          assert.isDefined(yield* store.use(key, month))
          yield* TestClock.adjust(month)
          assert.isUndefined(yield* store.use(key, month))
          assert.deepStrictEqual(yield* store.list(key.accountId), [])
          yield* store.sweep
          assert.strictEqual(yield* store.removeAll(key.accountId), 0)
        })
      )
    )
  })
