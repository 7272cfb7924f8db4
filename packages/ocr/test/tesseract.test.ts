// What only this adapter has: languages of packages and folders, skewed and turned pictures, and its limits.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { gunzipSync } from "node:zlib"
import { assert, it } from "@effect/vitest"
import { type Picture, Recognizer } from "@orbweaver/core/reading/Recognizer"
import { Effect } from "effect"
import { grayPng } from "@orbweaver/testing/recognizer/grayPng"
import { tesseract, type TesseractOptions } from "../src/index.ts"
import { decodePng, fixture, linesOf, pngPicture, turned } from "./support.ts"

const rivers = decodePng(fixture("rivers"))
/** An engine starts in each test, on a machine that may be busy. */
const engineTimeout = 120_000
const recognize = (picture: Picture) => Recognizer.use((recognizer) => recognizer.recognize(picture))
const withTesseract = (options?: TesseractOptions) => Effect.provide(tesseract(options))
const whole = (name: string) => pngPicture(fixture(name), decodePng(fixture(name)))

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-ocr-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Data of German as it is in its package. */
const german = (): Buffer =>
  readFileSync(
    join(
      dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/deu/package.json")),
      "4.0.0_best_int/deu.traineddata.gz"
    )
  )

it.live(
  "reads the languages it is given, from packages or from a folder, packed or not",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const text = "Über den Flüssen wächst das Gras höher"
      const read = (options: TesseractOptions) =>
        recognize(whole("wiesen")).pipe(
          withTesseract(options),
          Effect.map(({ words }) => linesOf(words).join(" "))
        )
      assert.include(yield* read({ languages: ["deu"] }), text)
      writeFileSync(join(folder, "deu.traineddata.gz"), german())
      assert.include(yield* read({ languages: ["deu"], dataFolder: folder }), text)
      writeFileSync(join(folder, "deu.traineddata"), gunzipSync(german()))
      rmSync(join(folder, "deu.traineddata.gz"))
      assert.include(yield* read({ languages: ["deu"], dataFolder: pathToFileURL(folder) }), text)
      assert.include(yield* read({ languages: ["eng", "deu"] }), "Flüssen wächst das Gras")
    }),
  engineTimeout
)

it.live(
  "names the package or the file of a language that is missing, or damaged",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const failure = (options: TesseractOptions) =>
        recognize(whole("wiesen")).pipe(
          withTesseract(options),
          Effect.flip,
          Effect.map(({ message, why }) => ({ message, why }))
        )
      const missing = yield* failure({ languages: ["eng", "tlh"] })
      assert.strictEqual(missing.why, "not-configured")
      assert.include(missing.message, "npm install @tesseract.js-data/tlh")
      for (const language of ["en", "english"]) {
        const unknown = yield* failure({ languages: [language] })
        assert.include(unknown.message, "such as eng, deu or chi_sim")
        assert.notInclude(unknown.message, "npm install")
      }
      const empty = yield* failure({ dataFolder: folder })
      assert.strictEqual(empty.why, "not-configured")
      assert.include(empty.message, "eng.traineddata")
      for (const bytes of [Buffer.from("no data"), german().subarray(0, 1000), Buffer.alloc(0)]) {
        writeFileSync(join(folder, "deu.traineddata"), bytes)
        assert.strictEqual((yield* failure({ languages: ["deu"], dataFolder: folder })).why, "not-configured")
      }
    }),
  engineTimeout
)

it("refuses options that are none, and names of languages that lead out of a folder", () => {
  for (const options of [
    { languages: [] },
    { languages: ["../eng"] },
    { languages: ["eng/deu"] },
    { languages: "eng" },
    { dataFolder: "" },
    { dataFolder: new URL("https://example.com/data") },
    { maxPixels: 0 },
    { memory: 1 },
    { threads: 0 },
    { language: "eng" }
  ]) {
    assert.throws(() => tesseract(options as TesseractOptions), /options of tesseract/)
  }
})

