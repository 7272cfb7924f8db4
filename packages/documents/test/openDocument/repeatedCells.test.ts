import { assert, it } from "@effect/vitest"
import type { Parser } from "@orbweaver/core/reading/Parser"
import { Effect } from "effect"
import { ods, odt, xlsx } from "../../src/index.ts"
import { cellName } from "../../src/markup/grid.ts"
import { odfFile, officeFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const inline = { inlineBytes: Infinity }

const cell = (inner: string, times: number) =>
  `<table:table-cell table:number-columns-repeated="${times}">${inner}</table:table-cell>`

const table = (cells: string, rows = 1) =>
  `<table:table table:name="S"><table:table-row table:number-rows-repeated="${rows}">${cells}</table:table-row></table:table>`

const text = (length: number) => `<text:p>${"x".repeat(length)}</text:p>`

/** Sheets of which each cell shows the same long string. */
const sharedString = (length: number, cells: number): Uint8Array =>
  officeFile(
    "xl/workbook.xml",
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(length)}</t></si></sst>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row></sheetData></worksheet>`
    },
    [
      { id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" },
      { id: "rId2", type: "sharedStrings", target: "sharedStrings.xml" }
    ]
  )

/** One cell in each row, none below another of its neighbours: no row and no column between them is empty. */
const diagonal = (rows: number): Uint8Array =>
  officeFile(
    "xl/workbook.xml",
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${Array.from({ length: rows }, (_, row) => `<row><c r="${cellName(row, row % 900)}"><v>1</v></c></row>`).join("")}</sheetData></worksheet>`
    },
    [{ id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" }]
  )

const nested = (levels: number): string => (levels === 0 ? text(1) : table(cell(nested(levels - 1), 50)))

const files: ReadonlyArray<readonly [what: string, parser: Parser, bytes: () => Uint8Array, warning: string]> = [
  [
    "millions of rows and columns",
    ods(inline),
    () => odfFile("spreadsheet", table(cell(text(1), 5_000_000), 5_000_000)),
    "500000 fields"
  ],
  [
    "200 sheets of millions of rows and columns",
    ods(inline),
    () => odfFile("spreadsheet", table(cell(text(1), 5_000_000), 5_000_000).repeat(200)),
    "500000 fields"
  ],
  [
    "a long text a thousand times",
    ods(inline),
    () => odfFile("spreadsheet", table(cell(text(1_000_000), 1000))),
    "10000000 characters"
  ],
  ["tables in repeated cells of tables", odt(inline), () => odfFile("text", nested(8)), "characters"],
  ["one long string in many cells", xlsx(inline), () => sharedString(1_000_000, 500), "10000000 characters"],
  ["empty fields beside a diagonal of cells", xlsx(inline), () => diagonal(2000), "500000 fields"]
]

for (const [what, parser, bytes, warning] of files) {
  it.effect(`cuts the tables of a file that says ${what} in few bytes (${parser.name}), and says so`, () =>
    Effect.gen(function* () {
      const parsed = yield* read(parser, bytes())
      assert.include(parsed.warnings?.join(" "), `Tables are cut: those of a file may`)
      assert.include(parsed.warnings?.join(" "), warning)
      const html = bodyOf(parsed)
      assert.isAtMost(html.length, 25_000_000)
      assert.match(html, /x|1/)
    })
  )
}

it.effect("shows every repeated cell of a sheet as large as people make them", () =>
  Effect.gen(function* () {
    const parsed = yield* read(ods(inline), odfFile("spreadsheet", table(cell(text(1), 200), 2000)))
    assert.isEmpty(parsed.warnings)
    assert.lengthOf(bodyOf(parsed).match(/<t[dh]>x/g) ?? [], 400_000)
  })
)
