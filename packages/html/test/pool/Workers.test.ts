import { assert, describe, it } from "@effect/vitest"
import { carriedThread } from "@orbweaver/core/internal/support/threadEntry"
import { Effect } from "effect"
import { Workers } from "../../src/pool/Workers.ts"
import { input } from "../page.ts"

/** A thread that never ends with a page called "stuck": no page takes all machines equally long. */
const entry = carriedThread(`
  const { parentPort } = require("node:worker_threads")
  parentPort.on("message", ({ input }) => {
    while (input.html === "stuck");
    parentPort.postMessage({ converted: { markdown: input.html } })
  })
  parentPort.postMessage({ started: true })
`)!

const workersOf = Effect.acquireRelease(
  Effect.sync(() => new Workers({ size: 1, waiting: 8, memory: 64, timeout: 300, entry })),
  (workers) => Effect.promise(() => workers.close())
)

/** What becomes of a page: its text, or why it was lost. */
const outcome = (workers: Workers, html: string, small: boolean): Promise<string | undefined> =>
  new Promise((resolve) => {
    workers.submit({
      work: { input: input(html) },
      small,
      answered: (answer) => resolve("converted" in answer ? answer.converted.markdown : "refused"),
      lost: resolve,
      unavailable: () => resolve("unavailable")
    })
  })

describe("a thread", () => {
  for (const [pages, small] of [
    ["large", false],
    ["small", true]
  ] as const) {
    it.live(`that a page holds for too long is ended, and ${pages} pages behind it have their whole time`, () =>
      Effect.gen(function* () {
        const workers = yield* workersOf
        const all = ["first", "stuck", "behind", "stuck", "last"].map((html) => outcome(workers, html, small))
        const outcomes = yield* Effect.promise(() => Promise.all(all))
        assert.deepStrictEqual(outcomes, ["first", "timeout", "behind", "timeout", "last"])
      })
    )
  }
})
