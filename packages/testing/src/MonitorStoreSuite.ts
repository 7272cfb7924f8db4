/** What every `MonitorStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import {
  MonitorStore,
  type Notification,
  type StoredCheck,
  type StoredMonitor
} from "@orbweaver/core/jobs/MonitorStore"

const id = (): string => crypto.randomUUID()

const monitor = (more: Partial<StoredMonitor> = {}): StoredMonitor => ({
  id: id(),
  accountId: id(),
  nextRunAt: 1000,
  createdAt: 1,
  value: { name: "prices" },
  ...more
})

const check = (monitorId: string, more: Partial<StoredCheck> = {}): StoredCheck => ({
  id: id(),
  monitorId,
  createdAt: 1,
  open: true,
  value: { status: "queued" },
  ...more
})

const event = (of: StoredCheck, more: Partial<Notification> = {}): Notification => ({
  id: id(),
  monitorId: of.monitorId,
  checkId: of.id,
  isLast: false,
  post: { url: "https://hook.test/", headers: { "x-token": "t" }, body: `{"text":"nul \\u0000, \u{1F30A}"}` },
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

    it.effect("knows what is due, and begins each tick once", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const late = monitor({ nextRunAt: 500 })
        const later = monitor({ nextRunAt: 900 })
        const { nextRunAt: _, ...paused } = monitor()
        for (const one of [later, late, monitor({ nextRunAt: 1001 }), paused]) yield* store.save(one)
        assert.deepStrictEqual(mine(yield* store.due(1000, 100), late, later, paused as StoredMonitor), [late, later])
        const ticks = [1, 2, 3].map(() => ({
          monitorId: late.id,
          at: 500,
          nextRunAt: 5000,
          check: check(late.id),
          overlapping: check(late.id, { open: false })
        }))
        const begun = yield* Effect.forEach(ticks, store.begin, { concurrency: "unbounded" })
        assert.strictEqual(begun.filter(Boolean).length, 1)
        assert.lengthOf(yield* store.checks(late.id, { limit: 10, offset: 0 }), 1)
        assert.strictEqual((yield* store.get(late.accountId, late.id))?.nextRunAt, 5000)
        assert.deepStrictEqual(mine(yield* store.due(1000, 100), late), [])
        assert.isFalse(yield* store.begin({ ...ticks[0]!, monitorId: id(), check: check(id()) }))
      })
    )

    it.effect("begins a tick while a check is open as one that is left out", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor({ nextRunAt: 500 })
        yield* store.save(owner)
        const open = check(owner.id)
        yield* store.saveCheck(open)
        const overlapping = check(owner.id, { createdAt: 2, open: false, value: { status: "left out" } })
        const tick = { monitorId: owner.id, at: 500, nextRunAt: 5000, check: check(owner.id), overlapping }
        assert.isTrue(yield* store.begin(tick))
        assert.deepStrictEqual(yield* store.checks(owner.id, { limit: 10, offset: 0 }), [overlapping, open])
      })
    )

    it.effect("changes a monitor, whose next run stays unless the change has one", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor({ nextRunAt: 500 })
        yield* store.save(owner)
        const { accountId, id: own } = owner
        const began = check(own)
        yield* store.begin({ monitorId: own, at: 500, nextRunAt: 900, check: began, overlapping: began })
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
        const began = check(own)
        const tick = { monitorId: own, at: 1000, nextRunAt: 2000, check: began, overlapping: began }
        const kept = yield* add("last", () => Effect.orDie(Effect.asVoid(store.begin(tick))))
        assert.strictEqual(kept?.nextRunAt, 2000)
        const failed = yield* Effect.flip(store.update(accountId, own, () => Effect.fail("not this way" as const)))
        assert.strictEqual(failed, "not this way")
      })
    )

    it.effect("starts one check of a monitor, however many ask at once", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor()
        yield* store.save(owner)
        const asked = [1, 2, 3, 4].map(() => check(owner.id))
        const open = yield* Effect.forEach(asked, store.startCheck, { concurrency: "unbounded" })
        assert.strictEqual(new Set(open.map((found) => found?.id)).size, 1)
        assert.lengthOf(yield* store.checks(owner.id, { limit: 10, offset: 0 }), 1)
        yield* store.saveCheck({ ...open[0]!, open: false })
        const next = check(owner.id)
        assert.deepStrictEqual(yield* store.startCheck(next), next)
        assert.isUndefined(yield* store.startCheck(check(id())))
      })
    )

    it.effect("keeps checks, the latest first, and forgets those that are done and old", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor()
        yield* store.save(owner)
        const checks = [1, 2, 3].map((createdAt) => check(owner.id, { createdAt, open: createdAt === 1 }))
        for (const one of checks) assert.isTrue(yield* store.saveCheck(one))
        const [first, second, third] = checks as [StoredCheck, StoredCheck, StoredCheck]
        const all = { limit: 10, offset: 0 }
        assert.deepStrictEqual(yield* store.checks(owner.id, all), [third, second, first])
        assert.deepStrictEqual(yield* store.checks(owner.id, { limit: 1, offset: 1 }), [second])
        assert.deepStrictEqual(yield* store.checks(owner.id, { limit: 1, offset: 0, after: third }), [second])
        assert.deepStrictEqual(yield* store.checks(owner.id, { ...all, after: first }), [])
        const done: StoredCheck = { ...second, value: { status: "completed" } }
        assert.isTrue(yield* store.saveCheck(done))
        assert.deepStrictEqual(yield* store.check(owner.id, second.id), done)
        assert.isUndefined(yield* store.check(id(), second.id))
        yield* store.forget(owner.id, 3)
        assert.deepStrictEqual(yield* store.checks(owner.id, all), [third, first])
        yield* store.remove(owner.accountId, owner.id)
        assert.deepStrictEqual(yield* store.checks(owner.id, all), [])
        assert.isFalse(yield* store.saveCheck(first))
      })
    )

    it.effect("finds the check that has not ended, however many ended after it began", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor()
        yield* store.save(owner)
        assert.isUndefined(yield* store.openCheck(owner.id))
        const open = check(owner.id)
        yield* store.saveCheck(open)
        for (let at = 2; at < 20; at++) yield* store.saveCheck(check(owner.id, { createdAt: at, open: false }))
        assert.deepStrictEqual(yield* store.openCheck(owner.id), open)
        yield* store.saveCheck({ ...open, open: false })
        assert.isUndefined(yield* store.openCheck(owner.id))
      })
    )

    it.effect(
      "lends an open check to one process at a time, until its lease is over or it is done, and few of each account",
      () =>
        Effect.gen(function* () {
          const store = yield* MonitorStore
          const owner = monitor()
          yield* store.save(owner)
          const open = check(owner.id)
          yield* store.saveCheck(open)
          yield* store.saveCheck(check(owner.id, { open: false }))
          const taken = yield* Effect.forEach([1, 2, 3], () => store.take(1000, 50, 1000), { concurrency: "unbounded" })
          const lent = { ...open, accountId: owner.accountId }
          assert.deepStrictEqual(
            taken.flatMap((all) => mine<StoredCheck>(all, open)),
            [lent]
          )
          assert.deepStrictEqual(mine<StoredCheck>(yield* store.take(1049, 50, 1000), open), [])
          assert.deepStrictEqual(mine<StoredCheck>(yield* store.take(1050, 50, 1000), open), [lent])
          yield* store.heartbeat(open.id, 1200)
          assert.deepStrictEqual(mine<StoredCheck>(yield* store.take(1199, 50, 1000), open), [])
          yield* store.heartbeat(open.id, 1150)
          assert.deepStrictEqual(mine<StoredCheck>(yield* store.take(1150, 50, 1000), open), [lent])
          yield* store.saveCheck({ ...open, open: false })
          assert.deepStrictEqual(mine<StoredCheck>(yield* store.take(9000, 50, 1000), open), [])

          // Of accounts in turns, and no more of an account than its quota.
          const [many, one] = [id(), id()]
          const openOf = Effect.fnUntraced(function* (accountId: string, createdAt: number) {
            const owner = monitor({ accountId })
            yield* store.save(owner)
            const open = check(owner.id, { createdAt })
            yield* store.saveCheck(open)
            return open
          })
          const ofMany = []
          for (let createdAt = 1; createdAt <= 6; createdAt++) ofMany.push(yield* openOf(many, createdAt))
          const ofOne = yield* openOf(one, 9)
          const take = (busy: ReadonlyArray<readonly [string, number]>, perAccount: number) =>
            Effect.map(store.take(1000, 50, 1000, { perAccount, busy: new Map(busy) }), (taken) =>
              taken.flatMap(({ accountId, id }) => ([many, one].includes(accountId) ? [id] : []))
            )
          assert.sameMembers(yield* take([[many, 2]], 3), [ofMany[0]!.id, ofOne.id])
          assert.deepStrictEqual(yield* take([[many, 3]], 3), [])
          assert.sameMembers(
            yield* take([], 3),
            ofMany.slice(1, 4).map((found) => found.id)
          )

          // Those come first that have waited longest, since they began or since their last lease.
          const waiting = id()
          const [first, second, third] = [
            yield* openOf(waiting, 10),
            yield* openOf(waiting, 20),
            yield* openOf(waiting, 30)
          ]
          yield* store.heartbeat(first.id, 25)
          yield* store.heartbeat(second.id, 15)
          yield* store.heartbeat(third.id, 28)
          for (const next of [second, first, third]) {
            const taken = yield* store.take(40, 50, 1000, { perAccount: 1, busy: new Map() })
            assert.deepStrictEqual(
              taken.flatMap(({ accountId, id }) => (accountId === waiting ? [id] : [])),
              [next.id]
            )
          }
        })
    )

    it.effect("erases monitors with their checks, and checks of others, that are picked", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const [gone, kept] = [monitor({ value: { name: "erased" } }), monitor({ value: { name: "kept" } })]
        yield* store.save(gone)
        yield* store.save(kept)
        const ofGone = check(gone.id, { open: false })
        const ofKept = check(kept.id, { open: false, value: { status: "erased" } })
        const other = check(kept.id, { open: false })
        for (const each of [ofGone, ofKept, other]) yield* store.saveCheck(each)
        const waits = check(kept.id)
        yield* store.saveCheck(waits)
        const [erased, stays] = [event(waits), event(waits)]
        yield* store.conclude(waits, [erased, stays])
        const erasure = {
          monitor: ({ id }: StoredMonitor) => id === gone.id,
          check: ({ id }: StoredCheck) => id === ofKept.id,
          notification: ({ id }: Notification) => id === erased.id
        }
        assert.deepStrictEqual(yield* store.erase(erasure), { monitors: 1, checks: 2 })
        assert.deepStrictEqual(yield* store.erase(erasure), { monitors: 0, checks: 0 })
        assert.isUndefined(yield* store.find(gone.id))
        assert.deepStrictEqual(yield* store.find(kept.id), kept)
        assert.sameDeepMembers(
          [...(yield* store.checks(kept.id, { limit: 10, offset: 0 }))],
          [other, { ...waits, open: false }]
        )
        assert.deepStrictEqual(yield* store.notificationCounts(waits.id), { waiting: 1, untried: 1, failed: 0 })
      })
    )

    it.effect("ends a check with its events once, whoever ends it again", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor()
        yield* store.save(owner)
        const open = check(owner.id)
        yield* store.saveCheck(open)
        const events = [event(open), event(open)]
        const ended = { ...open, value: { status: "completed" } }
        const concluded = yield* Effect.forEach([1, 2, 3], () => store.conclude(ended, events), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(concluded.filter(Boolean), [true])
        assert.deepStrictEqual(yield* store.check(owner.id, open.id), { ...ended, open: false })
        assert.isFalse(yield* store.conclude({ ...ended, value: { status: "failed" } }, [event(open)]))
        assert.deepStrictEqual(yield* store.notificationCounts(open.id), { waiting: 2, untried: 2, failed: 0 })
        // A monitor that is gone sends nothing, and nothing is left of its events.
        yield* store.remove(owner.accountId, owner.id)
        assert.isFalse(yield* store.conclude(ended, events))
        assert.deepStrictEqual(yield* store.notificationCounts(open.id), { waiting: 0, untried: 0, failed: 0 })
        const stray = check(owner.id)
        assert.isFalse(yield* store.conclude(stray, [event(stray)]))
      })
    )

    it.effect("gives events of a check until they are delivered or given up, its last one behind all others", () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const owner = monitor()
        yield* store.save(owner)
        const open = check(owner.id)
        yield* store.saveCheck(open)
        const [first, second, last] = [event(open), event(open), event(open, { isLast: true })]
        yield* store.conclude(open, [first, second, last])
        const leaseMs = 60_000
        const take = Effect.map(store.outbox.take(1000, leaseMs), (taken) =>
          taken.filter(({ checkId }) => checkId === open.id)
        )
        const taken = yield* take
        assert.deepStrictEqual(taken, [
          { ...first, attempt: 1 },
          { ...second, attempt: 1 }
        ])
        // Each is lent to one sender; one that dies loses nothing.
        assert.deepStrictEqual(yield* take, [])
        yield* TestClock.adjust(leaseMs + 1)
        const again = yield* take
        assert.deepStrictEqual(
          again.map(({ attempt, id }) => [id, attempt]),
          [
            [first.id, 2],
            [second.id, 2]
          ]
        )
        yield* store.outbox.delivered(again[0]!)
        assert.deepStrictEqual(yield* take, [])
        const later = (yield* Clock.currentTimeMillis) + 120_000
        yield* store.outbox.failed(again[1]!, "answered 500", later)
        assert.deepStrictEqual(yield* store.notificationCounts(open.id), { waiting: 2, untried: 1, failed: 0 })
        const [final] = yield* take
        assert.strictEqual(final?.id, last.id)
        yield* store.outbox.delivered(final!)
        yield* TestClock.adjust(120_001)
        const [third] = yield* take
        assert.deepStrictEqual([third?.id, third?.attempt], [second.id, 3])
        yield* store.outbox.failed(third!, "answered 410")
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* take, [])
        assert.deepStrictEqual(yield* store.notificationCounts(open.id), { waiting: 0, untried: 0, failed: 1 })
        // Dead letters go with their check.
        yield* store.forget(owner.id, 1000)
        assert.deepStrictEqual(yield* store.notificationCounts(open.id), { waiting: 0, untried: 0, failed: 0 })
      })
    )
  })
