import { assert, it } from "@effect/vitest"
import { layOut } from "../../src/pdf/layout/layout.ts"
import type { PageText, Span } from "../../src/pdf/text/PageText.ts"
import { render, renderPageBlocks } from "../../src/pdf/render/render.ts"
import { headingsOf, type TagNode } from "../../src/pdf/file/structure.ts"

const span = (markedId: number, x0: number, y: number, text: string, bold = false): Span => ({
  text,
  x0,
  x1: x0 + text.length * 5,
  y,
  size: 10,
  font: { bold, italic: false, mono: false },
  artifact: false,
  markedId
})

const node = (role: string, ...children: ReadonlyArray<TagNode | number>): TagNode => ({ role, children })

const html = (tags: TagNode, spans: ReadonlyArray<Span>): string => {
  const page: PageText = { number: 1, width: 600, height: 800, spans, turned: [], rules: [], dots: [], tags }
  const headings = headingsOf(tags)
  const { blocks } = render(layOut(page, spans), {
    outline: new Map(),
    title: undefined,
    joinPages: true,
    tagged: ({ lines }) => headings.get(lines[0]!.spans[0]!.markedId)
  })
  return renderPageBlocks(blocks)
}

it("reads lists whose bullets are drawn, and tables without lines, by the structure of the file", () => {
  const tags = node(
    "Document",
    node("H2", 0),
    node("L", node("LI", node("Lbl", 1), node("LBody", 2), node("L", node("LI", 3)))),
    node("Table", node("TR", node("TH", 4), node("TH", 5)), node("TR", node("TD", 6), node("TD", node("P", 7)))),
    node("BlockQuote", node("P", 8))
  )
  const spans = [
    span(0, 72, 80, "Title"),
    span(2, 90, 100, "one"),
    span(3, 110, 114, "inner"),
    span(4, 72, 140, "City", true),
    span(5, 96, 140, "Population", true),
    span(6, 72, 154, "Rome"),
    span(7, 96, 154, "2,748,109"),
    span(8, 100, 180, "Said so.")
  ]
  assert.strictEqual(
    html(tags, spans),
    [
      "<h2>Title</h2>",
      "<ul><li>one<ul><li>inner</li></ul></li></ul>",
      "<table>",
      "<thead>",
      "<tr><th>City</th><th>Population</th></tr>",
      "</thead>",
      "<tbody>",
      "<tr><td>Rome</td><td>2,748,109</td></tr>",
      "</tbody>",
      "</table>",
      "<blockquote><p>Said so.</p></blockquote>"
    ].join("\n")
  )
})

it("reads a paragraph that goes on in the next column in the order of the file", () => {
  const spans = [
    span(0, 72, 100, "The text begins here, and"),
    span(0, 72, 112, "goes on down the column"),
    span(0, 320, 100, "until it ends at the head"),
    span(0, 320, 112, "of the other one.")
  ]
  const more = [span(1, 320, 140, "A second paragraph.")]
  assert.strictEqual(
    html(node("Document", node("P", 0), node("P", 1)), [...spans, ...more]),
    "<p>The text begins here, and goes on down the column until it ends at the head of the other one.</p>\n<p>A second paragraph.</p>"
  )
})

it("numbers items by their labels, and nests lists that are tagged side by side by their indent", () => {
  const item = (id: number) => node("L", node("LI", node("LBody", node("P", id))))
  const spans = [span(0, 90, 100, "3. third"), span(1, 110, 114, "• inner"), span(2, 90, 128, "4. fourth")]
  assert.strictEqual(
    html(node("Document", item(0), item(1), item(2)), spans),
    `<ol start="3"><li>third<ul><li>inner</li></ul></li>\n<li>fourth</li></ol>`
  )
})

it("goes by the look of the page where the structure leaves text out, or jumps about", () => {
  const spans = [span(0, 72, 100, "First line."), span(1, 72, 130, "Second line."), span(2, 72, 160, "Third line.")]
  const expected = "<p>First line.</p>\n<p>Second line.</p>\n<p>Third line.</p>"
  assert.strictEqual(html(node("Document", node("P", 2)), spans), expected)
  const many = Array.from({ length: 8 }, (_, index) => span(index, 72, 100 + index * 30, `Line ${index}.`))
  const turned = node("Document", ...many.map(({ markedId }) => node("P", 7 - markedId)))
  assert.match(html(turned, many), /^<p>Line 0.<\/p>/)
})
