import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../generate/comments.ts"
import { commentedSources } from "../generate/optionComments.ts"

it("the comments of options are those of their definitions: npm run docs:generate", () => {
  const sources = commentedSources()
  for (const [file, text] of Object.entries(sources)) {
    expect([file, text]).toEqual([file, readFileSync(join(root, file), "utf8")])
  }
})
