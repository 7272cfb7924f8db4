/** The time that the processes of a SQLite file agree on, whatever their wall clocks say. */
import { assert, it } from "@effect/vitest"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import { Fixtures } from "@orbweaver/testing"
import { sqlite } from "@orbweaver/storage"
import { Clock, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const { claim, create, paths } = Fixtures

const hour = 3_600_000

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-clock-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  ),
  (folder) => join(folder, "jobs.sqlite")
)

/** The clock of a process whose wall clock is set wrong by some milliseconds. */
const setWrong = (millis: () => number): Clock.Clock => {
  const real = Clock.Clock.defaultValue()
  const currentTimeMillisUnsafe = (): number => real.currentTimeMillisUnsafe() + millis()
  return {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe: () => BigInt(currentTimeMillisUnsafe()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(currentTimeMillisUnsafe()) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
}

const reclaim = Frontier.Frontier.use((frontier) => frontier.reclaim)

for (const shift of [hour, -hour]) {
  it.live(`a process whose clock is ${shift > 0 ? "ahead" : "back"} by an hour takes no pages of the others`, () =>
    Effect.gen(function* () {
      const path = yield* file
      const wrong = setWrong(() => shift)
      const right = yield* Layer.build(sqlite(path))
      const other = yield* Effect.provideService(Layer.build(sqlite(path)), Clock.Clock, wrong)
      const inOther = <A, E>(effect: Effect.Effect<A, E, Frontier.Frontier>) =>
        Effect.provideService(Effect.provideContext(effect, other), Clock.Clock, wrong)
      const held = yield* Effect.provide(Effect.andThen(create(paths("a", "b")), claim(1)), right)
      assert.lengthOf(held, 1)
      assert.strictEqual(yield* inOther(reclaim), 0)
      assert.lengthOf(yield* inOther(claim(10)), 1)
      assert.strictEqual(yield* Effect.provide(reclaim, right), 0)
    }).pipe(Effect.scoped)
  )
}

it.live("a wall clock that jumps ends no lease", () =>
  Effect.gen(function* () {
    let shift = 0
    const clock = setWrong(() => shift)
    const stores = sqlite(yield* file)
    yield* Effect.gen(function* () {
      yield* create(paths("a"))
      assert.lengthOf(yield* claim(1), 1)
      shift = hour
      assert.strictEqual(yield* reclaim, 0)
      shift = -hour
      assert.strictEqual(yield* reclaim, 0)
    }).pipe(Effect.provide(stores), Effect.provideService(Clock.Clock, clock))
  }).pipe(Effect.scoped)
)

it.live("whoever opens a file alone sets its time", () =>
  Effect.gen(function* () {
    const path = yield* file
    const createdAt = Effect.map(create(paths("a")), (job) => job.createdAt)
    const wrong = setWrong(() => -hour)
    const before = yield* Effect.provideService(Effect.provide(createdAt, sqlite(path)), Clock.Clock, wrong)
    const after = yield* Effect.provide(createdAt, sqlite(path))
    assert.isAbove(after - before, hour - 1)
  }).pipe(Effect.scoped)
)
