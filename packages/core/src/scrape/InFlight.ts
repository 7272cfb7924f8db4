/**
 * Bounds the bytes of bodies that the scrapes of an instance hold at once. A scrape waits until there is room for it, in
 * the order of arrival; what waits too long, or comes when too many wait, fails with `Overloaded`.
 *
 * A body may grow beyond what its scrape was let in with. All bodies together may take four times the limit; the body
 * that would go beyond is given up with `Overloaded`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { CaptureError, Overloaded } from "../model/CaptureError.ts"

export interface InFlightOptions {
  /** Bytes of bodies held before further scrapes wait; each scrape counts as 256 KiB at least. Default: 128 MiB. */
  readonly maxBytes?: number | undefined
  /** Scrapes that may wait. Default: 10,000. */
  readonly maxWaiting?: number | undefined
  /** How long one may wait, beside its own timeout. Default: 30 seconds. */
  readonly maxWait?: Duration.Input | undefined
}

export const defaults = {
  maxBytes: 128 * 1024 * 1024,
  maxWaiting: 10_000,
  maxWait: Duration.seconds(30)
} as const

/** What one scrape holds. */
export interface Lease {
  /** Counts further bytes of the body; false when there is no room for them. */
  readonly grow: (bytes: number) => boolean
  /** Counts a body that is here already, however large it is. */
  readonly hold: (bytes: number) => void
}

export interface Service {
  /** Runs the work as soon as there is room, and frees what it held when it ends. `url` is for the error. */
  readonly admit: <A, E, R>(
    url: URL,
    work: (lease: Lease) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | CaptureError, R>
}

const unbounded: Lease = { grow: () => true, hold: () => undefined }

/** No bound unless a layer sets one. */
export const InFlight = Context.Reference<Service>("@orbweaver/core/InFlight", {
  defaultValue: () => ({ admit: (_, work) => work(unbounded) })
})

/** A bound of its own for what is built over it. */
export const layer = (options: InFlightOptions = {}): Layer.Layer<never> =>
  Layer.effect(
    InFlight,
    Effect.sync(() => make(options))
  )

export const bytesInFlight = Metric.gauge("scrape_bytes_in_flight", {
  description: "Bytes of bodies that scrapes hold, each counted as 256 KiB at least"
})
export const scrapesWaiting = Metric.gauge("scrapes_waiting", { description: "Scrapes that wait for room" })

/** What a scrape counts as until its body is larger. */
const minBytes = 256 * 1024
/** How far bodies may grow together, in limits. */
const growthFactor = 4
/** Seconds after which to ask again. */
const retryAfterSeconds = 2

/** What one scrape counts as, and how much of it is its body. */
interface Held {
  bytes: number
  body: number
}

export const make = ({
  maxBytes = defaults.maxBytes,
  maxWait = defaults.maxWait,
  maxWaiting = defaults.maxWaiting
}: InFlightOptions = {}): Service => {
  const waitTime = Duration.fromInputUnsafe(maxWait)
  let used = 0
  /** In the order of arrival. */
  const waiting = new Set<() => void>()

  const hasRoom = (): boolean => used === 0 || used + minBytes <= maxBytes

  const letIn = (held: Held): void => {
    used += minBytes
    held.bytes = minBytes
  }

  const release = (held: Held): Effect.Effect<void> =>
    Effect.suspend(() => {
      used -= held.bytes
      for (const enter of waiting) {
        if (!hasRoom()) break
        waiting.delete(enter)
        enter()
      }
      return record
    })

  const record = Effect.suspend(() =>
    Effect.andThen(Metric.update(bytesInFlight, used), Metric.update(scrapesWaiting, waiting.size))
  )

  const overloaded = (url: URL, detail: string) =>
    Effect.fail(new CaptureError({ url: url.href, reason: new Overloaded({ detail, retryAfterSeconds }) }))

  const enter = (url: URL, held: Held): Effect.Effect<void, CaptureError> => {
    if (waiting.size === 0 && hasRoom()) return Effect.sync(() => letIn(held))
    if (waiting.size >= maxWaiting) return overloaded(url, `${waiting.size} scrapes wait already (inFlight.maxWaiting)`)
    const wait = Effect.callback<void>((resume) => {
      const go = () => {
        letIn(held)
        resume(Effect.void)
      }
      waiting.add(go)
      return Effect.sync(() => void waiting.delete(go))
    })
    return Effect.timeoutOrElse(Effect.andThen(record, wait), {
      duration: waitTime,
      orElse: () =>
        overloaded(url, `other scrapes held ${used} bytes for ${Duration.format(waitTime)} (inFlight.maxBytes)`)
    })
  }

  const leaseOf = (held: Held): Lease => {
    const hold = (body: number): void => {
      held.body = body
      const bytes = Math.max(minBytes, body)
      used += bytes - held.bytes
      held.bytes = bytes
    }
    return {
      hold,
      grow: (more) => {
        const body = held.body + more
        const others = used - held.bytes
        // A body alone may be as large as bodies may be.
        if (body > held.bytes && others > 0 && others + body > maxBytes * growthFactor) return false
        hold(body)
        return true
      }
    }
  }

  return {
    admit: (url, work) =>
      Effect.suspend(() => {
        const held: Held = { bytes: 0, body: 0 }
        return Effect.ensuring(
          Effect.flatMap(enter(url, held), () => work(leaseOf(held))),
          release(held)
        )
      })
  }
}
