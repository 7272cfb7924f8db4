/**
 * What an exchange writes for the end of pages: the rules applied to what a snapshot has, without a lock. `settle_pages`
 * writes nothing where the snapshot is out of date.
 */
import type { Settled, Settlement } from "@orbweaver/core/jobs/Frontier"
import * as AdmissionRules from "@orbweaver/core/jobs/rules/admission"
import { isFinal } from "@orbweaver/core/model/Job"
import { workTopic } from "@orbweaver/core/internal/jobs/JobSignals"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { isSubscribed } from "@orbweaver/core/jobs/Webhooks"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import { askedOf, type Found, freshRows, keyOf } from "./admission.ts"
import * as Duplicates from "./duplicates.ts"
import * as Pages from "./pages.ts"
import type { Snapshot } from "./snapshot.ts"

type Row = Record<string, string | number | boolean | null>

export interface Settlements {
  readonly settled: ReadonlyArray<Settled>
  /** Of `settle_pages`, all but the moment. */
  readonly parameters: ReadonlyArray<string | ReadonlyArray<string>>
  /** Topics to notify once it is written. */
  readonly touched: ReadonlySet<string>
  /** What is known to be a page of its job once it is written. */
  readonly remembered: ReadonlyArray<KnownAddress>
}

interface KnownAddress {
  readonly job: number
  readonly key: Fingerprint
}

/** The links of a page, by their places among the links of its job. */
interface Way {
  readonly n: number
  readonly links: ReadonlyArray<number>
}

/** How pages of one host ended. */
interface HostEnding {
  ended: number
  is_good: boolean
  resets: boolean
  goods: number
}

/** What to write for the settlements; undefined when that can only be known while the jobs are held. */
export const prepare = (
  knownPages: KnownPages,
  settlements: ReadonlyArray<Settlement>,
  { jobs, keys, pages }: Snapshot,
  now: number
): Settlements | undefined => {
  if (settlements.some(({ signal }) => changesPace(signal))) return undefined
  // The rules change the states of jobs and pages.
  const before = new Map([...jobs.values()].map((job) => [job.n, job.state]))
  const tokens = new Map([...pages].map(([n, { token }]) => [n, token]))
  const expectedKeys = keys.map(({ a, b, job, n, state }) => ({ job, a, b, n, state }))
  const known = keys.flatMap((key) => (key.n === null ? [] : [key]))
  const duplicates = Duplicates.fromRows(
    new Map(known.map(({ a, b, job, n }) => [Duplicates.keyOf(job, { a, b }), n])),
    known.filter(({ n }) => !pages.has(n)),
    pages
  )
  const record = makeRecord(now)
  const endings = Pages.makeEndings()
  const { founds, settled } = Pages.settleAll(record.settling, endings, duplicates, jobs, pages, settlements)
  const links = linksOf(knownPages, founds)
  if (links === undefined) return undefined
  record.remembered.push(...links.keys)

  const depths = new Map([...links.ways.values()].flat().map(({ n }) => [n, pages.get(n)?.depth]))
  return {
    settled,
    touched: record.touched,
    remembered: record.remembered,
    parameters: [
      JSON.stringify(
        [...jobs.values()].flatMap((job) =>
          isFinal(job.state.status)
            ? []
            : [
                {
                  ...changeOf(job, before.get(job.n)!),
                  events: record.events.get(job.n) ?? [],
                  ways: links.ways.get(job.n) ?? null
                }
              ]
        )
      ),
      JSON.stringify(
        endings.pages.map((row) => {
          const n = Number(row["n"])
          return { ...row, token: tokens.get(n), depth: depths.get(n) ?? null }
        })
      ),
      JSON.stringify(expectedKeys),
      JSON.stringify(endings.results),
      JSON.stringify(endings.failures),
      JSON.stringify([...endings.aliases.values()]),
      JSON.stringify(endings.debits),
      endings.unpaid,
      JSON.stringify(links.rows),
      JSON.stringify([...record.hosts].map(([host, ending]) => ({ host, ...ending })))
    ]
  }
}

