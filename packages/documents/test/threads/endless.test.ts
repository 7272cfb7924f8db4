import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Worker } from "node:worker_threads"
import { pdf, Threads } from "../../src/index.ts"
import { pdfFile } from "../support/pdfFile.ts"
import { bodyOf, read } from "../support/read.ts"
import { pdfSample } from "../support/samples.ts"

/** Graphics states in one another: pdf.js looks through all that are open for each further one, for hours here. */
const endless = pdfFile({ pages: [{ operators: "q ".repeat(2_000_000) }] })

/** The next thread that starts. */
const nextThread = () => new Promise<Worker>((resolve) => process.once("worker", resolve))

// In one test, as tests of a file run side by side and would see each other's threads.
it.live("ends a PDF that would take hours at its deadline, with its thread, and reads the next file", () =>
  Effect.gen(function* () {
    for (const threads of [Threads.perFile(), yield* Threads.pool({ size: 1 })]) {
      const parser = pdf({ threads, deadline: "3 seconds" })
      const thread = nextThread()
      const slow = yield* Effect.forkChild(Effect.flip(read(parser, endless)), { startImmediately: true })
      const worker = yield* Effect.promise(() => thread)
      const exit = new Promise((resolve) => worker.once("exit", resolve))
      // By then it is at its work, and so long without a pause that no message would reach it.
      assert.deepInclude(yield* Fiber.join(slow), { _tag: "UnreadableDocument", why: "too-slow" })
      yield* Effect.promise(() => exit)
      assert.isAbove(bodyOf(yield* read(pdf({ threads }), pdfSample)).length, 0)
    }
  })
)
