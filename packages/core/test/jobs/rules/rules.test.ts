/**
 * The rules of jobs as a state machine: whatever happens in whatever order, the
 * counters add up, limits hold, and a job ends once.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PageOutcome, Settlement } from "@orbweaver/core/jobs/Frontier"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import * as Admission from "@orbweaver/core/jobs/rules/admission"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import { findDuplicate, type KnownPage } from "@orbweaver/core/jobs/rules/duplicates"
import type { JobState } from "@orbweaver/core/jobs/rules/JobState"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import * as Settling from "@orbweaver/core/jobs/rules/settling"
import * as Tasks from "@orbweaver/core/jobs/rules/tasks"
import { canMove, discovered, isFinal } from "@orbweaver/core/model/Job"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { Schema } from "effect"

const nat = (max: number) => Schema.Literals(Array.from({ length: max + 1 }, (_, index) => index))
/** Long enough for a job to end, come back and end again. */
const many = <S extends Schema.Constraint>(item: S) => Schema.Array(Schema.Array(item))

const outcomes: Readonly<Record<string, PageOutcome>> = {
  retry: { _tag: "Retry", afterMs: 1000 },
  released: { _tag: "Released" },
  failed: { _tag: "Failed", error: "no" },
  skipped: { _tag: "Skipped", reason: "robots" },
  completed: {
    _tag: "Completed",
    document: { metadata: { sourceURL: "https://a.test/", url: "https://a.test/", statusCode: 200 } },
    credits: 2,
    debits: []
  }
}

const Admit = Schema.Struct({ do: Schema.Literal("admit"), depth: nat(4), admitted: Schema.Boolean })
const Claim = Schema.Struct({ do: Schema.Literal("claim"), count: nat(5), busy: nat(6) })
const Settle = Schema.Struct({
  do: Schema.Literal("settle"),
  outcome: Schema.Literals(["retry", "released", "failed", "skipped", "completed"]),
  duplicate: Schema.Boolean
})
const Step = Schema.Union([
  Admit,
  Claim,
  Settle,
  Schema.Struct({ do: Schema.Literal("lose"), losses: nat(7) }),
  Schema.Struct({ do: Schema.Literal("move"), to: Schema.Literals(["scraping", "paused", "failed", "cancelled"]) }),
  Schema.Struct({ do: Schema.Literals(["reopen", "collected", "finish"]) })
])
// What a job mostly meets, so that it lives long.
const Steps = many(Schema.Union([Admit, Claim, Settle, Admit, Claim, Settle, Step]))

const Spec = Schema.Struct({
  limit: Schema.Literals([1, 2, 5, 100]),
  maxDepth: Schema.Literals([0, 2, 9]),
  maxConcurrency: Schema.Literals([1, 3, 99]),
  accountConcurrency: Schema.Literals([2, 4]),
  delayMs: Schema.Literals([0, 50]),
  task: Schema.Boolean
})

const settlementOf = (ended: PageOutcome): Settlement => ({
  lease: { jobId: newJob([]).id, page: "1", token: 1 },
  outcome: ended,
  links: []
})

const sum = ({ counts }: JobState): number => discovered(counts)