/** Notes what the end of pages changes besides their own rows. */
const makeRecord = (now: number) => {
  const events = new Map<number, Array<Row>>()
  const hosts = new Map<string, HostEnding>()
  const touched = new Set<string>()
  const remembered: Array<KnownAddress> = []
  const settling: Pages.Settling = {
    now,
    hostEnded: (host, signal) => {
      // The host has room for a page of any job.
      touched.add(workTopic)
      const ending = hosts.get(host) ?? { ended: 0, is_good: false, resets: false, goods: 0 }
      hosts.set(host, ending)
      ending.ended++
      if (signal?.kind === "good") {
        ending.is_good = true
        ending.goods++
      } else if (signal?.kind === "silent") {
        ending.resets = true
        ending.goods = 0
      }
    },
    apply: (job, transition) => {
      if (transition === undefined) return false
      job.state = transition.state
      const ofJob = events.get(job.n) ?? []
      events.set(job.n, ofJob)
      for (const { at, page = null, type } of transition.events) {
        touched.add(job.spec.id)
        ofJob.push({ type, at, page, delivered: isSubscribed(job.spec.webhook, type) })
      }
      return true
    },
    wake: (topic = workTopic) => void touched.add(topic),
    remember: (job, key) => void remembered.push({ job, key })
  }
  return { settling, events, hosts, touched, remembered }
}

/** Rows of the links that pages lead to; undefined where it depends on other settlements which of them a job takes. */
const linksOf = (knownPages: KnownPages, founds: ReadonlyMap<JobRow, ReadonlyArray<Found>>) => {
  const rows: Array<Row> = []
  const keys: Array<KnownAddress> = []
  const ways = new Map<number, ReadonlyArray<Way>>()
  for (const [job, found] of founds) {
    const asked = askedOf(knownPages.of(job.n), job, found)
    if (asked.size === 0) continue
    // Near the bounds it matters which of them are known.
    const candidates = [...asked.values()].map(({ candidate }) => candidate)
    if (!AdmissionRules.isRoomCertain(job.spec, job.state.counts, candidates)) return undefined
    const { fresh } = freshRows(job, asked, () => false)
    if (AdmissionRules.tracksDepth(job.spec)) {
      if (fresh.length < asked.size) return undefined
      ways.set(job.n, waysOf(found, asked))
    }
    rows.push(...fresh.map((row) => ({ ...row, job: job.n })))
    keys.push(...candidates.map(({ key }) => ({ job: job.n, key })))
  }
  return { rows, keys, ways }
}

const waysOf = (founds: ReadonlyArray<Found>, asked: ReadonlyMap<string, unknown>): ReadonlyArray<Way> => {
  const places = new Map([...asked.keys()].map((key, place) => [key, place]))
  return founds.flatMap(({ candidates, from }) =>
    from === undefined
      ? []
      : [{ n: from.n, links: [...new Set(candidates.map(({ key }) => keyOf(key)))].map((key) => places.get(key)!) }]
  )
}

/** Whether the host's next page may wait for what this one says. */
const changesPace = (signal: Settlement["signal"]): boolean =>
  signal !== undefined && (signal.kind === "refused" || signal.crawlDelayMs !== undefined)

/** What the counters of the job grew by. */
const changeOf = ({ n, spec, state }: JobRow, before: JobRow["state"]) => ({
  n,
  id: spec.id,
  status: before.status,
  origin: state.origin === before.origin ? null : state.origin,
  queued: state.counts.queued - before.counts.queued,
  active: state.counts.active - before.counts.active,
  completed: state.counts.completed - before.counts.completed,
  failed: state.counts.failed - before.counts.failed,
  skipped: state.counts.skipped - before.counts.skipped,
  status_2xx: state.statusCounts["2xx"] - before.statusCounts["2xx"],
  status_3xx: state.statusCounts["3xx"] - before.statusCounts["3xx"],
  status_4xx: state.statusCounts["4xx"] - before.statusCounts["4xx"],
  status_5xx: state.statusCounts["5xx"] - before.statusCounts["5xx"],
  credits: state.creditsUsed - before.creditsUsed
})
