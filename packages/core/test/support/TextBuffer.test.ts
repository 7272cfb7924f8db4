import { assert, describe, it } from "@effect/vitest"
import { TextBuffer } from "../../src/support/TextBuffer.ts"

describe("TextBuffer", () => {
  it("joins pieces, whatever their characters need, beyond the room that was asked for", () => {
    const pieces = [
      "plain ",
      "\u00e9\u0080 ",
      "\u20ac \ud83d",
      "\ude00",
      "x".repeat(100),
      "y".repeat(300),
      "\u00e9".repeat(300)
    ]
    pieces.push("\u20ac".repeat(300), "z".repeat(300))
    for (let count = 0; count <= pieces.length; count++) {
      const buffer = new TextBuffer(4)
      for (const piece of pieces.slice(0, count)) buffer.add(piece)
      assert.strictEqual(buffer.finish(), pieces.slice(0, count).join(""))
    }
  })

  it("ends a text where it is told to", () => {
    const buffer = new TextBuffer(4)
    buffer.add("a\u20acbc")
    assert.strictEqual(buffer.isWide, true)
    assert.strictEqual(buffer.finish(2), "a\u20ac")
  })

  it("makes the same text where there is no Buffer", () => {
    const { Buffer } = globalThis
    try {
      for (const text of ["plain", "\u00e9\u0080", "\ufeff\u20ac"]) {
        const buffer = new TextBuffer(4)
        buffer.add(text)
        Reflect.deleteProperty(globalThis, "Buffer")
        const made = buffer.finish()
        globalThis.Buffer = Buffer
        assert.strictEqual(made, text)
      }
    } finally {
      globalThis.Buffer = Buffer
    }
  })
})
