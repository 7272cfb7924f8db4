import { assert, it } from "@effect/vitest"
import { retryAfterMs } from "../../src/support/retryAfter.ts"

it("reads seconds and dates of a Retry-After header, and nothing else", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")
  const read = (header: string | undefined) => retryAfterMs(header, now)
  assert.strictEqual(read(" 120 "), 120_000)
  assert.strictEqual(read("Thu, 01 Jan 2026 00:00:30 GMT"), 30_000)
  assert.strictEqual(read("Wed, 31 Dec 2025 00:00:00 GMT"), 0)
  assert.strictEqual(read("soon"), undefined)
  assert.strictEqual(read(""), undefined)
  assert.strictEqual(read(undefined), undefined)
})
