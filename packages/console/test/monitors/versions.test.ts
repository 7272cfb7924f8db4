// Two versions of a page beside each other.
import { assert, it } from "vitest"
import { rowsOf } from "../../web/monitors/versions.ts"

it("puts what was removed beside what was added in its place", () => {
  const text = "--- a\n+++ b\n@@ -1,4 +1,5 @@\n same\n-old one\n-old two\n+new one\n rest\n+more"
  assert.deepStrictEqual(rowsOf(text), [
    { place: "@@ -1,4 +1,5 @@" },
    { before: "same", after: "same" },
    { before: "old one", after: "new one" },
    { before: "old two" },
    { before: "rest", after: "rest" },
    { after: "more" }
  ])
})
