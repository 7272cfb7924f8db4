// How far a job is, as it is told.
import { assert, it } from "vitest"
import { progressOf, timeLeft } from "../../web/jobs/progress.ts"

const none = { queued: 0, active: 0, completed: 0, failed: 0, skipped: 0, cancelled: 0 }

it("never shows more pages than the limit", () => {
  const counts = { ...none, completed: 290, failed: 5, active: 5, queued: 37, skipped: 400 }
  assert.deepStrictEqual(progressOf({ counts, limit: 300, status: "scraping" }), { done: 295, of: 300 })
  const done = { ...none, completed: 330, failed: 7 }
  assert.deepStrictEqual(progressOf({ counts: done, limit: 300, status: "completed" }), { done: 300, of: 300 })
})

it("counts what waits where there is no limit", () => {
  assert.deepStrictEqual(progressOf({ counts: { ...none, completed: 2, queued: 3 }, status: "scraping" }), {
    done: 2,
    of: 5
  })
})

it("tells the time that is left by the rate, and none where nothing moves", () => {
  const counts = { ...none, completed: 10, queued: 20 }
  assert.strictEqual(timeLeft({ counts, status: "scraping" }, 4), 5000)
  assert.isUndefined(timeLeft({ counts, status: "scraping" }, 0))
  assert.isUndefined(timeLeft({ counts, status: "completed" }, 4))
})
