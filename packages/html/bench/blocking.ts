/** How long the event loop stands still while pages are converted: in place, and with the worker pool. */
import { Effect } from "effect"
import type { ConvertInput } from "../src/convert/convert.ts"
import { make, type Service } from "../src/pool/ConversionPool.ts"
import { hostile } from "./hostile.ts"
import { type Page, median } from "./measure.ts"
import { giant } from "./pages.ts"

export const blockingTable = async (pages: ReadonlyArray<Page>, quick: boolean): Promise<void> => {
  const sizes = quick ? [1, 5] : [1, 5, 20]
  const documents = [
    ...sizes.map((size) => ({ name: `${size} MB of real pages`, html: giant(pages, size * 1e6) })),
    ...["nested div", "unclosed <p>text", "table of 4 columns", "definition list", "pre code", "references"].map(
      (name) => ({
        name,
        html: hostile.find((document) => document.name === name)!.html(40_000)
      })
    )
  ]
  console.log("\nLongest time the event loop stood still, ms")
  console.log(`${"".padEnd(30)}${"MB".padStart(8)}${"in place".padStart(10)}${"pool".padStart(10)}`)
  await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const inPlace = yield* make({ threshold: Infinity })
        const pooled = yield* make({ threads: 2 })
        for (const { html, name } of documents) {
          const blocked = (pool: typeof pooled) =>
            Effect.promise(() => longestGap(() => Effect.runPromise(Effect.ignore(pool.convert(inputOf(html))))))
          yield* blocked(pooled)
          const rounds: Array<readonly [inPlace: number, pooled: number]> = []
          for (let i = 0; i < 3; i++) rounds.push([yield* blocked(inPlace), yield* blocked(pooled)] as const)
          const columns = [0, 1].map((column) =>
            median(rounds.map((round) => round[column]!))
              .toFixed(0)
              .padStart(10)
          )
          console.log(`${name.padEnd(30)}${(html.length / 1e6).toFixed(1).padStart(8)}${columns.join("")}`)
        }
        yield* hostileWithPool(pooled, quick)
      })
    )
  )
}

/** Every hostile document at 1x and 2x, converted by the pool: the shortest of three longest stands, since machines stall too. */
const hostileWithPool = Effect.fnUntraced(function* (pool: Service, quick: boolean) {
  const rows: Array<{ readonly name: string; readonly blocked: number }> = []
  for (const { html, n, name } of hostile)
    for (const times of [1, 2]) {
      const input = inputOf(html(Math.ceil((times * n) / (quick ? 4 : 1))))
      // A string built by repetition is a rope until it is read.
      Number(input.html)
      let blocked = Infinity
      for (let i = 0; i < 3 && blocked > limit; i++) {
        const gap = yield* Effect.promise(() => longestGap(() => Effect.runPromise(Effect.ignore(pool.convert(input)))))
        blocked = Math.min(blocked, gap)
      }
      rows.push({ name: `${name}, ${times}x`, blocked })
    }
  const over = rows.filter(({ blocked }) => blocked > limit)
  console.log(
    `\nHostile documents with the pool: ${rows.length - over.length} of ${rows.length} within ${limit} ms; the worst:`
  )
  const worst = rows.toSorted((one, other) => other.blocked - one.blocked).slice(0, Math.max(5, over.length))
  for (const { blocked, name } of worst)
    console.log(`${name.slice(0, 60).padEnd(62)}${blocked.toFixed(0).padStart(6)} ms`)
})

/** Milliseconds that the event loop may stand still. */
const limit = 50

const inputOf = (html: string): ConvertInput => ({
  html,
  url: "https://site.example/",
  wanted: ["markdown", "links", "images", "metadata"],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  attributes: []
})

/** The longest time between two turns of the event loop while the work runs. */
const longestGap = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let last = performance.now()
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  longest = 0
  await work()
  await new Promise((resolve) => setTimeout(resolve, 5))
  look()
  clearInterval(timer)
  return longest
}