describe("the rules of a job", () => {
  it.prop(
    "keep the counters whole, the limits and the order of events, whatever happens",
    [Spec, Steps],
    ([some, steps]) => {
      const spec = newJob([], some)
      let now = 1000
      let { events, state } = Lifecycle.begin(spec, spec.task, now)
      const happened = [...events]
      const take = (transition: { readonly state: JobState; readonly events: typeof events } | undefined) => {
        if (transition === undefined) return
        // A job that goes on with nothing left to do ends in the same transition.
        const from = transition.events[0]?.type === "resumed" ? "scraping" : state.status
        assert.isTrue(from === transition.state.status || canMove(from, transition.state.status))
        state = transition.state
        happened.push(...transition.events)
      }
      for (const next of steps.flat()) {
        now += 10
        const before = state
        switch (next.do) {
          case "admit": {
            if (isFinal(state.status)) break
            const decision = next.admitted
              ? { admit: true as const }
              : { admit: false as const, reason: "trap" as const }
            const admission = Admission.admitPage(spec, state.counts, { decision }, next.depth)
            if (next.admitted && next.depth <= spec.maxDepth) assert.include([undefined, "limit"], admission.reason)
            if (next.admitted && next.depth > spec.maxDepth) assert.strictEqual(admission.reason, "depth")
            state = { ...state, ...Admission.countAdmitted(state, admission) }
            assert.strictEqual(sum(state), sum(before) + 1)
            break
          }
          case "claim": {
            if (state.status !== "scraping") break
            const allowed = Claiming.mayGive(spec, state, next.count, next.busy, now)
            const given = Math.min(allowed.count, state.counts.queued)
            state = given > 0 ? Claiming.gave(spec, allowed.state, given, now) : allowed.state
            assert.isAtMost(state.counts.active, Math.max(spec.maxConcurrency, before.counts.active))
            assert.isAtMost(given, Math.max(0, spec.accountConcurrency - next.busy))
            if (given > 0) assert.isAtMost(state.counts.active + state.counts.completed, spec.limit)
            if (given > 0 && spec.delayMs > 0) assert.strictEqual(state.counts.active, 1)
            assert.strictEqual(sum(state), sum(before))
            break
          }
          case "settle": {
            if (isFinal(state.status) || state.counts.active === 0) break
            const isDuplicate = next.duplicate && next.outcome === "completed"
            const of = isDuplicate ? "https://other.test/" : undefined
            const ended = Settling.settlePage(state, "1", settlementOf(outcomes[next.outcome]!), of, now)
            take({ state: ended.state, events: ended.event === undefined ? [] : [ended.event] })
            assert.strictEqual(sum(state), sum(before))
            assert.strictEqual(state.counts.active, before.counts.active - 1)
            const succeeded = next.outcome === "completed" && !isDuplicate
            assert.strictEqual(ended.page.position, succeeded ? before.results + 1 : undefined)
            assert.strictEqual(state.creditsUsed, before.creditsUsed + (succeeded ? 2 : 0))
            take(Lifecycle.endIfDone(spec, state, now))
            break
          }
          case "lose": {
            if (isFinal(state.status) || state.counts.active === 0) break
            const lost = Settling.loseLease(state, "1", next.losses, now)
            assert.strictEqual(lost.page.state, next.losses < Settling.maxLostLeases ? "queued" : "failed")
            take({ state: lost.state, events: lost.event === undefined ? [] : [lost.event] })
            assert.strictEqual(sum(state), sum(before))
            take(Lifecycle.endIfDone(spec, state, now))
            break
          }
          case "move":
            take(Lifecycle.move(spec, state, next.to, "somebody said so", now))
            break
          case "reopen":
            state = Lifecycle.reopen(state, true, now) ?? state
            break
          case "collected":
            if (!isFinal(state.status)) take(Lifecycle.collected(spec, state, now))
            break
          case "finish":
            take(Lifecycle.finish(spec, state, 1, now))
        }
        for (const count of Object.values(state.counts)) assert.isAtLeast(count, 0)
        if (isFinal(state.status)) {
          assert.strictEqual(state.counts.queued + state.counts.active, 0)
          assert.isDefined(state.finishedAt)
        }
      }
      assert.deepStrictEqual(
        happened.map(({ number }) => number),
        happened.map((_, index) => index + 1)
      )
      assert.strictEqual(state.events, happened.length)
    }
  )

  it.prop(
    "end a job as soon as nothing waits, runs or is being collected, and only then",
    [nat(3), nat(3), nat(3), Schema.Boolean],
    ([queued, active, completed, collecting]) => {
      const state = {
        ...Lifecycle.begin(newJob([]), collecting, 1).state,
        counts: { queued, active, completed, failed: 0, skipped: 0, cancelled: 0 }
      }
      const ended = Lifecycle.endIfDone({ limit: 3 }, state, 2)
      const isDone = active === 0 && (completed >= 3 || (queued === 0 && !collecting))
      assert.strictEqual(ended?.state.status, isDone ? "completed" : undefined)
      if (ended !== undefined) assert.strictEqual(ended.state.counts.skipped, queued)
    }
  )

  it.prop(
    "bring a page back only where its depth alone kept it out, and never give it a greater depth",
    [nat(5), nat(5), nat(5), Schema.Boolean],
    ([maxDepth, known, found, keptOut]) => {
      const way = Admission.compareWay({ maxDepth }, known, found, keptOut)
      assert.strictEqual(way === "known", found >= known)
      assert.strictEqual(way === "back", found < known && keptOut && found <= maxDepth)
    }
  )

  it.prop(
    "serve jobs in one order, whatever order they are in",
    [Schema.Array(Schema.Struct({ busy: nat(3), priority: nat(3), active: nat(3) }))],
    ([standings]) => {
      const jobs = standings.map((one, n) => ({ ...one, account: String(n), n }))
      const sorted = jobs.toSorted(Claiming.compareStanding)
      assert.deepStrictEqual(jobs.toReversed().toSorted(Claiming.compareStanding), sorted)
      for (const [index, job] of sorted.slice(1).entries()) assert.isAtLeast(job.busy, sorted[index]!.busy)
    }
  )

  it.prop(
    "share what is wanted so that accounts with the fewest running pages have as many as possible",
    [Schema.Array(nat(9)).check(Schema.isMinLength(1)), nat(20), nat(3)],
    ([accounts, more, ofAccount]) => {
      const wanted = more + 1
      const jobs = accounts.flatMap((busy, account) =>
        Array.from({ length: ofAccount + 1 }, (_, n) => ({ account: String(account), busy, priority: 0, active: 0, n }))
      )
      const turns = Claiming.takeTurns(jobs.toReversed(), wanted)
      assert.sameMembers(
        turns.map(({ job }) => job),
        jobs
      )
      const first = turns.filter(({ jobsLeft }) => jobsLeft === ofAccount + 1)
      assert.lengthOf(first, accounts.length)
      assert.strictEqual(
        first.reduce((sum, { accountShare }) => sum + accountShare, 0),
        wanted
      )
      const after = first.map(({ accountShare, job }) => job.busy + accountShare)
      for (const { accountShare, job } of first) {
        if (accountShare > 0) assert.isAtMost(job.busy + accountShare, Math.min(...after) + 1)
      }
    }
  )

  it.prop("retry a task so often and no more, each time later", [nat(6), nat(9)], ([attempts, forgiven]) => {
    const again = Tasks.retryTaskAt({ attempt: forgiven + attempts, forgiven }, 1000)
    assert.strictEqual(again === undefined, attempts >= Tasks.maxAttempts)
    if (again !== undefined) assert.isAbove(again, 1000)
  })
})

