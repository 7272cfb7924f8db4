import { assert, describe, it } from "@effect/vitest"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { judge, readTokenizerCases } from "./html5lib.ts"

/** A package whose only use is that it carries the cases of html5lib. */
const folder = join(
  dirname(createRequire(import.meta.url).resolve("html5lib-cases/package.json")),
  "test/data/tokenizer"
)

/** Cases older than the standard of today; parse5 8 is as far from them as we are. */
const outdated = [
  "domjs.test: skip first BOM but not later ones (Data state)",
  "unicodeCharsProblematic.test: Invalid Unicode character U+D800 (Data state)",
  "unicodeCharsProblematic.test: Invalid Unicode character U+D800 with valid following character (Data state)",
  "unicodeCharsProblematic.test: Invalid Unicode character U+DFFF (Data state)",
  "unicodeCharsProblematic.test: Invalid Unicode character U+DFFF with valid preceding character (Data state)"
]

describe("the tokenizer cases of html5lib", () => {
  const cases = readTokenizerCases(folder)
  const judged = cases.map((one) => [one.name, judge(one)] as const)
  const named = (verdict: string) => judged.flatMap(([name, found]) => (found === verdict ? [name] : [])).sort()

  it("are all there", () => assert.isAbove(cases.length, 6_600))

  it("are met by the tree", () => assert.deepStrictEqual(named("different"), []))

  it("are not met where the standard has changed since, and nowhere else", () =>
    assert.deepStrictEqual(named("changed"), outdated))
})
