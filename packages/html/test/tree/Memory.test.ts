import { assert, describe, it } from "@effect/vitest"
import { convert } from "../../src/convert/convert.ts"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { type Memory, newMemory, ReusedMemory } from "../../src/tree/Memory.ts"
import { parse } from "../../src/tree/parse.ts"
import { input } from "../page.ts"

const asked = (html: string) =>
  input(html, {
    wanted: ["markdown", "html", "links", "images", "metadata", "discovered", "mainContentReport"],
    onlyMainContent: true,
    repeated: []
  })

const page = (words: string, paragraphs: number): string =>
  `<title>${words}</title><nav><a href="/">Home</a></nav><article><h1>${words}</h1>${`<p class="text">Said of ${words}, in a sentence or two that is long enough to be read as prose, <a href="/${words}">${words}</a>.</p>`.repeat(paragraphs)}</article>`

describe("ReusedMemory", () => {
  it("converts a page to the same whatever page had the memory before", () => {
    const memory = new ReusedMemory()
    const pages = [page("larks", 200), page("owls", 3), page("日本", 50), "", page("finches", 900), page("owls", 3)]
    for (const html of pages) {
      assert.deepStrictEqual(convert(asked(html), undefined, undefined, memory), convert(asked(html)))
      memory.release()
    }
  })

  it("gives the same piece again after a release, and not before", () => {
    const memory = new ReusedMemory()
    const first = memory.take(10_000)
    assert.notStrictEqual(memory.take(10_000), first)
    memory.release()
    assert.isTrue([memory.take(9_000), memory.take(9_000)].includes(first))
  })

  it("has the memory of the Markdown back once that is a text", () => {
    for (const word of ["lark ", "日本 "]) {
      const held = new Set<ArrayBuffer>()
      const memory: Memory = {
        take: (bytes) => {
          const piece = newMemory.take(bytes)
          held.add(piece)
          return piece
        },
        takeZeroed: newMemory.takeZeroed,
        free: ({ buffer }) => void held.delete(buffer),
        within: newMemory.within
      }
      const tree = parse(`<p>${word.repeat(100_000)}`, memory)
      const before = held.size
      assert.strictEqual(toMarkdown(tree, { baseUrl: new URL("http://site.test/") }), word.repeat(100_000).trim())
      assert.strictEqual(held.size, before)
    }
  })

  it("has what a part of the work took back when that ends, also by an error, and nothing else", () => {
    const memory = new ReusedMemory()
    const before = memory.take(10_000)
    const inner: Array<ArrayBuffer> = []
    const work = () => {
      inner.push(memory.take(10_000))
      memory.within(() => inner.push(memory.take(10_000)))
      assert.strictEqual(memory.take(10_000), inner[1])
      throw new Error("no more")
    }
    assert.throws(() => memory.within(work), "no more")
    const again = [memory.take(10_000), memory.take(10_000), memory.take(10_000)]
    assert.sameMembers(
      again.filter((piece) => inner.includes(piece)),
      inner
    )
    assert.notInclude(again, before)
  })

  it("clears what is to hold zeros", () => {
    const memory = new ReusedMemory()
    new Uint8Array(memory.take(5_000)).fill(7)
    memory.release()
    assert.isTrue(new Uint8Array(memory.takeZeroed(5_000), 0, 5_000).every((byte) => byte === 0))
  })

  it("keeps 8 MB at most, and no piece above 4 MB", () => {
    const memory = new ReusedMemory()
    const large = memory.take(5_000_000)
    const pieces = new Set(Array.from({ length: 20 }, () => memory.take(1_000_000)))
    memory.release()
    assert.notStrictEqual(memory.take(5_000_000), large)
    const again = Array.from({ length: 20 }, () => memory.take(1_000_000)).filter((piece) => pieces.has(piece))
    assert.strictEqual(again.length, 7)
  })
})