describe("pages that are one", () => {
  const names = ["a", "b", "c"] as const
  const Key = Schema.UndefinedOr(Schema.Literals(names))
  const Known = Schema.UndefinedOr(
    Schema.Struct({
      page: nat(3),
      isCompleted: Schema.Boolean,
      contentHash: Schema.NullOr(Schema.Literals(["1", "2"]))
    })
  )

  it.prop(
    "are found only among completed ones, and an identity that is taken is never given away",
    [Key, Key, Key, Key, Schema.Tuple([Known, Known, Known])],
    ([answer, canonical, content, final, pages]) => {
      const keyOf = (name: (typeof names)[number] | undefined) => (name === undefined ? undefined : fingerprint(name))
      const find = ({ a }: { readonly a: number }): KnownPage<number> | undefined => {
        const page = pages[names.findIndex((name) => fingerprint(name).a === a)]
        return page === undefined ? undefined : { ...page, url: `https://site.test/${page.page}` }
      }
      const settlement: Settlement = {
        ...settlementOf({ _tag: "Released" }),
        answerKey: keyOf(answer),
        canonicalKey: keyOf(canonical),
        contentKey: keyOf(content),
        finalKey: keyOf(final)
      }
      const found = findDuplicate(9, settlement, { contentHash: "1" }, { byAddress: find, byAlias: find })
      if (found.of !== undefined) {
        assert.isTrue(pages.some((page) => page?.isCompleted === true && found.of?.endsWith(`/${page.page}`) === true))
      }
      if (found.address !== undefined) assert.isUndefined(find(found.address))
      for (const alias of found.aliases) assert.isFalse(find(alias)?.isCompleted === true)
    }
  )
})

