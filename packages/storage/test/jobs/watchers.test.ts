/** Watchers of a job cost the database the same however many they are. */
import { assert, describe, it } from "@effect/vitest"

import { watch } from "@orbweaver/core/jobs/JobEvents"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import { claim, create, paths, settle, settlement } from "@orbweaver/testing/internal/jobs"
import { PostgresDatabase, PostgresJobStores } from "@orbweaver/storage/postgres"
import { SqliteJobStores } from "@orbweaver/storage"
import { SqliteDatabase } from "@orbweaver/storage/internal/sqlite/Database"
import { type Context, Effect, Fiber, Layer, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { reportingPostgres, reportingSqlite } from "../support/statements.ts"

const watcherCount = 1000

interface Counter {
  statements: number
}

/** The stores of two processes; the statements of the first are counted. */
interface Processes {
  readonly counter: Counter
  readonly first: Context.Context<JobStores>
  readonly second: Context.Context<JobStores>
}

const onPostgres = Effect.gen(function* () {
  const schema = `w${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
  const counter: Counter = { statements: 0 }
  const options = { url: inject("postgresUrl"), schema, maxConnections: 4 }
  const counting = reportingPostgres(options, () => void counter.statements++)
  const stores = PostgresJobStores.layer()
  const first = yield* Layer.build(stores.pipe(Layer.provide(counting), Layer.fresh))
  const second = yield* Layer.build(
    stores.pipe(Layer.provide(Layer.fresh(PostgresDatabase.layer(options))), Layer.fresh)
  )
  return { counter, first, second }
})

const onSqlite = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "orbweaver-watchers-"))),
    (made) => Effect.promise(() => rm(made, { recursive: true }))
  )
  const counter: Counter = { statements: 0 }
  const filename = join(folder, "jobs.sqlite")
  const counting = reportingSqlite(filename, () => void counter.statements++)
  const stores = SqliteJobStores.layer()
  const first = yield* Layer.build(stores.pipe(Layer.provide(counting), Layer.fresh))
  const second = yield* Layer.build(
    stores.pipe(Layer.provide(Layer.fresh(SqliteDatabase.layer({ filename }))), Layer.fresh)
  )
  return { counter, first, second }
})

/** Time for statements that are under way. */
const pause = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))

const until = Effect.fnUntraced(function* (isDone: () => boolean) {
  for (let attempt = 0; attempt < 2000 && !isDone(); attempt++) yield* pause
  assert.isTrue(isDone())
})

/** Lets a second go by, and what it brings about happen. */
const second = Effect.gen(function* () {
  for (let part = 0; part < 20; part++) {
    yield* TestClock.adjust("50 millis")
    yield* pause
  }
})

const test = (title: string, processes: Effect.Effect<Processes, unknown, Scope.Scope>) =>
  it.effect(
    title,
    () =>
      Effect.gen(function* () {
        const { counter, first, second: other } = yield* processes
        const job = yield* create(paths(..."abcdefghijklmnopqrst")).pipe(Effect.provide(first))
        const pages = yield* claim(20).pipe(Effect.provide(first))
        const seen = Array.from({ length: watcherCount }, () => new Array<number>())
        const least = () => Math.min(...seen.map(({ length }) => length))
        const watching = yield* Effect.forEach(
          seen,
          (numbers) => Stream.runForEach(watch(job.id), ({ number }) => Effect.sync(() => void numbers.push(number))),
          { concurrency: "unbounded" }
        ).pipe(Effect.provide(first), Effect.forkChild)
        yield* until(() => least() === 1)
        for (let turn = 0; turn < 3; turn++) yield* second

        counter.statements = 0
        for (let turn = 0; turn < 10; turn++) yield* second
        // A slow database is asked less often.
        assert.isAtLeast(counter.statements, 1)
        assert.isAtMost(counter.statements, 11, "statements in ten seconds in which nothing happens")

        // Another process ends pages: they are seen after a second at most.
        for (const [index, page] of pages.slice(0, 10).entries()) {
          yield* settle(settlement(page)).pipe(Effect.provide(other))
          counter.statements = 0
          yield* second
          // No more time goes by, but the database may take its own to answer.
          yield* until(() => least() === index + 2)
          assert.isAtMost(counter.statements, 20, "statements for an event of another process")
        }

        // This process does: no time goes by until it is seen.
        for (const [index, page] of pages.slice(10).entries()) {
          yield* settle(settlement(page)).pipe(Effect.provide(first))
          counter.statements = 0
          yield* until(() => least() >= index + 12)
          assert.isAtMost(counter.statements, 20, "statements for an event of this process")
        }
        yield* Fiber.join(watching)
        for (const numbers of seen) {
          assert.deepStrictEqual(
            numbers,
            Array.from({ length: 22 }, (_, index) => index + 1)
          )
        }
      }).pipe(Effect.scoped),
    { timeout: 60_000 }
  )

describe("a thousand watchers of a job", { concurrent: false }, () => {
  test("cost PostgreSQL one statement a second while nothing happens, and few for each event", onPostgres)
  test("cost a file one statement a second while nothing happens, and few for each event", onSqlite)
})
