/** Renews the leases of pages that get on, and interrupts those that are lost or stuck. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Service as Frontier } from "../../jobs/Frontier.ts"
import { pagesReturned } from "../../jobs/workerMetrics.ts"
import type { WorkerLoop } from "./claiming.ts"
import type { HeldPage, HeldPages } from "./HeldPages.ts"
import { requeue } from "./outcomes.ts"

/** Longest that giving pages back may take when a worker stops. */
const maxReturnTime = Duration.seconds(2)

/** One heartbeat and the pause before it. */
export const renewLeases = ({ frontier, heartbeatInterval, idleMs, leaseMs, pages }: WorkerLoop) =>
  Effect.gen(function* () {
    yield* frontier.awaitStop(heartbeatInterval)
    const now = yield* Clock.currentTimeMillis
    const stuck: Array<HeldPage> = []
    const alive: Array<HeldPage["page"]> = []
    for (const held of pages.all()) {
      if (now - held.since > idleMs) stuck.push(held)
      else alive.push(held.page)
    }
    if (stuck.length > 0) yield* abandon(pages, stuck)
    if (alive.length === 0) return
    for (const lease of yield* frontier.heartbeat(alive, leaseMs)) pages.lose(lease)
  })

const abandon = (pages: HeldPages, stuck: ReadonlyArray<HeldPage>) =>
  Effect.suspend(() => {
    pages.abandon(stuck)
    return Effect.andThen(
      Effect.logError(`${stuck.length} pages made no progress and are requeued: ${stuck[0]!.page.url} and others`),
      pagesReturned("stuck", stuck.length)
    )
  })

/** Gives back what is still held when the fibers have stopped. */
export const returnPages = (frontier: Frontier, pages: HeldPages): Effect.Effect<void> =>
  Effect.suspend(() => {
    const rest = pages.all().map(({ page }) => requeue(page))
    return rest.length === 0
      ? Effect.void
      : Effect.ignoreCause(Effect.timeoutOption(frontier.settle(rest), maxReturnTime))
  })
