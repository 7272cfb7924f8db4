import { Worker } from "node:worker_threads"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdf, Threads } from "../../src/index.ts"
import { longCMap } from "../support/hostilePdf.ts"
import { bodyOf, read } from "../support/read.ts"

const hold = (millis: number): void => {
  const end = performance.now() + millis
  while (performance.now() < end);
}

/** Holds the process up around the first look at a thread's memory, so that its answer and all messages come at once. */
const heldUpAtFirstLook = Effect.acquireRelease(
  Effect.sync(() => {
    const original = Object.getOwnPropertyDescriptor(Worker.prototype, "getHeapStatistics")!
    let isFirst = true
    Worker.prototype.getHeapStatistics = function (this: Worker) {
      if (isFirst) hold(1500)
      const answer: ReturnType<Worker["getHeapStatistics"]> = original.value.call(this)
      if (isFirst) hold(200)
      isFirst = false
      return answer
    }
    return original
  }),
  (original) => Effect.sync(() => Object.defineProperty(Worker.prototype, "getHeapStatistics", original))
)

it.live("delivers the pages before a huge one where the process was held up meanwhile", () =>
  Effect.gen(function* () {
    yield* heldUpAtFirstLook
    const parsed = yield* read(pdf({ threads: Threads.perFile({ heapMiB: 160 }) }), longCMap(50_000, "hex"))
    assert.include(bodyOf(parsed), "The first page is fine")
    assert.include(parsed.warnings?.join(" "), "Page 2 and those after it are left out")
  }).pipe(Effect.scoped)
)
