import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { docx } from "../../src/index.ts"
import { chartTable, chartXml } from "../support/chartXml.ts"
import { coreXml, docxFile, listed, p, type RelationSpec, run } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const body = (
  xml: string,
  more: Readonly<Record<string, string | Uint8Array>> = {},
  relations: ReadonlyArray<RelationSpec> = []
) => Effect.map(read(docx(), docxFile(xml, more, relations)), bodyOf)

it.effect("makes headings of styles by their built-in names, inherited ones too, and of outline levels", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p("One", "berschrift1") +
        p(run("Two", "<w:b/>"), "berschrift2") +
        p("Three", "Eigene") +
        p("Four", undefined, `<w:outlineLvl w:val="3"/>`) +
        p("Text")
    )
    assert.strictEqual(html, "<h1>One</h1>\n<h2>Two</h2>\n<h2>Three</h2>\n<h4>Four</h4>\n<p>Text</p>")
  })
)

it.effect("keeps marks of runs, joins neighbours with the same ones and moves blanks out of them", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p(
        run("plain ") +
          run("bo", "<w:b/>") +
          run("ld ", "<w:b/>") +
          run("both", "<w:b/><w:i/>") +
          run(" x") +
          run("2", `<w:vertAlign w:val="superscript"/>`) +
          run(" gone", "<w:strike/>") +
          run(" strong", `<w:rStyle w:val="Fett"/>`) +
          run(" hidden", "<w:vanish/>") +
          run(" code()", `<w:rFonts w:ascii="Consolas"/>`) +
          run(" not", `<w:b w:val="0"/>`)
      )
    )
    assert.strictEqual(
      html,
      "<p>plain <strong>bold <em>both</em></strong> x<sup>2</sup> <del>gone</del> <strong>strong</strong> <code>code()</code> not</p>"
    )
  })
)

it.effect("nests lists by their level and goes on counting where a list was interrupted", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p("a", undefined, listed(1, 0)) +
        p("a1", undefined, listed(1, 1)) +
        p("a2", undefined, listed(1, 1)) +
        p("b", undefined, listed(1, 0)) +
        p("first", undefined, listed(2, 0)) +
        p("between") +
        p("second", undefined, listed(2, 0))
    )
    assert.strictEqual(
      html,
      [
        "<ul><li>a<ol><li>a1</li>",
        "<li>a2</li></ol></li>",
        "<li>b</li></ul><ol><li>first</li></ol>",
        "<p>between</p>",
        `<ol start="2"><li>second</li></ol>`
      ].join("\n")
    )
  })
)

it.effect("keeps bullets of several definitions in one list, and paragraphs under a blank one in their item", () =>
  Effect.gen(function* () {
    const lists = (id: number, sign: string) =>
      `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/></w:lvl></w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`
    const html = yield* body(
      p("a", undefined, listed(3, 0)) +
        p("b", undefined, listed(4, 0)) +
        p("more of b", undefined, listed(5, 0)) +
        p("c", undefined, listed(3, 0)),
      {
        "word/numbering.xml": `<w:numbering xmlns:w="w">${lists(3, "•")}${lists(4, "o")}${lists(5, " ")}</w:numbering>`
      }
    )
    assert.strictEqual(html, "<ul><li>a</li>\n<li>b<p>more of b</p></li>\n<li>c</li></ul>")
  })
)

it.effect("reads lines across the page", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p("a") +
        p("", "Horizontal Line") +
        p(`<w:r><w:pict><v:rect xmlns:v="v" xmlns:o="o" o:hr="t"/></w:pict></w:r>`) +
        p("b")
    )
    assert.strictEqual(html, "<p>a</p>\n<hr>\n<hr>\n<p>b</p>")
  })
)

const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`
const row = (cells: string, properties = "") => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`

