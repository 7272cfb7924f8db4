/**
 * What it takes to watch 10,000 pages, over the SQLite store:
 *
 *   npm run quality -w orbweaver
 *
 * Every page is seen three times: new, changed in a line and a field, and the
 * same. Printed are the milliseconds of a page beyond its scrape, and the heap
 * after each thousand. Ends with 1 above 5 ms a page, or when memory grows.
 */
import { changeTracking } from "@orbweaver/extraction/formats/ChangeTracking"
import type { FormatInput } from "@orbweaver/core/scrape/Format"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { FormatSuite } from "@orbweaver/testing"
import { sqlite } from "@orbweaver/storage/sqlite"
import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"

const pages = 10_000
const maxMs = 5
const maxGrowth = 16

const prose = "The clock over the harbour shows the tide, and its hands follow the moon. "
const markdownOf = (page: number, price: number) =>
  Array.from({ length: 40 }, (_, line) =>
    line === 20 ? `It costs ${price} € on page ${page}.` : `${line}. ${prose.repeat(2)}`
  ).join("\n\n")

const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

const directory = await mkdtemp(join(tmpdir(), "orbweaver-changes-"))

const main = Effect.gen(function* () {
  const format = changeTracking(yield* Snapshots, {
    readFields: ({ page }) => Effect.succeed({ json: { price: page.capturedAt } })
  })
  const took = new Float64Array(pages * 3)
  const heaps: Array<number> = []
  const counts: Record<string, number> = {}
  for (const [round, price] of [5, 6, 6].entries()) {
    for (let page = 0; page < pages; page++) {
      const input: FormatInput = {
        page: { ...FormatSuite.htmlPage("", `https://site.test/${page}`), capturedAt: price },
        spec: { type: "changeTracking", modes: ["git-diff", "json"] },
        options: resolve({}),
        wanted: [],
        fields: { markdown: markdownOf(page, price) }
      }
      const start = performance.now()
      const { changeTracking: made } = yield* format.run(input)
      took[round * pages + page] = performance.now() - start
      const { changeStatus } = made as { readonly changeStatus: string }
      counts[changeStatus] = (counts[changeStatus] ?? 0) + 1
      if (page % 1000 === 999) heaps.push(heap())
    }
  }
  const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length
  const p99 = took.toSorted()[Math.floor(took.length * 0.99)]!
  const growth = heaps.at(-1)! - heaps[0]!
  console.log(
    `change tracking over ${pages} snapshots: ${mean.toFixed(2)} ms a page (p99 ${p99.toFixed(2)} ms), heap ${heaps[0]!.toFixed(1)} MB after the first thousand, ${heaps.at(-1)!.toFixed(1)} MB at the end; ${JSON.stringify(counts)}`
  )
  if (mean > maxMs || growth > maxGrowth || counts["changed"] !== pages) process.exitCode = 1
}).pipe(Effect.provide(sqlite(join(directory, "changes.sqlite"))))

await Effect.runPromise(main).finally(() => rm(directory, { recursive: true }))
