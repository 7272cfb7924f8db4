/** The thread of a `Checkpointer`: a connection of its own, which runs the statements that take long. */
import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"
import type { Reply, Statement } from "./Checkpointer.ts"
import { resultCode } from "./resultCode.ts"

const { filename } = workerData as { readonly filename: string }
const database = new DatabaseSync(filename)
// A copy of the file that `VACUUM` makes is never on the disk.
database.exec("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")

const run = ({ busyTimeout, sql }: Statement): Reply => {
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    return { row: database.prepare(sql).get() }
  } catch (cause) {
    // An error that is sent to another thread loses its code.
    return { message: cause instanceof Error ? cause.message : String(cause), errcode: resultCode(cause) }
  }
}

parentPort?.on("message", (statement: Statement) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(run(statement))
})
