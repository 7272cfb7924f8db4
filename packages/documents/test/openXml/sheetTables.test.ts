import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ods, xlsx } from "../../src/index.ts"
import { cellName } from "../../src/markup/grid.ts"
import { chartXml } from "../support/chartXml.ts"
import { odfFile, officeFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

type Value = string | number | undefined

interface SheetSpec {
  readonly rows: ReadonlyArray<ReadonlyArray<Value>>
  readonly merges?: ReadonlyArray<string>
  /** XML before and behind the cells. */
  readonly before?: string
  readonly behind?: string
  /** Attributes of rows by number from 1. */
  readonly rowAttributes?: Readonly<Record<number, string>>
  readonly parts?: Readonly<Record<string, string>>
  readonly state?: string
}

const cellXml = (value: Value, row: number, column: number): string =>
  value === undefined
    ? ""
    : typeof value === "number"
      ? `<c r="${cellName(row, column)}"><v>${value}</v></c>`
      : `<c r="${cellName(row, column)}" t="inlineStr"><is><t>${value}</t></is></c>`

const book = ({
  before = "",
  behind = "",
  merges = [],
  parts = {},
  rowAttributes = {},
  rows,
  state
}: SheetSpec): Uint8Array =>
  officeFile(
    "xl/workbook.xml",
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/>${state === undefined ? "" : `<sheet name="Other" sheetId="2" state="${state}" r:id="rId1"/>`}</sheets></workbook>`,
      "xl/worksheets/sheet1.xml": `<worksheet>${before}<sheetData>${rows
        .map(
          (line, row) =>
            `<row r="${row + 1}" ${rowAttributes[row + 1] ?? ""}>${line.map((value, column) => cellXml(value, row, column)).join("")}</row>`
        )
        .join(
          ""
        )}</sheetData>${merges.length === 0 ? "" : `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`}${behind}</worksheet>`,
      ...parts
    },
    [{ id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" }]
  )

/** Tables as lists of rows, captions behind `#`, paragraphs behind `¶`. */
const partsOf = (html: string): ReadonlyArray<unknown> =>
  [...html.matchAll(/<table>[\s\S]*?<\/table>|<p>([\s\S]*?)<\/p>/g)].map(([part, paragraph]) => {
    if (paragraph !== undefined) return `¶ ${paragraph}`
    const caption = /<caption>(.*?)<\/caption>/.exec(part)?.[1]
    const rows = [...part.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
      [...row!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell]) => cell).join("|")
    )
    return caption === undefined ? rows : [`# ${caption}`, ...rows]
  })

const _ = undefined

