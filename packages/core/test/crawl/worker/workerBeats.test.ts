/** What a worker tells its store of itself. */
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { CurrentProcess, make } from "../../../src/crawl/worker/workerBeats.ts"
import { beatMs, type WorkerBeat } from "../../../src/jobs/StoreWorker.ts"
import { JobStore } from "../../../src/jobs/JobStore.ts"
import { JobId } from "../../../src/model/Job.ts"

it.effect("a worker names the pages that it holds with each beat, and leaves the list when it stops", () =>
  Effect.gen(function* () {
    const beats: Array<WorkerBeat> = []
    const removed: Array<string> = []
    const store = yield* Effect.provide(
      JobStore,
      Layer.mock(JobStore, {
        recordWorker: (beat) => Effect.sync(() => void beats.push(beat)),
        removeWorker: (id) => Effect.sync(() => void removed.push(id))
      })
    )
    const held = [{ jobId: JobId.make("a"), page: "1", since: 5 }]
    const counted: Array<number> = []
    const pages = { running: 1, longestHeld: (count: number) => (counted.push(count), held) }
    const scope = yield* Scope.make()
    const step = yield* make(store, pages).pipe(
      Scope.provide(scope),
      Effect.provideService(CurrentProcess, { host: "a.internal", pid: 7, version: "1.0.0" })
    )
    yield* Effect.forkIn(Effect.forever(step), scope)
    yield* TestClock.adjust(beatMs)
    assert.lengthOf(beats, 2)
    assert.deepInclude(beats[1], { host: "a.internal", running: 1, pages: held })
    assert.deepStrictEqual(counted, [200, 200])
    yield* Scope.close(scope, Exit.void)
    assert.deepStrictEqual(removed, [beats[0]!.id])
  })
)
