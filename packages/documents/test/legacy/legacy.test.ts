import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { utils, write } from "@e965/xlsx"
import { doc, legacyOffice, ppt, xls } from "../../src/index.ts"
import { optionalPackage } from "../../src/bytes/optionalPackage.ts"
import { failureOf } from "../../src/model/failure.ts"
import { openCompound } from "../../src/bytes/compoundFile.ts"
import { compoundFile, docFile, docSample, pptFile } from "../support/compoundFile.ts"
import { bodyOf, read } from "../support/read.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it.effect("reads a Word file of 1997 with headings, notes, lists, tables, links and bold text", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      bodyOf(yield* read(doc(), docSample)),
      `<h1>Report</h1>
<p>Some text with a note<sup><a href="#fn-1" id="fnref-1">1</a></sup>.</p>
<ul><li>An item</li></ul>
<table>
<tbody>
<tr><td>a</td><td>b</td></tr>
</tbody>
</table>
<p><a href="https://a.example/"><strong>the link</strong></a> <strong>ends it.</strong></p>
<section class="footnotes">
<ol>
<li id="fn-1"><p>Said below. <a href="#fnref-1">↩</a></p></li>
</ol>
</section>`
    )
  })
)

it.effect("shows the results of fields and not their code, and no link to a script", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      doc(),
      docFile([
        { text: "Page \u0013 PAGE \u00142\u0015 of \u0013 IF \u0013 X \u0014x\u0015 \u0014three\u0015" },
        { text: '\u0013 HYPERLINK "javascript:alert(1)" \u0014click\u0015' },
        { text: "soft\u001fhyphen, hard\u001ehyphen, a\u000bbreak" }
      ])
    )
    assert.strictEqual(
      bodyOf(parsed),
      "<p>Page 2 of three</p>\n<p>click</p>\n<p>softhyphen, hard-hyphen, a<br>break</p>"
    )
  })
)

it.effect("reads a presentation of 1997 slide by slide; hidden slides are counted, and read when asked", () =>
  Effect.gen(function* () {
    const file = pptFile([
      { title: "Plans", points: ["First", "Second"] },
      { title: "Left out", points: ["never"], hidden: true },
      { title: "", points: ["Third"] }
    ])
    assert.strictEqual(
      bodyOf(yield* read(ppt(), file)),
      "<h2>Plans</h2>\n<ul><li>First</li>\n<li>Second</li></ul>\n<p>In a box</p>\n<h2>Slide 2</h2>\n<ul><li>Third</li></ul>\n<p>In a box</p>"
    )
    assert.deepStrictEqual((yield* read(ppt(), file)).warnings, [
      'Hidden slides are left out (1): parsers: [{ type: "ppt", hidden: true }] reads them.'
    ])
    const whole = yield* read(ppt(), file, { spec: { type: "ppt", hidden: true } })
    assert.include(bodyOf(whole), "<h2>Left out</h2>\n<ul><li>never</li></ul>")
    assert.deepStrictEqual(whole.warnings, [])
    const cut = yield* read(ppt({ maxPages: 1 }), file)
    assert.deepStrictEqual(cut.warnings, ["Only the first 1 slides were read (maxPages)."])
  })
)

// The library writes no letters outside ASCII into the format of 1995.
const name = (type: string): string => (type === "biff5" ? "Black" : "Black é")

const workbook = (type: "biff8" | "biff5" | "xlsb"): Uint8Array => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([
    ["Tea", "Price", "Since", "Share"],
    ["Green", 4.5, 45_000, 0.25],
    [name(type), -1200, 45_000.5, 0.5]
  ])
  sheet["C2"].z = "yyyy-mm-dd"
  sheet["C3"].z = "yyyy-mm-dd hh:mm"
  sheet["D2"].z = sheet["D3"].z = "0%"
  utils.book_append_sheet(book, sheet, "Teas")
  utils.book_append_sheet(book, utils.aoa_to_sheet([["secret"]]), "Hidden")
  book.Workbook = { Sheets: [{}, { Hidden: 1 }] }
  return new Uint8Array(write(book, { type: "buffer", bookType: type }))
}

