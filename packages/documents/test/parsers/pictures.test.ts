// Pictures as files: their headers say what they are and how large, and their words are laid out as those of a PDF.
import { assert, it } from "@effect/vitest"
import { Parsers } from "@orbweaver/core/reading/Parsers"
import { type RecognizedWord, Recognizer, RecognizerError } from "@orbweaver/core/reading/Recognizer"
import { Effect, Layer } from "effect"
import { image, layer, zipParts } from "../support/pictures.ts"
import { bmp, gif, jpeg, png, tiff, webpCanvas, webpLossless, webpLossy } from "../support/pictureHeaders.ts"
import { bodyOf, read } from "../support/read.ts"
import { recognition, scripted } from "../support/scanPdf.ts"

it.effect("knows pictures by their first bytes, and their size by their header", () =>
  Effect.gen(function* () {
    const cases = [
      ["image/png", png(640, 480)],
      ["image/jpeg", jpeg(640, 480)],
      ["image/jpeg", jpeg(640, 480, 0xc0)],
      ["image/gif", gif(640, 480)],
      ["image/bmp", bmp(640, 480)],
      ["image/webp", webpLossy(640, 480)],
      ["image/webp", webpLossless(640, 480)],
      ["image/webp", webpCanvas(640, 480)],
      ["image/tiff", tiff([[640, 480]])],
      ["image/tiff", tiff([[640, 480]], { big: true })]
    ] as const
    for (const [mediaType, bytes] of cases) {
      const recognizer = scripted()
      const parser = image({ recognizer: recognizer.service })
      assert.strictEqual(parser.sniff?.(bytes), mediaType)
      assert.strictEqual(bodyOf(yield* read(parser, bytes, { mediaType })), "<p>Words of picture 1</p>")
      const { height, width, ...picture } = recognizer.pictures[0]!
      assert.deepStrictEqual([picture.mediaType, width, height], [mediaType, 640, 480])
    }
    for (const text of ["BM is short for business machine", "GIF files", "II*", "\xff\xd8 is no picture", "RIFF"]) {
      assert.isUndefined(image().sniff?.(new TextEncoder().encode(text)))
    }
  })
)

it.effect("reads the pages of a TIFF as one document, each picture as a file of its own", () =>
  Effect.gen(function* () {
    for (const loops of [false, true]) {
      const recognizer = scripted()
      const file = tiff(
        [
          [100, 200],
          [300, 400],
          [500, 600]
        ],
        { loops }
      )
      const parsed = yield* read(image({ recognizer: recognizer.service }), file, {
        mediaType: "image/tiff",
        spec: { type: "image", maxPages: 2 }
      })
      assert.strictEqual(bodyOf(parsed), "<p>Words of picture 1</p>\n<p>Words of picture 2</p>")
      assert.deepInclude(parsed.metadata, { numPages: 2, totalPages: 3 })
      assert.deepStrictEqual(
        recognizer.pictures.map(({ bytes, height, width }) => [width, height, bytes[4]]),
        [
          [100, 200, 8],
          [300, 400, 38]
        ]
      )
    }
  })
)

it.effect("refuses pictures whose header is cut or empty, before anything is decoded", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    const parser = image({ recognizer: recognizer.service })
    for (const whole of [png(9, 9), jpeg(9, 9), gif(9, 9), bmp(9, 9), webpLossy(9, 9), tiff([[9, 9]])]) {
      for (let length = 4; length < whole.length - 4; length++) {
        const result = yield* Effect.result(read(parser, whole.subarray(0, length)))
        if (result._tag === "Failure")
          assert.deepInclude(result.failure, { _tag: "UnreadableDocument", why: "damaged" })
      }
    }
    for (const empty of [png(0, 5), jpeg(5, 0), gif(0, 0), tiff([[0, 7]])]) {
      assert.strictEqual((yield* Effect.flip(read(parser, empty)))._tag, "UnreadableDocument")
    }
  })
)

it.effect("fails for the reason that the recognizer has, as the error of a document", () =>
  Effect.gen(function* () {
    const cases = [
      ["too-large", "UnreadableDocument", "too-much-memory"],
      ["too-much-memory", "UnreadableDocument", "too-much-memory"],
      ["timed-out", "UnreadableDocument", "too-slow"],
      ["damaged", "UnreadableDocument", "damaged"],
      ["busy", "Unsupported", undefined],
      ["not-configured", "Unsupported", undefined],
      ["unavailable", "Unsupported", undefined]
    ] as const
    for (const [why, tag, reason] of cases) {
      const error = new RecognizerError({ recognizer: "scripted", why, detail: "what to do about it" })
      const parser = image({ recognizer: scripted(() => Effect.fail(error)).service })
      const failure = yield* Effect.flip(read(parser, png(9, 9)))
      assert.strictEqual(failure._tag, tag)
      assert.include(failure.message, "what to do about it")
      if (failure._tag === "UnreadableDocument") assert.strictEqual(failure.why, reason)
    }
  })
)

it.effect("refuses pictures by the name of what is missing where there is no recognizer", () =>
  Effect.gen(function* () {
    for (const recognizer of [undefined, Recognizer.layerNone]) {
      const parsers = yield* Effect.provide(Parsers, layer({ recognizer }))
      const found = parsers.find({ mediaType: "image/png", bytes: png(9, 9), url: new URL("https://example.com/scan") })
      const failure = yield* Effect.flip(read(found!.parser, png(9, 9)))
      assert.strictEqual(failure._tag, "NeedsRecognizer")
      assert.include(failure.message, "@orbweaver/ocr")
    }
  })
)

