/**
 * Lends a tab to one request: waits for a slot, opens or finds a tab, and gives it back when the
 * request has ended, also when nobody waits for it any more.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import type * as PartitionedSemaphore from "effect/PartitionedSemaphore"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { type CaptureReason, Crashed } from "@orbweaver/core/model/CaptureError"
import { type PhaseRecorder, timed } from "@orbweaver/core/internal/model/Timings"
import type { Profile } from "../tab/profile.ts"
import type { Tab } from "../tab/tab.ts"

interface Lending<L extends { readonly tab: Tab }> {
  /** Places for pages that are open at once, fair among accounts. */
  readonly slots: PartitionedSemaphore.PartitionedSemaphore<string>
  /** What is still opening or closing after its request lives as long as this. */
  readonly scope: Scope.Scope
  readonly lease: (profile: Profile) => Effect.Effect<L, unknown>
  /** `isReusable` is false for a tab that may have suffered. */
  readonly releaseTab: (leased: L, isReusable: boolean) => Effect.Effect<void>
}

/** Runs `use` in a tab of the profile. */
export type WithTab = <A>(
  profile: Profile,
  use: (tab: Tab) => Effect.Effect<A, CaptureReason>,
  /** Records the wait for a slot. */
  timings?: PhaseRecorder
) => Effect.Effect<A, CaptureReason>

/** Failures after which a tab may not be fit for another page. */
const tabSpoilingErrors: ReadonlySet<CaptureReason["_tag"]> = new Set([
  "Crashed",
  "TimedOut",
  "TooLarge",
  "TooManyRedirects"
])

export const lend =
  <L extends { readonly tab: Tab }>({ releaseTab, lease, scope, slots }: Lending<L>): WithTab =>
  (profile, use, timings) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* timed(timings, "queue", restore(slots.take(profile.accountId, 1)))
        const opening = yield* Effect.forkIn(lease(profile), scope)
        const opened = yield* Effect.exit(restore(Fiber.join(opening)))
        if (Exit.isFailure(opened)) {
          // Also when the caller gave up: what is still opening is put away when it is open.
          yield* Effect.forkIn(
            Fiber.join(opening).pipe(
              Effect.flatMap((leased) => releaseTab(leased, true)),
              Effect.ignoreCause,
              Effect.ensuring(slots.release(1))
            ),
            scope
          )
          return yield* Effect.mapError(Effect.failCause(opened.cause), asCrash)
        }
        const leased = opened.value
        const exit = yield* Effect.exit(restore(Effect.result(counted(use(leased.tab)))))
        const result = Exit.isSuccess(exit) ? exit.value : undefined
        const succeeded = result !== undefined && Result.isSuccess(result)
        // Not a byte more for a request that failed or was cancelled.
        if (!succeeded) leased.tab.proxy.cut()
        const isReusable = succeeded || (result !== undefined && !tabSpoilingErrors.has(result.failure._tag))
        yield* Effect.forkIn(Effect.ensuring(releaseTab(leased, isReusable), slots.release(1)), scope)
        return yield* Effect.flatMap(exit, Effect.fromResult)
      })
    )

const busyTabs = Metric.gauge("browser_tabs", { description: "Tabs that load a page" })

const counted = <A, E>(use: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.acquireUseRelease(
    Metric.modify(busyTabs, 1),
    () => use,
    () => Metric.modify(busyTabs, -1)
  )

const asCrash = (cause: unknown): CaptureReason =>
  new Crashed({ detail: cause instanceof Error ? cause.message.split("\n", 1)[0]! : String(cause) })
