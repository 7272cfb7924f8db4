import { assert, describe, it } from "@effect/vitest"
import { makeResultMemory, type Overflow } from "../../src/jobs/memory/resultMemory.ts"
import type { StoredResult } from "../../src/jobs/JobStore.ts"
import { atOnce, type Steps } from "../../src/support/steps.ts"

const result = (document: object): StoredResult =>
  ({ position: 1, page: "0", url: "https://site.test/", depth: 0, credits: 1, document }) as StoredResult

const text = (characters: number) => `"é\u{1f600}\ud800\n`.repeat(Math.ceil(characters / 6)).slice(0, characters)
const large = { markdown: text(1_000_000), metadata: { statusCode: 200 }, rawHtml: text(700_001), warning: "short" }

interface Disk extends Overflow {
  room: number
  readonly texts: Map<number, string>
}

const makeDisk = (room = Infinity): Disk => {
  const texts = new Map<number, string>()
  let last = 0
  const disk: Disk = {
    room,
    texts,
    put: (text) => {
      if (texts.size >= disk.room) throw new Error("the disk is full")
      texts.set(++last, text)
      return last
    },
    get: (key) => texts.get(key)!,
    remove: (key) => void texts.delete(key)
  }
  return disk
}

/** A memory without room, whose moving is done step by step. */
const make = (overflow: Overflow) => {
  const works: Array<Steps<void>> = []
  const memory = makeResultMemory({ overflow, maxLength: 0, inBackground: (begin) => void works.push(begin()) })
  return { ...memory, works, moveAll: () => works.splice(0).forEach(atOnce) }
}

describe("documents that find no room in memory", () => {
  it("go elsewhere in slices, and come back as they were", () => {
    const disk = makeDisk()
    const { keep, moveAll, read } = make(disk)
    const kept = keep(result(large))
    moveAll()
    assert.isFalse("document" in kept.content)
    assert.isAtMost(Math.max(...[...disk.texts.values()].map(({ length }) => length)), 6 * 262_144)
    const { document } = read(kept)
    assert.deepStrictEqual(document, large as never)
    assert.deepStrictEqual(Object.keys(document), Object.keys(large))
  })

  it("can be read while they are on their way", () => {
    const { keep, read, works } = make(makeDisk())
    const kept = keep(result(large))
    for (let steps = 0; steps < 3; steps++) works[0]!.next()
    assert.deepStrictEqual(read(kept).document, large as never)
  })

  it("leave nothing when they are dropped, before, on the way or after", () => {
    for (const steps of [0, 3, 1_000]) {
      const disk = makeDisk()
      const { drop, keep, moveAll, works } = make(disk)
      const kept = keep(result(large))
      for (let step = 0; step < steps; step++) works[0]!.next()
      drop(kept)
      moveAll()
      assert.strictEqual(disk.texts.size, 0, `after ${steps} steps`)
    }
  })

  it("are not given when they are dropped while they are read", () => {
    const { drop, keep, moveAll, readInSteps } = make(makeDisk())
    const kept = keep(result(large))
    moveAll()
    const reading = readInSteps(kept)
    reading.next()
    drop(kept)
    assert.isUndefined(atOnce(reading))
  })

  it("stay where there is no room elsewhere, and are moved with the next one when there is", () => {
    const disk = makeDisk(3)
    const { keep, moveAll } = make(disk)
    const kept = keep(result(large))
    moveAll()
    assert.isTrue("document" in kept.content)
    assert.strictEqual(disk.texts.size, 0)
    disk.room = Infinity
    const next = keep(result({ metadata: {} }))
    moveAll()
    assert.isFalse("document" in kept.content || "document" in next.content)
  })
})
