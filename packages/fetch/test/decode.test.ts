import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as zlib from "node:zlib"
import { BodyReader, codingsOf } from "@orbweaver/fetch/BodyReader"

const encoders = {
  gzip: (bytes: Uint8Array) => zlib.gzipSync(bytes),
  deflate: (bytes: Uint8Array) => zlib.deflateSync(bytes),
  br: (bytes: Uint8Array) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } }),
  zstd: (bytes: Uint8Array) => zlib.zstdCompressSync(bytes)
}
type Coding = keyof typeof encoders

/** Gives the bytes to a reader in pieces of the given sizes, again and again. */
const read = (
  encoding: string,
  bytes: Uint8Array,
  sizes: ReadonlyArray<number>,
  maxBytes = 100_000_000,
  cutAtLimit = false,
  contentType?: string
) =>
  new Promise<{
    readonly error: Error | undefined
    readonly body: Uint8Array
    readonly cut: boolean
    readonly endedEarly: boolean
  }>((resolve, reject) => {
    let finished = 0
    const reader = new BodyReader(
      encoding,
      { maxBytes, cutAtLimit },
      (error, body, cut, endedEarly) => {
        if (++finished === 1) resolve({ error, body, cut, endedEarly })
        else reject(new Error("finished twice"))
      },
      contentType
    )
    for (let at = 0, i = 0; at < bytes.byteLength; i++) {
      const size = sizes[i % sizes.length] ?? bytes.byteLength
      reader.write(bytes.subarray(at, at + size))
      at += size
    }
    reader.end()
  })

const random = (length: number) => {
  const bytes = new Uint8Array(length)
  for (let i = 0, state = length; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}

const coding = Schema.Literals(["gzip", "deflate", "br", "zstd"])
const size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5000 }))
const sizes = Schema.NonEmptyArray(size)

it.effect.prop(
  "gives back what was encoded, however it is cut into pieces",
  [Schema.NonEmptyArray(coding), Schema.Literals([0, 1, 10, 1000, 100_000, 300_000]), sizes],
  ([codings, length, sizes]) =>
    Effect.promise(async () => {
      const used = codings.slice(0, 3)
      const bytes = random(length)
      const encoded = used.reduce<Uint8Array>((bytes, name: Coding) => encoders[name](bytes), bytes)
      const { body, error } = await read(used.join(", "), encoded, sizes)
      assert.isUndefined(error)
      assert.strictEqual(Buffer.compare(body, bytes), 0)
    })
)

it.effect.prop(
  "ends with a body or a reason on any bytes at all",
  [Schema.Array(coding), Schema.Uint8Array, sizes],
  ([codings, bytes, sizes]) =>
    Effect.promise(async () => {
      const { error } = await read(codings.join(), bytes, sizes, 10_000)
      if (error !== undefined) assert.include(["ConnectionFailed", "TooLarge", "Unsupported"], error.name)
    })
)

it.effect.prop(
  "gives the beginning of what was encoded where it is cut",
  [Schema.Array(coding), Schema.Literals([0, 1000, 100_000, 300_000]), Schema.Literals([1000, 99_999, 200_000]), sizes],
  ([codings, length, maxBytes, sizes]) =>
    Effect.promise(async () => {
      const used = codings.slice(0, 3)
      const bytes = random(length)
      const encoded = used.reduce<Uint8Array>((bytes, name: Coding) => encoders[name](bytes), bytes)
      const { body, cut, error } = await read(used.join(", "), encoded, sizes, maxBytes, true)
      assert.isUndefined(error)
      assert.strictEqual(Buffer.compare(body, bytes.subarray(0, body.length)), 0)
      assert.isAtMost(body.length, maxBytes)
      if (!cut) assert.strictEqual(body.length, bytes.length)
      if (length > maxBytes) assert.isTrue(cut)
    })
)

