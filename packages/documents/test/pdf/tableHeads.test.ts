import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type PdfText } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"

const bold = (texts: ReadonlyArray<PdfText>): ReadonlyArray<PdfText> =>
  texts.map((text) => ({ ...text, font: "Helvetica-Bold" as const }))

const row = (xs: ReadonlyArray<number>, y: number, ...texts: ReadonlyArray<string>): ReadonlyArray<PdfText> =>
  texts.map((text, at) => ({ x: xs[at]!, y, text }))

const xs = [72, 260, 350, 440]

const rows = (y: number) => [
  ...row(xs, y, "Cost of grain", "3,423", "2,532", "1,892"),
  ...row(xs, y + 14, "Milling and carting", "1,136", "876", "680"),
  ...row(xs, y + 28, "Storing it", "178", "141", "138"),
  ...row(xs, y + 42, "Sum", "4,737", "3,549", "2,710")
]

const text = paragraph({ x: 72, y: 60, width: 450, text: prose })

describe("the heads of a table", () => {
  it.effect("may be several rows, of which the upper ones reach over columns", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...text,
            ...bold([{ x: 345, y: 110, text: "Year ended" }]),
            ...bold(row([260, 350, 440], 124, "May 2025", "May 2024", "May 2023")),
            ...rows(140)
          ]
        }
      ])
      assert.match(html, /<thead>\n<tr>.*Year ended.*<\/tr>\n<tr>.*May 2025<\/th>.*May 2023<\/th><\/tr>\n<\/thead>/)
      assert.include(html, "<tr><td>Sum</td><td>4,737</td><td>3,549</td><td>2,710</td></tr>")
    })
  )

  it.effect("stand over the first stroke of a table that is drawn with lines", () =>
    Effect.gen(function* () {
      const edges = [68, 250, 340, 430, 520]
      const ys = [128, 146, 160, 174, 188]
      const html = yield* body([
        {
          lines: [...ys.map((y) => [68, y, 520, y] as const), ...edges.map((x) => [x, 128, x, 188] as const)],
          texts: [...text, ...bold(row(xs, 122, "Work", "North", "South", "West")), ...rows(141)]
        }
      ])
      assert.match(html, /<thead>\n<tr><th>Work<\/th><th>North<\/th><th>South<\/th><th>West<\/th><\/tr>\n<\/thead>/)
    })
  )

  it.effect("may be set sideways over narrow columns", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...text,
            ...row([72], 140, "Work"),
            ...["Northern", "Southern", "Western"].map((word, at) => ({
              x: xs[at + 1]! + 12,
              y: 142,
              text: word,
              upwards: true
            })),
            ...rows(158)
          ]
        }
      ])
      assert.match(html, /<thead>\n<tr><th>Work<\/th><th>Northern<\/th><th>Southern<\/th><th>Western<\/th><\/tr>/)
    })
  )

  it.effect("are all rows in bold before those of numbers, and years beside each other", () =>
    Effect.gen(function* () {
      const bands = yield* body([
        {
          texts: [
            ...text,
            ...bold(row(xs, 110, "", "Northern", "Southern", "Western")),
            ...bold(row(xs, 124, "Work", "mills", "mills", "mills")),
            ...rows(140)
          ].filter((one) => one.text !== "")
        }
      ])
      assert.match(bands, /<thead>\n<tr>.*Northern.*<\/tr>\n<tr><th>Work<\/th><th>mills<\/th>.*<\/tr>\n<\/thead>/)
      const years = yield* body([{ texts: [...text, ...row(xs, 124, "Work", "2021", "2022", "2023"), ...rows(140)] }])
      assert.match(years, /<thead>\n<tr><th>Work<\/th><th>2021<\/th><th>2022<\/th><th>2023<\/th><\/tr>\n<\/thead>/)
      const none = yield* body([{ texts: [...text, ...row(xs, 124, "Grain", "2021", "1812", "1903"), ...rows(140)] }])
      assert.notInclude(none, "<thead>")
    })
  )

  it.effect("keep every word, where the ones that reach over columns stand close to each other", () =>
    Effect.gen(function* () {
      const edges = [72, 250, 300, 360, 410, 470]
      const html = yield* body([
        {
          texts: [
            ...text,
            ...bold(row([262, 372, 462], 110, "In May", "In June", "In July")),
            ...["Grain", "Milling", "Carting", "Sum"].flatMap((label, at) =>
              row(edges, 126 + at * 14, label, "$", `${at}78`, "$", `${at}41`, `${at}38`)
            )
          ]
        }
      ])
      for (const word of ["In May", "In June", "In July"]) assert.include(html, word)
      assert.match(html, /<th[^>]*>In May<\/th>.*<th[^>]*>In July<\/th>/)
    })
  )

  it.effect("are neither the text above a table nor its caption", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...text,
            { x: 72, y: 110, text: "Table 3: What the mill has cost, in crowns" },
            ...bold(row(xs, 124, "Work", "North", "South", "West")),
            ...rows(138)
          ]
        }
      ])
      assert.include(html, "<p>Table 3: What the mill has cost, in crowns</p>\n<table>")
      assert.include(html, "<p>The quick brown fox")
    })
  )
})

describe("two texts side by side", () => {
  const left = `The council met on the first day. ${prose} ${prose}`
  const right = `The miller wrote to his brother. ${prose} ${prose}`

  it.effect("are columns though their lines are level and ragged", () =>
    Effect.gen(function* () {
      const ragged = (x: number, words: string) =>
        paragraph({ x, y: 100, width: 200, text: words }).map((line) => ({ ...line, wordSpacing: 0 }))
      const html = yield* body([{ texts: [...ragged(72, left), ...ragged(310, right)] }])
      assert.notInclude(html, "<table>")
      assert.include(html, `<p>${left}</p>`)
    })
  )

  it.effect("are columns though one holds short lines: a list, a poem, an address", () =>
    Effect.gen(function* () {
      const short = Array.from({ length: 12 }, (_, at) => ({
        x: 310,
        y: 100 + at * 12,
        text: `Plate ${at}, of the mill`
      }))
      const html = yield* body([{ texts: [...paragraph({ x: 72, y: 100, width: 210, text: left }), ...short] }])
      assert.notInclude(html, "<table>")
      assert.include(html, left)
    })
  )
})

describe("the size of the body", () => {
  it.effect("is that of the text, where small print at the end has more letters", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...paragraph({ x: 72, y: 100, width: 450, size: 12, leading: 15, text: `${prose} ${prose}` }),
            { x: 72, y: 200, size: 12, text: "Corollary 4. It follows at once." },
            ...[230, 330, 430, 530].flatMap((y) => [
              ...paragraph({ x: 72, y, width: 450, size: 9, leading: 11, text: `${prose} ${prose}` })
            ])
          ]
        }
      ])
      assert.notMatch(html, /<h\d>/)
    })
  )
})
