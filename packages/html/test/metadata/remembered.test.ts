import { expect, it, vi } from "vitest"
import { remembered } from "../../src/metadata/remembered.ts"

it("asks a pattern once for each name", () => {
  const pattern = /date/
  const test = vi.spyOn(pattern, "test")
  const isDate = remembered(pattern)
  for (const name of ["post-date", "author", "post-date", "author"]) expect(isDate(name)).toBe(name === "post-date")
  expect(test).toHaveBeenCalledTimes(2)
})
