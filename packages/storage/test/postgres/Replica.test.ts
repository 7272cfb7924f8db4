/** A streaming replica of a real server: what is read from it, and when it is not. */
import { assert, describe, it } from "@effect/vitest"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { claim, create, paths, settle, settlement } from "@orbweaver/testing/internal/jobs"
import { PostgresDatabase, PostgresJobStores } from "@orbweaver/storage/postgres"
import { Effect, Layer, Logger } from "effect"
import { afterAll, beforeAll } from "vitest"
import { type Postgres, start } from "../support/postgres.ts"

let primary: Postgres
let replica: Awaited<ReturnType<Postgres["startReplica"]>>

beforeAll(async () => {
  primary = await start(["-c", "fsync=off"])
  replica = await primary.startReplica()
})
afterAll(() => primary.stop())

const freshSchema = () => `r${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`

/** A database whose log is kept. */
const open = Effect.fnUntraced(function* (maxReplicaLag: number) {
  const lines: Array<string> = []
  const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
  const options = { url: primary.url, readUrl: replica.url, schema: freshSchema(), maxReplicaLag, maxConnections: 3 }
  const context = yield* Layer.build(
    Layer.fresh(PostgresJobStores.layer()).pipe(Layer.provideMerge(PostgresDatabase.layer(options)), Layer.provide(log))
  )
  return { context, lines: () => lines.filter((line) => line.includes("replica")), log }
})

const maxLooks = 400
const lookMs = 25

const until = Effect.fnUntraced(function* <E>(isDone: Effect.Effect<boolean, E>, what: string) {
  for (let attempt = 0; attempt < maxLooks; attempt++) {
    if (yield* isDone) return
    yield* Effect.sleep(lookMs)
  }
  assert.fail(what)
})

/** Rows that were changed on the primary after the replica had stopped to follow. */
const diverged = Effect.gen(function* () {
  const { listRows, oldRows, rows, schema } = yield* PostgresDatabase
  const all = `SELECT n, word FROM ${schema}.words ORDER BY n`
  yield* rows(`CREATE TABLE ${schema}.words (n int, word text)`)
  yield* rows(`INSERT INTO ${schema}.words VALUES (1, 'old'), (2, 'old')`)
  const words = (read: Effect.Effect<ReadonlyArray<object>, unknown>) =>
    Effect.map(read, (found) => found.map((row) => (row as { readonly word: string }).word))
  const old = words(oldRows(all))
  // Nothing is read from the replica until it is known to follow.
  yield* until(
    Effect.map(oldRows("SELECT pg_is_in_recovery() AS of_replica"), ([row]) => row?.["of_replica"] === true),
    "the replica is read"
  )
  const stop = Effect.gen(function* () {
    yield* Effect.promise(() => replica.execute("SELECT pg_wal_replay_pause()"))
    yield* until(
      Effect.promise(() =>
        replica.execute("DO $$ BEGIN ASSERT pg_get_wal_replay_pause_state() = 'paused'; END $$").then(
          () => true,
          () => false
        )
      ),
      "paused"
    )
    yield* rows(`UPDATE ${schema}.words SET word = 'new'`)
  })
  return { old, listed: (limit: number) => words(listRows(limit, all)), stop, written: words(rows(all)) }
})

const resume = Effect.promise(() => replica.execute("SELECT pg_wal_replay_resume()"))

describe("a read replica", { concurrent: false }, () => {
  it.live("gives full pages of lists; the end of a list comes from the primary", () =>
    Effect.gen(function* () {
      const { context } = yield* open(3_600_000)
      yield* Effect.gen(function* () {
        const { listed, old, stop, written } = yield* diverged
        yield* stop
        assert.deepStrictEqual(yield* old, ["old", "old"])
        assert.deepStrictEqual(yield* listed(2), ["old", "old"])
        assert.deepStrictEqual(yield* listed(3), ["new", "new"])
        assert.deepStrictEqual(yield* written, ["new", "new"])
        const { transaction } = yield* PostgresDatabase
        assert.deepStrictEqual(yield* transaction(old), ["new", "new"])
      }).pipe(Effect.ensuring(resume), Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )

  it.live("shows every page of a job as soon as it was scraped", () =>
    Effect.gen(function* () {
      const { context } = yield* open(3_600_000)
      yield* Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a", "b", "c"))
        const [first, ...others] = yield* claim(3)
        yield* settle(settlement(first!))
        const numbers = Effect.map(store.results(id, { after: 0, limit: 3 }), (results) => results.length)
        assert.strictEqual(yield* numbers, 1)
        yield* Effect.promise(() => replica.execute("SELECT pg_wal_replay_pause()"))
        for (const page of others) yield* settle(settlement(page))
        assert.strictEqual(yield* numbers, 3)
        assert.lengthOf(yield* store.pages(id, { limit: 10 }), 3)
      }).pipe(Effect.ensuring(resume), Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )

  it.live("that is too far behind is not read until it has caught up, and the log says so once", () =>
    Effect.gen(function* () {
      const { context, lines, log } = yield* open(300)
      yield* Effect.gen(function* () {
        const { old, stop } = yield* diverged
        yield* stop
        yield* until(
          Effect.map(old, ([word]) => word === "new"),
          "read from the primary"
        )
        yield* until(
          Effect.map(old, () => lines().length > 0),
          "said"
        )
        for (let read = 0; read < 20; read++) {
          assert.deepStrictEqual(yield* old, ["new", "new"])
          yield* Effect.sleep(lookMs)
        }
        assert.deepStrictEqual(lines(), [
          "The read replica is more than 300 ms behind, so lists are read from the primary"
        ])
        yield* resume
        yield* until(
          Effect.map(old, () => lines().length > 1),
          "said that it is back"
        )
        assert.deepStrictEqual(lines().slice(1), ["The read replica is used again"])
      }).pipe(Effect.ensuring(resume), Effect.provideContext(context), Effect.provide(log))
    }).pipe(Effect.scoped)
  )

  it.live("that is away costs nobody an answer", () =>
    Effect.gen(function* () {
      const { context, lines, log } = yield* open(3_600_000)
      yield* Effect.gen(function* () {
        const { old, stop } = yield* diverged
        yield* stop
        assert.deepStrictEqual(yield* old, ["old", "old"])
        yield* Effect.promise(replica.kill)
        for (let read = 0; read < 3; read++) assert.deepStrictEqual(yield* old, ["new", "new"])
        assert.lengthOf(lines(), 1)
        assert.include(lines()[0], "The read replica does not answer, so lists are read from the primary")
      }).pipe(Effect.provideContext(context), Effect.provide(log))
    }).pipe(Effect.scoped)
  )
})
