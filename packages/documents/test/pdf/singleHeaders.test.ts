import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, pdfFile, type PdfText } from "../support/pdfFile.ts"
import { body, heading, parser, prose } from "../support/pdfText.ts"
import { bodyOf, read } from "../support/read.ts"

/** A page of prose between what stands at its edges. */
const around = (edges: ReadonlyArray<PdfText>): ReadonlyArray<PdfText> => [
  ...edges,
  heading("The river in spring", 100),
  ...paragraph({ x: 72, y: 140, width: 450, text: `${prose} ${prose}` }),
  ...paragraph({ x: 72, y: 240, width: 450, text: `${prose} ${prose}` }),
  ...paragraph({ x: 72, y: 700, width: 450, text: prose })
]

const html = (edges: ReadonlyArray<PdfText>) => body([{ texts: around(edges) }])

describe("what stands at the edge of the only page of a file", () => {
  it.effect("is left out when it is a page number, alone, in words or between dashes", () =>
    Effect.gen(function* () {
      for (const text of [
        "62",
        "Page 7",
        "– 41 –",
        "xiv",
        "26/312",
        "Page 3 of 9",
        "Página 3 de 9",
        "Sida 2 av 4",
        "3 / 9"
      ])
        assert.notInclude(yield* html([{ x: 290, y: 790, text }]), text)
    })
  )

  it.effect("is left out when words and a page number stand at its two ends", () =>
    Effect.gen(function* () {
      const left = yield* html([
        { x: 72, y: 50, text: "400" },
        { x: 230, y: 50, text: "NOTES ON HUSBANDRY" }
      ])
      assert.notInclude(left, "HUSBANDRY")
      const right = yield* html([
        { x: 72, y: 790, text: "Harbour Review, Vol. 60" },
        { x: 510, y: 790, text: "21" }
      ])
      assert.notInclude(right, "Harbour")
    })
  )

  it.effect("is left out when it is small and far out in the margin: who put the file up, and when", () =>
    Effect.gen(function* () {
      const text = yield* html([
        { x: 72, y: 20, size: 7, text: "Downloaded from journal.example on 4 March" },
        { x: 72, y: 820, size: 7, text: "Published by the archive of the town" }
      ])
      assert.notInclude(text, "Downloaded")
      assert.notInclude(text, "Published")
    })
  )

  it.effect("is left out when it stands in three parts, left, in the middle and right", () =>
    Effect.gen(function* () {
      const text = yield* html([
        { x: 72, y: 780, text: "Revision 4" },
        { x: 270, y: 780, text: "Part 119-036" },
        { x: 480, y: 780, text: "10 June 2019" }
      ])
      assert.notInclude(text, "Revision")
    })
  )

  it.effect("is named in a warning, a page number apart", () =>
    Effect.gen(function* () {
      const texts = around([
        { x: 72, y: 20, size: 7, text: "Downloaded from journal.example" },
        { x: 290, y: 790, text: "62" }
      ])
      const { warnings } = yield* read(parser, pdfFile({ pages: [{ texts }] }))
      assert.deepStrictEqual(warnings, [
        'Lines at the edge of the page were taken for running headers or footers and omitted: "Downloaded from journal.example". parsers: [{ type: "pdf", runningHeaders: true }] keeps them.'
      ])
    })
  )

  it.effect("is kept with runningHeaders, as are lines that every page repeats and artifacts of a tagged file", () =>
    Effect.gen(function* () {
      const spec = { type: "pdf", runningHeaders: true } as const
      const single = yield* read(parser, pdfFile({ pages: [{ texts: around([{ x: 290, y: 790, text: "62" }]) }] }), {
        spec
      })
      assert.include(single.html, "<p>62</p>")
      assert.deepStrictEqual(single.warnings, [])
      const pages = [1, 2, 3, 4, 5].map((page) => ({
        texts: around([
          { x: 72, y: 40, text: "The river papers" },
          { x: 290, y: 790, text: `– ${page} –` }
        ])
      }))
      const html = bodyOf(yield* read(parser, pdfFile({ pages }), { spec }))
      assert.lengthOf(html.match(/The river papers/g) ?? [], 5)
      assert.include(html, "– 5 –")
      assert.notInclude(bodyOf(yield* read(parser, pdfFile({ pages }))), "The river papers")
      const tagged = pdfFile({
        pages: [
          {
            texts: [
              { x: 72, y: 60, text: "Confidential", mark: { tag: "Artifact" } },
              ...paragraph({ x: 72, y: 130, width: 420, text: prose }).map((line) => ({
                ...line,
                mark: { tag: "P", id: 1 }
              }))
            ]
          }
        ],
        structure: [{ page: 1, id: 1, role: "P" }]
      })
      assert.notInclude(bodyOf(yield* read(parser, tagged)), "Confidential")
      assert.include(bodyOf(yield* read(parser, tagged, { spec })), "Confidential")
    })
  )

  it.effect("stays when it is a title, the date of a letter, an invoice's number or where to pay", () =>
    Effect.gen(function* () {
      const kept: ReadonlyArray<ReadonlyArray<PdfText>> = [
        [{ x: 72, y: 38, size: 20, text: "The great flood" }],
        [{ x: 430, y: 60, text: "Harbourtown, 4 March 2021" }],
        [
          { x: 72, y: 60, text: "Invoice no." },
          { x: 500, y: 60, text: "123" }
        ],
        [{ x: 72, y: 815, size: 7, text: "Mill Ltd, IBAN XX00 1234 5678, mill@mill.example" }]
      ]
      for (const edges of kept) {
        const text = yield* html(edges)
        for (const edge of edges) assert.include(text, edge.text)
      }
    })
  )

  it.effect("stays when it has an identifier, whatever that is called, and goes when its numbers are none", () =>
    Effect.gen(function* () {
      const low = (text: string) => html([{ x: 72, y: 815, size: 7, text }])
      for (const text of [
        "Kamer van Koophandel 27112233",
        "Telefoon 030 – 123 45 67",
        "Konto 1234 5678 901",
        "Mill Road 4, 10115 Harbourtown",
        "https://doi.example/10.5555/mill.20417",
        "Org.nr 556677-8899",
        "ask at mill@mill.example"
      ])
        assert.include(yield* low(text), text)
      for (const text of [
        "Printed on 12.03.2021",
        "Harbour Review 60 (2019) 123–145",
        "Copyright 1998–2004 Mill and Sons",
        "The mill papers, 1001–1020",
        "Edition of 1,250,000 copies"
      ])
        assert.notInclude(yield* low(text), text)
    })
  )

  it.effect("stays where it is a row of the table below it", () =>
    Effect.gen(function* () {
      const xs = [72, 280, 490]
      const rows = [
        ["Place", "Level", "Day"],
        ["Mill", "4.1", "Monday"],
        ["Bridge", "3.9", "Tuesday"],
        ["Ford", "2.2", "Sunday"]
      ]
      const texts = rows.flatMap((row, at) => row.map((text, column) => ({ x: xs[column]!, y: 70 + at * 18, text })))
      assert.include(yield* body([{ texts }]), "Place")
    })
  )
})
