/** The thread of a `Checkpointer`: a connection of its own that does nothing else. */
import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"

const { filename } = workerData as { readonly filename: string }
const database = new DatabaseSync(filename)
database.exec("PRAGMA synchronous = NORMAL")
// Waits for nobody: what cannot be moved now is moved with the next.
const checkpoint = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")

parentPort?.on("message", () => {
  const log = Number(checkpoint.get()?.["log"] ?? 0)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(log)
})
