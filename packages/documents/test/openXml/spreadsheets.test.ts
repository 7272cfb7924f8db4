import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { xlsx } from "../../src/index.ts"
import { officeFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"
import { table } from "../support/table.ts"

interface SheetSpec {
  readonly name: string
  readonly rows: string
  readonly more?: string
  readonly hidden?: boolean
}

const workbook = (
  sheets: ReadonlyArray<SheetSpec>,
  more: { readonly strings?: string; readonly settings?: string } = {}
) =>
  officeFile(
    "xl/workbook.xml",
    {
      "xl/workbook.xml": `<workbook xmlns:r="r">${more.settings ?? ""}<sheets>${sheets
        .map(
          ({ hidden, name }, index) =>
            `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"${hidden === true ? ' state="hidden"' : ""}/>`
        )
        .join("")}</sheets></workbook>`,
      "xl/sharedStrings.xml": `<sst>${more.strings ?? ""}</sst>`,
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy hh:mm"/><numFmt numFmtId="165" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
      ...Object.fromEntries(
        sheets.map(({ more: rest = "", rows }, index) => [
          `xl/worksheets/sheet${index + 1}.xml`,
          `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`
        ])
      )
    },
    [
      ...sheets.map((_, index) => ({
        id: `rId${index + 1}`,
        type: "worksheet",
        target: `worksheets/sheet${index + 1}.xml`
      })),
      { id: "rIdS", type: "sharedStrings", target: "sharedStrings.xml" },
      { id: "rIdT", type: "styles", target: "styles.xml" }
    ]
  )

it.effect("reads shared, inline and formula strings, numbers, truth values and errors", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      xlsx(),
      workbook(
        [
          {
            name: "Data &amp; more",
            rows: `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
                   <row r="3"><c r="B3" t="inlineStr"><is><t>in</t><t>line</t></is></c><c r="C3"><v>0.30000000000000004</v></c></row>
                   <row r="4"><c r="B4" t="str"><f>A1&amp;"x"</f><v>formula</v></c><c r="C4" t="b"><v>1</v></c></row>
                   <row r="5"><c r="B5" t="e"><v>#DIV/0!</v></c></row>`
          }
        ],
        { strings: "<si><t>Name</t></si><si><r><t>Va</t></r><r><t>lue</t></r><rPh><t>x</t></rPh></si>" }
      )
    )
    assert.strictEqual(
      bodyOf(parsed),
      `<h2>Data &amp; more</h2>\n${table(
        ["Name", "Value"],
        [
          ["inline", "0.3"],
          ["formula", "TRUE"],
          ["#DIV/0!", ""]
        ]
      )}`
    )
  })
)

it.effect("shows dates, times and percentages by the format of their cell, in both date systems", () =>
  Effect.gen(function* () {
    const rows = `<row><c t="inlineStr"><is><t>Head</t></is></c></row><row><c s="1"><v>45322</v></c></row><row><c s="2"><v>45322.5</v></c></row><row><c s="3"><v>0.125</v></c></row><row><c s="4"><v>0.75</v></c></row><row><c s="1"><v>1</v></c></row>`
    const first = yield* read(xlsx(), workbook([{ name: "S", rows }]))
    assert.strictEqual(
      bodyOf(first),
      `<h2>S</h2>\n${table(["Head"], [["2024-01-31"], ["2024-01-31T12:00:00"], ["12.5%"], ["18:00:00"], ["1900-01-01"]])}`
    )
    const second = yield* read(xlsx(), workbook([{ name: "S", rows }], { settings: `<workbookPr date1904="1"/>` }))
    assert.include(bodyOf(second), "<td>2028-02-01</td>")
  })
)

it.effect("keeps merged cells and links, and leaves hidden sheets out", () =>
  Effect.gen(function* () {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const parsed = yield* read(
      xlsx(),
      workbook([
        {
          name: "Shown",
          rows: `<row r="1">${cell("A1", "Both")}</row><row r="2">${cell("A2", "a")}${cell("B2", "b")}</row>`,
          more: `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`
        },
        { name: "Secret", rows: `<row>${cell("A1", "no")}</row>`, hidden: true }
      ])
    )
    assert.include(bodyOf(parsed), `<tr><th colspan="2">Both</th></tr>`)
    assert.notInclude(bodyOf(parsed), "Secret")
  })
)

it.effect("stops at the caps on rows and columns and says so", () =>
  Effect.gen(function* () {
    const rows = Array.from({ length: 20 }, (_, row) => `<row>${`<c><v>${row}</v></c>`.repeat(5)}</row>`).join("")
    const parsed = yield* read(xlsx({ maxRows: 3, maxColumns: 2 }), workbook([{ name: "S", rows }]))
    assert.strictEqual(
      bodyOf(parsed),
      `<h2>S</h2>\n${table(
        ["0", "0"],
        [
          ["1", "1"],
          ["2", "2"]
        ]
      )}`
    )
    assert.deepStrictEqual(parsed.warnings, [
      "Only the first rows and columns of the sheet S were read (maxRows, maxColumns)."
    ])
    const far = yield* read(
      xlsx(),
      workbook([{ name: "S", rows: `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` }])
    )
    assert.strictEqual(bodyOf(far), "<h2>S</h2>")
  })
)

it.effect("shows a formula whose value was never saved, and names a table by its merged first row", () =>
  Effect.gen(function* () {
    const file = workbook([
      {
        name: "Sums",
        rows: `<row r="1"><c r="A1" t="str"><v>Year 2024</v></c></row><row r="2"><c r="A2" t="str"><v>Item</v></c><c r="B2" t="str"><v>Price</v></c></row><row r="3"><c r="A3" t="str"><v>all</v></c><c r="B3"><f>SUM(B4:B9)</f></c></row>`,
        more: `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`
      }
    ])
    const html = bodyOf(yield* read(xlsx(), file))
    assert.strictEqual(
      html,
      `<h2>Sums</h2>\n${table(["Item", "Price"], [["all", "=SUM(B4:B9)"]]).replace("<table>", "<table>\n<caption>Year 2024</caption>")}`
    )
  })
)
