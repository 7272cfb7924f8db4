/** Two versions of the program share a database: each leaves alone what only the other can read. */
import { assert, describe, it } from "@effect/vitest"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobQueue from "@orbweaver/core/jobs/JobQueue"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Webhooks from "@orbweaver/core/jobs/Webhooks"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { leaseMs, newJob } from "@orbweaver/testing/internal/jobs"
import { sqlite } from "@orbweaver/storage"
import { PostgresDatabase, postgres } from "@orbweaver/storage/postgres"
import { Effect, type Layer, Logger, Option } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"

interface Place {
  readonly layer: Layer.Layer<JobStore.JobStores, StoreError>
  /** Runs a statement on the tables, as another version of the program would. */
  readonly change: (statement: (table: string) => string) => Effect.Effect<unknown, unknown>
}

const onSqlite = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-versions-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(
  Effect.map((folder): Place => {
    const file = join(folder, "jobs.sqlite")
    return {
      layer: sqlite(file),
      change: (statement) =>
        Effect.sync(() => {
          const database = new DatabaseSync(file)
          database.exec(statement("job"))
          database.close()
        })
    }
  })
)

const onPostgres = Effect.sync((): Place => {
  const url = inject("postgresUrl")
  const schema = `v${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
  const database = PostgresDatabase.layer({ url, schema, maxConnections: 2 })
  return {
    layer: postgres(url, { schema, maxConnections: 4 }),
    change: (statement) =>
      Effect.provide(
        PostgresDatabase.use(({ rows }) => rows(statement(`${schema}.job`))),
        database
      )
  }
})

const webhook = { url: "http://hook.test/", headers: {}, metadata: {}, events: ["started" as const] }
const foreign = newJob(["https://site.test/a"], { task: true, webhook, priority: 9 })
const ours = newJob(["https://other.test/b"], { task: true })

const everything = Effect.gen(function* () {
  const store = yield* JobStore.JobStore
  const pages = (yield* (yield* Frontier.Frontier).claim({ count: 10, leaseMs })).pages.map(({ url }) => url)
  const queue = yield* JobQueue.JobQueue
  const tasks = [yield* queue.take(leaseMs), yield* queue.take(leaseMs)].map(Option.getOrUndefined)
  const deliveries = yield* (yield* Webhooks.WebhookOutbox).take(10, 1)
  yield* (yield* Frontier.Frontier).reclaim
  yield* store.sweep
  return {
    pages,
    tasks: tasks.flatMap((task) => task?.jobId ?? []),
    deliveries: deliveries.map(({ jobId }) => jobId),
    job: yield* store.get(foreign.id)
  }
})

for (const [name, place] of [["SQLite", onSqlite] as const, ["PostgreSQL", onPostgres] as const]) {
  describe(`a job on ${name}`, () => {
    const cases = [
      {
        what: "of a newer version",
        as: (table: string) =>
          `UPDATE ${table} SET spec = replace(spec, '"version":1', '"version":2') WHERE id = '${foreign.id}'`,
        back: (table: string) => `UPDATE ${table} SET spec = replace(spec, '"version":2', '"version":1')`,
        warning: /version 2; this program reads up to 1/
      },
      {
        what: "of an unknown kind",
        as: (table: string) => `UPDATE ${table} SET kind = 'dream' WHERE id = '${foreign.id}'`,
        back: (table: string) => `UPDATE ${table} SET kind = 'crawl'`,
        warning: /unknown kind dream/
      }
    ]
    for (const { as, back, warning, what } of cases) {
      it.live(`${what} is left to others, and says so in its status and in the log`, () =>
        Effect.gen(function* () {
          const { change, layer } = yield* place
          const logged: Array<string> = []
          const logger = Logger.make(({ message }) => void logged.push(String(message)))
          yield* Effect.provide(
            Effect.gen(function* () {
              const store = yield* JobStore.JobStore
              yield* store.create(foreign)
              yield* store.create(ours)
            }),
            layer
          )
          yield* change(as)
          const seen = yield* Effect.provide(everything, layer).pipe(Effect.provide(Logger.layer([logger])))
          assert.deepStrictEqual(seen.pages, ["https://other.test/b"])
          assert.deepStrictEqual(seen.tasks, [ours.id])
          assert.deepStrictEqual(seen.deliveries, [])
          assert.match(seen.job.warning ?? "", warning)
          assert.strictEqual(seen.job.status, "scraping")
          assert.strictEqual(seen.job.counts.queued, 1)
          assert.lengthOf(
            logged.filter((line) => warning.test(line)),
            1
          )
          // The program that knows it goes on with all of it.
          yield* change(back)
          const known = yield* Effect.provide(everything, layer)
          assert.deepStrictEqual(known.pages, ["https://site.test/a"])
          assert.deepStrictEqual(known.deliveries, [foreign.id])
          assert.isUndefined(known.job.warning)
        })
      )
    }

    it.live("of an older version is migrated when it is read", () =>
      Effect.gen(function* () {
        const { change, layer } = yield* place
        yield* Effect.provide(
          JobStore.JobStore.use((store) => store.create(foreign)),
          layer
        )
        yield* change(
          (table) => `UPDATE ${table} SET spec = replace(replace(spec, '"version":1,', ''), '"maxDepth":null,', '')`
        )
        const seen = yield* Effect.provide(everything, layer)
        assert.deepStrictEqual(seen.pages, ["https://site.test/a"])
        assert.isUndefined(seen.job.warning)
      })
    )
  })
}
