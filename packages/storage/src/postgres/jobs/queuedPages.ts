/**
 * The queues of pg-boss: a page that waits is an entry in the queue of its crawl,
 * grouped by host; a task is one in the queue of tasks. Our tables say what an
 * entry stands for; pg-boss says who gets it next.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { Service as Database } from "../Database.ts"

export const taskQueue = "tasks"

export const queueOf = (jobId: string): string => `pages-${jobId}`

/** Ids are made of row numbers, so a page has one entry however often it is offered. */
const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`

export const numberOf = (id: string): number => Number.parseInt(id.slice(-12), 16)

export const enqueue = (
  db: Database,
  queue: string,
  pages: ReadonlyArray<{ readonly n: number; readonly host?: string }>
): Effect.Effect<void, StoreError> =>
  pages.length === 0
    ? Effect.void
    : Effect.asVoid(
        db.boss((boss, options) =>
          boss.insert(
            queue,
            pages.map(({ host, n }) => ({ id: idOf(n), ...(host === undefined ? {} : { group: { id: host } }) })),
            options
          )
        )
      )

/** Pages that had ended wait again: their old entries go first, whose ids they share. */
export const offerAgain = (
  db: Database,
  queue: string,
  pages: ReadonlyArray<{ readonly n: number; readonly host: string }>
): Effect.Effect<void, StoreError> =>
  pages.length === 0
    ? Effect.void
    : Effect.andThen(
        db.boss((boss, options) =>
          boss.deleteJob(
            queue,
            pages.map(({ n }) => idOf(n)),
            options
          )
        ),
        enqueue(db, queue, pages)
      )

/** What becomes of entries that were taken: done for good, back in their queue, put aside, or offered again after that. */
export type Change = "complete" | "requeue" | "defer" | "resume"

/** Changes entries within the transaction. */
export const change = (
  db: Database,
  to: Change,
  queue: string,
  ns: ReadonlyArray<number>
): Effect.Effect<void, StoreError> =>
  ns.length === 0
    ? Effect.void
    : Effect.asVoid(
        db.boss(async (boss, options) => {
          const ids = ns.map(idOf)
          if (to === "complete") await boss.complete(queue, ids, undefined, options)
          if (to === "defer" || to === "requeue") await boss.cancel(queue, ids, options)
          if (to === "resume" || to === "requeue") await boss.resume(queue, ids, options)
        })
      )
