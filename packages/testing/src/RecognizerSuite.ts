/** What every `Recognizer` must do that reads English. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import { type Picture, type RecognizedWord, Recognizer } from "@orbweaver/core/reading/Recognizer"
import { grayPng } from "./recognizer/grayPng.ts"
import { textHeight, textLines, textPicture, textWidth } from "./recognizer/textPicture.ts"

const png = (bytes: Uint8Array, width: number, height: number): Picture => ({
  bytes,
  mediaType: "image/png",
  width,
  height
})

const text = () => png(textPicture(), textWidth, textHeight)

const linesOf = (words: ReadonlyArray<RecognizedWord>): ReadonlyArray<string> =>
  [...Map.groupBy(words, ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(" "))

export const suite = <E>(name: string, layer: Layer.Layer<Recognizer, E>) =>
  it.layer(layer, { timeout: "120 seconds", excludeTestServices: true })(`Recognizer (${name})`, (it) => {
    const recognize = (picture: Picture) => Recognizer.use((recognizer) => recognizer.recognize(picture))

    it.effect("reads words line by line, each with its place and its confidence", () =>
      Effect.gen(function* () {
        const { available } = yield* Recognizer
        assert.isTrue(available)
        const { confidence, height, width, words } = yield* recognize(text())
        assert.deepStrictEqual(linesOf(words), [...textLines])
        assert.deepStrictEqual([width, height], [textWidth, textHeight])
        assert.isTrue(confidence > 0.7 && confidence <= 1)
        for (const { baseline, confidence, size, x0, x1, y0, y1 } of words) {
          assert.isTrue(confidence >= 0 && confidence <= 1)
          assert.isTrue(0 <= x0 && x0 < x1 && x1 <= textWidth)
          assert.isTrue(0 <= y0 && y0 < y1 && y1 <= textHeight)
          // Letters stand on the line, a few hang below it.
          assert.isTrue(baseline > y0 && baseline <= y1 + size / 4)
          assert.isTrue(size > 15 && size < 60)
        }
        for (const line of Map.groupBy(words, ({ line }) => line).values()) {
          assert.strictEqual(new Set(line.map(({ baseline }) => baseline)).size, 1)
          for (const [index, { x0 }] of line.entries()) assert.isTrue(index === 0 || x0 > line[index - 1]!.x1)
        }
      })
    )

    it.effect("leaves the bytes of the caller as they are, and reads them again", () =>
      Effect.gen(function* () {
        const picture = text()
        const first = yield* recognize(picture)
        assert.deepStrictEqual(picture.bytes, textPicture())
        assert.deepStrictEqual((yield* recognize(picture)).words, first.words)
      })
    )

    it.effect("finds no words in an empty picture", () =>
      Effect.gen(function* () {
        const white = grayPng(300, 200, new Uint8Array(300 * 200).fill(255))
        const { confidence, words } = yield* recognize(png(white, 300, 200))
        assert.deepStrictEqual(words, [])
        assert.strictEqual(confidence, 0)
      })
    )

    it.effect("refuses more pixels than it takes before it decodes any", () =>
      Effect.gen(function* () {
        const { maxPixels } = yield* Recognizer
        const side = Math.ceil(Math.sqrt(maxPixels)) + 1
        const error = yield* Effect.flip(recognize(png(textPicture(), side, side)))
        assert.strictEqual(error.why, "too-large")
        assert.include(error.message, String(maxPixels))
      })
    )

    it.effect("says that a picture is damaged, and reads the next one", () =>
      Effect.gen(function* () {
        for (const bytes of [
          textPicture().subarray(0, 900),
          new TextEncoder().encode("no picture"),
          new Uint8Array(0)
        ]) {
          const error = yield* Effect.flip(recognize(png(bytes, textWidth, textHeight)))
          assert.strictEqual(error._tag, "RecognizerError")
          assert.strictEqual(error.why, "damaged")
        }
        assert.deepStrictEqual(linesOf((yield* recognize(text())).words), [...textLines])
      })
    )

    it.effect("ends with its caller, and reads the next picture", () =>
      Effect.gen(function* () {
        const running = yield* Effect.forkChild(recognize(text()))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(running)
        assert.deepStrictEqual(linesOf((yield* recognize(text())).words), [...textLines])
      })
    )

    it.effect("gives each of several callers their own words", () =>
      Effect.gen(function* () {
        const white = png(grayPng(300, 200, new Uint8Array(300 * 200).fill(255)), 300, 200)
        const read = yield* Effect.all([recognize(text()), recognize(white), recognize(text())], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          read.map(({ words }) => linesOf(words)),
          [[...textLines], [], [...textLines]]
        )
      })
    )
  })
