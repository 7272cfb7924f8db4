// The table of environments says what `npm run environments` has seen, of each environment that has a check.
import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { environments, tableFile } from "../packed/environments.ts"

const rows = (await readFile(tableFile, "utf8"))
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.slice(2, -2).split(" | "))

describe("the table of environments", () => {
  it("has a row for each check, with what a program needs there", () => {
    expect(rows.map(([name, needs]) => [name, needs])).toEqual(environments.map(({ name, needs }) => [name, needs]))
  })

  it("has no row that fails, and says of what was not run why", () => {
    expect(rows.map(([, , result]) => result).filter((result) => !/^(?:works|not run: .+)$/.test(result!))).toEqual([])
  })
})
