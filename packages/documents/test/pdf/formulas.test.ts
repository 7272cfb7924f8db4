import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type FontName, type PdfText } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"
import { mathOf } from "../../src/pdf/layout/mathRow.ts"
import { tokensOf } from "../../src/pdf/layout/mathTokens.ts"

/** Pieces that follow each other on a line: their text, size, how far they are raised, and their width. */
type PieceOfLine = readonly [font: FontName, text: string, width: number, raised?: number, size?: number]

const row = (x: number, y: number, pieces: ReadonlyArray<PieceOfLine>): ReadonlyArray<PdfText> => {
  let at = x
  return pieces.map(([font, text, width, raised = 0, size = 12]) => {
    const piece = { x: at, y: y - raised, size, font, text }
    at += width
    return piece
  })
}

const italic = "Times-Italic"
const roman = "Times-Roman"
const symbol = "Symbol"

const html = (texts: ReadonlyArray<PdfText>, lines: ReadonlyArray<readonly [number, number, number, number]> = []) =>
  body([
    {
      texts: [...paragraph({ x: 72, y: 60, width: 450, text: prose, font: roman, size: 12, leading: 14 }), ...texts],
      lines
    }
  ])

describe("a formula in a line of text", () => {
  it.effect("is MathML: variables in italics that signs relate, with their powers", () =>
    Effect.gen(function* () {
      const text = yield* html(
        row(72, 140, [
          [roman, "The length is", 70],
          [italic, "a", 6],
          [roman, "2", 7, 4, 8],
          [roman, "+", 10],
          [italic, "b", 6],
          [roman, "2", 7, 4, 8],
          [roman, "= 25", 26],
          [roman, "where the mill stands.", 90]
        ])
      )
      assert.include(
        text,
        "<p>The length is <math><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><msup><mi>b</mi><mn>2</mn></msup><mo>=</mo><mn>25</mn></mrow></math> where the mill stands.</p>"
      )
    })
  )

  it.effect("has indexes of indexes, and Greek letters", () =>
    Effect.gen(function* () {
      const text = yield* html(
        row(72, 140, [
          [roman, "so that", 38],
          [symbol, "l", 7],
          [italic, "g", 5, -3, 8],
          [italic, "i", 4, -5, 6],
          [roman, "=", 10],
          [symbol, "p", 7],
          [roman, "for all.", 40]
        ])
      )
      assert.include(
        text,
        "<math><mrow><msub><mi>λ</mi><msub><mi>g</mi><mi>i</mi></msub></msub><mo>=</mo><mi>π</mi></mrow></math>"
      )
    })
  )

  it.effect("leaves the brackets and the full stop of the sentence to it", () =>
    Effect.gen(function* () {
      const text = yield* html(
        row(72, 140, [
          [roman, "The mill (where", 84],
          [italic, "x", 7],
          [roman, "= 4). It turns.", 80]
        ])
      )
      assert.include(
        text,
        "<p>The mill (where <math><mrow><mi>x</mi><mo>=</mo><mn>4</mn></mrow></math>). It turns.</p>"
      )
    })
  )

  it.effect("ends where a word of a sentence in italics follows", () =>
    Effect.gen(function* () {
      const text = yield* html(
        row(72, 140, [
          [italic, "Suppose that g", 74],
          [roman, "=", 10],
          [italic, "u for some of them", 96]
        ])
      )
      assert.include(
        text,
        "<em>Suppose that</em> <math><mrow><mi>g</mi><mo>=</mo><mi>u</mi></mrow></math> <em>for some of them</em>"
      )
    })
  )
})

it("letters that Unicode has for formulas alone are those of the alphabet", () => {
  const font = { bold: false, italic: false, mono: false, family: "latinmodernmath" }
  const span = (text: string, x0: number) => ({
    text,
    x0,
    x1: x0 + 6,
    y: 100,
    size: 10,
    font,
    artifact: false,
    markedId: -1
  })
  const tokens = tokensOf([span("𝑝", 72), span("=", 80), span("𝐱", 88), span("+", 96), span("2", 104)])
  assert.strictEqual(
    mathOf(tokens),
    '<mrow><mi>p</mi><mo>=</mo><mi mathvariant="bold">x</mi><mo>+</mo><mn>2</mn></mrow>'
  )
})

describe("what is left as text", () => {
  const isText = (pieces: ReadonlyArray<PieceOfLine>) =>
    Effect.gen(function* () {
      assert.notInclude(yield* html(row(72, 140, pieces)), "<math")
    })

  it.effect("is a letter in italics that no sign relates", () =>
    isText([
      [roman, "the letter", 54],
      [italic, "a", 9],
      [roman, "and the word", 68],
      [italic, "mill", 24],
      [roman, "stand here", 60]
    ])
  )

  it.effect("is a formula of chemistry, a unit, the number of a note", () =>
    isText([
      [roman, "H", 8.7],
      [roman, "2", 4, -3, 8],
      [roman, "O falls on 40 km", 86],
      [roman, "2", 6, 4, 8],
      [roman, "of the land", 56],
      [roman, "3", 4, 4, 8]
    ])
  )

  it.effect("is a list of letters between commas, and words with a hyphen", () =>
    isText([
      [roman, "the constants (e, i,", 100],
      [symbol, "p", 7],
      [roman, ", 1, 0) and the", 76],
      [italic, "x-y", 20],
      [roman, "plane of it", 50]
    ])
  )
})

describe("a formula on several lines", () => {
  it.effect("has fractions over their strokes", () =>
    Effect.gen(function* () {
      const text = yield* html(
        [
          ...row(200, 150, [
            [italic, "v", 9],
            [roman, "=", 10]
          ]),
          ...row(224, 142, [[italic, "s", 5]]),
          ...row(222, 158, [
            [italic, "t", 4],
            [roman, "+ 1", 18]
          ])
        ],
        [[220, 147, 246, 147]]
      )
      assert.include(
        text,
        '<math display="block"><mrow><mi>v</mi><mo>=</mo><mfrac><mi>s</mi><mrow><mi>t</mi><mo>+</mo><mn>1</mn></mrow></mfrac></mrow></math>'
      )
    })
  )

  it.effect("has the limits of a sum below and above it", () =>
    Effect.gen(function* () {
      const text = yield* html([
        ...row(200, 150, [
          [italic, "s", 8],
          [roman, "=", 12],
          [symbol, "\u00e5", 14, -2, 18],
          [italic, "a", 6],
          [italic, "i", 4, -3, 8]
        ]),
        ...row(218, 162, [
          [italic, "i", 3, 0, 8],
          [roman, "=1", 10, 0, 8]
        ]),
        ...row(224, 135, [[italic, "n", 5, 0, 8]])
      ])
      assert.match(
        text,
        /<munderover><mo>∑<\/mo><mrow><mi>i<\/mi><mo>=<\/mo><mn>1<\/mn><\/mrow><mi>n<\/mi><\/munderover>/
      )
    })
  )

  it.effect("is none where a table has numbers and letters in rows", () =>
    Effect.gen(function* () {
      const cells = [
        ["a", "1", "4"],
        ["b", "2", "5"],
        ["c", "3", "6"]
      ]
      const text = yield* html(
        cells.flatMap((line, at) =>
          line.map(
            (word, column) => ({ x: 100 + column * 80, y: 140 + at * 16, size: 12, font: italic, text: word }) as const
          )
        )
      )
      assert.notInclude(text, "<math")
    })
  )
})