it("says that compressed data ended early, and nothing of data that are whole", async () => {
  for (const length of [1000, 400_000]) {
    const bytes = random(length)
    for (const name of ["gzip", "deflate"] as const) {
      const encoded = encoders[name](bytes)
      for (const missing of [length / 2, 200, 20]) {
        const cut = await read(name, encoded.subarray(0, encoded.byteLength - missing), [7000])
        assert.isUndefined(cut.error)
        assert.isTrue(cut.endedEarly, `${name} of ${length} without ${missing}`)
      }
      for (const tail of [0, 5]) {
        const whole = await read(name, Buffer.concat([encoded, new Uint8Array(tail)]), [7000])
        assert.isFalse(whole.endedEarly, `${name} of ${length} with ${tail}`)
      }
      const limited = await read(name, encoded, [7000], length / 2, true)
      assert.deepStrictEqual([limited.cut, limited.endedEarly], [true, false])
    }
  }
  for (const name of ["br", "zstd"] as const) {
    for (const length of [1000, 400_000]) {
      const bytes = random(length)
      const encoded = encoders[name](bytes)
      for (const missing of [length / 2, length / 3, 1]) {
        const cut = await read(name, encoded.subarray(0, encoded.byteLength - missing), [7000])
        assert.isUndefined(cut.error)
        assert.isTrue(cut.endedEarly, `${name} of ${length} without ${missing}`)
        const had = Buffer.from(cut.body)
        assert.isTrue(had.equals(bytes.subarray(0, had.length)), `${name} of ${length} without ${missing}`)
      }
      for (const tail of [0, 5, 5000]) {
        const whole = await read(name, Buffer.concat([encoded, new Uint8Array(tail)]), [7000])
        assert.isFalse(whole.endedEarly, `${name} of ${length} with ${tail}`)
        assert.isTrue(Buffer.from(whole.body).equals(bytes), `${name} of ${length} with ${tail}`)
      }
      const limited = await read(name, encoded, [7000], length / 2, true)
      assert.deepStrictEqual([limited.cut, limited.endedEarly], [true, false])
    }
  }
  const frames = [random(200_000), random(200_000)]
  const several = await read("zstd", Buffer.concat(frames.map((frame) => encoders.zstd(frame))), [7000])
  assert.isFalse(several.endedEarly)
})

it("recognises gzip that no header declares in text, and leaves files alone", async () => {
  const page = new TextEncoder().encode("<p>packed</p>".repeat(20_000))
  const packed = encoders.gzip(page)
  const body = async (type: string, bytes: Uint8Array = packed) =>
    Buffer.from((await read("", bytes, [7000], undefined, false, type)).body)
  for (const type of ["text/html; charset=utf-8", "application/xhtml+xml", "application/json", "text/xml"]) {
    assert.isTrue((await body(type)).equals(page), type)
  }
  for (const type of ["application/gzip", "application/octet-stream", "image/svg"]) {
    assert.isTrue((await body(type)).equals(packed), type)
  }
  assert.isTrue((await body("text/html", page)).equals(page))
})

it("keeps what could be read of a long body that stops early", async () => {
  const bytes = random(400_000)
  for (const name of ["gzip", "deflate", "br", "zstd"] as const) {
    const encoded = encoders[name](bytes)
    const { body, error } = await read(name, encoded.subarray(0, encoded.byteLength - 10_000), [7000])
    assert.isUndefined(error, name)
    assert.isAbove(body.byteLength, 100_000, name)
    assert.strictEqual(Buffer.compare(body, bytes.subarray(0, body.byteLength)), 0, name)
  }
})

it("has a cap between two codings as well", async () => {
  // A hundred megabytes of empty frames lie between the codings; nothing comes out of them.
  const frame = Buffer.alloc(1024 * 1024)
  frame.writeUInt32LE(0x184d2a50, 0)
  frame.writeUInt32LE(frame.length - 8, 4)
  const encoded = zlib.gzipSync(Buffer.concat(Array.from({ length: 100 }, () => frame)), { level: 1 })
  const { error } = await read("zstd, gzip", encoded, [64 * 1024], 2_000_000)
  assert.strictEqual(error?.name, "TooLarge")
})

it("reads the codings of a header last first, and ignores those it does not know", () => {
  assert.deepStrictEqual([...codingsOf("gzip, br")], ["br", "gzip"])
  assert.deepStrictEqual([...codingsOf("X-GZIP , identity, aws-chunked")], ["gzip"])
  assert.deepStrictEqual([...codingsOf(undefined)], [])
})