it.effect("keeps spans and header rows of tables", () =>
  Effect.gen(function* () {
    const html = yield* body(
      `<w:tbl><w:tblPr/>${row(cell("Wide", `<w:gridSpan w:val="2"/>`) + cell("C"), "<w:tblHeader/>")}${row(
        cell("tall", `<w:vMerge w:val="restart"/>`) + cell("1") + cell("2")
      )}${row(cell("", "<w:vMerge/>") + cell("3") + cell("4"))}</w:tbl>`
    )
    assert.strictEqual(
      html,
      [
        "<table>",
        "<thead>",
        `<tr><th colspan="2">Wide</th><th>C</th></tr>`,
        "</thead>",
        "<tbody>",
        `<tr><td rowspan="2">tall</td><td>1</td><td>2</td></tr>`,
        "<tr><td>3</td><td>4</td></tr>",
        "</tbody>",
        "</table>"
      ].join("\n")
    )
  })
)

it.effect("unwraps a table of one cell, which is a frame", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* body(`<w:tbl>${row(cell("Framed"))}</w:tbl>`), "<p>Framed</p>")
  })
)

it.effect("keeps links of relations and of fields, and leaves out links that run scripts", () =>
  Effect.gen(function* () {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const html = yield* body(
      p(`<w:hyperlink r:id="rId9">${run("site")}</w:hyperlink>`) +
        p(
          `${field("begin")}<w:r><w:instrText> HYPERLINK "https://example.com/b" </w:instrText></w:r>${field("separate")}${run("field")}${field("end")}`
        ) +
        p(`<w:hyperlink r:id="rId10">${run("evil")}</w:hyperlink>`),
      {},
      [
        { id: "rId9", type: "hyperlink", target: "https://example.com/a", external: true },
        { id: "rId10", type: "hyperlink", target: "javascript:alert(1)", external: true }
      ]
    )
    assert.strictEqual(
      html,
      `<p><a href="https://example.com/a">site</a></p>\n<p><a href="https://example.com/b">field</a></p>\n<p>evil</p>`
    )
  })
)

it.effect("writes footnotes and endnotes once, in the order of their numbers", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p(
        `${run("Fact")}<w:r><w:footnoteReference w:id="2"/></w:r>${run(" and end")}<w:r><w:endnoteReference w:id="2"/></w:r>`
      ),
      {
        "word/footnotes.xml": `<w:footnotes><w:footnote w:id="2">${p("The source.")}</w:footnote></w:footnotes>`,
        "word/endnotes.xml": `<w:endnotes><w:endnote w:id="2">${p("The end.")}</w:endnote></w:endnotes>`
      },
      [
        { id: "rId7", type: "footnotes", target: "footnotes.xml" },
        { id: "rId8", type: "endnotes", target: "/word/endnotes.xml" }
      ]
    )
    assert.strictEqual(
      html,
      [
        `<p>Fact<sup><a href="#fn-1" id="fnref-1">1</a></sup> and end<sup><a href="#fn-2" id="fnref-2">2</a></sup></p>`,
        `<section class="footnotes">`,
        "<ol>",
        `<li id="fn-1"><p>The source. <a href="#fnref-1">↩</a></p></li>`,
        `<li id="fn-2"><p>The end. <a href="#fnref-2">↩</a></p></li>`,
        "</ol>",
        "</section>"
      ].join("\n")
    )
  })
)

it.effect("accepts revisions: inserted text stays, deleted text goes", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p(`${run("kept ")}<w:ins>${run("inserted")}</w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>`)
    )
    assert.strictEqual(html, "<p>kept inserted</p>")
  })
)

it.effect("keeps code and quotations of styles, and pictures with their description", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p("let a = 1", "Code") +
        p("let b = 2", "Code") +
        p("Wise words", "Zitat") +
        p(`<w:r><w:drawing><wp:docPr descr="A red square"/><a:blip r:embed="rId5"/></w:drawing></w:r>`),
      { "word/media/image1.png": Uint8Array.of(1, 2, 3) },
      [{ id: "rId5", type: "image", target: "media/image1.png" }]
    )
    assert.strictEqual(
      html,
      [
        "<pre><code>let a = 1\nlet b = 2\n</code></pre>",
        "<blockquote><p>Wise words</p></blockquote>",
        `<p><img src="data:image/png;base64,AQID" alt="A red square"></p>`
      ].join("\n")
    )
  })
)

