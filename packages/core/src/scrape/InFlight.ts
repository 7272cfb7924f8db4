/**
 * Admits scrapes to an instance by work and by bytes, so that what is admitted succeeds, and what is not waits or fails
 * with `Overloaded`.
 *
 * ```
 * scrape ─► door: waits while others take all the room ─► work ─► body: reading pauses while there is no room for it
 *             └─ too many wait, or no room in time ─► Overloaded ◄─────────────────────────┘
 * ```
 *
 * A body counts by its size, once the site says it or as it grows. Until then its scrape counts as a typical one, which
 * is learnt from those before. Accounts enter in turn.
 *
 * Bodies that are half read hold room that others wait for. To let one of them always end, the first that finds no room,
 * or takes more than an eighth of it, goes on without any: it counts nothing, so that others go on beside it, however
 * large it is or long it takes. The next one follows when it has ended. What is held at most is `maxBytes` and one body.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { CurrentAccount } from "../accounts/Account.ts"
import { CaptureError, Overloaded } from "../model/CaptureError.ts"

export interface InFlightOptions {
  /**
   * Bytes of bodies held before others wait; the texts made of them take several times as much. A scrape counts as 32
   * KiB at least until its body is there, so this also bounds how many run at once. Default: 16 MiB.
   */
  readonly maxBytes?: number | undefined
  /** Scrapes that may wait. Default: 10,000. */
  readonly maxWaiting?: number | undefined
  /** How long a scrape may wait at most. Default: three quarters of its own timeout, less where work takes long. */
  readonly maxWait?: Duration.Input | undefined
}

export const defaults = {
  maxBytes: 16 * 1024 * 1024,
  maxWaiting: 10_000
} as const

/** What one scrape holds. Both wait for room by a promise, which gives the reason when there was none in time. */
export interface Lease {
  /** Counts further bytes of the body. */
  readonly grow: (bytes: number) => Wait
  /** Counts a body that is here, however it came. */
  readonly hold: (bytes: number) => Wait
  /** Another attempt begins, and what was read before is gone. */
  readonly restart: () => void
}

/** Undefined where there is room at once. */
export type Wait = Promise<Overloaded | undefined> | undefined