it.effect("shares the recognizer of the layer among its parsers", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    const parsers = yield* Effect.provide(
      Parsers,
      layer({ inlineBytes: Infinity, recognizer: Layer.succeed(Recognizer, recognizer.service) })
    )
    const { parser } = parsers.find({ mediaType: "", bytes: png(9, 9), url: new URL("https://example.com/x") })!
    assert.strictEqual(bodyOf(yield* read(parser, png(9, 9))), "<p>Words of picture 1</p>")
  })
)

it.effect("names a picture in an archive, and reads the other files", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    const parsed = yield* zipParts({ "note.txt": "A note", "scan.png": png(9, 9) }, recognizer.service)
    assert.include(bodyOf(parsed), "A note")
    assert.lengthOf(recognizer.pictures, 0)
  })
)

const at = (text: string, x: number, baseline: number, line: number, size = 40): RecognizedWord => ({
  text,
  confidence: 0.9,
  x0: x,
  y0: baseline - size * 0.8,
  x1: x + text.length * size * 0.5,
  y1: baseline,
  line,
  baseline,
  size
})

const readWords = (found: ReadonlyArray<RecognizedWord>) =>
  Effect.map(read(image({ recognizer: scripted(() => found).service }), png(1700, 2200)), bodyOf)

it.effect("makes columns, headings and tables of words by their places and sizes", () =>
  Effect.gen(function* () {
    const heading = at("Rivers", 100, 100, 0, 80)
    const rows = [
      ["Month", "Level", "Flow"],
      ["March", "412", "1380"],
      ["April", "388", "1105"],
      ["May", "296", "940"]
    ].flatMap((cells, row) => cells.map((text, column) => at(text, 100 + column * 400, 300 + row * 60, 1 + row)))
    assert.strictEqual(
      (yield* readWords([heading, ...rows])).replaceAll("\n", ""),
      "<h1>Rivers</h1><table><thead><tr><th>Month</th><th>Level</th><th>Flow</th></tr></thead><tbody>" +
        "<tr><td>March</td><td>412</td><td>1380</td></tr><tr><td>April</td><td>388</td><td>1105</td></tr>" +
        "<tr><td>May</td><td>296</td><td>940</td></tr></tbody></table>"
    )
    const line = (text: string, x: number, row: number, line: number) => {
      let left = x
      return text.split(" ").map((word) => {
        const placed = at(word, left, 200 + row * 55, line)
        left = placed.x1 + 12
        return placed
      })
    }
    const left = [
      "the left column holds a few lines",
      "of words that go on from one line",
      "to the next and end at its foot"
    ]
    const right = [
      "while the right column begins anew",
      "at the top of the page and is read",
      "after the whole of the left one"
    ]
    // A recognizer may take what stands beside each other for one line.
    const columns = left.flatMap((text, row) => [...line(text, 100, row, row), ...line(right[row]!, 960, row, row)])
    assert.strictEqual(yield* readWords(columns), `<p>${[...left, ...right].join(" ")}</p>`)
  })
)

it.effect("parts cells by the lines that the recognizer found, and joins those that none parts", () =>
  Effect.gen(function* () {
    const rules = [
      ...[160, 230, 300, 370].map((at) => ({ horizontal: true, at, from: 90, to: 1200 })),
      ...[90, 1200].map((at) => ({ horizontal: false, at, from: 160, to: 370 })),
      { horizontal: false, at: 508, from: 160, to: 300 }
    ]
    const rows = [
      [at("Name", 100, 210, 0), at("Beginning", 512, 210, 0)],
      // No wider than a blank, but for the line between them.
      [at("Low", 100, 280, 1), at("Point", 172, 280, 1), at("Bridge", 384, 280, 1), at("1964", 512, 280, 1)],
      [at("Sum", 100, 350, 2), at("of", 172, 350, 2), at("all", 224, 350, 2)]
    ].flat()
    const recognizer = scripted(() => Effect.succeed({ ...recognition(rows, { width: 1700, height: 2200 }), rules }))
    const parsed = yield* read(image({ recognizer: recognizer.service }), png(1700, 2200))
    assert.strictEqual(
      bodyOf(parsed).replaceAll("\n", ""),
      "<table><thead><tr><th>Name</th><th>Beginning</th></tr></thead><tbody>" +
        '<tr><td>Low Point Bridge</td><td>1964</td></tr><tr><td colspan="2">Sum of all</td></tr></tbody></table>'
    )
  })
)

it.effect("keeps words of scripts from right to left in the order of reading", () =>
  Effect.gen(function* () {
    const line = (text: string, row: number) => {
      let right = 1600
      return text.split(" ").map((word) => {
        const placed = at(word, right - word.length * 20, 200 + row * 55, row)
        right = placed.x0 - 12
        return placed
      })
    }
    const lines = ["הנהר זורם מן ההרים אל הים הגדול", "והגשר הישן עומד עליו זה מאות שנים"]
    assert.strictEqual(yield* readWords(lines.flatMap(line)), `<p>${lines.join(" ")}</p>`)
  })
)

it.effect("takes lines whose heights differ little for one size of type", () =>
  Effect.gen(function* () {
    const lines = [
      "These lines have letters of one size",
      "though none as high as others has",
      "and are no headings at all here"
    ]
    const measured = lines.flatMap((text, row) => {
      let x = 100
      return text.split(" ").map((word) => {
        const placed = { ...at(word, x, 200 + row * 55, row), size: [40, 45, 36][row]! }
        x = placed.x1 + 12
        return placed
      })
    })
    assert.strictEqual(yield* readWords(measured), `<p>${lines.join(" ")}</p>`)
  })
)
