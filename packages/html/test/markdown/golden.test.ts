import { describe, expect, it } from "vitest"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { type Case, optionsOf, pageOf, readFamilies, writeFamily } from "./cases.ts"

const families = readFamilies()

if (process.env["UPDATE_GOLDEN"] === "1") {
  for (const family of families) {
    const outputs = new Map<Case, string>()
    for (const entry of family.cases) outputs.set(entry, toMarkdown(pageOf(entry.html), optionsOf(entry)))
    writeFamily(family, outputs)
  }
}

describe.each(families)("Markdown of $name", ({ cases }) => {
  it.each(cases)("$title", (entry) => {
    expect(toMarkdown(pageOf(entry.html), optionsOf(entry))).toBe(entry.expected)
  })
})

describe("golden cases", () => {
  it("are many, and no two of a family have the same title", () => {
    expect(families.reduce((count, { cases }) => count + cases.length, 0)).toBeGreaterThanOrEqual(250)
    for (const { cases } of families) expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length)
  })
})