it.live("reads workbooks of Excel until 2003 and binary ones as those of today, on a thread", () =>
  Effect.gen(function* () {
    for (const type of ["biff8", "biff5", "xlsb"] as const) {
      const whole = yield* read(xls(), workbook(type), { spec: { type: "xls", hidden: true } })
      assert.include(bodyOf(whole), "<h2>Hidden</h2>")
      const parsed = yield* read(xls(), workbook(type))
      assert.include(
        parsed.warnings ?? [],
        'Hidden sheets are left out (1): parsers: [{ type: "xls", hidden: true }] reads them.'
      )
      assert.strictEqual(
        bodyOf(parsed).replaceAll(/\n(?=<)/g, ""),
        `<h2>Teas</h2><table><thead><tr><th>Tea</th><th>Price</th><th>Since</th><th>Share</th></tr></thead><tbody><tr><td>Green</td><td>4.5</td><td>2023-03-15</td><td>25%</td></tr><tr><td>${name(type)}</td><td>-1200</td><td>2023-03-15T12:00:00</td><td>50%</td></tr></tbody></table>`,
        type
      )
    }
  })
)

it.live("reads text tables under the name of Excel, and refuses what is neither", () =>
  Effect.gen(function* () {
    assert.include(bodyOf(yield* read(xls(), bytes("a\tb\n1\t2\n"))), "<td>2</td>")
    assert.deepInclude(yield* Effect.flip(read(xls(), Uint8Array.of(0, 1, 2, 3))), { why: "damaged" })
  })
)

it.effect("says what a compound file is that is not read", () =>
  Effect.gen(function* () {
    for (const [stream, expected] of [
      ["EncryptedPackage", { _tag: "UnreadableDocument", why: "encrypted" }],
      ["VisioDocument", { _tag: "Unsupported", what: "a Visio drawing; save it as .pdf or .svg" }],
      ["Quill", { _tag: "Unsupported", what: "a Publisher file; save it as .pdf or .docx" }],
      ["Anything", { _tag: "Unsupported" }]
    ] as const)
      assert.deepInclude(yield* Effect.flip(read(legacyOffice(), compoundFile({ [stream]: bytes("x") }))), expected)
    const closed = docSample.slice()
    // The stream begins behind the header of the container.
    closed[512 + 11] = 0x03
    assert.deepInclude(yield* Effect.flip(read(doc(), closed)), { why: "encrypted" })
    const old = Uint8Array.of(0xdb, 0xa5, 0x2d, 0, ...new Uint8Array(600))
    assert.deepInclude(yield* Effect.flip(read(doc(), old)), { _tag: "Unsupported" })
    assert.deepInclude(yield* Effect.flip(read(ppt(), compoundFile({ PP40: bytes("x") }))), { _tag: "Unsupported" })
  })
)

it("names the package that an application has to install", () => {
  try {
    optionalPackage({}, "@orbweaver/no-such-package", "an .xls workbook")
    assert.fail("the package does not exist")
  } catch (error) {
    assert.deepStrictEqual(failureOf(error), {
      kind: "unsupported",
      what: "an .xls workbook",
      needs: "the package @orbweaver/no-such-package: npm install @orbweaver/no-such-package"
    })
  }
})

it("follows the sectors of a compound file no longer than it has any, and finds streams by names of any case", () => {
  const file = compoundFile({ "Folder/Stream": new Uint8Array(2000).fill(7), Other: bytes("x") })
  const open = openCompound(file, 10_000)
  assert.sameMembers([...open.names], ["Folder/Stream", "Other"])
  assert.strictEqual(
    open.read("folder/STREAM")?.reduce((sum, byte) => sum + byte, 0),
    14_000
  )
  assert.isUndefined(open.read("none"))
  assert.throws(() => openCompound(file, 1000).read("Folder/Stream"), "too-large")
  const circular = file.slice()
  const view = new DataView(circular.buffer)
  // The first entry of the table of sectors leads back to itself.
  view.setUint32((view.getUint32(76, true) + 1) * 512, 0, true)
  assert.lengthOf(openCompound(circular, 10_000).read("Folder/Stream")!, 2000)
})
