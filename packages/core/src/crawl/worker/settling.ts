/**
 * Writes how pages ended, whatever the store says: again while it does not
 * answer, and page by page where it refuses what it is given, so that a page
 * that cannot be stored costs no other page its result.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type { Claim, ClaimRequest, Service as Frontier, Settlement } from "../../jobs/Frontier.ts"
import { messageOf, settlingTime, retryWhileAway } from "../../jobs/retryWhileAway.ts"
import { retried } from "../../jobs/workerMetrics.ts"
import type { JobId } from "../../model/Job.ts"
import type { StoreError } from "../../model/StoreError.ts"
import { claimInto, type WorkerLoop } from "./claiming.ts"
import type { HeldPages } from "./HeldPages.ts"
import { failed } from "./outcomes.ts"

/** Settlements taken at once from those that wait. */
const maxTaken = 100
/** How long a transaction waits at most for more to do. */
const maxGatherTime = Duration.millis(50)

/** One step: writes how pages ended and claims others in the same transaction. `report` gets jobs that may have ended. */
export const settleEnded = (
  { frontier, leaseMs, pages }: WorkerLoop,
  report: (jobs: ReadonlySet<JobId>) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const batch = yield* takeEnded(pages)
    const onEnd = pages.settle(batch)
    const claim = Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      yield* claimInto(pages, (count) => exchange(frontier, batch, { count, leaseMs }))
      pages.ahead.fit(batch.length, began, yield* Clock.currentTimeMillis)
    })
    yield* Effect.andThen(
      claim,
      Effect.suspend(() => report(pages.jobsWithoutOthers(batch)))
    ).pipe(
      // Whatever comes of it, the pages are no longer ours.
      Effect.ensuring(Effect.sync(onEnd))
    )
  })

/** How pages ended, gathered for as long as it costs the fibers nothing: as many pages wait for them. */
const takeEnded = Effect.fnUntraced(function* (pages: HeldPages) {
  const first = yield* Queue.takeBetween(pages.ended, 1, maxTaken)
  const wanted = Math.ceil(pages.ahead.pages / 2)
  const rest =
    first.length < wanted && pages.waiting >= wanted
      ? yield* Effect.timeoutOption(Queue.takeBetween(pages.ended, wanted - first.length, maxTaken), maxGatherTime)
      : Option.none()
  return [...first, ...(Option.isSome(rest) ? rest.value : yield* takeAll(pages.ended))]
})

/** What is in the queue now. */
const takeAll = <A>(queue: Queue.Queue<A>) =>
  Effect.flatMap(Queue.size(queue), (size) =>
    size > 0 ? Queue.takeBetween(queue, 1, size) : Effect.succeed<Array<A>>([])
  )

/** Writes the settlements and claims pages for the room that they make; never fails. */
const exchange = (frontier: Frontier, batch: ReadonlyArray<Settlement>, request: ClaimRequest): Effect.Effect<Claim> =>
  frontier.exchange(batch, request).pipe(
    retryWhileAway("Settling pages", settlingTime),
    Effect.catch((error) =>
      Effect.as(
        error.kind === "rejected"
          ? Effect.forEach(batch, (settlement) => settleAsFailed(frontier, settlement), { discard: true })
          : dropSettlements(batch.length, error),
        emptyClaim
      )
    )
  )

const emptyClaim: Claim = { pages: [] }

/** A page whose result the store refuses has failed, and says why. */
const settleAsFailed = (frontier: Frontier, settlement: Settlement): Effect.Effect<void> =>
  frontier.settle([settlement]).pipe(
    retryWhileAway("Settling a page", settlingTime),
    Effect.catchIf(
      (error) => error.kind === "rejected",
      (error) =>
        Effect.andThen(
          Effect.logWarning("The result of a page could not be stored", error),
          frontier.settle([failed(settlement.lease, `The result could not be stored: ${messageOf(error)}`)])
        ).pipe(retryWhileAway("Settling a page", settlingTime))
    ),
    Effect.catch((error) => dropSettlements(1, error))
  )

const dropSettlements = (count: number, error: StoreError) =>
  Effect.andThen(
    Effect.logError(`${count} pages could not be settled; they are requeued when their leases expire`, error),
    retried("Settling given up")
  )
