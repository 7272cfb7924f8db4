/** SQLite under the crash suite. */
import { SqliteDatabase } from "../src/sqlite/Database.ts"
import * as SqliteJobStores from "../src/sqlite/JobStores.ts"
import { SqliteLedger } from "../src/sqlite/smallStores.ts"
import { type CrashTarget, type Fault, wait } from "@orbweaver/testing/crash"
import { Duration, Effect, Layer } from "effect"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aroundSqliteCommits } from "./commits.ts"

const one = () => 1

const faultsOf = (file: string): ReadonlyArray<Fault> => [
  {
    name: "the disk is full (max_page_count)",
    kills: one,
    happen: async ({ processes, random, restart }) => {
      const fullMs = random.between(500, 2000)
      await restart(random.between(0, processes), { store: { fullMs, sparePages: random.between(0, 20) } })
      await wait(fullMs)
    }
  },
  {
    name: "files cannot grow (ulimit -f)",
    kills: () => 2,
    happen: async ({ processes, random, restart }) => {
      const number = random.between(0, processes)
      const sizes = await Promise.all([file, `${file}-wal`].map((name) => stat(name).then(({ size }) => size)))
      await restart(number, { maxFileBytes: Math.max(...sizes) + random.between(0, 64) * 1024 })
      await wait(random.between(500, 2000))
      await restart(number, {})
    }
  }
]

/** For `fullMs` milliseconds after the start the file may grow by `sparePages` only. */
const full = ({ fullMs = 0, sparePages = 0 }: Readonly<Record<string, number>>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const db = yield* SqliteDatabase
      db.get(`PRAGMA max_page_count = ${Number(db.get("PRAGMA page_count")!["page_count"]) + sparePages}`)
      yield* Effect.forkScoped(
        Effect.andThen(
          Effect.sleep(Duration.millis(fullMs)),
          Effect.sync(() => db.get("PRAGMA max_page_count = 1000000000"))
        )
      )
    })
  )

export const target: CrashTarget = {
  name: "SQLite",
  stores: (location, { aroundCommit, store }) => {
    if (aroundCommit !== undefined) aroundSqliteCommits(aroundCommit)
    // Hosts are no limit here.
    const jobs = SqliteJobStores.layer({ politeness: { concurrency: 100 } })
    return Layer.mergeAll(jobs, SqliteLedger.layer, store === undefined ? Layer.empty : full(store)).pipe(
      Layer.provide(SqliteDatabase.layer({ filename: location }))
    )
  },
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-crash-"))
    const location = join(folder, "jobs.sqlite")
    return { location, faults: faultsOf(location), close: () => rm(folder, { recursive: true, force: true }) }
  }
}
