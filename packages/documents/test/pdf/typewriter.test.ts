import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type PdfText } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"

const typed = (texts: ReadonlyArray<PdfText>): ReadonlyArray<PdfText> =>
  texts.map((text) => ({ ...text, font: "Courier" as const }))

const row = (xs: ReadonlyArray<number>, y: number, ...texts: ReadonlyArray<string>): ReadonlyArray<PdfText> =>
  texts.map((text, at) => ({ x: xs[at]!, y, text }))

describe("a file that is written in fixed-width letters throughout", () => {
  it.effect("has paragraphs, and no code", () =>
    Effect.gen(function* () {
      const html = yield* body([{ texts: typed(paragraph({ x: 72, y: 100, width: 420, text: prose })) }])
      assert.notInclude(html, "<pre>")
      assert.notInclude(html, "<code>")
      assert.include(html, "<p>")
    })
  )

  it.effect("has tables where numbers stand in columns", () =>
    Effect.gen(function* () {
      const xs = [72, 220, 300]
      const html = yield* body([
        {
          texts: typed([
            ...row(xs, 100, "Age group", "Share", "People"),
            ...row(xs, 114, "Under 1", "0.0156", "3,533"),
            ...row(xs, 128, "1 - 2", "0.0287", "6,493"),
            ...row(xs, 142, "3 - 5", "0.0419", "9,483"),
            ...row(xs, 156, "6 - 11", "0.0920", "20,834")
          ])
        }
      ])
      assert.include(html, "<tr><td>6 - 11</td><td>0.0920</td><td>20,834</td></tr>")
    })
  )

  it.effect("is code where its signs are those of code, with remarks beside it", () =>
    Effect.gen(function* () {
      const xs = [72, 260]
      const html = yield* body([
        {
          texts: typed([
            ...row(xs, 100, "let tide = read()", "// metres"),
            ...row(xs, 114, "if (tide > 4) warn()", "// by radio"),
            ...row(xs, 128, "log(tide)", "// once a minute"),
            ...row(xs, 142, "sleep(60)", "// seconds")
          ])
        }
      ])
      assert.notInclude(html, "<table>")
      assert.include(html, "<pre>")
    })
  )

  it.effect("is not one of prose with a listing in it, which stays code", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          texts: [
            ...paragraph({ x: 72, y: 100, width: 420, text: `${prose} ${prose}` }),
            ...typed([
              ...row([72], 400, "tide 4 north"),
              ...row([72], 414, "wind 7 west"),
              ...row([72], 428, "wave 3 south")
            ])
          ]
        }
      ])
      assert.include(html, "<pre>")
    })
  )
})

describe("a paragraph in fixed-width letters", () => {
  const amid = (texts: ReadonlyArray<PdfText>) =>
    body([
      {
        texts: [
          ...paragraph({ x: 72, y: 100, width: 420, text: `${prose} ${prose}` }),
          ...paragraph({ x: 72, y: 240, width: 420, text: `${prose} ${prose}` }),
          ...texts
        ]
      }
    ])

  it.effect("is text where it reads as text: a letter, a play", () =>
    Effect.gen(function* () {
      const html = yield* amid(typed(paragraph({ x: 72, y: 400, width: 300, text: prose })))
      assert.include(html, `<p>${prose}</p>`)
      assert.notInclude(html, "<code>")
    })
  )

  it.effect("is code where it holds names, numbers and signs, and where it is short", () =>
    Effect.gen(function* () {
      const lines = ["SELECT grain_id, weight FROM mill", "WHERE weight > 40 AND open = 1", "ORDER BY weight;"]
      assert.include(yield* amid(typed(lines.flatMap((line, at) => row([72], 400 + at * 12, line)))), "<pre>")
      const output = ["total 12", "drwxr-xr-x 2 miller mill", "-rw-r--r-- 1 miller mill"]
      assert.include(yield* amid(typed(output.flatMap((line, at) => row([72], 400 + at * 12, line)))), "<pre>")
      assert.include(yield* amid(typed(row([72], 400, "Restart the mill"))), "<pre>")
    })
  )
})

describe("text in two sizes", () => {
  it.effect("is joined in each of them, where few lines of one stand above many of the other", () =>
    Effect.gen(function* () {
      const large = paragraph({ x: 72, y: 100, width: 420, size: 12, leading: 18, text: prose })
      const small = paragraph({ x: 72, y: 200, width: 420, size: 9, leading: 13, text: `${prose} ${prose} ${prose}` })
      assert.include(yield* body([{ texts: [...large, ...small] }]), `>${prose}</`)
    })
  )
})
