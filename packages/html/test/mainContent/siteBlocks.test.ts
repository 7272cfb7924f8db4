import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { siteBlocks } from "../../src/mainContent/features/siteBlocks.ts"
import { parse } from "../../src/tree/parse.ts"
import { parts } from "./pageParts.ts"

const read = (html: string) => siteBlocks(parse(html))
const shared = (one: string, other: string): number => {
  const blocks = new Set(read(one).blocks)
  return read(other).blocks.filter((hash) => blocks.has(hash)).length
}

describe("what a crawl counts of a page", () => {
  it("is each text once, the same on every page", () => {
    assert.strictEqual(
      shared(
        "<p>Only on this page.</p><p>We ship within a day.</p>",
        "<div>We ship within a day.</div><p>Other text</p>"
      ),
      1
    )
    assert.lengthOf(read("<p>The same text</p><hr><p>The same text</p>").blocks, 1)
  })

  it("is no heading, label or code: those belong to what stands around them", () => {
    for (const bound of ["<h2>Parameters</h2>", "<div><h2>Parameters</h2></div>", "<pre>npm install it</pre>"]) {
      assert.lengthOf(read(bound).blocks, 0, bound)
    }
    assert.lengthOf(read("<table><tr><th>Weight in grams</th><td>about 300</td></tr></table>").blocks, 0)
    assert.isNotEmpty(read("<aside><h2>Parameters</h2><p>Read this first.</p></aside>").blocks)
  })

  it("is a list as a whole and not an entry of one", () => {
    assert.lengthOf(read("<h1>Bread</h1><ul><li>A pinch of salt</li><li>300 grams of rye</li></ul>").blocks, 1)
  })

  it("has the same template for pages of one layout, however long their text is", () => {
    const page = (text: string) =>
      `<div><header><div>Site</div></header><main><article>${text}</article></main><footer>End</footer></div>`
    const one = read(page("<p>One</p>")).template
    assert.strictEqual(read(page("<h1>Two</h1><p>Two</p><p>Three</p>")).template, one)
    assert.notStrictEqual(read("<div><main>One</main><aside>Two</aside></div>").template, one)
  })

  it.prop("is bounded and never fails", [Schema.Array(Schema.Literals([...parts]))], ([sequence]) => {
    const { blocks, template } = read(sequence.join(""))
    assert.isTrue(Number.isSafeInteger(template) && template >= 0)
    assert.strictEqual(new Set(blocks).size, blocks.length)
  })
})