it.effect("keeps the address of pictures that are linked, not embedded", () =>
  Effect.gen(function* () {
    const html = yield* body(
      p(`<w:r><w:drawing><wp:docPr descr="A chart"/><a:blip r:link="rId5"/></w:drawing></w:r>`),
      {},
      [{ id: "rId5", type: "image", target: "https://example.com/chart.png", external: true }]
    )
    assert.strictEqual(html, `<p><img src="https://example.com/chart.png" alt="A chart"></p>`)
  })
)

it.effect("writes formulas as MathML", () =>
  Effect.gen(function* () {
    const part = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const html = yield* body(p(`<m:oMath><m:f><m:num>${part("a")}</m:num><m:den>${part("2")}</m:den></m:f></m:oMath>`))
    assert.strictEqual(
      html,
      "<p><math><mrow><mfrac><mrow><mi>a</mi></mrow><mrow><mn>2</mn></mrow></mfrac></mrow></math></p>"
    )
  })
)

it.effect("takes title, author and dates from the properties", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      docx(),
      docxFile(p("x"), {
        "docProps/core.xml": coreXml({
          "dc:title": "The title",
          "dc:creator": "A. Writer",
          "dcterms:created": "2024-01-31T12:00:00Z"
        })
      })
    )
    assert.deepStrictEqual(parsed.metadata, {
      title: "The title",
      author: "A. Writer",
      publishedTime: "2024-01-31T12:00:00Z"
    })
    assert.include(parsed.html, "<title>The title</title>")
    assert.strictEqual(parsed.source, parsed.html)
  })
)

it.effect("fails with a reason for damaged files", () =>
  Effect.gen(function* () {
    const whole = docxFile(p("text"))
    const failure = yield* Effect.flip(read(docx(), whole.subarray(0, whole.length - 30)))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "damaged" })
  })
)

it.effect("joins a large first letter with its paragraph", () =>
  Effect.gen(function* () {
    const initial = p(run("O"), undefined, `<w:framePr w:dropCap="drop" w:lines="3"/>`)
    assert.strictEqual(
      bodyOf(yield* read(docx(), docxFile(initial + p("nce upon a time") + p("the end")))),
      "<p>Once upon a time</p>\n<p>the end</p>"
    )
  })
)

it.effect("shows charts as tables of their data, behind their paragraph", () =>
  Effect.gen(function* () {
    const file = docxFile(
      p(
        `${run("See")}<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="rIdC"/></a:graphicData></a:graphic></w:drawing></w:r>`
      ),
      { "word/charts/chart1.xml": chartXml },
      [{ id: "rIdC", type: "chart", target: "charts/chart1.xml" }]
    )
    assert.strictEqual(bodyOf(yield* read(docx(), file)), `<p>See</p>\n${chartTable}`)
  })
)

it.effect("leaves comments out and says so, and shows them as notes when that is asked for", () =>
  Effect.gen(function* () {
    const file = docxFile(
      p(`${run("Plan")}<w:r><w:commentReference w:id="7"/></w:r>`),
      {
        "word/comments.xml": `<w:comments><w:comment w:id="7" w:author="Ann">${p("Is it ready?")}</w:comment></w:comments>`
      },
      [{ id: "rIdC", type: "comments", target: "comments.xml" }]
    )
    const parsed = yield* read(docx(), file)
    assert.strictEqual(bodyOf(parsed), "<p>Plan</p>")
    assert.deepStrictEqual(parsed.warnings, [
      'Comments are left out (1): parsers: [{ type: "docx", comments: true }] reads them.'
    ])
    const whole = yield* read(docx(), file, { spec: { type: "docx", comments: true } })
    assert.include(bodyOf(whole), `<p>Plan<sup><a href="#fn-1" id="fnref-1">1</a></sup></p>`)
    assert.include(bodyOf(whole), "<p>Ann: Is it ready?")
  })
)

it.effect("says of a file without a word that it has none", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual((yield* read(docx(), docxFile(""))).warnings, ["The file has no text."])
    const picture = docxFile(
      p(`<w:r><w:drawing><a:blip r:embed="rIdP"/></w:drawing></w:r>`),
      { "word/media/a.png": Uint8Array.of(1, 2, 3) },
      [{ id: "rIdP", type: "image", target: "media/a.png" }]
    )
    assert.deepStrictEqual((yield* read(docx(), picture)).warnings, [
      "The file holds pictures only, and text in pictures is not read."
    ])
  })
)
