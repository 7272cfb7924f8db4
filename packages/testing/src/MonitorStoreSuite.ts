/** What every `MonitorStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { MonitorStore, type StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"

const id = (): string => crypto.randomUUID()

const monitor = (more: Partial<StoredMonitor> = {}): StoredMonitor => ({
  id: id(),
  accountId: id(),
  nextRunAt: 1000,
  createdAt: 1,
  value: { name: "prices" },
  ...more
})

/** The clock of these tests is in the year 1970: nothing of other suites is due then. */
const mine = <A extends { readonly id: string }>(all: ReadonlyArray<A>, ...own: ReadonlyArray<A>) =>
  all.filter((one) => own.some((other) => other.id === one.id))

/** `layer` is built once for the suite; accounts of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<MonitorStore, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`MonitorStore (${name})`, (it) => {
    it.effect("keeps monitors of an account, oldest first, until they are replaced or removed", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const first = monitor()
        const second = monitor({ accountId: first.accountId, createdAt: 2 })
        yield* store.save(second)
        yield* store.save(first)
        const slice = { limit: 10, offset: 0 }
        assert.deepStrictEqual(yield* store.list(first.accountId, slice), [first, second])
        assert.deepStrictEqual(yield* store.list(first.accountId, { limit: 1, offset: 1 }), [second])
        assert.deepStrictEqual(yield* store.list(first.accountId, { ...slice, after: first }), [second])
        assert.deepStrictEqual(yield* store.list(first.accountId, { ...slice, after: second }), [])
        const { nextRunAt: _, ...rest } = first
        const paused: StoredMonitor = { ...rest, value: { name: "other", nested: [1, null] } }
        yield* store.save(paused)
        assert.deepStrictEqual(yield* store.get(first.accountId, first.id), paused)
        assert.isUndefined(yield* store.get("somebody", first.id))
        assert.deepStrictEqual(yield* store.find(first.id), paused)
        assert.isFalse(yield* store.remove("somebody", first.id))
        assert.isTrue(yield* store.remove(first.accountId, first.id))
        assert.isFalse(yield* store.remove(first.accountId, first.id))
        assert.deepStrictEqual(yield* store.list(first.accountId, slice), [second])
        assert.deepStrictEqual(yield* store.list(first.accountId, { ...slice, after: first }), [second])
      })
    )

    it.effect("lists entries of one moment in an order that goes on behind each of them", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor()
        for (let made = 0; made < 5; made++) yield* store.save(monitor({ accountId: owner.accountId }))
        const all = yield* store.list(owner.accountId, { limit: 10, offset: 0 })
        assert.lengthOf(all, 5)
        for (const [index, after] of all.entries()) {
          const behind = yield* store.list(owner.accountId, { limit: 10, offset: 0, after })
          assert.deepStrictEqual(behind, all.slice(index + 1))
        }
      })
    )

    it.effect("knows what is due, and moves to each next tick once", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const late = monitor({ nextRunAt: 500 })
        const later = monitor({ nextRunAt: 900 })
        const { nextRunAt: _, ...paused } = monitor()
        for (const one of [later, late, monitor({ nextRunAt: 1001 }), paused]) yield* store.save(one)
        assert.deepStrictEqual(mine(yield* store.due(1000, 100), late, later, paused as StoredMonitor), [late, later])
        const tick = { monitorId: late.id, at: 500, nextRunAt: 5000 }
        const moved = yield* Effect.forEach([1, 2, 3], () => store.moveTick(tick), { concurrency: "unbounded" })
        assert.strictEqual(moved.filter(Boolean).length, 1)
        assert.strictEqual((yield* store.get(late.accountId, late.id))?.nextRunAt, 5000)
        assert.deepStrictEqual(mine(yield* store.due(1000, 100), late), [])
        assert.isFalse(yield* store.moveTick({ ...tick, monitorId: id() }))
      })
    )

    it.effect("changes a monitor, whose next run stays unless the change has one", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor({ nextRunAt: 500 })
        yield* store.save(owner)
        const { accountId, id: own } = owner
        yield* store.moveTick({ monitorId: own, at: 500, nextRunAt: 900 })
        const renamed = yield* store.update(accountId, own, () => Effect.succeed({ value: { name: "other" } }))
        assert.deepStrictEqual(renamed, { ...owner, nextRunAt: 900, value: { name: "other" } })
        yield* store.update(accountId, own, () => Effect.succeed({ value: { name: "other" }, nextRunAt: 700 }))
        assert.strictEqual((yield* store.find(own))?.nextRunAt, 700)
        const paused = yield* store.update(accountId, own, () => Effect.succeed({ value: {}, nextRunAt: null }))
        assert.notProperty(paused, "nextRunAt")
        assert.deepStrictEqual(yield* store.find(own), paused)
        assert.isUndefined(yield* store.update("somebody", own, () => Effect.succeed({ value: {} })))
        yield* store.remove(accountId, own)
        assert.isUndefined(yield* store.update(accountId, own, () => Effect.succeed({ value: {} })))
        assert.isUndefined(yield* store.find(own))
      })
    )

    it.effect("makes a change again to what somebody else wrote meanwhile, so that none of several is lost", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor({ value: {} })
        const { accountId, id: own } = owner
        yield* store.save(owner)
        const add = (name: string, before: (names: ReadonlyArray<string>) => Effect.Effect<void> = () => Effect.void) =>
          store.update(accountId, own, ({ value }) => {
            const names = Object.keys(value ?? {})
            return Effect.as(before(names), { value: Object.fromEntries([...names, name].map((key) => [key, 1])) })
          })
        const seen: Array<ReadonlyArray<string>> = []
        const slow = yield* add("slow", (names) => {
          seen.push(names)
          return names.length === 0 ? Effect.orDie(Effect.asVoid(add("quick"))) : Effect.void
        })
        assert.deepStrictEqual(seen, [[], ["quick"]])
        assert.deepStrictEqual(slow?.value, { quick: 1, slow: 1 })
        const many = Array.from({ length: 8 }, (_, index) => `name ${index}`)
        yield* Effect.forEach(many, (name) => add(name, () => Effect.yieldNow), { concurrency: "unbounded" })
        const found = yield* store.find(own)
        assert.sameMembers(Object.keys(found?.value ?? {}), ["quick", "slow", ...many])
        // A tick that begins meanwhile is no change of what the monitor is.
        const tick = { monitorId: own, at: 1000, nextRunAt: 2000 }
        const kept = yield* add("last", () => Effect.orDie(Effect.asVoid(store.moveTick(tick))))
        assert.strictEqual(kept?.nextRunAt, 2000)
        const failed = yield* Effect.flip(store.update(accountId, own, () => Effect.fail("not this way" as const)))
        assert.strictEqual(failed, "not this way")
      })
    )

    it.effect("erases monitors that are picked", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const [gone, kept] = [monitor({ value: { name: "erased" } }), monitor({ value: { name: "kept" } })]
        yield* store.save(gone)
        yield* store.save(kept)
        const erasure = { monitor: ({ id }: StoredMonitor) => id === gone.id, event: () => false }
        assert.strictEqual(yield* store.erase(erasure), 1)
        assert.strictEqual(yield* store.erase(erasure), 0)
        assert.isUndefined(yield* store.find(gone.id))
        assert.deepStrictEqual(yield* store.find(kept.id), kept)
      })
    )
  })
