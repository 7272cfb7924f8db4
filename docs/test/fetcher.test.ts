import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { blocksOf, root } from "../blocks/extract.ts"

it("the page about fetchers shows the fetcher that passes the suite from packed packages, of some thirty lines", () => {
  const file = "docs/guide/adapters/fetcher.md"
  const shown = blocksOf(file, readFileSync(join(root, file), "utf8")).find(({ code }) => code.includes("const hopOf"))
  const tried = readFileSync(join(root, "scripts/packed/programs/outsider/fetcher.ts"), "utf8")
  expect(shown?.code).toBe(tried)
  const [, hop = ""] = /^const hopOf([\s\S]*?)^  }$/m.exec(tried) ?? []
  expect(hop.split("\n").length).toBeLessThanOrEqual(32)
})