for (const degrees of [2, -3, 90, 180, 270]) {
  it.live(
    `levels the lines of a page, and turns it upright: ${degrees} degrees`,
    () =>
      Effect.gen(function* () {
        const gray = turned(rivers, degrees)
        const picture = pngPicture(grayPng(gray.width, gray.height, gray.pixels), gray)
        const { height, width, words } = yield* recognize(picture)
        assert.strictEqual(linesOf(words)[0], "Notes on rivers")
        assert.deepStrictEqual([width, height], [rivers.width, rivers.height])
        const march = words.find(({ text }) => text === "March")!
        const flow = words.find(({ text }) => text === "1380")!
        // In one row, whatever the slope was.
        assert.isBelow(Math.abs(march.baseline - flow.baseline), march.size / 2)
        assert.isBelow(march.x1, flow.x0)
      }).pipe(withTesseract()),
    engineTimeout
  )
}

it.live(
  "finds the lines of a table, level or skewed, and reads the words beside them without them",
  () =>
    Effect.gen(function* () {
      const order = decodePng(fixture("order"))
      for (const degrees of [0, 1.5]) {
        const gray = turned(order, degrees)
        const picture = pngPicture(grayPng(gray.width, gray.height, gray.pixels), gray)
        const { rules = [], words } = yield* recognize(picture)
        const horizontal = rules.filter((rule) => rule.horizontal)
        assert.deepStrictEqual([horizontal.length, rules.length - horizontal.length], [6, 5], String(degrees))
        const texts = words.map(({ text }) => text)
        for (const text of ["Description", "Qty", "Price", "3.90", "11.50", "Total", "19.60"])
          assert.include(texts, text)
        assert.isFalse(
          texts.some((text) => /[|[\]]/.test(text)),
          texts.join(" ")
        )
        const price = words.find(({ text }) => text === "3.90")!
        const walls = rules.filter(({ from, horizontal, to }) => !horizontal && from < price.y0 && to > price.y1)
        assert.isTrue(walls.some(({ at }) => at < price.x0) && walls.some(({ at }) => at > price.x1))
      }
      assert.deepStrictEqual((yield* recognize(whole("rivers"))).rules, [])
    }).pipe(withTesseract()),
  engineTimeout
)

it.live(
  "ends a picture at its deadline and within its memory, and reads the next one",
  () =>
    Effect.gen(function* () {
      const late = yield* Effect.flip(recognize(whole("rivers")).pipe(withTesseract({ deadline: "1 milli" })))
      assert.strictEqual(late.why, "timed-out")
      assert.include(late.message, "deadline")
      yield* Effect.gen(function* () {
        const side = 5000
        const large = grayPng(side, side, new Uint8Array(side * side).fill(255))
        const error = yield* Effect.flip(recognize(pngPicture(large, { width: side, height: side })))
        assert.strictEqual(error.why, "too-much-memory")
        assert.include(error.message, "memory")
        assert.include(linesOf((yield* recognize(whole("wiesen"))).words).join(" "), "Gras")
      }).pipe(withTesseract({ memory: 64 }))
    }),
  engineTimeout
)

it.live(
  "refuses pictures while too many wait",
  () =>
    Effect.gen(function* () {
      const reading = yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.result(recognize(whole("wiesen")))),
        { concurrency: "unbounded" }
      ).pipe(withTesseract({ maxWaiting: 1 }))
      const refused = reading.filter(({ _tag }) => _tag === "Failure")
      assert.lengthOf(refused, 2)
      for (const result of refused) if (result._tag === "Failure") assert.strictEqual(result.failure.why, "busy")
    }),
  engineTimeout
)

it.live(
  "reads what is no text without inventing much, and says that it is not sure",
  () =>
    Effect.gen(function* () {
      const side = 600
      const pixels = new Uint8Array(side * side)
      let seed = 7
      for (let at = 0; at < pixels.length; at++) {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
        pixels[at] = seed >> 16
      }
      const { confidence, words } = yield* recognize(
        pngPicture(grayPng(side, side, pixels), { width: side, height: side })
      )
      assert.isTrue(words.length < 20 || confidence < 0.5)
    }).pipe(withTesseract()),
  engineTimeout
)
