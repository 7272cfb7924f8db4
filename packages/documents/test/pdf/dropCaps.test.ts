import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type PdfText } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"

/** A large letter, and the text beside and below it without its first letters. */
const page = (letter: string, text: string, lines: number): ReadonlyArray<PdfText> => {
  const size = lines * 12
  const beside = paragraph({ x: 72 + size * 0.75, y: 100, width: 450 - size * 0.75, text }).slice(0, lines)
  const rest = text.slice(beside.map((line) => line.text).join(" ").length + 1)
  return [
    { x: 72, y: 100 + (lines - 1) * 12, size, text: letter },
    ...beside,
    ...paragraph({ x: 72, y: 100 + lines * 12, width: 450, text: rest })
  ]
}

describe("a large first letter beside its text", () => {
  it.effect("is part of the first word", () =>
    Effect.gen(function* () {
      for (const lines of [2, 3]) {
        const html = yield* body([{ texts: page("T", `${prose} ${prose}`.slice(1), lines) }])
        assert.strictEqual(html, `<p>${prose} ${prose}</p>`)
      }
    })
  )

  it.effect("is a word where the text goes on with one", () =>
    Effect.gen(function* () {
      const html = yield* body([{ texts: page("A", `fox has come, ${prose} ${prose}`, 2) }])
      assert.match(html, /^<p>A fox has come, The quick/)
      const whole = yield* body([{ texts: page("A", `nother fox has come, ${prose} ${prose}`, 2) }])
      assert.match(whole, /^<p>Another fox has come, The quick/)
    })
  )

  it.effect("stays a letter of its own beside one line, and above its text", () =>
    Effect.gen(function* () {
      const html = yield* body([
        { texts: [{ x: 72, y: 80, size: 24, text: "B" }, ...paragraph({ x: 72, y: 110, width: 450, text: prose })] }
      ])
      assert.include(html, `<p>${prose}</p>`)
    })
  )
})
