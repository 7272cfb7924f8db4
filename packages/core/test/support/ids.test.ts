import { assert, it } from "@effect/vitest"
import { makeIds } from "../../src/support/ids.ts"

it("gives UUIDs of version 4, none twice", () => {
  const next = makeIds()
  const ids = Array.from({ length: 1000 }, next)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.strictEqual(new Set(ids).size, ids.length)
})
