import { assert, it } from "@effect/vitest"
import { layOut } from "../../src/pdf/layout/layout.ts"
import { lineText } from "../../src/pdf/layout/lines.ts"
import type { PageText, Span } from "../../src/pdf/text/PageText.ts"

const font = { bold: false, italic: false, mono: false }

const span = (x0: number, x1: number, y: number, text: string): Span => ({
  text,
  x0,
  x1,
  y,
  size: 10,
  font,
  artifact: false,
  markedId: -1
})

const page: PageText = {
  number: 1,
  width: 600,
  height: 800,
  spans: [],
  turned: [],
  rules: [],
  dots: [],
  tags: undefined
}

/** Each piece as the texts of its lines, a table as its number of rows. */
const piecesOf = (spans: ReadonlyArray<Span>) =>
  layOut(page, spans).map((piece) =>
    piece.kind === "table" ? piece.table.rows.length : piece.paragraph.lines.map(lineText).join(" ")
  )

it("reads set columns of which one ends in short lines as columns, not as a table", () => {
  const left = Array.from({ length: 20 }, (_, row) => span(72, 300.6, 100 + row * 12, "some words of the left column"))
  const right = [
    ...Array.from({ length: 5 }, (_, row) => span(310.6, 539.2, 100 + row * 12, "and some of the right column too")),
    span(310.6, 389, 160, "ends here."),
    span(310.6, 380, 196, "References"),
    span(310.6, 460, 220, "[1] A. Author, Title of the work"),
    span(310.6, 450, 232, "[2] B. Author, Some other title"),
    span(310.6, 440, 244, "[3] C. Author, The last of them"),
    span(310.6, 430, 256, "[4] D. Author, Afterwards again")
  ]
  const pieces = piecesOf([...left, ...right])
  assert.isTrue(pieces.every((piece) => typeof piece === "string"))
  assert.match(String(pieces[0]), /^(?:some words of the left column ?){20}$/)
})

it("begins on the right where most of the page is read from there: columns, lines and tables", () => {
  const line = "שורה של מילים בעברית שממלאת את הטור"
  const columns = [
    ...Array.from({ length: 5 }, (_, row) => span(310, 540, 100 + row * 12, `ימין ${line}`)),
    ...Array.from({ length: 5 }, (_, row) => span(60, 290, 100 + row * 12, `שמאל ${line}`))
  ]
  const pieces = piecesOf(columns)
  assert.deepEqual(
    pieces.map((piece) => String(piece).slice(0, 4)),
    ["ימין", "שמאל"]
  )
  const ends = [span(300, 540, 100, `${line} ${line}`), span(420, 540, 112, "סוף הפסקה.")]
  assert.deepEqual(piecesOf(ends), [`${line} ${line} סוף הפסקה.`])
})
