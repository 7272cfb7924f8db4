/**
 * Workers that claim, scrape and settle under a virtual clock, with a store that is real.
 *
 * A worker here claims ahead, renews leases and settles as `crawl/Worker` of the core does, but its pages are numbers: how
 * long a host takes and what it answers. Nothing waits for real time, so that minutes of hundreds of teams are seconds.
 * The workers do not share a process: what others submit, each finds when it next looks.
 */
import { type Claim, type ClaimedPage, Frontier, type Settlement } from "@orbweaver/core/jobs/Frontier"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { HostSignal } from "@orbweaver/core/jobs/Politeness"
import { defaults as politeness } from "@orbweaver/core/jobs/Politeness"
import type { JobId } from "@orbweaver/core/model/Job"
import { makeRandom } from "@orbweaver/testing/internal/crash/random"
import { keptPlaces, makePlaces, type Places } from "@orbweaver/core/internal/jobs/rules/places"
import { document, newJob } from "@orbweaver/testing/internal/jobs"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Figures } from "./figures.ts"
import { type Host, type LoadKind, type LoadSettings, longPageMs, makeLoad, type Submission } from "./load.ts"
import { makeTimeline } from "./Timeline.ts"
import { makeVirtualClock } from "./virtualClock.ts"

export interface Settings extends LoadSettings {
  readonly workers: number
  /** Pages at once of each worker. */
  readonly concurrency: number
  /** Workers that are killed on the way; others start in their place. */
  readonly kills: number
}

/** As in `crawl/Worker`: what an idle worker waits for, the lease, and what is claimed ahead. */
const pollMs = 250
const leaseMs = 10_000
const heartbeatMs = 3000
const reclaimMs = 1000
const minAhead = 8
const maxAttempts = 3
const silenceMs = 20_000
const accountConcurrency = 100

interface HeldPage {
  readonly page: ClaimedPage
  readonly accountId: string
  readonly isFirst: boolean
  readonly claimedAt: number
}

interface SimulatedWorker {
  isAlive: boolean
  readonly held: Map<string, HeldPage>
  readonly places: Places<HeldPage>
  claims: number
  /** When it looks for work next. */
  looksAt: number
}

interface SubmittedJob {
  readonly submission: Submission
  readonly at: number
  hasBegun: boolean
  running: number
  completed: number
  failed: number
}

interface HostRecord {
  running: number
  /** Requests that it has not answered. */
  open: number
  requestedAt: number
  /** A claim from here on must not give a page of it, until this moment. */
  pause: { readonly from: number; readonly until: number }
}

const keyOf = ({ jobId, page, token }: ClaimedPage): string => `${jobId}/${page}/${token}`

/** Runs the load on the store of the context. Give it `clock`, and everything that the store is built of too. */
export const simulate = (settings: Settings) => {
  const { clock, set } = makeVirtualClock()
  return { run: run(settings, set), clock }
}

