import { expect, it } from "vitest"
import { hitsIn } from "../language/phrases.ts"

it("a phrase of the list is found in a comment, with its line and what to write instead", () => {
  const hits = hitsIn("src/a.ts", "const limit = 5\n/** What the host said, asked of its robots.txt. */")
  expect(hits.map(({ line, text }) => [line, text])).toEqual([
    [2, "said"],
    [2, "asked of"]
  ])
  expect(hits.every(({ instead }) => instead.length > 10)).toBe(true)
})

it("plain sentences and loops over kept things pass", () => {
  expect(hitsIn("src/a.ts", "// The server declares its size.\nfor (const kept of pages) count++")).toEqual([])
})
