// A block that is run must be the block that readers see: text and code of a page swap where a fence is not one.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { blocksOf, files, root, strayFences } from "../blocks/extract.ts"

it("every fence of README and of the pages is rendered as one", () => {
  expect(files()).toContain("README.md")
  expect(files().flatMap((file) => strayFences(file, readFileSync(join(root, file), "utf8")))).toEqual([])
})

it("a fence with a backtick behind its language, and one that nothing closes, are found", () => {
  const text = "```sh no-run: see `npm test`\nnpm install\n```\n\ntext\n"
  expect(strayFences("page.md", text)).toEqual(["page.md:1 opens no block", "page.md:3 is never closed"])
})

it("a block takes the comments directly above it, and no others", () => {
  const text = [
    "<!-- no-run: belongs to nothing -->",
    "",
    "```ts",
    "first()",
    "```",
    "",
    "- A list:",
    "",
    "  <!-- setup",
    "  const a = 1",
    "  -->",
    "  <!-- no-run: needs `a` -->",
    "  ```ts",
    "  second(a)",
    "  ```",
    ""
  ].join("\n")
  expect(
    blocksOf("page.md", text).map(({ code, line, noRun, setup }) => ({ code, line, noRun, setup: setup.trim() }))
  ).toEqual([
    { code: "first()\n", line: 4, noRun: undefined, setup: "" },
    { code: "second(a)\n", line: 14, noRun: "needs `a`", setup: "const a = 1" }
  ])
})

it("a reason behind the language is refused, because it would not be read", () => {
  expect(() => blocksOf("page.md", "```sh no-run: needs Docker\ndocker ps\n```\n")).toThrow(/page\.md:2/)
})
