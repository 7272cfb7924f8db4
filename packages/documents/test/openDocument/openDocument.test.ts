import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { odp, ods, odt } from "../../src/index.ts"
import { odfFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

it.effect("reads headings, marks, links, blanks and notes of a text", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      odt(),
      odfFile(
        "text",
        `<text:h text:outline-level="2">Heading</text:h>
         <text:p>A <text:span text:style-name="T1">bold</text:span>   word,<text:s text:c="2"/>a <text:a xlink:href="https://example.com/">link</text:a><text:note text:id="ftn1"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note><text:line-break/>end</text:p>
         <text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>`,
        `<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>`
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      [
        "<h2>Heading</h2>",
        `<p>A <strong>bold</strong> word,  a <a href="https://example.com/">link</a><sup><a href="#fn-1" id="fnref-1">1</a></sup><br>end</p>`,
        `<section class="footnotes">`,
        "<ol>",
        `<li id="fn-1"><p>A note. <a href="#fnref-1">↩</a></p></li>`,
        "</ol>",
        "</section>"
      ].join("\n")
    )
  })
)

it.effect("reads nested lists and tables of a text", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      odt(),
      odfFile(
        "text",
        `<text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>
         <table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Head</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>`,
        `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>`
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      [
        "<ol><li>one<ul><li>inner</li></ul></li>",
        "<li>two</li></ol>",
        "<table>",
        "<thead>",
        `<tr><th colspan="2">Head</th></tr>`,
        "</thead>",
        "<tbody>",
        "<tr><td>a</td><td>b</td></tr>",
        "</tbody>",
        "</table>"
      ].join("\n")
    )
  })
)

it.effect("reads sheets as tables, with dates in ISO 8601 and without a million empty rows", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      ods(),
      odfFile(
        "spreadsheet",
        `<table:table table:name="Sales"><table:table-row><table:table-cell><text:p>Day</text:p></table:table-cell><table:table-cell><text:p>Sum</text:p></table:table-cell></table:table-row>
         <table:table-row><table:table-cell office:value-type="date" office:date-value="2024-01-31"><text:p>31.1.24</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="12.5"><text:p>12,50</text:p></table:table-cell></table:table-row>
         <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      [
        "<h2>Sales</h2>",
        "<table>",
        "<thead>",
        "<tr><th>Day</th><th>Sum</th></tr>",
        "</thead>",
        "<tbody>",
        "<tr><td>2024-01-31</td><td>12,50</td></tr>",
        "</tbody>",
        "</table>"
      ].join("\n")
    )
  })
)

it.effect("reads slides with their title, text and notes", () =>
  Effect.gen(function* () {
    const frame = (kind: string, inner: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box>${inner}</draw:text-box></draw:frame>`
    const parsed = yield* read(
      odp(),
      odfFile(
        "presentation",
        `<draw:page>${frame("title", "<text:p>Plan</text:p>")}${frame("outline", "<text:list><text:list-item><text:p>Step</text:p></text:list-item></text:list>")}<presentation:notes>${frame("notes", "<text:p>Say it slowly.</text:p>")}</presentation:notes></draw:page>`
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      "<h2>Plan</h2>\n<ul><li>Step</li></ul>\n<blockquote><p>Say it slowly.</p></blockquote>"
    )
  })
)

it.effect("fails with a reason for files that need a password", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(
      read(
        odt(),
        odfFile("text", "", "", {
          "META-INF/manifest.xml": `<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`
        })
      )
    )
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "encrypted" })
  })
)

it.effect("goes on counting in lists that continue others, and knows nested lists with a style of one level", () =>
  Effect.gen(function* () {
    const item = (text: string, inner = "") => `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`
    const parsed = yield* read(
      odt(),
      odfFile(
        "text",
        `<text:list xml:id="one" text:style-name="N">${item("first")}</text:list><text:p>between</text:p>
         <text:list xml:id="two" text:continue-list="one" text:style-name="N">${item("second", `<text:list text:style-name="N">${item("inner")}</text:list>`)}</text:list>
         <text:list text:style-name="Blank">${item("more of inner")}</text:list>
         <text:list text:continue-list="two" text:style-name="N">${item("third")}</text:list>`,
        `<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style><text:list-style style:name="Blank"><text:list-level-style-bullet text:level="1" text:bullet-char=" "/></text:list-style>`
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      [
        "<ol><li>first</li></ol>",
        "<p>between</p>",
        `<ol start="2"><li>second<ol><li>inner</li></ol><p>more of inner</p></li>`,
        "<li>third</li></ol>"
      ].join("\n")
    )
  })
)

it.effect("reads formulas, quotations and code by their styles", () =>
  Effect.gen(function* () {
    const formula = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow><annotation encoding="StarMath 5.0">a &lt; b</annotation></semantics></math>`
    const parsed = yield* read(
      odt(),
      odfFile(
        "text",
        `<text:p>As <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> is <text:span text:style-name="Verbatim_20_Char">code</text:span></text:p><text:p text:style-name="Block_20_Text">Said</text:p><text:p text:style-name="Horizontal_20_Line"/>`,
        "",
        { "Object 1/content.xml": formula }
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      "<p>As <math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math> is <code>code</code></p>\n<blockquote><p>Said</p></blockquote>\n<hr>"
    )
  })
)

it.effect("reads a formula once, however often the file shows it", () =>
  Effect.gen(function* () {
    const formula = `<math><mi>${"a".repeat(100_000)}</mi></math>`
    const frames = `<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>`.repeat(500)
    const file = odfFile("text", `<text:p>As ${frames}</text:p>`, "", { "Object 1/content.xml": formula })
    assert.isBelow(bodyOf(yield* read(odt(), file)).length, 101_000)
  })
)

it.effect("keeps the links of cells", () =>
  Effect.gen(function* () {
    const cell = (inner: string) =>
      `<table:table-cell office:value-type="string"><text:p>${inner}</text:p></table:table-cell>`
    const row = (inner: string) => `<table:table-row>${cell("a")}${cell(inner)}</table:table-row>`
    const parsed = yield* read(
      ods(),
      odfFile(
        "spreadsheet",
        `<table:table table:name="S">${row("b")}${row(`<text:a xlink:href="https://example.com/">there</text:a>`)}</table:table>`
      )
    )
    assert.include(bodyOf(parsed), `<td><a href="https://example.com/">there</a></td>`)
  })
)
