import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { BodyBuffer } from "../src/internal/BodyBuffer.ts"

const megabyte = 1024 * 1024

/** Gives the buffer chunks of one size, each of another byte. */
const fill = (buffer: BodyBuffer, chunks: number, size: number): Uint8Array => {
  const all = new Uint8Array(chunks * size)
  for (let at = 0; at < chunks; at++) {
    const chunk = new Uint8Array(size).fill(at + 1)
    buffer.add(chunk)
    all.set(chunk, at * size)
  }
  return all
}

describe("the bytes of a body", () => {
  it.prop(
    "are those that were added, however long they were to be",
    [
      Schema.Literals([0, 1, 30]),
      Schema.Literals([1, 5000, 70_000, 400_000]),
      Schema.Literals([0, 1000, 3 * megabyte])
    ],
    ([chunks, size, expected]) => {
      const buffer = new BodyBuffer(12 * megabyte)
      if (expected > 0) buffer.expect(expected)
      const all = fill(buffer, chunks, size)
      assert.strictEqual(buffer.length, all.length)
      assert.strictEqual(Buffer.compare(buffer.take(), all), 0)
      assert.strictEqual(buffer.length, 0)
      assert.strictEqual(buffer.take().length, 0)
    }
  )

  it("of a known length have room from the start, and are never copied again", () => {
    const buffer = new BodyBuffer(50 * megabyte)
    buffer.expect(20 * megabyte)
    fill(buffer, 320, 65_536)
    const bytes = buffer.take()
    assert.strictEqual(bytes.buffer.byteLength, 20 * megabyte)
  })

  it("take no more room than a body may have", () => {
    const buffer = new BodyBuffer(3 * megabyte)
    buffer.expect(1_000_000_000)
    fill(buffer, 48, 65_536)
    const bytes = buffer.take()
    assert.strictEqual(bytes.length, 3 * megabyte)
    assert.strictEqual(bytes.buffer.byteLength, 3 * megabyte)
  })

  it("of a small body stand in memory of their own size", () => {
    const buffer = new BodyBuffer(50 * megabyte)
    buffer.expect(20 * megabyte)
    fill(buffer, 3, 1000)
    assert.strictEqual(buffer.take().buffer.byteLength, 3000)
  })
})
