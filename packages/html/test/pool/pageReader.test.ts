import { assert, describe, it } from "@effect/vitest"
import type { OffThreadPage } from "@orbweaver/core/reading/PageReader"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { Effect, Fiber } from "effect"
import { make as makePool } from "../../src/pool/ConversionPool.ts"
import { ThreadResults, make } from "../../src/pool/pageReader.ts"
import { makeTurns } from "../../src/pool/turns.ts"

const answered = (body: string, more: { readonly status?: number; readonly charset?: string } = {}) => ({
  bytes: new TextEncoder().encode(body),
  charset: more.charset,
  status: more.status ?? 200,
  headers: {},
  requested: "https://site.example/",
  url: "https://site.example/",
  engine: "fetch" as const
})
const options = resolve({ formats: ["markdown"] })
const wanted = ["metadata", "markdown", "discovered"]

/** What a page that was read on a thread holds for our formats. */
const convertedOf = (page: OffThreadPage | undefined) => {
  assert.instanceOf(page?.made, ThreadResults)
  return (page!.made as ThreadResults).converted
}

describe("pages read on threads", () => {
  it.live("are decoded, judged and converted in one go", () =>
    Effect.gen(function* () {
      const { read } = make(yield* makePool({ threads: 1 }))
      const page = yield* read(answered("<title>T</title><h1>Ü</h1><a href=/x>y</a>"), options, wanted)
      assert.strictEqual(page?.judged.kind, "ok")
      assert.strictEqual(page?.mislabelled, undefined)
      const converted = convertedOf(page)
      assert.include(converted.markdown, "Ü")
      assert.deepStrictEqual(converted.discovered?.links, ["https://site.example/x"])
      const wrong = yield* read(answered("<p>Ü", { charset: "iso-8859-1" }), options, wanted)
      assert.strictEqual(wrong?.mislabelled, "utf-8")
    })
  )

  it.live("come back in turn, more than a thread takes ahead, and the same content with the same hash", () =>
    Effect.gen(function* () {
      const { read } = make(yield* makePool({ threads: 2 }))
      const pages = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, n) => n),
        (n) => read(answered(`<p>page ${n % 20}`), options, wanted),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        pages.map((page) => convertedOf(page).markdown),
        pages.map((_, n) => `page ${n % 20}`)
      )
      assert.strictEqual(new Set(pages.map((page) => page?.contentHash)).size, 20)
    })
  )

  it.live("are left to the caller when a selector is refused or the page is large", () =>
    Effect.gen(function* () {
      const { read } = make(yield* makePool({ threads: 1 }))
      const refused = resolve({ formats: ["markdown"], excludeTags: ["a["] })
      assert.strictEqual(yield* read(answered("<p>x"), refused, wanted), undefined)
      assert.strictEqual(yield* read(answered("x".repeat(2_000_000)), options, wanted), undefined)
    })
  )

  it.live("that nobody waits for any more cost the others nothing", () =>
    Effect.gen(function* () {
      const { read } = make(yield* makePool({ threads: 1 }))
      const dropped = yield* Effect.forkChild(read(answered("<p>one"), options, wanted), { startImmediately: true })
      const kept = yield* Effect.forkChild(read(answered("<p>two"), options, wanted), { startImmediately: true })
      yield* Fiber.interrupt(dropped)
      const page = yield* Fiber.join(kept)
      assert.strictEqual(convertedOf(page).markdown, "two")
    })
  )
})

describe("turns", () => {
  it.live("run one piece in a turn of the event loop, in the order asked", () =>
    Effect.gen(function* () {
      const turns = makeTurns()
      let turn = 0
      const count = () => {
        turn++
        if (turn < 20) setImmediate(count)
      }
      setImmediate(count)
      const seen: Array<readonly [number, number]> = []
      yield* Effect.forEach([0, 1, 2, 3], (n) => Effect.map(turns.next, () => seen.push([n, turn])), {
        concurrency: "unbounded",
        discard: true
      })
      assert.deepStrictEqual(
        seen.map(([n]) => n),
        [0, 1, 2, 3]
      )
      assert.strictEqual(new Set(seen.map(([, at]) => at)).size, 4)
    })
  )
})
