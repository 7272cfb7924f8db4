/**
 * Where the time of one scrape went: phases with their start and duration, asked for with the option `timings`.
 *
 * A phase that did not happen is absent: a connection that was kept from an earlier request has no `dns`, `connect` and
 * `tls`, a page from the cache none of the network's. Redirects and further attempts repeat phases.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export const PhaseName = Schema.Literals([
  /** Waiting for the limit of the account, for room in memory, for a worker that is busy, or for a tab of the browser. */
  "queue",
  /** Reading the robots.txt of the site, where a crawl did not know it yet. */
  "robots",
  "dns",
  /** TCP, and the way through a proxy. */
  "connect",
  "tls",
  /** From the request to the head of the answer. */
  "firstByte",
  /** The body of the answer. */
  "download",
  /** Loading in a browser, with its own connections and scripts; begins with the wait for a tab. */
  "render",
  /** Bytes to text. */
  "parse",
  /** What was asked for, made of the page. */
  "formats"
])
export type PhaseName = typeof PhaseName.Type

export const PhaseTiming = Schema.Struct({
  phase: PhaseName,
  /** Milliseconds from the start of the scrape. */
  startMs: Schema.Finite,
  /** Milliseconds. */
  durationMs: Schema.Finite
})

/** In the order of their start, the first `maxPhases`. */
export const Timings = Schema.Array(PhaseTiming)
export type Timings = typeof Timings.Type

/** Most phases of one scrape: twenty redirects and some attempts. */
export const maxPhases = 200

export interface PhaseRecorder {
  /** Begins a phase; the returned function ends it, once. */
  readonly begin: (phase: PhaseName) => () => void
  readonly timings: () => Timings
}

/** Counts from now. */
export const makePhaseRecorder: Effect.Effect<PhaseRecorder> = Effect.map(Clock.Clock, (clock) => {
  const now = () => Number(clock.currentTimeNanosUnsafe()) / 1e6
  const zero = now()
  const phases: Array<typeof PhaseTiming.Type> = []
  return {
    begin: (phase) => {
      const from = now()
      let isOpen = true
      return () => {
        if (!isOpen || phases.length >= maxPhases) return
        isOpen = false
        // Everybody passes these; only a wait is worth a line.
        if (waits.has(phase) && now() - from < 1) return
        phases.push({ phase, startMs: toTenths(from - zero), durationMs: toTenths(now() - from) })
      }
    },
    timings: () => phases.toSorted((a, b) => a.startMs - b.startMs)
  }
})

/** The work as a phase of the scrape; the work itself where no timings were asked for. */
export const timed = <A, E, R>(
  recorder: PhaseRecorder | undefined,
  phase: PhaseName,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  recorder === undefined
    ? work
    : Effect.suspend(() => {
        const end = recorder.begin(phase)
        return Effect.ensuring(work, Effect.sync(end))
      })

/** The timings of a scrape that waited in line before it began, for `waitedMs` milliseconds. */
export const afterQueue = (timings: Timings, waitedMs: number): Timings => [
  { phase: "queue", startMs: 0, durationMs: waitedMs },
  ...timings.map((timing) => ({ ...timing, startMs: toTenths(timing.startMs + waitedMs) }))
]

/** Phases that are recorded from one millisecond. */
const waits: ReadonlySet<PhaseName> = new Set(["queue", "robots"])

const toTenths = (ms: number): number => Math.round(ms * 10) / 10
