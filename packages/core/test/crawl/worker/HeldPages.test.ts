import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { type HeldPages, makeHeldPages } from "../../../src/crawl/worker/HeldPages.ts"
import type { ClaimedPage, Settlement } from "../../../src/jobs/Frontier.ts"
import { JobId } from "../../../src/model/Job.ts"

const page = (name: string, job = "a", accountId = job): ClaimedPage => ({
  jobId: JobId.make(job),
  page: name,
  token: 1,
  url: `https://s.test/${name}`,
  accountId,
  origin: "https://s.test",
  host: "s.test",
  depth: 0,
  attempt: 1,
  isFirst: true
})

const settlement = ({ jobId, page, token }: ClaimedPage): Settlement => ({
  lease: { jobId, page, token },
  outcome: { _tag: "Released" },
  links: []
})

const isOpen = (latch: HeldPages["idle"]) =>
  Effect.map(Effect.timeoutOption(latch.await, 0), (opened) => opened._tag === "Some")

/** Pages of a worker with two fibers, which claims eight ahead. */
const setup = makeHeldPages(2)

describe("pages that a worker holds", () => {
  it.effect("are named by those held longest, since they were claimed, while they are held", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      pages.add([page("new")], 3000)
      pages.add([page("old"), page("older")], 1000)
      pages.all().forEach((held) => (held.since = 9000))
      assert.deepStrictEqual(pages.longestHeld(2), [
        { jobId: JobId.make("a"), page: "old", since: 1000 },
        { jobId: JobId.make("a"), page: "older", since: 1000 }
      ])
      assert.lengthOf(pages.longestHeld(10), 3)
      pages.abandon(pages.all())
      assert.deepStrictEqual(pages.longestHeld(10), [])
    })
  )

  it.effect("leave as much room as the fibers and what is claimed ahead have, less what other claims may fill", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      assert.strictEqual(pages.room, 10)
      const first = pages.reserve(pages.room)
      assert.strictEqual(first, 10)
      assert.strictEqual(pages.reserve(pages.room), 0)
      pages.add([page("1"), page("2"), page("3")], 0)
      pages.release(first)
      assert.strictEqual(pages.reserve(pages.room), 7)
      assert.strictEqual(pages.claims, 2)
    })
  )

  it.live("let a worker claim for itself only while one of its fibers is idle", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      const claim = (...claimed: ReadonlyArray<ClaimedPage>) => {
        const count = pages.reserve(pages.room)
        pages.add(claimed, 0)
        pages.release(count)
      }
      claim(page("1"))
      assert.isTrue(yield* isOpen(pages.idle))
      claim(page("2"))
      assert.isFalse(yield* isOpen(pages.idle))
      pages.settle([settlement(page("1"))])()
      assert.isTrue(yield* isOpen(pages.idle))
    })
  )

  it.live("are held until their settlement has ended, however it went", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      pages.add([page("1")], 0)
      const onEnd = pages.settle([settlement(page("1"))])
      assert.strictEqual(pages.running, 1)
      assert.lengthOf(pages.all(), 1)
      onEnd()
      assert.lengthOf(pages.all(), 0)
      assert.isTrue(yield* isOpen(pages.emptied))
    })
  )

  it.effect("tell of which jobs no other page is held", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      pages.add([page("1"), page("2"), page("3", "b")], 0)
      const batch = [settlement(page("1")), settlement(page("3", "b"))]
      pages.settle(batch)
      assert.deepStrictEqual([...pages.jobsWithoutOthers(batch)], [JobId.make("b")])
    })
  )

  it.effect("begin in free places, those of other accounts first", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      pages.add([page("1"), page("2"), page("3"), page("4", "b")], 0)
      const begun = yield* Queue.takeAll(pages.inbox)
      assert.deepStrictEqual(
        begun.map((held) => held.page.page),
        ["1", "4"]
      )
      assert.strictEqual(pages.waiting, 2)
      pages.leavePlace(begun[0]!)
      assert.strictEqual((yield* Queue.take(pages.inbox)).page.page, "2")
    })
  )

  it.live("are lost when the worker stops before they begin, and none is claimed from then on", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      pages.add([page("1")], 0)
      pages.drain()
      pages.add([page("2")], 0)
      assert.deepStrictEqual(
        pages.all().map(({ isLost }) => isLost),
        [true, true]
      )
      assert.strictEqual(pages.reserve(pages.room), 0)
      assert.isFalse(yield* isOpen(pages.idle))
    })
  )

  it.effect("are lost by their lease, and not by another one of the same page", () =>
    Effect.gen(function* () {
      const pages = yield* setup
      pages.add([page("1")], 0)
      pages.lose({ ...page("1"), token: 2 })
      assert.isFalse(pages.all()[0]!.isLost)
      pages.lose(page("1"))
      assert.isTrue(pages.all()[0]!.isLost)
      pages.abandon(pages.all())
      assert.lengthOf(pages.all(), 0)
    })
  )
})
