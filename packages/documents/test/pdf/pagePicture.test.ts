// What a scanner laid on a page is put together as one gray picture, whatever pieces it lies in.
import { deflateSync } from "node:zlib"
import { assert, it } from "@effect/vitest"
import type { Picture } from "@orbweaver/core/reading/Recognizer"
import { Effect } from "effect"
import { pdf } from "../../src/index.ts"
import { read } from "../support/read.ts"
import { type ScanPage, quarters, scanPdf, scripted, shadeAt } from "../support/scanPdf.ts"

const pictureOf = (page: ScanPage, maxPixels?: number): Effect.Effect<Picture> =>
  Effect.gen(function* () {
    const recognizer = scripted(undefined, maxPixels)
    yield* Effect.orDie(read(pdf({ inlineBytes: Infinity, recognizer: recognizer.service }), scanPdf([page])))
    assert.lengthOf(recognizer.pictures, 1)
    return recognizer.pictures[0]!
  })

const corners = (picture: Picture) =>
  [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8]
  ].map(([x, y]) => shadeAt(picture, x!, y!))

const whole = "q 300 0 0 400 0 0 cm /I0 Do Q"
const shades = [10, 80, 160, 240] as const

it.effect("draws a picture over the page, with as many dots as letters need and no more", () =>
  Effect.gen(function* () {
    const small = yield* pictureOf({ images: [quarters(8, shades)] })
    assert.deepStrictEqual(corners(small), [...shades])
    // 200 dots per inch of 300 by 400 points.
    assert.deepStrictEqual([small.width, small.height], [833, 1111])
    const fine = yield* pictureOf({ images: [quarters(2000, shades)] }, 10_000_000)
    assert.deepStrictEqual(corners(fine), [...shades])
    assert.deepStrictEqual([fine.width, fine.height], [1875, 2500])
  })
)

it.effect("takes the dots of the scan, and not those of a small mark on it", () =>
  Effect.gen(function* () {
    const content = `${whole} q 10 0 0 10 145 195 cm /I1 Do Q`
    const { height, width } = yield* pictureOf({ images: [quarters(8, shades), quarters(500, shades)], content })
    assert.deepStrictEqual([width, height], [833, 1111])
  })
)

it.effect("makes no more pixels than the recognizer takes", () =>
  Effect.gen(function* () {
    const { height, width } = yield* pictureOf({ images: [quarters(8, shades)] }, 100_000)
    assert.isAtMost(width * height, 101_000)
  })
)

it.effect("puts strips, forms and turned pictures together by their matrices", () =>
  Effect.gen(function* () {
    const shade = (gray: number) => ({ width: 1, height: 1, data: Uint8Array.of(gray) })
    const images = shades.map(shade)
    const placed = images.map((_, index) => {
      const [x, y] = [(index % 2) * 150, index < 2 ? 200 : 0]
      return `q 150 0 0 200 ${x} ${y} cm /I${index} Do Q`
    })
    assert.deepStrictEqual(corners(yield* pictureOf({ images, content: placed.join("\n") })), [...shades])
    // The form lies to the left, below; its matrix brings it to its place, and the page goes on from its own.
    const form = { matrix: "2 0 0 2 150 200", content: "q 75 0 0 100 0 0 cm /I1 Do Q" }
    const content = ["/X0 Do", ...placed.filter((_, index) => index !== 1)].join("\n")
    assert.deepStrictEqual(corners(yield* pictureOf({ images, forms: [form], content })), [...shades])
    // Upside down: the matrix turns it back.
    const turned = quarters(8, [240, 160, 80, 10])
    const upsideDown = "q -300 0 0 -400 300 400 cm /I0 Do Q"
    assert.deepStrictEqual(corners(yield* pictureOf({ images: [turned], content: upsideDown })), [...shades])
  })
)

