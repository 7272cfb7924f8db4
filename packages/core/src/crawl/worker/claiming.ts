/**
 * Claims pages for the room that a worker has. While pages run, new ones are claimed in one go with the writing of what has
 * ended (`settling`); only a worker with idle fibers claims for itself.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Claim, Service as Frontier } from "../../jobs/Frontier.ts"
import { whileWaiting } from "../../jobs/whileWaiting.ts"
import type { HeldPages } from "./HeldPages.ts"

/** What the loops of a worker share. */
export interface WorkerLoop {
  readonly frontier: Frontier
  readonly pages: HeldPages
  readonly leaseMs: number
  /** Between two heartbeats. */
  readonly heartbeatInterval: Duration.Duration
  /** A page that nothing has happened to for longer is stuck. */
  readonly idleMs: number
  /** Between two looks for pages of idle accounts. */
  readonly poll: Duration.Duration
  /** How long to wait for work before the next look, in milliseconds. */
  readonly pollMs: () => number
}

/** Holds what is claimed for the room, which no other claim fills meanwhile. */
export const claimInto = <E>(
  pages: HeldPages,
  claim: (count: number) => Effect.Effect<Claim, E>,
  room: () => number = () => pages.room
): Effect.Effect<Claim, E> =>
  Effect.suspend(() => {
    const count = pages.reserve(room())
    return claim(count).pipe(
      Effect.tap((claimed) => Effect.map(Clock.currentTimeMillis, (now) => pages.add(claimed.pages, now))),
      Effect.ensuring(Effect.sync(() => pages.release(count)))
    )
  })

/** One step of an idle worker: claims pages, or waits for some. */
export const claimWhenIdle = ({ frontier, leaseMs, pages, pollMs }: WorkerLoop) =>
  Effect.andThen(
    pages.idle.await,
    Effect.suspend(() =>
      whileWaiting(
        frontier.awaitWork(Duration.millis(pollMs())),
        Effect.fnUntraced(function* (woken) {
          const claimed = yield* claimInto(pages, (count) => frontier.claim({ count, leaseMs }))
          if (claimed.pages.length > 0) return
          if (claimed.nextAt === undefined) return yield* woken
          const wait = claimed.nextAt - (yield* Clock.currentTimeMillis)
          yield* Effect.timeoutOption(woken, Duration.millis(Math.max(1, wait)))
        })
      )
    )
  )

/** One step while pages take all places and none of them ends: asks for a page of an account that has none running. */
export const claimForIdleAccounts = ({ frontier, leaseMs, pages, poll }: WorkerLoop) =>
  Effect.gen(function* () {
    const before = pages.claims
    yield* Effect.sleep(poll)
    if (pages.claims !== before || pages.keptRoom === 0) return
    yield* claimInto(
      pages,
      (count) => frontier.claim({ count, leaseMs, onlyIdleAccounts: true }),
      () => pages.keptRoom
    )
  })
