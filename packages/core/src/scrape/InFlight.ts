/**
 * Admits scrapes to an instance by work and by bytes, so that what is admitted succeeds, and what is not waits or fails
 * with `Overloaded`.
 *
 * ```
 * scrape ─► door: waits while others take all the room ─► work ─► body: reading pauses while there is no room for it
 *             └─ too many wait, or no room in time ─► Overloaded ◄─────────────────────────┘
 * ```
 *
 * What counts as room is in `BodyRoom`, who enters first in `Doors`, how long one may wait in `Pace`.
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
import { BodyRoom, type HeldBody, minBytes } from "./inFlight/BodyRoom.ts"
import { Doors } from "./inFlight/Doors.ts"
import { Pace } from "./inFlight/Pace.ts"

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

/** Undefined where there is room at once. */
export type Wait = Promise<Overloaded | undefined> | undefined

/** What one scrape holds. Both wait for room by a promise, which gives the reason when there was none in time. */
export interface Lease {
  /** Counts further bytes of the body. */
  readonly grow: (bytes: number) => Wait
  /** Counts a body that is here, however it came. */
  readonly hold: (bytes: number) => Wait
  /** Another attempt begins, and what was read before is gone. */
  readonly restart: () => void
}

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

/** The most scrapes that run at once. */
export const maxAtOnce = ({ maxBytes = defaults.maxBytes }: InFlightOptions = {}): number =>
  Math.max(1, Math.floor(maxBytes / minBytes))

interface Gate {
  readonly room: BodyRoom
  readonly doors: Doors
  readonly pace: Pace
}

export const make = ({
  maxBytes = defaults.maxBytes,
  maxWait = Duration.infinity,
  maxWaiting = defaults.maxWaiting
}: InFlightOptions = {}): Service => {
  const longestWait = Duration.fromInputUnsafe(maxWait)
  const doors = new Doors()
  const room = new BodyRoom(maxBytes, () => doors.open())
  const pace = new Pace()
  const gate: Gate = { room, doors, pace }

  const record = Effect.suspend(() =>
    Effect.andThen(Metric.update(bytesInFlight, room.used), Metric.update(scrapesWaiting, doors.waiting + room.paused))
  )

  return {
    admit: Effect.fnUntraced(function* (url, time, work) {
      const longest = Duration.min(longestWait, pace.longestWait(time))
      const { enter, leave, lease } = yield* makeEntry(gate, longest)
      const refused = (reason: Overloaded) => Effect.fail(new CaptureError({ url: url.href, reason }))
      const begin = Effect.gen(function* () {
        if (doors.waiting === 0 && room.mayEnter) return enter()
        if (doors.waiting >= maxWaiting) {
          return yield* refused(overloaded(gate, `${doors.waiting} scrapes wait already (inFlight.maxWaiting)`))
        }
        const { id } = yield* CurrentAccount
        yield* record
        yield* Effect.timeoutOrElse(waitAtDoor(doors, id, enter), {
          duration: longest,
          orElse: () => refused(noRoom(gate, longest))
        })
      })
      return yield* Effect.ensuring(
        Effect.flatMap(begin, () => work(lease)),
        Effect.suspend(() => {
          leave()
          return record
        })
      )
    })
  }
}

/** The way of one scrape through the gate; it may wait for `longest`, before it begins and while its body is read. */
const makeEntry = Effect.fnUntraced(function* (gate: Gate, longest: Duration.Duration) {
  const { doors, pace, room } = gate
  const context = yield* Effect.context()
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const until = now() + Duration.toMillis(longest)
  /** When its work began, or went on after a pause. */
  let startedAt = 0

  const wait = () => {
    const { promise: ended, resolve } = Promise.withResolvers<Overloaded | undefined>()
    const end = (refusal?: Overloaded): void => {
      timer.interruptUnsafe()
      held.pause = undefined
      startedAt = now()
      resolve(refusal)
    }
    const late = Effect.sync(() => {
      room.giveUp(held)
      end(noRoom(gate, longest))
    })
    const timer = Effect.runForkWith(context)(Effect.delay(late, Math.max(1, until - now())))
    return { ended, end }
  }
  const held: HeldBody = { isRunning: false, body: undefined, reserved: 0, pause: undefined, wait }

  const enter = (): void => {
    startedAt = now()
    room.enter(held)
  }
  const leave = (): void => {
    if (!held.isRunning) return
    const workTime = now() - startedAt
    room.leave(held)
    pace.end(workTime, now(), doors.waiting + room.paused > 0)
    room.proceed()
  }
  const lease: Lease = {
    grow: (bytes) => room.resize(held, (held.body ?? 0) + bytes),
    hold: (bytes) => room.hold(held, bytes),
    restart: () => room.restart(held)
  }
  return { enter, leave, lease }
})

const waitAtDoor = (doors: Doors, account: string, enter: () => void): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const giveUp = doors.wait(account, () => {
      enter()
      resume(Effect.void)
    })
    return Effect.sync(giveUp)
  })

const overloaded = ({ doors, pace }: Gate, detail: string): Overloaded =>
  new Overloaded({ detail, retryAfterSeconds: pace.retryAfterSeconds(doors.waiting) })

const noRoom = (gate: Gate, wait: Duration.Duration): Overloaded =>
  overloaded(
    gate,
    `no room within ${Duration.format(wait)}, while ${gate.room.running} scrapes hold ${gate.room.used} bytes of bodies (inFlight.maxBytes)`
  )
