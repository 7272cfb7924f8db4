/** What a process remembers of the rows of jobs is what stands in the file. */
import { assert, it } from "@effect/vitest"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Fixtures } from "@orbweaver/testing"
import { sqlite, SqliteJobStores } from "@orbweaver/storage"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { reportingSqlite } from "../support/statements.ts"

const { claim, create, paths, settle, settlement } = Fixtures

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-rows-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

it.effect("a process sees what others have written of a job that it has read before", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "jobs.sqlite")
    const one = yield* Layer.build(sqlite(file))
    const other = yield* Layer.build(sqlite(file))
    const { id } = yield* Effect.provide(create(paths("a", "b")), one)
    const counts = Effect.map(
      JobStore.use((store) => store.get(id)),
      ({ counts }) => [counts.queued, counts.active, counts.completed]
    )
    assert.deepStrictEqual(yield* Effect.provide(counts, one), [2, 0, 0])
    const [page] = yield* Effect.provide(claim(1), other)
    assert.deepStrictEqual(yield* Effect.provide(counts, one), [1, 1, 0])
    yield* Effect.provide(settle(settlement(page!)), one)
    assert.deepStrictEqual(yield* Effect.provide(counts, other), [1, 0, 1])
    yield* Effect.provide(
      JobStore.use((store) => store.remove(id)),
      other
    )
    assert.strictEqual((yield* Effect.flip(Effect.provide(counts, one)))._tag, "JobNotFound")
  }).pipe(Effect.scoped)
)

it.effect("of a write that fails, nothing is remembered", () => {
  let isFull = false
  const failing = reportingSqlite(":memory:", (text) => {
    if (isFull && /^(?:INSERT INTO|UPDATE) host/.test(text.trim())) throw new Error("database or disk is full")
  })
  return Effect.gen(function* () {
    const { id } = yield* create(paths("a", "b"))
    const counts = Effect.map(
      JobStore.use((store) => store.get(id)),
      ({ counts }) => [counts.queued, counts.active]
    )
    isFull = true
    assert.strictEqual((yield* Effect.flip(claim(1)))._tag, "StoreError")
    isFull = false
    assert.deepStrictEqual(yield* counts, [2, 0])
    assert.lengthOf(yield* claim(2), 2)
    assert.deepStrictEqual(yield* counts, [0, 2])
  }).pipe(Effect.provide(SqliteJobStores.layer().pipe(Layer.provide(failing))))
})
