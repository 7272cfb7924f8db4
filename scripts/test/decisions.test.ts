import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { index, indexFile } from "../decisions.ts"

it("the index of the decisions is up to date", () => {
  expect(readFileSync(indexFile, "utf8")).toBe(index())
})