describe("politeness", () => {
  const Signal = Schema.Struct({
    kind: Schema.Literals(["good", "refused", "silent", "unknown"]),
    retryAfterMs: Schema.UndefinedOr(Schema.Literals([0, 700, 30_000, 900_000])),
    crawlDelayMs: Schema.UndefinedOr(Schema.Literals([0, 400, 20_000, 90_000]))
  })
  const limits = { ...Politeness.defaults, concurrency: 8 }

  it.prop(
    "never starts more pages of a host than it may have, nor any before its pause is over",
    [Schema.Boolean, many(Schema.Union([nat(10), Signal])), Schema.Literals([1, 500, 20_000])],
    ([heedsCrawlDelay, steps, pause]) => {
      let host = Politeness.newHostState(limits)
      let now = 0
      for (const one of steps.flat()) {
        now += pause
        if (typeof one === "number") {
          const started = Claiming.startOnHost({ heedsCrawlDelay }, host, one, now, limits)
          assert.isAtMost(started.count, Math.max(0, host.cap - host.active))
          if (Politeness.isAhead(host.nextAt, now, Politeness.maxDelayMs(limits))) assert.strictEqual(started.count, 0)
          if (started.paced) assert.strictEqual(started.count, 1)
          if (started.paced) assert.strictEqual(started.host.nextAt, now + host.delayMs)
          assert.strictEqual(started.host.delayMs, host.delayMs)
          host = started.host
        } else {
          const { kind, ...more } = one
          const signal = kind === "unknown" ? undefined : { ...more, kind, host: "a.test" }
          host = Politeness.onPageEnd(host, signal, now, limits)
        }
        assert.isAtLeast(host.active, 0)
        assert.isAtLeast(host.cap, 1)
        assert.isAtMost(host.cap, limits.concurrency)
        assert.isAtMost(host.delayMs, limits.crawlDelayMs)
        assert.isAtMost(host.nextAt, now + Politeness.maxDelayMs(limits))
      }
    }
  )

  it.prop("recovers: enough good answers bring a host back to its full number of pages", [nat(20)], ([refusals]) => {
    let host = Politeness.newHostState(limits)
    let now = 0
    for (let index = 0; index < refusals; index++) {
      now = host.nextAt + 1
      host = Politeness.onPageEnd(host, { host: "a.test", kind: "refused" }, now, limits)
    }
    if (refusals > 0) assert.isBelow(host.cap, limits.concurrency)
    for (let index = 0; index < (limits.streak + 1) * limits.concurrency; index++) {
      host = Politeness.onPageEnd(host, { host: "a.test", kind: "good" }, now, limits)
    }
    assert.strictEqual(host.cap, limits.concurrency)
    if (refusals > 0) assert.strictEqual(host.refusals, 0)
  })

  const start = Date.UTC(2024, 0, 1)
  const refused = { host: "a.test", kind: "refused" } as const
  const good = { host: "a.test", kind: "good" } as const

  /** A host of which so many pages run, all of which it refuses within a second. */
  const refusedBurst = (pages: number, signal: Politeness.HostSignal = refused): Politeness.HostState => {
    let host = Politeness.onPageStart(Politeness.newHostState(Politeness.defaults), pages, start)
    for (let index = 0; index < pages; index++) {
      host = Politeness.onPageEnd(host, signal, start + (1000 * index) / pages, Politeness.defaults)
    }
    return host
  }

  it("counts a burst of refusals once", () => {
    for (const pages of [1, 2, 15, 32]) {
      const host = refusedBurst(pages)
      assert.deepInclude(host, { active: 0, cap: 16, refusals: 1 }, String(pages))
      assert.isAtMost(host.nextAt, start + 2000)
    }
  })

  it("waits as long as the last page of a burst asks, up to the bound", () => {
    assert.strictEqual(refusedBurst(1, { ...refused, retryAfterMs: 7000 }).nextAt, start + 7000)
    assert.strictEqual(refusedBurst(2, { ...refused, retryAfterMs: 7000 }).nextAt, start + 7500)
    assert.strictEqual(refusedBurst(1, { ...refused, retryAfterMs: 3_600_000 }).nextAt, start + 300_000)
  })

  it("tries one page after the pause, and one more at once for each good answer", () => {
    let host = refusedBurst(15)
    const now = host.nextAt
    const rooms: Array<number> = []
    for (let index = 0; index < 20; index++) {
      rooms.push(Politeness.capacity(host, now))
      host = Politeness.onPageEnd(Politeness.onPageStart(host, 1, now), good, now, Politeness.defaults)
    }
    assert.deepStrictEqual(rooms, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16, 16])
  })

  it("tries no page while pages of the burst run, whatever becomes of them", () => {
    let host = Politeness.onPageStart(Politeness.newHostState(Politeness.defaults), 4, start)
    host = Politeness.onPageEnd(host, refused, start, Politeness.defaults)
    const later = host.nextAt + 60_000
    for (const signal of [good, undefined, { host: "a.test", kind: "silent" } as const]) {
      assert.strictEqual(Politeness.capacity(host, later), 0)
      host = Politeness.onPageEnd(host, signal, later, Politeness.defaults)
    }
    assert.strictEqual(Politeness.capacity(host, later), 1)
    assert.strictEqual(host.refusals, 1)
  })

  it("pauses twice as long each time that the page which tries is refused, and goes on where it was once one is not", () => {
    let host = refusedBurst(8)
    const pauses: Array<number> = []
    for (let index = 0; index < 4; index++) {
      const now = host.nextAt
      host = Politeness.onPageEnd(Politeness.onPageStart(host, 1, now), refused, now, Politeness.defaults)
      pauses.push(host.nextAt - now)
    }
    assert.deepStrictEqual(pauses, [2000, 4000, 8000, 16_000])
    assert.strictEqual(host.cap, 16)
    const now = host.nextAt
    host = Politeness.onPageEnd(Politeness.onPageStart(host, 1, now), good, now, Politeness.defaults)
    assert.deepInclude(host, { cap: 16, refusals: 0 })
  })

  it("finds the number of pages that a host stands, losing few on the way", () => {
    const stands = 5
    let host = Politeness.newHostState(Politeness.defaults)
    let now = start
    let done = 0
    let lost = 0
    for (let round = 0; round < 400; round++) {
      now = Math.max(now + 100, host.nextAt)
      const pages = Politeness.capacity(host, now)
      host = Politeness.onPageStart(host, pages, now)
      for (let page = 0; page < pages; page++) {
        if (page < stands) done++
        else lost++
        host = Politeness.onPageEnd(host, page < stands ? good : refused, now + 50, Politeness.defaults)
      }
    }
    assert.isAbove(done, 1000)
    assert.isBelow(lost / done, 0.1)
    assert.isBelow(now - start, 120_000)
  })
})