const run = Effect.fnUntraced(function* (settings: Settings, setClock: (elapsedMs: number) => void) {
  const frontier = yield* Frontier
  const store = yield* JobStore
  const random = makeRandom(settings.seed + 1)
  const load = makeLoad(settings)
  const end = settings.minutes * 60_000
  const ahead = Math.max(Math.ceil(settings.concurrency / 2), minAhead)
  const timeline = makeTimeline<Effect.Effect<void, unknown>>()
  const start = yield* Clock.currentTimeMillis
  let now = 0

  const jobs = new Map<JobId, SubmittedJob>()
  const hosts = new Map<string, HostRecord>()
  const ofAccounts = new Map<string, number>()
  const endings = new Set<string>()
  const waits = new Map<string, Array<number>>()
  const gaps: Array<number> = []
  const violations: Array<string> = []
  const teamsSeen = new Set<string>()
  const figures = { requests: 0, ended: 0, returned: 0, kills: 0 }

  const note = (name: string, wait: number): void => {
    const times = waits.get(name)
    if (times === undefined) waits.set(name, [wait])
    else times.push(wait)
  }
  const recordOf = (host: string): HostRecord => {
    const known = hosts.get(host) ?? {
      running: 0,
      open: 0,
      requestedAt: -Infinity,
      pause: { from: Infinity, until: 0 }
    }
    hosts.set(host, known)
    return known
  }
  const broken = (text: string): void => void violations.push(`at ${(now / 1000).toFixed(3)} s: ${text}`)

  const submit = Effect.fnUntraced(function* (submission: Submission) {
    const { kind, maxConcurrency, team, urls } = submission
    const job = newJob(urls, { accountId: team, origin: urls[0]!, limit: 1e6, maxConcurrency, accountConcurrency })
    jobs.set(job.id, { submission, at: now, hasBegun: false, running: 0, completed: 0, failed: 0 })
    if (kind === "slow crawl" && !teamsSeen.has(team)) teamsSeen.add(team)
    yield* store.create(job)
  })

  const newWorker = (): SimulatedWorker => ({
    isAlive: true,
    held: new Map(),
    places: makePlaces(settings.concurrency),
    claims: 0,
    looksAt: Infinity
  })

  /** The page is requested: what may not be now is noted. */
  const request = ({ claimedAt, page }: HeldPage, job: SubmittedJob, host: Host): void => {
    figures.requests++
    const record = recordOf(page.host)
    const delay = Math.min(host.delayMs, politeness.crawlDelayMs)
    const gap = now - record.requestedAt
    if (delay > 0 && gap < Infinity) {
      gaps.push(gap / delay)
      if (gap < delay) broken(`${page.host} was asked after ${gap} ms, and asks for ${delay}`)
    }
    if (claimedAt >= record.pause.from && claimedAt < record.pause.until) {
      broken(`${page.host} was claimed ${record.pause.until - claimedAt} ms before the end of its pause`)
    }
    record.requestedAt = now
    if (job.hasBegun) return
    job.hasBegun = true
    const { kind, team } = job.submission
    note(kind === "single pages" ? "single page" : `first page of a job: ${kind}`, now - job.at)
    if (teamsSeen.has(team)) return
    teamsSeen.add(team)
    note("first page of a team", now - job.at)
  }

  const signalOf = (host: Host, page: ClaimedPage, kind: HostSignal["kind"], retryAfterMs?: number): HostSignal => ({
    host: page.host,
    kind,
    ...(host.delayMs === 0 ? {} : { crawlDelayMs: host.delayMs }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs })
  })

  /** What comes of a request, and after how long. */
  const answerOf = (
    page: ClaimedPage,
    kind: LoadKind,
    host: Host
  ): { readonly takes: number; settlement: Settlement } => {
    const takes = kind === "long pages" ? longPageMs : Math.ceil(host.latencyMs * (0.5 + random.next()))
    const settle = (outcome: Settlement["outcome"], signal: HostSignal): Settlement => ({
      lease: page,
      outcome,
      signal,
      links: []
    })
    const failure = { _tag: "Failed", error: "It does not answer" } as const
    const again = page.attempt < maxAttempts ? ({ _tag: "Retry", afterMs: 1000 * 2 ** page.attempt } as const) : failure
    const chance = random.next()
    if (chance < host.silences) return { takes: silenceMs, settlement: settle(again, signalOf(host, page, "silent")) }
    if (recordOf(page.host).open > (host.stands ?? Infinity)) {
      return { takes, settlement: settle(again, signalOf(host, page, "refused")) }
    }
    if (chance < host.refusals) {
      const retryAfterMs = random.next() < 0.5 ? random.between(1, 60) * 1000 : undefined
      return { takes, settlement: settle(again, signalOf(host, page, "refused", retryAfterMs)) }
    }
    const outcome = { _tag: "Completed", document: document(page.url), credits: 1, debits: [] } as const
    return { takes, settlement: settle(outcome, signalOf(host, page, "good")) }
  }

  const begin = Effect.fnUntraced(function* (worker: SimulatedWorker, one: HeldPage) {
    const { page } = one
    const job = jobs.get(page.jobId)!
    const host = load.hosts.get(page.host)!
    if (host.delayMs > 0 && !(yield* frontier.pace(page.host, host.delayMs, page.pacedAt))) {
      return yield* settle(
        worker,
        { lease: page, outcome: { _tag: "Released" }, links: [], signal: signalOf(host, page, "silent") },
        page
      )
    }
    request(one, job, host)
    const record = recordOf(page.host)
    record.open++
    const { settlement, takes } = answerOf(page, job.submission.kind, host)
    timeline.add(
      now + takes,
      Effect.suspend(() => {
        record.open--
        return worker.isAlive ? settle(worker, settlement, page) : Effect.void
      })
    )
  })

  const beginWaiting = Effect.fnUntraced(function* (worker: SimulatedWorker) {
    for (let one = worker.places.next(); one !== undefined; one = worker.places.next()) yield* begin(worker, one)
  })

  const hold = (worker: SimulatedWorker, { pages }: Claim): void => {
    for (const page of pages) {
      const one = { page, accountId: page.accountId, isFirst: page.isFirst, claimedAt: now }
      worker.held.set(keyOf(page), one)
      worker.places.offer(one)
      const job = jobs.get(page.jobId)!
      const { maxConcurrency, team } = job.submission
      const host = recordOf(page.host)
      const ofAccount = (ofAccounts.get(team) ?? 0) + 1
      ofAccounts.set(team, ofAccount)
      job.running++
      host.running++
      if (ofAccount > accountConcurrency) broken(`${team} has ${ofAccount} running pages`)
      if (job.running > maxConcurrency) broken(`a job has ${job.running} running pages of ${maxConcurrency}`)
      if (host.running > politeness.concurrency) broken(`${page.host} has ${host.running} running pages`)
    }
    const most = settings.concurrency + keptPlaces(settings.concurrency) + ahead
    if (worker.held.size > most) broken(`a worker has ${worker.held.size} pages of ${most}`)
  }

  const letGo = (worker: SimulatedWorker, page: ClaimedPage): void => {
    worker.held.delete(keyOf(page))
    const job = jobs.get(page.jobId)!
    job.running--
    recordOf(page.host).running--
    ofAccounts.set(job.submission.team, ofAccounts.get(job.submission.team)! - 1)
  }

  const record = ({ outcome, signal }: Settlement, page: ClaimedPage): void => {
    const job = jobs.get(page.jobId)!
    if (signal?.kind === "refused") {
      const { pause } = recordOf(page.host)
      const until = now + Math.min(signal.retryAfterMs ?? 1000, politeness.pauseMs)
      recordOf(page.host).pause = {
        from: Math.min(pause.until > now ? pause.from : now, now),
        until: Math.max(until, pause.until)
      }
    }
    if (outcome._tag !== "Completed" && outcome._tag !== "Failed") {
      figures.returned++
      return
    }
    const ended = `${page.jobId}/${page.page}`
    if (endings.has(ended)) return broken(`${page.url} ended twice`)
    endings.add(ended)
    figures.ended++
    if (outcome._tag === "Completed") job.completed++
    else job.failed++
  }

  /** Settles a page that began and claims for the room that it leaves. */
  const settle = Effect.fnUntraced(function* (worker: SimulatedWorker, settlement: Settlement, page: ClaimedPage) {
    letGo(worker, page)
    worker.places.end(page.accountId)
    record(settlement, page)
    const count = Math.max(0, settings.concurrency + ahead - worker.held.size)
    if (count > 0) worker.claims++
    hold(worker, yield* frontier.exchange([settlement], { count, leaseMs }))
    yield* beginWaiting(worker)
    if (worker.held.size < settings.concurrency) lookAt(worker, now)
  }) as (worker: SimulatedWorker, settlement: Settlement, page: ClaimedPage) => Effect.Effect<void, unknown>

  const lookAt = (worker: SimulatedWorker, at: number): void => {
    if (at >= worker.looksAt) return
    worker.looksAt = at
    timeline.add(
      at,
      Effect.suspend(() => (worker.isAlive && worker.looksAt === at ? look(worker) : Effect.void))
    )
  }

  const look = Effect.fnUntraced(function* (worker: SimulatedWorker) {
    worker.looksAt = Infinity
    if (worker.held.size >= settings.concurrency) return
    worker.claims++
    const claim = yield* frontier.claim({ count: settings.concurrency + ahead - worker.held.size, leaseMs })
    hold(worker, claim)
    yield* beginWaiting(worker)
    const nextAt = claim.nextAt === undefined ? Infinity : claim.nextAt - start
    lookAt(worker, claim.pages.length > 0 ? now : Math.max(now + 1, Math.min(nextAt, now + pollMs)))
  })

  /** While pages take all places and none of them ends, asks for a page of an account that has none running. */
  const claimForIdle = (worker: SimulatedWorker, claims = worker.claims): Effect.Effect<void, unknown> =>
    Effect.gen(function* () {
      if (!worker.isAlive) return
      const room = worker.places.keptRoom()
      if (worker.claims === claims && room > 0) {
        worker.claims++
        hold(worker, yield* frontier.claim({ count: room, leaseMs, onlyIdleAccounts: true }))
        yield* beginWaiting(worker)
      }
      timeline.add(now + pollMs, claimForIdle(worker, worker.claims))
    })

  const heartbeat = (worker: SimulatedWorker): Effect.Effect<void, unknown> =>
    Effect.gen(function* () {
      if (!worker.isAlive) return
      timeline.add(now + heartbeatMs, heartbeat(worker))
      const pages = [...worker.held.values()].map(({ page }) => page)
      if (pages.length === 0) return
      const lost = yield* frontier.heartbeat(pages, leaseMs)
      if (lost.length > 0) broken(`a worker lost ${lost.length} leases that it renewed`)
    })

  const startWorker = (at: number): void => {
    const worker = newWorker()
    workers.push(worker)
    lookAt(worker, at)
    timeline.add(at + random.between(0, heartbeatMs), heartbeat(worker))
    timeline.add(at + pollMs, claimForIdle(worker))
  }

  /** A worker ends without a word: its pages come back when their leases are over. */
  const kill = Effect.sync(() => {
    const worker = random.of(workers.filter(({ isAlive }) => isAlive))
    figures.kills++
    worker.isAlive = false
    for (const { page } of worker.held.values()) letGo(worker, page)
    startWorker(now + random.between(0, 2000))
  })

  const reclaim: Effect.Effect<void, unknown> = Effect.gen(function* () {
    yield* frontier.reclaim
    timeline.add(now + reclaimMs, reclaim)
  })

  const workers: Array<SimulatedWorker> = []
  for (const submission of load.submissions) timeline.add(submission.at, submit(submission))
  for (let worker = 0; worker < settings.workers; worker++) startWorker(random.between(0, pollMs))
  for (let killed = 0; killed < settings.kills; killed++) timeline.add(random.between(0, end), kill)
  timeline.add(reclaimMs, reclaim)

  for (let next = timeline.next(); next !== undefined && next.at <= end; next = timeline.next()) {
    now = Math.max(now, Math.ceil(next.at))
    setClock(now)
    yield* next.step
  }

  // Workers that stop return what they hold; what died ones held comes back.
  const rest = workers.flatMap(({ held, isAlive }) => (isAlive ? [...held.values()] : []))
  yield* frontier.settle(rest.map(({ page }) => ({ lease: page, outcome: { _tag: "Released" }, links: [] })))
  now += leaseMs + 1
  setClock(now)
  yield* frontier.reclaim
  for (const [id, { completed, failed, submission }] of jobs) {
    const { counts } = yield* store.get(id)
    const known = counts.completed + counts.failed + counts.queued + counts.active + counts.skipped + counts.cancelled
    if (counts.completed !== completed || counts.failed !== failed) {
      broken(
        `a job counts ${counts.completed} completed and ${counts.failed} failed pages of ${completed} and ${failed}`
      )
    }
    if (known !== submission.urls.length) broken(`a job knows ${known} pages of ${submission.urls.length}`)
  }
  const busy = [...jobs.values()].find(({ submission }) => submission.kind === "busy crawl")
  const busyPages = { completed: busy?.completed ?? 0, failed: busy?.failed ?? 0 }
  return { ...figures, waits, gaps, violations, jobs: jobs.size, busyPages } satisfies Figures
})
