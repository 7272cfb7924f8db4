/**
 * Runs statements on the whole file in a thread of its own: it moves what was written from SQLite's log into the file, and
 * writes the file anew. That waits for the disk, tens of milliseconds at a time, and the event loop must not.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { carriedThread, placedThread } from "@orbweaver/core/internal/support/threadEntry"
import { threadCode } from "./threadCode.ts"

export interface Statement {
  readonly sql: string
  /** How long the thread waits for other connections, in milliseconds. */
  readonly busyTimeout: number
}

/** The first row that a statement gives. */
export type Row = Readonly<Record<string, unknown>> | undefined

/** What the thread answers. */
export type Reply = { readonly row: Row } | { readonly message: string; readonly errcode: number | undefined }

/** What the connection that writes does itself. */
interface Writer {
  readonly run: (sql: string) => Row
  /** Moves what there is, at once. */
  readonly move: () => void
  /** Moves what there is whenever a transaction leaves more than so many pages in the log. */
  readonly moveAfter: (pages: number) => void
}

export interface Checkpointer {
  /** A transaction was written. */
  readonly wrote: () => void
  /** Runs a statement on the thread. Fails with what SQLite throws. */
  readonly run: (statement: Statement) => Effect.Effect<Row, unknown>
}

/** Transactions between two moves; the thread starts with the first. */
const atOnce = 32
/** The log begins anew only when all of it was moved, which the thread never sees while others write. In pages. */
const longLog = 8000
/** For when the thread does not keep up. */
const longestLog = 32_000
/** Without the thread: SQLite's own. */
const alone = 1000
/** SQLite's value for a writer that leaves the log alone. */
const neverMove = 0

/** Moves all that it can, and waits for nobody: what cannot be moved now is moved with the next. */
const moving: Statement = { sql: "PRAGMA wal_checkpoint(PASSIVE)", busyTimeout: 0 }

/** Ends with the scope. Without a thread, the writer does it all. */
export const make = (filename: string, writer: Writer): Effect.Effect<Checkpointer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): Helper => {
        writer.moveAfter(longestLog)
        return { worker: undefined, busy: false, written: 0, over: false, waiting: [] }
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
        send(filename, helper, writer, moving, (reply) => {
          helper.busy = false
          const log = "row" in reply ? Number(reply.row?.["log"] ?? 0) : 0
          // Little is left of it in this moment, so this is quick.
          if (log > longLog && !helper.over) writer.move()
        })
      },
      run: (statement) =>
        Effect.callback<Row, unknown>((resume) => {
          const isSent = send(filename, helper, writer, statement, (reply) => {
            // A thread that nobody waits for does not keep the process.
            helper.worker?.unref()
            if (!helper.over) writer.moveAfter(longestLog)
            resume(
              "row" in reply
                ? Effect.succeed(reply.row)
                : Effect.fail(Object.assign(new Error(reply.message), { errcode: reply.errcode }))
            )
          })
          if (isSent) {
            helper.worker?.ref()
            // The thread moves what its statement has written, which may be as much as the file.
            writer.moveAfter(neverMove)
          } else resume(Effect.try({ try: () => writer.run(statement.sql), catch: (cause) => cause }))
        })
    })
  )

interface Helper {
  worker: Worker | undefined
  busy: boolean
  written: number
  /** There is no thread any more. */
  over: boolean
  /** Those who wait for a reply, in the order of their statements, which is that of the replies. */
  readonly waiting: Array<(reply: Reply) => void>
}

/** Whether there is a thread that runs the statement. */
const send = (
  filename: string,
  helper: Helper,
  writer: Writer,
  statement: Statement,
  done: (reply: Reply) => void
): boolean => {
  if (helper.over) return false
  try {
    helper.worker ??= start(filename, helper, writer)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    helper.worker.postMessage(statement)
    helper.waiting.push(done)
    return true
  } catch {
    // A host may allow no threads (`--permission`).
    giveUp(helper, writer)
    return false
  }
}

const start = (filename: string, helper: Helper, writer: Writer): Worker => {
  // The code that a build carries starts wherever the package lies, such as in an archive that only the program reads.
  const entry =
    carriedThread(threadCode()) ?? placedThread(import.meta.url, "sqlite/Checkpointer", "./checkpoint", existsSync)
  if (entry === undefined) throw new Error("The module of the thread is not there")
  const worker = new Worker(entry.script, {
    ...entry.options,
    // Node 22 warns in each thread that SQLite is experimental; the one of the main thread is enough.
    execArgv: [...entry.options.execArgv, "--disable-warning=ExperimentalWarning"],
    name: "orbweaver-sqlite",
    workerData: { filename },
    // The host's flags and environment are not for this thread.
    env: {}
  })
  const ended = () => giveUp(helper, writer)
  worker.on("message", (reply: Reply) => helper.waiting.shift()?.(reply))
  worker.on("error", ended)
  worker.on("exit", ended)
  worker.unref()
  return worker
}

const giveUp = (helper: Helper, writer: Writer): void => {
  for (const done of helper.waiting.splice(0)) {
    done({ message: "The thread of the database has ended", errcode: undefined })
  }
  if (helper.over) return
  helper.over = true
  writer.moveAfter(alone)
}
