// Error pages of a site are no pages that completed.
import { assert, it } from "vitest"
import { type Job, outcomeCounts, outcomeOf, outcomeText, totalOf } from "../../web/jobs/model.ts"

const counts: Job["counts"] = { queued: 1, active: 0, completed: 5, failed: 2, skipped: 0, cancelled: 0 }

it("a page that was answered with an error stands under its status", () => {
  for (const statusCode of [400, 403, 404, 410, 429, 500, 503]) {
    assert.strictEqual(outcomeOf({ state: "completed", statusCode }), "errorPage")
    assert.strictEqual(outcomeText({ state: "completed", statusCode }), `status ${statusCode}`)
  }
  for (const statusCode of [200, 204, 304, undefined]) {
    const row = { state: "completed" as const, ...(statusCode === undefined ? {} : { statusCode }) }
    assert.strictEqual(outcomeText(row), "completed")
  }
  assert.strictEqual(outcomeText({ state: "failed" }), "failed")
})

it("counts add up to all addresses", () => {
  const shown = outcomeCounts({ counts, errorPages: 3 })
  assert.deepInclude(shown, { completed: 2, errorPage: 3, failed: 2 })
  assert.strictEqual(
    Object.values(shown).reduce((sum, count) => sum + count, 0),
    totalOf({ counts })
  )
})
