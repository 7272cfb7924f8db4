// Every kind of picture that is promised, as cameras and scanners write it, and files that were made to do harm.
import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { type Picture, Recognizer } from "@orbweaver/core/reading/Recognizer"
import { Effect } from "effect"
import { grayPng } from "@orbweaver/testing/recognizer/grayPng"
import { tesseract } from "../src/index.ts"
import { orientationOf } from "../src/orientation.ts"
import { decodePng, fixture, type Gray, linesOf, pngPicture, turned } from "./support.ts"

const meadows = decodePng(fixture("wiesen"))
const { height, width } = meadows
/** An engine starts in each test, on a machine that may be busy. */
const engineTimeout = 120_000
const recognize = (picture: Picture) => Recognizer.use((recognizer) => recognizer.recognize(picture))
const german = Effect.provide(tesseract({ languages: ["deu"] }))
const text = "Über den Flüssen wächst das Gras höher als auf den trockenen"

/** Gray with a byte for a pixel, rows from the foot of the picture (the format of Windows, BITMAPINFOHEADER). */
const bmp = ({ height, pixels, width }: Gray): Uint8Array => {
  const rowBytes = Math.ceil(width / 4) * 4
  const palette = Buffer.concat(Array.from({ length: 256 }, (_, gray) => Buffer.from([gray, gray, gray, 0])))
  const head = Buffer.alloc(54)
  head.write("BM")
  head.writeUInt32LE(54 + palette.length + rowBytes * height, 2)
  head.writeUInt32LE(54 + palette.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(8, 28)
  const rows = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), (height - 1 - y) * rowBytes)
  return new Uint8Array(Buffer.concat([head, palette, rows]))
}

const file = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`pictures/${name}`, import.meta.url)))

it.live(
  "reads PNG, JPEG, WebP, GIF, TIFF with a fax in it, and BMP",
  () =>
    Effect.gen(function* () {
      const cases = [
        ["image/png", file("wiesen.png")],
        ["image/jpeg", file("wiesen.jpg")],
        ["image/webp", file("wiesen.webp")],
        ["image/gif", file("wiesen.gif")],
        ["image/tiff", file("wiesen.tif")],
        ["image/bmp", bmp(meadows)]
      ] as const
      for (const [mediaType, bytes] of cases) {
        const { words } = yield* recognize({ bytes, mediaType, width, height })
        assert.strictEqual(linesOf(words)[0], text, mediaType)
      }
    }).pipe(german),
  engineTimeout
)

/** A JPEG as a camera writes it that was held on its side: an orientation in EXIF, in the order of bytes that it likes. */
const withOrientation = (jpeg: Uint8Array, orientation: number, little: boolean): Uint8Array => {
  const exif = Buffer.alloc(6 + 8 + 2 + 12 + 4)
  exif.write("Exif\0\0", "latin1")
  exif.write(little ? "II*\0" : "MM\0*", 6, "latin1")
  const write16 = (value: number, at: number) =>
    little ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at)
  const write32 = (value: number, at: number) =>
    little ? exif.writeUInt32LE(value, at) : exif.writeUInt32BE(value, at)
  write32(8, 10)
  write16(1, 14)
  write16(0x0112, 16)
  write16(3, 18)
  write32(1, 20)
  write16(orientation, 24)
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]))
}

it.live(
  "turns a picture as its camera says",
  () =>
    Effect.gen(function* () {
      const jpeg = file("wiesen.jpg")
      for (const little of [true, false]) {
        const bytes = withOrientation(jpeg, 3, little)
        assert.strictEqual(orientationOf(bytes), 3)
        // It lies as the camera does not say, and is turned back.
        const { words } = yield* recognize({ bytes, mediaType: "image/jpeg", width, height })
        assert.strictEqual(linesOf(words)[0], text)
      }
      assert.strictEqual(orientationOf(jpeg), 1)
      assert.strictEqual(orientationOf(file("wiesen.png")), 1)
      const whole = withOrientation(jpeg, 6, true)
      for (let length = 0; length < 60; length++) assert.include([1, 6], orientationOf(whole.subarray(0, length)))
    }).pipe(german),
  engineTimeout
)

it.live(
  "reads or refuses damaged files of every kind, and the next picture",
  () =>
    Effect.gen(function* () {
      let seed = 3
      const random = (below: number): number => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
        return seed % below
      }
      const kinds = [
        ["image/png", "wiesen.png"],
        ["image/jpeg", "wiesen.jpg"],
        ["image/webp", "wiesen.webp"],
        ["image/gif", "wiesen.gif"],
        ["image/tiff", "wiesen.tif"]
      ] as const
      for (const [mediaType, name] of kinds) {
        for (let round = 0; round < 4; round++) {
          const bytes = file(name)
          for (let change = 0; change < 4; change++) bytes[12 + random(bytes.length - 12)] = random(256)
          const cut = round % 2 === 0 ? bytes : bytes.subarray(0, random(bytes.length))
          const result = yield* Effect.result(recognize({ bytes: cut, mediaType, width, height }))
          if (result._tag === "Failure") {
            assert.include(["damaged", "too-much-memory", "timed-out"], result.failure.why, `${name} ${round}`)
          }
        }
        const { words } = yield* recognize({ bytes: file(name), mediaType, width, height })
        assert.strictEqual(linesOf(words)[0], text, name)
      }
    }).pipe(Effect.provide(tesseract({ languages: ["deu"], memory: 256, deadline: "20 seconds" }))),
  engineTimeout
)

it.live(
  "ends a picture whose pixels are more than its caller said, within its memory",
  () =>
    Effect.gen(function* () {
      const side = 12_000
      const bytes = grayPng(side, side, new Uint8Array(side * side))
      const error = yield* Effect.flip(recognize({ bytes, mediaType: "image/png", width: 10, height: 10 }))
      assert.include(["too-much-memory", "damaged"], error.why)
      const again = turned(meadows, 0)
      const picture = pngPicture(grayPng(again.width, again.height, again.pixels), again)
      assert.strictEqual(linesOf((yield* recognize(picture)).words)[0], text)
    }).pipe(Effect.provide(tesseract({ languages: ["deu"], memory: 128 }))),
  engineTimeout
)
