import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type PdfText } from "../support/pdfFile.ts"
import { body, heading, prose } from "../support/pdfText.ts"

/** Paragraphs of prose, each below a line. */
const parts = (lines: ReadonlyArray<Omit<PdfText, "x" | "y">>): ReadonlyArray<PdfText> =>
  lines.flatMap((line, at) => [
    { ...line, x: 72, y: 100 + at * 80 },
    ...paragraph({ x: 72, y: 114 + at * 80, width: 450, text: `${prose} ${prose}` })
  ])

describe("a line above a text is a heading", () => {
  it.effect("when it is in italics", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: parts(
            ["The mill", "The ford", "The bridge"].map((text) => ({ text, font: "Helvetica-Oblique" as const }))
          )
        }
      ])
      assert.match(html, /<h(\d)><em>The mill<\/em><\/h\1>\n<p>The quick.*<h\1><em>The bridge<\/em><\/h\1>/s)
    })
  )

  it.effect("when it is in another family than the text", () =>
    Effect.gen(function* () {
      const html = yield* body([
        { texts: parts(["The mill", "The ford", "The bridge"].map((text) => ({ text, font: "Times-Roman" as const }))) }
      ])
      assert.match(html, /<h(\d)>The mill<\/h\1>\n<p>The quick.*<h\1>The bridge<\/h\1>/s)
    })
  )

  it.effect("when it is bold and begins with a number in brackets, which stays", () =>
    Effect.gen(function* () {
      const html = yield* body([
        { texts: parts(["(1) The mill", "(2) The ford"].map((text) => ({ text, font: "Helvetica-Bold" as const }))) }
      ])
      assert.match(html, /<h(\d)>\(1\) The mill<\/h\1>\n<p>The quick.*<h\1>\(2\) The ford<\/h\1>/s)
    })
  )
})

describe("large or bold type is no heading", () => {
  it.effect("where it lists names: authors, addresses, a cover", () =>
    Effect.gen(function* () {
      const names = ["Jane Miller", "John Ford", "Ann Bridge", "Paul Stone"]
      const html = yield* body([
        {
          texts: [
            heading("The river in spring", 80, 24),
            ...names.map((text, at) => ({ x: 72, y: 130 + at * 24, size: 13, text })),
            ...paragraph({ x: 72, y: 260, width: 450, text: `${prose} ${prose}` })
          ]
        }
      ])
      assert.include(html, "<h1>The river in spring</h1>")
      for (const name of names) assert.notMatch(html, new RegExp(`<h\\d>${name}`))
    })
  )

  it.effect("where it shows a statement of a language", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...parts([{ text: "The tables of the mill", font: "Helvetica-Bold" }]),
            heading("CREATE VIEW <name of the view>", 220, 12),
            ...paragraph({ x: 72, y: 236, width: 450, text: prose }),
            heading("WHERE grain = 4", 280, 12),
            ...paragraph({ x: 72, y: 296, width: 450, text: prose }),
            { x: 72, y: 340, font: "Times-Roman", text: "WEIGH_GRAIN mill, loft" },
            ...paragraph({ x: 72, y: 356, width: 450, text: prose })
          ]
        }
      ])
      assert.notMatch(html, /<h\d>(?:CREATE|WHERE|WEIGH)/)
    })
  )

  it.effect("where it is a caption, or italics that nothing follows", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...parts([{ text: "Example 2-1 How grain is weighed", font: "Helvetica-Oblique" }]),
            { x: 72, y: 300, font: "Helvetica-Oblique", text: "From the papers of the mill" }
          ]
        }
      ])
      assert.notMatch(html, /<h\d>/)
    })
  )
})

describe("the level of a heading", () => {
  it.effect("leaves out the types of a cover, where a file has more than there are levels", () =>
    Effect.gen(function* () {
      const cover = [40, 30, 24, 22, 20, 18].map((size, at) =>
        heading(`Line ${"ABCDEF"[at]} of the cover`, 80 + at * 60, size)
      )
      const pages = [1, 2, 3].map((number) => ({
        texts: [
          heading(`Part ${number}`, 80, 16),
          ...paragraph({ x: 72, y: 100, width: 450, text: `${prose} ${prose}` }),
          heading(`Work of part ${number}`, 200, 13),
          ...paragraph({ x: 72, y: 220, width: 450, text: `${prose} ${prose}` })
        ]
      }))
      const html = yield* body([{ texts: cover }, ...pages])
      assert.include(html, "<h1>Line A of the cover</h1>")
      assert.include(html, "<h2>Part 2</h2>")
      assert.include(html, "<h3>Work of part 2</h3>")
    })
  )

  it.effect("is measured by the type of tables, where a file has little else", () =>
    Effect.gen(function* () {
      const lines = Array.from({ length: 7 }, (_, at) => 114 + at * 18)
      const html = yield* body([
        {
          lines: [
            ...lines.map((y) => [68, y, 500, y] as const),
            ...[68, 280, 500].map((x) => [x, 114, x, 222] as const)
          ],
          texts: [
            heading("The mill and its owners", 100, 14),
            ...lines.slice(0, -1).flatMap((y, at): ReadonlyArray<PdfText> => [
              { x: 72, y: y + 12, font: "Helvetica-Bold", text: `A name of the field number ${at}` },
              { x: 284, y: y + 12, text: `What stands in the field of the number ${at}` }
            ])
          ]
        }
      ])
      assert.match(html, /<h1>The mill and its owners<\/h1>\n<table>/)
    })
  )
})
