import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { unzipSync } from "fflate"
import { defaultCaps } from "../../src/parsers/documentParser.ts"
import { ReadFailure } from "../../src/model/failure.ts"
import { type ReaderName, readers } from "../../src/threads/readers.ts"
import { docx, feeds, xlsx } from "../../src/index.ts"
import { docxFile, p, zipFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"
import { samples } from "../support/samples.ts"

/** Numbers that look random and are the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed | 0
  return (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

/** Cuts, overwrites, doubles or removes some bytes. */
const damage = (bytes: Uint8Array, next: (below: number) => number): Uint8Array => {
  let out = Array.from(bytes)
  for (let times = next(4); times >= 0; times--) {
    const at = next(Math.max(1, out.length))
    const length = next(24)
    switch (next(5)) {
      case 0:
        out = out.slice(0, at)
        break
      case 1:
        out[at] = next(256)
        break
      case 2:
        out.splice(at, 0, ...out.slice(at, at + length))
        break
      case 3:
        out.splice(at, length)
        break
      case 4:
        out.splice(
          at,
          0,
          ..."<>\\{}\"'&;01"
            .repeat(2)
            .slice(0, length)
            .split("")
            .map((letter) => letter.charCodeAt(0))
        )
    }
  }
  return Uint8Array.from(out)
}

/** Damages a part inside of the container, so that what reads the part is tried too. */
const damageInside = (bytes: Uint8Array, next: (below: number) => number): Uint8Array => {
  const parts = unzipSync(bytes)
  const names = Object.keys(parts)
  const name = names[next(names.length)]!
  return zipFile({ ...parts, [name]: damage(parts[name]!, next) })
}

const attempt = (reader: ReaderName, bytes: Uint8Array) =>
  Effect.promise(async () => {
    const file = { bytes, mediaType: "application/octet-stream", charset: undefined, url: "https://example.com/f" }
    try {
      const { html } = await (await readers[reader]())(file, { caps: defaultCaps, pdfOptions: {} })
      return html
    } catch (error) {
      return error
    }
  })

it.effect.prop(
  "reads damaged files or fails with a reason, and never throws anything else",
  [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))],
  ([seed]) =>
    Effect.gen(function* () {
      const next = numbers(seed)
      const { bytes, reader } = samples[next(samples.length)]!
      const inside = bytes[0] === 0x50 && next(3) > 0
      const outcome = yield* attempt(reader, inside ? damageInside(bytes, next) : damage(bytes, next))
      assert.isTrue(typeof outcome === "string" || outcome instanceof ReadFailure, `${reader}: ${String(outcome)}`)
    }),
  { arbitrary: { runs: 150 } }
)

it.effect("refuses a container that unpacks to more than the cap, whatever its directory says", () =>
  Effect.gen(function* () {
    const bomb = docxFile(p("x"), { "word/styles.xml": new Uint8Array(4 * 1024 * 1024) })
    const small = docx({ maxUnpackedBytes: 1024 * 1024, inlineBytes: Infinity })
    assert.deepInclude(yield* Effect.flip(read(small, bomb)), { _tag: "TooLarge", limitBytes: 1024 * 1024 })
    // The directory lies: it says that the part has ten bytes.
    const view = new DataView(bomb.buffer, bomb.byteOffset)
    for (let at = 0; at + 46 < bomb.length; at++) {
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 4 * 1024 * 1024) {
        view.setUint32(at + 24, 10, true)
      }
    }
    assert.deepInclude(yield* Effect.flip(read(small, bomb)), { _tag: "UnreadableDocument", why: "damaged" })
  })
)

it.effect("refuses a single part packed a thousandfold", () =>
  Effect.gen(function* () {
    const bomb = docxFile(p("x"), { "word/styles.xml": new Uint8Array(32 * 1024 * 1024) })
    assert.deepInclude(yield* Effect.flip(read(docx({ inlineBytes: Infinity }), bomb)), { _tag: "TooLarge" })
  })
)

it.effect("refuses files over the byte cap before reading them", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(read(xlsx({ maxBytes: 10 }), new Uint8Array(11)))
    assert.deepInclude(failure, { _tag: "TooLarge", limitBytes: 10 })
  })
)

it.effect("does not expand entities, and does not read names that lead out of the container", () =>
  Effect.gen(function* () {
    const lol = `<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><title>T</title><item><title>&b;</title></item></channel></rss>`
    const parsed = yield* read(feeds(), new TextEncoder().encode(lol))
    assert.notInclude(bodyOf(parsed), "lol</a>")
    assert.include(bodyOf(parsed), "&amp;b;")
    const outside = docxFile(p("x"), { "../word/footnotes.xml": "<w:footnotes/>", "/etc/passwd": "root" })
    assert.strictEqual(bodyOf(yield* read(docx(), outside)), "<p>x</p>")
  })
)

it.effect("refuses elements nested deeper than any producer writes", () =>
  Effect.gen(function* () {
    const deep = docxFile("<w:sdt>".repeat(100_000))
    assert.deepInclude(yield* Effect.flip(read(docx({ inlineBytes: Infinity }), deep)), {
      _tag: "UnreadableDocument",
      why: "damaged"
    })
  })
)

it.effect("refuses a container with more parts than any producer writes", () =>
  Effect.gen(function* () {
    const many = docxFile(p("x"))
    new DataView(many.buffer, many.byteOffset).setUint16(many.length - 12, 20_001, true)
    assert.deepInclude(yield* Effect.flip(read(docx(), many)), { _tag: "UnreadableDocument", why: "damaged" })
  })
)
