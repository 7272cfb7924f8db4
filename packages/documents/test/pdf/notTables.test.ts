import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, pdfFile, type PdfText } from "../support/pdfFile.ts"
import { body, parser, prose } from "../support/pdfText.ts"
import { bodyOf, read } from "../support/read.ts"

const row = (xs: ReadonlyArray<number>, y: number, ...texts: ReadonlyArray<string>): ReadonlyArray<PdfText> =>
  texts.flatMap((text, at) => (text === "" ? [] : [{ x: xs[at]!, y, text }]))

const rows = (
  xs: ReadonlyArray<number>,
  from: number,
  step: number,
  lines: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<PdfText> => lines.flatMap((texts, at) => row(xs, from + at * step, ...texts))

describe("labels that stand in rows and columns", () => {
  for (const [kind, lines] of [
    [
      "an axis",
      [
        ["20,000", ""],
        ["18,000", "north"],
        ["16,000", ""],
        ["14,000", ""],
        ["12,000", "south"],
        ["10,000", ""],
        ["8,000", ""]
      ]
    ],
    [
      "two axes, one on each side",
      [
        ["100 %", "50"],
        ["80 %", "40"],
        ["60 %", "30"],
        ["40 %", "20"],
        ["20 %", "10"],
        ["0 %", "0"]
      ]
    ],
    [
      "an axis that goes below nothing",
      [
        ["1.5", ""],
        ["1.0", "tides"],
        ["0.5", ""],
        ["0.0", ""],
        ["-0.5", "winds"],
        ["-1.0", ""]
      ]
    ]
  ] as const)
    it.effect(`are a chart where they have ${kind}, and no table`, () =>
      Effect.gen(function* () {
        const html = yield* body([{ texts: rows([80, 300], 100, 20, lines) }])
        assert.notInclude(html, "<table>")
        for (const text of lines.flat()) assert.include(html, text)
      })
    )

  it.effect("are left out where a caption names the chart; a warning says so, and chartLabels keeps them", () =>
    Effect.gen(function* () {
      const axis = [
        ["100 %", "50"],
        ["80 %", "40"],
        ["60 %", "30"],
        ["40 %", "20"],
        ["20 %", "10"],
        ["0 %", "0"]
      ]
      const text = (y: number) => paragraph({ x: 60, y, width: 460, text: `${prose} ${prose}` })
      for (const [name, y] of [
        ["Figure 3: Tides and winds of the year", 300],
        ["Chart 2. Tides and winds of the year", 170],
        ["Abb. 4 Gezeiten und Winde", 300]
      ] as const) {
        const texts = [...text(110), ...rows([80, 300], 200, 16, axis), { x: 60, y, text: name }, ...text(330)]
        const parsed = yield* read(parser, pdfFile({ pages: [{ texts }] }))
        const html = bodyOf(parsed)
        assert.include(html, name)
        assert.notInclude(html, "80 %")
        assert.deepStrictEqual(parsed.warnings, [
          `The labels of charts were omitted: ${JSON.stringify(name)}. parsers: [{ type: "pdf", chartLabels: true }] keeps them.`
        ])
        const whole = yield* read(parser, pdfFile({ pages: [{ texts }] }), { spec: { type: "pdf", chartLabels: true } })
        assert.include(bodyOf(whole), "80 %")
        assert.deepStrictEqual(whole.warnings, [])
      }
    })
  )

  it.effect("are a table where years that fall have values beside them", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: rows([80, 200, 300], 100, 16, [
            ["Year", "Boats", "Share"],
            ["2024", "412", "48 %"],
            ["2023", "398", "47 %"],
            ["2022", "401", "51 %"],
            ["2021", "377", "44 %"],
            ["2020", "290", "39 %"]
          ])
        }
      ])
      assert.include(html, "<tr><td>2020</td><td>290</td><td>39 %</td></tr>")
    })
  )
})

it.effect("a column of text stays one beside a table in the other column, though their lines stand level", () =>
  Effect.gen(function* () {
    const text = [
      "The harbour was rebuilt after the",
      "storm of that winter, and most of",
      "the owners came back within three",
      "years. Some of them had lost their",
      "boats, others sold the berths they",
      "held to people of the next town, as",
      "the table on this page shows. It was",
      "made from the books of the harbour",
      "master, who wrote down each berth",
      "and what was paid for it, until the",
      "last of the old moles was closed to",
      "all but the ferries in that spring."
    ]
    const table = [
      ["Buildings", "n", "%"],
      ["North mole", "60", "27.7"],
      ["South mole", "58", "26.7"],
      ["Ferry quay", "56", "25.8"],
      ["Old basin", "22", "10.1"],
      ["Slipway", "15", "6.9"]
    ]
    const html = yield* body([
      {
        texts: [
          ...rows(
            [60],
            100,
            14,
            text.map((line) => [line])
          ),
          ...rows([320, 430, 480], 114, 14, table)
        ]
      }
    ])
    assert.include(
      html,
      "boats, others sold the berths they held to people of the next town, as the table on this page"
    )
    assert.include(html, "<tr><td>Old basin</td><td>22</td><td>10.1</td></tr>")
  })
)
