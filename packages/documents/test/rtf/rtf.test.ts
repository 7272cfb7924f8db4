import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { rtf } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"

const file = (content: string) =>
  Uint8Array.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fmodern Courier New;}{\\f2\\fcharset204 Arial Cyr;}{\\f3\\fcharset128 MS Mincho;}}{\\stylesheet{\\s0 Normal;}{\\s1 heading 1;}{\\*\\cs10 Default;}}{\\info{\\title The title}{\\author A. Writer}}{\\*\\generator Nothing;}${content}}`,
    (letter) => letter.charCodeAt(0)
  )

const body = (content: string) => Effect.map(read(rtf(), file(content)), bodyOf)

it.effect("reads marks of runs, headings of styles and properties", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      rtf(),
      file(
        "{\\header Not this}\\pard\\s1 Heading\\par\\pard Plain {\\b bold {\\i both}} {\\strike gone} H{\\sub 2}O {\\v hidden}{\\f1 code}\\par"
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      "<h1>Heading</h1>\n<p>Plain <strong>bold <em>both</em></strong> <del>gone</del> H<sub>2</sub>O <code>code</code></p>"
    )
    assert.deepStrictEqual(parsed.metadata, { title: "The title", author: "A. Writer" })
  })
)

it.effect("reads Unicode with its fallbacks skipped, code pages of fonts and of two bytes", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        "\\u8364?\\u-10179?\\u-8704? {\\uc0\\u955}x \\'e9 {\\f2 \\'cf\\'f0} {\\f3 \\'93\\'fa\\'96\\'7b}\\par"
      ),
      "<p>€😀 λx é Пр 日本</p>"
    )
  })
)

it.effect("reads signs and escapes", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body("a\\~b \\{c\\} \\\\ d\\_e f\\-g \\emdash\\ldblquote h\\rdblquote\\line i\\par"),
      "<p>a\u00a0b {c} \\ d\u2011e fg —“h”<br>i</p>"
    )
  })
)

it.effect("reads lists by the text of their markers", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        "\\pard\\ls1{\\listtext\\'95\\tab}apple\\par\\pard\\ls1\\ilvl1{\\listtext 1.\\tab}inner\\par\\pard\\ls1{\\listtext\\'95\\tab}pear\\par\\pard after\\par"
      ),
      "<ul><li>apple<ol><li>inner</li></ol></li>\n<li>pear</li></ul>\n<p>after</p>"
    )
  })
)

it.effect(
  "reads tables whose paragraphs are not called cells, and leaves text outside that only follows a description",
  () =>
    Effect.gen(function* () {
      const row = "\\trowd\\cellx1000\\cellx2000"
      const table = (...rows: ReadonlyArray<string>) =>
        `<table>\n<thead>\n${rows[0]}\n</thead>\n<tbody>\n${rows.slice(1).join("\n")}\n</tbody>\n</table>`
      const shown = table("<tr><th>a<br>b</th><th>c</th></tr>", "<tr><td>d</td><td>e<br>f<br>g</td></tr>")
      for (const between of ["", "\\pard", "\\pard\\plain"]) {
        assert.strictEqual(
          yield* body(
            `before\\par${row}${between} a\\par b\\cell c\\cell\\row${row}${between} d\\cell e\\par f\\par g\\cell${row}\\row\\pard after\\par`
          ),
          `<p>before</p>\n${shown}\n<p>after</p>`,
          between
        )
      }
      assert.strictEqual(
        yield* body(
          `${row} a\\par b\\cell c\\cell\\row${row} d\\cell e\\par f\\par g\\cell\\row${row}\\pard one\\par two\\par${row} x\\cell y\\cell\\row`
        ),
        `${shown}\n<p>one</p>\n<p>two</p>\n<table>\n<tbody>\n<tr><td>x</td><td>y</td></tr>\n</tbody>\n</table>`
      )
      const many = Array.from({ length: 300 }, (_, index) => `line ${index}\\par `).join("")
      assert.match(
        yield* body(`${row} a\\cell b\\cell\\row${row} ${many}c\\cell`),
        /^<table>.*<p>line 0<\/p>.*<p>line 299<\/p>/s
      )
    })
)

it.effect("reads tables with merged cells", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        "\\trowd\\clmgf\\cellx1000\\clmrg\\cellx2000\\pard\\intbl Both\\cell\\cell\\row\\trowd\\cellx1000\\cellx2000\\pard\\intbl a\\par b\\cell c\\cell\\row\\pard after\\par"
      ),
      [
        "<table>",
        "<thead>",
        `<tr><th colspan="2">Both</th></tr>`,
        "</thead>",
        "<tbody>",
        "<tr><td>a<br>b</td><td>c</td></tr>",
        "</tbody>",
        "</table>",
        "<p>after</p>"
      ].join("\n")
    )
  })
)

it.effect("reads links of fields and notes", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        `See {\\field{\\*\\fldinst{HYPERLINK "https://example.com/"}}{\\fldrslt{\\ul here}}}{\\super\\chftn}{\\footnote\\pard {\\super\\chftn} A note.}.\\par`
      ),
      [
        `<p>See <a href="https://example.com/">here</a><sup><a href="#fn-1" id="fnref-1">1</a></sup>.</p>`,
        `<section class="footnotes">`,
        "<ol>",
        `<li id="fn-1"><p>A note. <a href="#fnref-1">↩</a></p></li>`,
        "</ol>",
        "</section>"
      ].join("\n")
    )
  })
)

it.effect("skips binary pictures and what it does not know", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* body("a{\\pict\\bin5 \\}{{{}{\\*\\unknown {deep} text}b\\par"), "<p>ab</p>")
  })
)

it.effect("reads lists whose bullets and numbers stand in the text before a hanging tab", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        "\\pard\\li360\\fi-360\\bullet\\tab one\\par\\pard\\li720\\fi-360 1.\\tab inner\\par\\pard\\li360 more of one\\par\\pard\\li360\\fi-360\\bullet\\tab two\\par\\pard after\\tab a tab\\par"
      ),
      "<ul><li>one<ol><li>inner</li></ol><p>more of one</p></li>\n<li>two</li></ul>\n<p>after a tab</p>"
    )
  })
)

it.effect("spans cells that are as wide as several of another row, and ends lists with their cell", () =>
  Effect.gen(function* () {
    const html = yield* body(
      "\\trowd\\cellx300\\cellx2000\\pard\\intbl A\\cell B\\cell\\row\\trowd\\cellx302\\cellx900\\cellx2000\\pard\\intbl 1\\cell 2\\cell{\\listtext\\'95\\tab}\\ls1 3\\cell\\row\\pard after\\par"
    )
    assert.include(html, `<tr><th>A</th><th colspan="2">B</th></tr>`)
    assert.include(html, "<tr><td>1</td><td>2</td><td>3</td></tr>")
    assert.isTrue(html.endsWith("<p>after</p>"))
  })
)

it.effect("reads a table in a cell of another, with what stands before and behind it", () =>
  Effect.gen(function* () {
    const inner = (a: string, b: string) =>
      `\\pard\\intbl\\itap2 ${a}\\nestcell ${b}\\nestcell{\\*\\nesttableprops\\trowd\\cellx400\\cellx800\\nestrow}{\\nonesttables\\par}`
    const file = `{\\rtf1 \\trowd\\cellx5000\\cellx9000\\pard\\intbl Before\\par ${inner("a", "b")}${inner("two\\par lines", "d")}\\pard\\intbl\\itap1 behind\\cell next\\cell\\row\\pard Below\\par}`
    const parsed = yield* read(rtf(), new TextEncoder().encode(file))
    assert.strictEqual(
      bodyOf(parsed).replaceAll("\n", ""),
      "<table><tbody><tr><td>Before<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>two<br>lines</td><td>d</td></tr></tbody></table>behind</td><td>next</td></tr></tbody></table><p>Below</p>"
    )
  })
)
