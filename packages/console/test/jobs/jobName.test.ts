// What jobs are called.
import { assert, it } from "vitest"
import { jobName, promptOf } from "../../web/jobs/jobName.ts"

it("names a job by its kind and its site, or by its prompt where it has none", () => {
  assert.strictEqual(
    jobName({ id: "1", kind: "crawl", origin: "https://example.com/docs/" }),
    "Crawl of example.com/docs"
  )
  assert.strictEqual(
    jobName({ id: "1", kind: "agent", origin: "", prompt: "Find the prices" }),
    "Agent: Find the prices"
  )
  assert.strictEqual(jobName({ id: "1", kind: "agent", origin: "" }), "Agent: 1")
  assert.lengthOf(jobName({ id: "1", kind: "agent", origin: "", prompt: "x".repeat(500) }), 80)
})

it("says a prompt once", () => {
  assert.strictEqual(promptOf({ origin: "https://example.com/", prompt: "Prices" }), "Prices")
  assert.isUndefined(promptOf({ origin: "", prompt: "Prices" }))
})
