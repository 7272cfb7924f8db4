/**
 * Moves what was written from SQLite's log into the file on a thread of its own:
 * that waits for the disk, tens of milliseconds at a time, and the event loop
 * must not.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { carriedThread, placedThread } from "@orbweaver/core/internal/support/threadEntry"
import { threadCode } from "./threadCode.ts"

/** What the connection that writes does itself. */
interface Writer {
  /** Moves what there is, at once. */
  readonly move: () => void
  /** Moves what there is whenever a transaction leaves more than so many pages in the log. */
  readonly moveAfter: (pages: number) => void
}

export interface Checkpointer {
  /** A transaction was written. */
  readonly wrote: () => void
}

/** Transactions between two moves; the thread starts with the first. */
const atOnce = 32
/** The log begins anew only when all of it was moved, which the thread never sees while others write. In pages. */
const longLog = 8000
/** For when the thread does not keep up. */
const longestLog = 32_000
/** Without the thread: SQLite's own. */
const alone = 1000

/** Ends with the scope. Without a thread, the writer does it all. */
export const make = (filename: string, writer: Writer): Effect.Effect<Checkpointer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): Helper => {
        writer.moveAfter(longestLog)
        return { worker: undefined, busy: false, written: 0, over: false }
      }),
      (helper) =>
        Effect.promise(async () => {
          helper.over = true
          await helper.worker?.terminate()
        })
    ),
    (helper) => ({
      wrote: () => {
        if (helper.over || ++helper.written < atOnce || helper.busy) return
        helper.written = 0
        helper.busy = true
        try {
          helper.worker ??= start(filename, helper, writer)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
          helper.worker.postMessage("move")
        } catch {
          // A host may allow no threads (`--permission`).
          giveUp(helper, writer)
        }
      }
    })
  )

interface Helper {
  worker: Worker | undefined
  busy: boolean
  written: number
  /** There is no thread any more. */
  over: boolean
}

const start = (filename: string, helper: Helper, writer: Writer): Worker => {
  const entry =
    placedThread(import.meta.url, "sqlite/Checkpointer", "./checkpoint", existsSync) ?? carriedThread(threadCode())
  if (entry === undefined) throw new Error("The module of the thread is not there")
  const worker = new Worker(entry.script, {
    ...entry.options,
    name: "orbweaver-sqlite",
    workerData: { filename },
    // The host's flags and environment are not for this thread.
    env: {}
  })
  const ended = () => giveUp(helper, writer)
  worker.on("message", (log: number) => {
    helper.busy = false
    // Little is left of it in this moment, so this is quick.
    if (log > longLog && !helper.over) writer.move()
  })
  worker.on("error", ended)
  worker.on("exit", ended)
  worker.unref()
  return worker
}

const giveUp = (helper: Helper, writer: Writer): void => {
  if (helper.over) return
  helper.over = true
  writer.moveAfter(alone)
}