const layouts: ReadonlyArray<readonly [what: string, sheet: SheetSpec, parts: ReadonlyArray<unknown>]> = [
  [
    "an empty row parts two tables of the same width",
    {
      rows: [
        ["Name", "Age"],
        ["Ann", 30],
        [_, _],
        ["City", "People"],
        ["Oslo", 700]
      ]
    },
    [
      ["Name|Age", "Ann|30"],
      ["City|People", "Oslo|700"]
    ]
  ],
  [
    "an empty row parts tables of words alone",
    { rows: [["Tool", "Use"], ["saw", "cuts"], [], ["Word", "Meaning"], ["tide", "water"]] },
    [
      ["Tool|Use", "saw|cuts"],
      ["Word|Meaning", "tide|water"]
    ]
  ],
  [
    "numbers that go on below an empty row belong to the table above",
    { rows: [["Name", "Age"], ["Ann", 30], [_, _], ["Bob", 40], [], ["Sum", 70]] },
    [["Name|Age", "Ann|30", "Bob|40", "Sum|70"]]
  ],
  [
    "an empty column parts tables beside each other",
    {
      rows: [
        ["Name", "Age", _, "City", "People"],
        ["Ann", 30, _, "Oslo", 700],
        ["Bob", 40, _, "Rome", 2800]
      ]
    },
    [
      ["Name|Age", "Ann|30", "Bob|40"],
      ["City|People", "Oslo|700", "Rome|2800"]
    ]
  ],
  [
    "tables beside each other may differ in length",
    {
      rows: [
        ["Name", "Age", _, "City"],
        ["Ann", 30, _, "Oslo"],
        ["Bob", 40]
      ]
    },
    [
      ["Name|Age", "Ann|30", "Bob|40"],
      ["City", "Oslo"]
    ]
  ],
  [
    "a column left empty for looks is left out",
    {
      rows: [
        ["Name", _, "2023", "2024", _, "2025"],
        ["Ann", _, 1, 2, _, 3],
        ["Bob", _, 4, 5, _, 6]
      ]
    },
    [["Name|2023|2024|2025", "Ann|1|2|3", "Bob|4|5|6"]]
  ],
  [
    "a merged title is the caption",
    { rows: [["Ages in years"], ["Name", "Age"], ["Ann", 30]], merges: ["A1:B1"] },
    [["# Ages in years", "Name|Age", "Ann|30"]]
  ],
  [
    "a cell alone above a table is its caption, with or without an empty row",
    { rows: [["Ages"], [], ["Name", "Age"], ["Ann", 30], [], [], ["Cities"], ["City", "People"], ["Oslo", 700]] },
    [
      ["# Ages", "Name|Age", "Ann|30"],
      ["# Cities", "City|People", "Oslo|700"]
    ]
  ],
  [
    "a title over two tables stands above both",
    {
      rows: [
        ["Report"],
        ["Name", "Age", _, "City", "People"],
        ["Ann", 30, _, "Oslo", 700],
        ["Bob", 40, _, "Rome", 2800]
      ],
      merges: ["A1:E1"]
    },
    [
      ["# Report", "Name|Age", "Ann|30", "Bob|40"],
      ["City|People", "Oslo|700", "Rome|2800"]
    ]
  ],
  [
    "a note below a table is a paragraph",
    { rows: [["Name", "Age"], ["Ann", 30], [], ["Source: the harbour"]] },
    [["Name|Age", "Ann|30"], "¶ Source: the harbour"]
  ],
  [
    "a cell that is merged over an empty row holds its table together",
    { rows: [["Group", "Name"], ["A", "Ann"], [], [_, "Bob"]], merges: ["A2:A4"] },
    [["Group|Name", "A|Ann", "Bob"]]
  ],
  [
    "tables that only touch at a corner are two",
    {
      rows: [
        ["Name", "Age"],
        ["Ann", 30],
        [_, _, "City", "People"],
        [_, _, "Oslo", 700]
      ]
    },
    [
      ["Name|Age", "Ann|30"],
      ["City|People", "Oslo|700"]
    ]
  ],
  ["a sheet of one cell is a table of one cell", { rows: [["alone"]] }, [["alone"]]]
]

for (const [what, sheet, parts] of layouts) {
  it.effect(`${what} (xlsx, ods)`, () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(partsOf(bodyOf(yield* read(xlsx(), book(sheet)))), parts)
      const width = Math.max(...sheet.rows.map((row) => row.length))
      const spans = new Map(
        (sheet.merges ?? []).map((ref) => {
          const [from, to] = ref
            .split(":")
            .map((one) => ({ column: one.charCodeAt(0) - 64, row: Number(one.slice(1)) }))
          return [
            ref.split(":")[0],
            ` table:number-columns-spanned="${to!.column - from!.column + 1}" table:number-rows-spanned="${to!.row - from!.row + 1}"`
          ]
        })
      )
      const table = sheet.rows
        .map(
          (row, index) =>
            `<table:table-row>${Array.from({ length: width }, (__, column) => `<table:table-cell${spans.get(cellName(index, column)) ?? ""}>${row[column] === undefined ? "" : `<text:p>${row[column]}</text:p>`}</table:table-cell>`).join("")}</table:table-row>`
        )
        .join("")
      const file = odfFile("spreadsheet", `<table:table table:name="S">${table}</table:table>`)
      assert.deepStrictEqual(partsOf(bodyOf(yield* read(ods(), file))), parts)
    })
  )
}

const rows = [
  ["Name", "Age", "Secret"],
  ["Ann", 30, "x"],
  ["Bob", 40, "y"],
  ["Carl", 50, "z"]
] as const

