/**
 * Tickets: a page that waits is a pg-boss job in the queue of its crawl, grouped
 * by host; a task is one in the queue of tasks. Our tables say what a ticket
 * stands for; pg-boss says who gets it next.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { Pg } from "./Pg.ts"

/** The queue of tasks. */
export const tasks = "tasks"

export const queueOf = (jobId: string): string => `pages-${jobId}`

/** Ids are made of row numbers, so a page has one ticket however often it is offered. */
export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`

export const numberOf = (id: string): number => Number.parseInt(id.slice(-12), 16)

export const offer = (
  pg: Pg,
  queue: string,
  pages: ReadonlyArray<{ readonly n: number; readonly host?: string }>
): Effect.Effect<void, StoreError> =>
  pages.length === 0
    ? Effect.void
    : Effect.asVoid(
        pg.boss((boss, db) =>
          boss.insert(
            queue,
            pages.map(({ host, n }) => ({ id: idOf(n), ...(host === undefined ? {} : { group: { id: host } }) })),
            db
          )
        )
      )

/**
 * What becomes of tickets that were taken, in the transaction: done for good,
 * back in their queue, or put aside until they are offered again.
 */
export const each = (
  pg: Pg,
  act: "complete" | "putBack" | "putAside" | "offerAgain",
  queue: string,
  ns: ReadonlyArray<number>
): Effect.Effect<void, StoreError> =>
  ns.length === 0
    ? Effect.void
    : Effect.asVoid(
        pg.boss(async (boss, db) => {
          const ids = ns.map(idOf)
          if (act === "complete") await boss.complete(queue, ids, undefined, db)
          if (act === "putAside" || act === "putBack") await boss.cancel(queue, ids, db)
          if (act === "offerAgain" || act === "putBack") await boss.resume(queue, ids, db)
        })
      )