it.effect("reads a page as it is shown, turned by its dictionary", () =>
  Effect.gen(function* () {
    const picture = yield* pictureOf({ images: [quarters(8, shades)], dict: "/Rotate 90" })
    assert.isAbove(picture.width, picture.height)
    assert.deepStrictEqual(corners(picture), [160, 10, 240, 80])
  })
)

it.effect("reads bits, colors, inline pictures, and masks with their color over a background", () =>
  Effect.gen(function* () {
    const bits = {
      width: 2,
      height: 2,
      dict: "/ColorSpace /DeviceGray /BitsPerComponent 1",
      data: Uint8Array.of(0x40, 0x80)
    }
    assert.deepStrictEqual(corners(yield* pictureOf({ images: [bits] })), [0, 255, 255, 0])
    const rgb = {
      width: 2,
      height: 2,
      dict: "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode",
      data: deflateSync(Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255))
    }
    assert.deepStrictEqual(corners(yield* pictureOf({ images: [rgb] })), [76, 149, 28, 255])
    const hex = "q 300 0 0 400 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 0a50a0f0> EI Q"
    assert.deepStrictEqual(corners(yield* pictureOf({ content: hex })), [10, 80, 160, 240])
    // Scanners that pack well write a coarse background and a fine mask for the letters.
    const mask = { width: 2, height: 2, dict: "/ImageMask true /BitsPerComponent 1", data: Uint8Array.of(0x40, 0x80) }
    const background = { width: 1, height: 1, data: Uint8Array.of(200) }
    const layers = `${whole} q 0.2 g 300 0 0 400 0 0 cm /I1 Do Q`
    assert.deepStrictEqual(
      corners(yield* pictureOf({ images: [background, mask], content: layers })),
      [51, 200, 200, 51]
    )
  })
)

it.effect("draws what a soft mask lets through", () =>
  Effect.gen(function* () {
    const image = { width: 2, height: 2, data: new Uint8Array(4), mask: Uint8Array.of(255, 0, 128, 0) }
    const [first, second, third] = corners(yield* pictureOf({ images: [image] }))
    assert.deepStrictEqual([first, second], [0, 255])
    assert.approximately(third!, 127, 3)
  })
)

it.effect("draws a mask that stands again and again, as compressed scans write each letter", () =>
  Effect.gen(function* () {
    const mask = "/ImageMask true /BitsPerComponent 1"
    const cells = Array.from(
      { length: 12 },
      (_, index) => `q 75 0 0 100 ${(index % 3) * 75} ${Math.floor(index / 3) * 100} cm /I0 Do Q`
    )
    for (const side of [1, 2]) {
      const letter = { width: side, height: side, dict: mask, data: new Uint8Array(side) }
      const picture = yield* pictureOf({ images: [letter], content: cells.join("\n") })
      const shown = [shadeAt(picture, 0.1, 0.9), shadeAt(picture, 0.7, 0.1), shadeAt(picture, 0.9, 0.5)]
      assert.deepStrictEqual(shown, [0, 0, 255])
    }
  })
)

it.effect("names the package whose decoder a fax or JPEG 2000 picture needs", () =>
  Effect.gen(function* () {
    for (const filter of [
      "/CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>",
      "/JBIG2Decode",
      "/JPXDecode"
    ]) {
      const packed = {
        width: 8,
        height: 8,
        dict: `/ColorSpace /DeviceGray /BitsPerComponent ${filter === "/JPXDecode" ? 8 : 1} /Filter ${filter}`,
        data: Uint8Array.of(0x26, 0xa1, 0xbf, 0x00, 0x10, 0x01)
      }
      const recognizer = scripted()
      const parser = pdf({ inlineBytes: Infinity, recognizer: recognizer.service })
      const failure = yield* Effect.flip(read(parser, scanPdf([{ images: [packed] }])))
      assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "scanned" })
      assert.match(failure.message, /npm install pdfjs-dist@\d/)
      assert.lengthOf(recognizer.pictures, 0)
    }
  })
)
