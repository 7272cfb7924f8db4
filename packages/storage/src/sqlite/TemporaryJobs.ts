/**
 * Jobs in memory whose documents continue on disk: what the library uses by default.
 *
 * Documents that find no room in memory go to a file that nobody else can see: SQLite makes it in the system's
 * temporary folder with the first such document, without a name, and it is gone with the layer, or with the process
 * however that ends.
 */
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import * as MemoryJobs from "@orbweaver/core/jobs/MemoryJobs"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseSync } from "node:sqlite"

export interface Options extends Omit<MemoryJobs.Options, "overflow"> {}

export const layer = (options: Options = {}): Layer.Layer<JobStores, never, Ledger> =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(Effect.sync(makeOverflow), (overflow) => Effect.sync(overflow.close)),
      (overflow) => MemoryJobs.layer({ ...options, overflow })
    )
  )

const makeOverflow = (): MemoryJobs.Overflow & { readonly close: () => void } => {
  let database: DatabaseSync | undefined
  // Loaded in the turn of the first document, and only then.
  const open = (): DatabaseSync => {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
    // The empty name is SQLite's for a file without one. It needs no journal: nobody reads it after a crash.
    const opened = new DatabaseSync("")
    opened.exec("PRAGMA journal_mode = OFF; CREATE TABLE documents (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    return opened
  }
  return {
    put: (text) =>
      Number((database ??= open()).prepare("INSERT INTO documents (text) VALUES (?)").run(text).lastInsertRowid),
    get: (key) => database!.prepare("SELECT text FROM documents WHERE id = ?").get(key)!["text"] as string,
    remove: (key) => database!.prepare("DELETE FROM documents WHERE id = ?").run(key),
    close: () => database?.close()
  }
}
