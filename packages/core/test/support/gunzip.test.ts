import { assert, describe, it, vi } from "@effect/vitest"
import { gunzipSync, gzipSync } from "node:zlib"
import { gunzip } from "../../src/support/gunzip.ts"

const megabyte = 1024 * 1024

const read = async (pieces: AsyncGenerator<Uint8Array, void>): Promise<ReadonlyArray<Uint8Array>> => {
  const all: Array<Uint8Array> = []
  for await (const piece of pieces) all.push(piece)
  return all
}

describe("gzip in pieces", () => {
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at) >> 3)
  const packed = gzipSync(bytes)

  it("is what was packed, in pieces of the size that is asked for", async () => {
    const pieces = await read(gunzip(packed, 10 * megabyte, 100_000))
    assert.strictEqual(Buffer.compare(Buffer.concat(pieces), gunzipSync(packed)), 0)
    for (const { length } of pieces.slice(0, -1)) assert.isTrue(length >= 100_000 && length < 200_000)
  })

  it("ends at the most that it may give", async () => {
    const pieces = await read(gunzip(packed, 1_000_000, 65_536))
    assert.strictEqual(Buffer.compare(Buffer.concat(pieces), bytes.subarray(0, 1_000_000)), 0)
  })

  it("gives what can be read of a broken file", async () => {
    const pieces = await read(gunzip(packed.subarray(0, packed.length / 2), 10 * megabyte, 65_536))
    const whole = Buffer.concat(pieces)
    assert.isAbove(whole.length, 100_000)
    assert.strictEqual(Buffer.compare(whole, bytes.subarray(0, whole.length)), 0)
    assert.deepStrictEqual(await read(gunzip(Uint8Array.of(0x1f, 0x8b, 1, 2, 3), 1000, 100)), [])
  })

  it("unpacks no more than is read", async () => {
    let unpacked = 0
    class CountedStream extends DecompressionStream {
      constructor(format: "gzip") {
        super(format)
        const count = new TransformStream<Uint8Array, Uint8Array>({
          transform: (chunk, controller) => {
            unpacked += chunk.length
            controller.enqueue(chunk)
          }
        })
        Object.defineProperty(this, "readable", { value: this.readable.pipeThrough(count) })
      }
    }
    vi.stubGlobal("DecompressionStream", CountedStream)
    const pieces = gunzip(gzipSync(new Uint8Array(50 * megabyte)), Infinity, 65_536)
    for (let piece = 0; piece < 3; piece++) assert.isFalse((await pieces.next()).done)
    vi.unstubAllGlobals()
    await pieces.return()
    assert.isAtLeast(unpacked, 3 * 65_536)
    assert.isBelow(unpacked, 5 * megabyte)
  })
})