export interface Service {
  /**
   * Runs the work as soon as there is room, and frees what it held when it ends. `url` is for the error, `time` is how
   * long the scrape may take in all.
   */
  readonly admit: <A, E, R>(
    url: URL,
    time: Duration.Duration,
    work: (lease: Lease) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | CaptureError, R>
}

const unbounded: Lease = { grow: () => undefined, hold: () => undefined, restart: () => undefined }

/** No bound unless a layer sets one. */
export const InFlight = Context.Reference<Service>("@orbweaver/core/InFlight", {
  defaultValue: () => ({ admit: (_, __, work) => work(unbounded) })
})

/** A bound of its own for what is built over it. */
export const layer = (options: InFlightOptions = {}): Layer.Layer<never> =>
  Layer.effect(
    InFlight,
    Effect.sync(() => make(options))
  )

export const bytesInFlight = Metric.gauge("scrape_bytes_in_flight", {
  description: "Bytes of bodies that scrapes hold"
})
export const scrapesWaiting = Metric.gauge("scrapes_waiting", { description: "Scrapes that wait for room" })

/** What a scrape counts as at least until its body is there. */
const minBytes = 32 * 1024
/** So many scrapes run at once at least, however large bodies are of late: none is expected to take a larger share. */
const minAtOnce = 8
/** Share of its time that a scrape may wait: twice of what the work takes of late is left for it, within these. */
const minWaitingShare = 0.25
const maxWaitingShare = 0.75
/** How much of an average its newest value is. */
const newest = 1 / 8
const maxRetrySeconds = 30

/** The most scrapes that run at once. */
export const maxAtOnce = ({ maxBytes = defaults.maxBytes }: InFlightOptions = {}): number =>
  Math.max(1, Math.floor(maxBytes / minBytes))

/** A body that waits for room. */
interface Pause {
  readonly ended: Promise<Overloaded | undefined>
  readonly end: () => void
}

/** What one scrape holds. */
interface Held {
  isRunning: boolean
  /** When its work began, or went on after a pause. */
  startedAt: number
  readonly now: () => number
  /** Bytes of its body; undefined before it begins. */
  body: number | undefined
  /** Bytes that are counted for it. */
  reserved: number
  pause: Pause | undefined
  /** Begins a pause, which ends when the scrape has waited for as long as it may. */
  readonly wait: () => Pause
}

export const make = ({
  maxBytes = defaults.maxBytes,
  maxWait = Duration.infinity,
  maxWaiting = defaults.maxWaiting
}: InFlightOptions = {}): Service => {
  const longestWait = Duration.fromInputUnsafe(maxWait)
  const maxTypical = Math.max(minBytes, maxBytes / minAtOnce)
  /** Bytes reserved. */
  let used = 0
  let running = 0
  /** Of those running, the ones whose body has not begun. */
  let bodiless = 0
  /** How large bodies are of late. */
  let typical: number = minBytes
  /** Who waits to begin, by account: those of an account in the order of arrival, accounts in turn. */
  const doors = new Map<string, Set<() => void>>()
  let waiting = 0
  /** Whose bodies wait for room. */
  const paused = new Set<Held>()
  /** Whose body grows without room, and counts nothing. */
  let exempt: Held | undefined
  /** Milliseconds from the end of one scrape to that of the next while others wait. */
  let pace = 1000
  let lastEnd: number | undefined
  /** Milliseconds that the work of a scrape takes of late. */
  let workTime = 0

  const overloaded = (detail: string): Overloaded => {
    const seconds = Math.ceil(((waiting + 1) * pace) / 1000)
    return new Overloaded({ detail, retryAfterSeconds: Math.min(maxRetrySeconds, Math.max(1, seconds)) })
  }

  const noRoom = (wait: Duration.Duration): Overloaded =>
    overloaded(
      `no room within ${Duration.format(wait)}, while ${running} scrapes hold ${used} bytes of bodies (inFlight.maxBytes)`
    )

  /** A body larger than all the room waits for its turn to go on without; nobody can make room for it. */
  const couldFit = ({ body = 0 }: Held): boolean => body <= maxBytes

  /** Who comes later does not take the room that a paused body needs. */
  const roomIsTaken = (): boolean => {
    for (const held of paused) if (couldFit(held)) return true
    return false
  }

  const mayEnter = (): boolean => running === 0 || (used + (bodiless + 1) * typical <= maxBytes && !roomIsTaken())

  const longestWaitOf = (time: Duration.Duration): Duration.Duration => {
    const ms = Duration.toMillis(time)
    const share = Math.min(maxWaitingShare, Math.max(minWaitingShare, 1 - (2 * workTime) / ms))
    return Duration.min(longestWait, Duration.millis(Math.round(ms * share)))
  }

  const enter = (held: Held): void => {
    held.isRunning = true
    held.startedAt = held.now()
    running++
    bodiless++
  }

  /** Lets the first scrape of the account whose turn it is begin; false when nobody waits. */
  const openDoor = (): boolean => {
    for (const [account, scrapes] of doors) {
      doors.delete(account)
      for (const go of scrapes) {
        scrapes.delete(go)
        if (scrapes.size > 0) doors.set(account, scrapes)
        go()
        return true
      }
    }
    return false
  }

  const reserve = (held: Held, bytes: number): void => {
    used += bytes - held.reserved
    held.reserved = bytes
  }

  /** Reserves for a body that needs more: twice of what it had where there is room, so that it rarely asks. */
  const findsRoom = (held: Held): boolean => {
    const { body = 0, reserved } = held
    const free = maxBytes - used + reserved
    if (exempt === undefined && body > Math.min(free, maxTypical)) {
      exempt = held
      reserve(held, 0)
      return true
    }
    if (body > free) return false
    reserve(held, Math.max(body, Math.min(2 * reserved, free)))
    return true
  }

  const resize = (held: Held, body: number): Wait => {
    if (!held.isRunning) return undefined
    if (held.body === undefined) bodiless--
    held.body = body
    if (held.pause !== undefined) return held.pause.ended
    if (held === exempt || body <= held.reserved) return undefined
    if (findsRoom(held)) {
      // What it had is free for others.
      if (held === exempt) proceed()
      return undefined
    }
    paused.add(held)
    held.pause = held.wait()
    return held.pause.ended
  }

  const proceed = (): void => {
    for (const held of paused) {
      if (findsRoom(held)) {
        paused.delete(held)
        held.pause?.end()
      } else if (couldFit(held)) break
    }
    while (mayEnter()) if (!openDoor()) break
  }

  /** Frees what is held. */
  const free = (held: Held): void => {
    if (held === exempt) exempt = undefined
    if (held.body === undefined) bodiless--
    reserve(held, 0)
    paused.delete(held)
    held.pause?.end()
  }

  const leaseOf = (held: Held): Lease => ({
    grow: (bytes) => resize(held, (held.body ?? 0) + bytes),
    hold: (bytes) => {
      const wait = resize(held, bytes)
      if (held.isRunning && bytes < held.reserved) {
        reserve(held, bytes)
        proceed()
      }
      return wait
    },
    restart: () => {
      if (!held.isRunning || held.body === undefined) return
      free(held)
      held.body = undefined
      bodiless++
      proceed()
    }
  })

  const leave = (held: Held): void => {
    if (!held.isRunning) return
    const now = held.now()
    workTime += (now - held.startedAt - workTime) * newest
    free(held)
    // Others may share the capture that began under this lease: what it reads from now on is not counted.
    held.isRunning = false
    running--
    if (held.body !== undefined) typical += (Math.min(maxTypical, Math.max(minBytes, held.body)) - typical) * newest
    if (lastEnd !== undefined) pace += (now - lastEnd - pace) * newest
    lastEnd = waiting + paused.size > 0 ? now : undefined
    proceed()
  }

  const record = Effect.suspend(() =>
    Effect.andThen(Metric.update(bytesInFlight, used), Metric.update(scrapesWaiting, waiting + paused.size))
  )

  const waitAtDoor = (held: Held, account: string): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const scrapes = doors.get(account) ?? new Set()
      const go = (): void => {
        waiting--
        enter(held)
        resume(Effect.void)
      }
      waiting++
      doors.set(account, scrapes.add(go))
      return Effect.sync(() => {
        if (scrapes.delete(go)) waiting--
      })
    })

  return {
    admit: Effect.fnUntraced(function* (url, time, work) {
      const context = yield* Effect.context()
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const longest = longestWaitOf(time)
      const until = now() + Duration.toMillis(longest)
      const held: Held = {
        isRunning: false,
        startedAt: 0,
        now,
        body: undefined,
        reserved: 0,
        pause: undefined,
        wait: () => {
          const { promise: ended, resolve } = Promise.withResolvers<Overloaded | undefined>()
          const end = (refusal?: Overloaded): void => {
            timer.interruptUnsafe()
            held.pause = undefined
            held.startedAt = now()
            resolve(refusal)
          }
          const late = Effect.sync(() => {
            paused.delete(held)
            end(noRoom(longest))
          })
          const left = Math.max(1, until - now())
          const timer = Effect.runForkWith(context)(Effect.delay(late, left))
          return { ended, end }
        }
      }
      const refused = (reason: Overloaded) => Effect.fail(new CaptureError({ url: url.href, reason }))
      const begin = Effect.gen(function* () {
        if (waiting === 0 && mayEnter()) return enter(held)
        if (waiting >= maxWaiting) {
          return yield* refused(overloaded(`${waiting} scrapes wait already (inFlight.maxWaiting)`))
        }
        const { id } = yield* CurrentAccount
        yield* record
        yield* Effect.timeoutOrElse(waitAtDoor(held, id), {
          duration: longest,
          orElse: () => refused(noRoom(longest))
        })
      })
      return yield* Effect.ensuring(
        Effect.flatMap(begin, () => work(leaseOf(held))),
        Effect.suspend(() => {
          leave(held)
          return record
        })
      )
    })
  }
}