it.effect("leaves out what a workbook hides, says so, and reads it on request", () =>
  Effect.gen(function* () {
    const file = book({
      rows,
      before: `<cols><col min="3" max="3" hidden="1"/></cols>`,
      rowAttributes: { 3: `hidden="1"`, 4: `hidden="1" outlineLevel="1"` },
      state: "veryHidden"
    })
    const parsed = yield* read(xlsx(), file)
    assert.deepStrictEqual(partsOf(bodyOf(parsed)), [["Name|Age", "Ann|30", "Carl|50"]])
    assert.deepStrictEqual(parsed.warnings, [
      'What the workbook hides is left out: 2 rows or columns of the sheet S, the sheet Other. parsers: [{ type: "xlsx", hidden: true }] reads it.'
    ])
    const whole = yield* read(xlsx(), file, { spec: { type: "xlsx", hidden: true } })
    assert.lengthOf(partsOf(bodyOf(whole)), 2)
    assert.include(bodyOf(whole), "<td>y</td>")
    assert.isEmpty(whole.warnings)
    const filtered = book({ rows, rowAttributes: { 3: `hidden="1"` }, behind: `<autoFilter ref="A1:C4"/>` })
    assert.include(bodyOf(yield* read(xlsx(), filtered)), "<td>Bob</td>")
  })
)

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

it.effect("shows comments as notes, those of a thread together", () =>
  Effect.gen(function* () {
    const file = book({
      rows: [
        ["a", "b"],
        ["c", "d"]
      ],
      parts: {
        "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${relation("r1", "comments", "../comments1.xml")}<Relationship Id="r2" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" Target="../threadedComments/t1.xml"/></Relationships>`,
        "xl/comments1.xml": `<comments><commentList><comment ref="B2"><text><r><t>Last </t></r><r><t>one</t></r></text></comment><comment ref="A1"><text><t>[Threaded comment]</t></text></comment><comment ref="Z9"><text><t>nowhere</t></text></comment></commentList></comments>`,
        "xl/threadedComments/t1.xml": `<ThreadedComments><threadedComment ref="A1"><text>Why?</text></threadedComment><threadedComment ref="A1"><text>Because.</text></threadedComment></ThreadedComments>`
      }
    })
    const html = bodyOf(yield* read(xlsx(), file))
    assert.include(html, `<th>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></th>`)
    assert.include(html, `<td>d<sup><a href="#fn-2" id="fnref-2">2</a></sup></td>`)
    assert.include(html, `<li id="fn-1"><p>Why?<br>Because. `)
    assert.include(html, `<li id="fn-2"><p>Last one `)
    assert.notInclude(html, "nowhere")
  })
)

it.effect("shows charts as tables of their data, and the text of shapes", () =>
  Effect.gen(function* () {
    const file = book({
      rows: [["a"]],
      parts: {
        "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${relation("r1", "drawing", "../drawings/d1.xml")}</Relationships>`,
        "xl/drawings/d1.xml": `<xdr:wsDr><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a </a:t></a:r><a:r><a:t>box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`,
        "xl/drawings/_rels/d1.xml.rels": `<Relationships>${relation("c1", "chart", "../charts/chart1.xml")}</Relationships>`,
        "xl/charts/chart1.xml": chartXml
      }
    })
    assert.deepStrictEqual(partsOf(bodyOf(yield* read(xlsx(), file))), [
      ["a"],
      ["# Ducks by year", "Year|Fresh|Series 2", "2023|120|80", "2024|0.3|95"],
      "¶ In a box"
    ])
  })
)

it.effect("shows times of the day as times, and counts of hours as counts", () =>
  Effect.gen(function* () {
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
    const file = officeFile(
      "xl/workbook.xml",
      {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="hh:mm"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="46"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row>${cell(1, "0.5")}${cell(1, "45000.25")}${cell(2, "1.5")}${cell(3, "3.25")}${cell(4, "0.75")}${cell(0, "0.785398163397448")}${cell(0, "4006381333931")}<c t="str"><f>IF(1,"")</f><v></v></c><c><f>A1</f></c></row></sheetData></worksheet>`
      },
      [
        { id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" },
        { id: "rId2", type: "styles", target: "styles.xml" }
      ]
    )
    assert.deepStrictEqual(partsOf(bodyOf(yield* read(xlsx(), file))), [
      ["12:00:00|06:00:00|36:00|78:00:00|18:00:00|0.785398163|4006381333931|=A1"]
    ])
  })
)
