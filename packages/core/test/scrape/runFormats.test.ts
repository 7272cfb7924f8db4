import { assert, it } from "@effect/vitest"
import type { Document } from "@orbweaver/core/model/Document"
import { formatFailure } from "../../src/scrape/runFormats.ts"

it("a page of which no format came has failed, whatever else its document says", () => {
  const failed: Document = {
    timings: [{ phase: "parse", startMs: 0, durationMs: 1 }],
    warning: "The model did not answer.",
    metadata: {
      sourceURL: "https://s.test/",
      url: "https://s.test/",
      statusCode: 200,
      formatErrors: [{ format: "summary", error: "The model did not answer." }]
    }
  }
  assert.strictEqual(formatFailure(failed)?.format, "summary")
  assert.isUndefined(formatFailure({ ...failed, markdown: "text" }))
  assert.isUndefined(formatFailure({ ...failed, metadata: { ...failed.metadata, formatErrors: [] } }))
})
