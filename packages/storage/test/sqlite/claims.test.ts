/** A claim costs a file the same statements however many jobs are open in it. */
import { assert, describe, it } from "@effect/vitest"
import { claim, create, settle, settlement } from "@orbweaver/testing/internal/jobs"
import { SqliteJobStores } from "@orbweaver/storage"
import { Effect, Layer } from "effect"
import { reportingSqlite } from "../support/statements.ts"

/** Statements of a claim of four pages, and of settling them. */
const statementsOf = (jobCount: number) => {
  let statements = 0
  const counting = reportingSqlite(":memory:", () => void statements++)
  return Effect.gen(function* () {
    for (let job = 0; job < jobCount; job++) {
      const urls = Array.from({ length: 3 }, (_, page) => `https://host-${job}.test/${page}`)
      yield* create(urls, { accountId: `team ${job % 3}` })
    }
    // What a process reads of a job once.
    const first = yield* claim(4)
    assert.lengthOf(first, 4)
    statements = 0
    const second = yield* claim(4)
    const ofClaim = statements
    assert.lengthOf(second, 4)
    statements = 0
    yield* settle(...second.map((page) => settlement(page)))
    return { ofClaim, ofSettling: statements }
  }).pipe(Effect.provide(SqliteJobStores.layer().pipe(Layer.provide(counting))))
}

describe("claims of pages in a file", () => {
  it.effect("take as many statements among hundreds of open jobs as among a few", () =>
    Effect.gen(function* () {
      const few = yield* statementsOf(20)
      assert.deepStrictEqual(yield* statementsOf(400), few)
      assert.isBelow(few.ofClaim, 60)
    })
  )
})
