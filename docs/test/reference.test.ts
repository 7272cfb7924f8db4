import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { generatedPages } from "../generate/main.ts"
import { docs } from "../.vitepress/pages.ts"

it("the pages of the reference that are made from the sources are up to date: npm run docs:generate", async () => {
  for (const [file, text] of Object.entries(await generatedPages())) {
    expect([file, readFileSync(join(docs, file), "utf8")]).toEqual([file, text])
  }
})
