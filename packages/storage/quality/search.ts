/**
 * Local search over many pages: how long a question takes in SQLite (FTS5) and
 * PostgreSQL, beside what one would write without an index (a scan by `LIKE`).
 *
 * Pages are made of a vocabulary whose words are as unevenly common as those of
 * a language without its stop words: the commonest stands on a quarter of the
 * pages. Questions have one to four words, common and rare; some ask for a host,
 * some for words that no page has all of.
 *
 * `node --conditions=@orbweaver/source quality/search.ts [--quick] [--pages 100000] [--store sqlite|postgres]`
 */
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import { LocalIndex, type LocalQuery } from "@orbweaver/core/scrape/LocalIndex"
import { sqlite } from "@orbweaver/storage"
import { Effect, type Layer } from "effect"
import { start } from "../test/support/postgres.ts"
import { storeOf } from "../test/support/worker.ts"

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    pages: { type: "string" },
    store: { type: "string" },
    // Of those that `npm run quality` runs beside this one.
    corpus: { type: "string" }
  }
})
const pages = Number(values.pages ?? (values.quick ? 10_000 : 100_000))
const questions = values.quick ? 200 : 600
const goal = 30

/** The same numbers in every run. */
const makeRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const vocabulary = 50_000
const flat = 100
const syllables = "ba ko ri ta mel vun dor sik lan pra fet go hul mi nok".split(" ")
const wordOf = (rank: number): string => {
  let word = ""
  for (let left = rank + syllables.length ** 2; left > 0; left = Math.floor(left / syllables.length)) {
    word += syllables[left % syllables.length]
  }
  return `${word}x`
}
/** The rank of a word in running text: its frequency falls as 1 / (rank + 100). */
const rankIn = (random: () => number) =>
  Math.min(vocabulary - 1, Math.floor(flat * Math.exp(random() * Math.log((vocabulary + flat) / flat)) - flat))

const pageOf = (number: number) => {
  const random = makeRandom(number + 1)
  const words = (count: number) => Array.from({ length: count }, () => wordOf(rankIn(random))).join(" ")
  return {
    accountId: number % 20 === 0 ? "somebody else" : "bench",
    url: `https://host-${number % 500}.test/page-${number}`,
    title: words(6),
    description: words(12),
    markdown: words(120 + Math.floor(random() * 160))
  }
}

const random = makeRandom(7)
const asked: ReadonlyArray<LocalQuery> = Array.from({ length: questions }, (_, number) => {
  const count = 1 + (number % 4)
  // Half of the words as common as in text, half of any rank.
  const text = Array.from({ length: count }, () =>
    wordOf(random() < 0.5 ? rankIn(random) : Math.floor(random() * vocabulary))
  ).join(" ")
  return {
    accountId: "bench",
    text,
    limit: 10,
    ...(number % 10 === 9 ? { includeDomains: [`host-${number % 500}.test`] } : {})
  }
})

const at = (sorted: ReadonlyArray<number>, share: number) => sorted[Math.floor((sorted.length - 1) * share)]!

const report = (name: string, times: ReadonlyArray<number>, found: number) => {
  const sorted = [...times].sort((a, b) => a - b)
  const [p50, p95, p99, worst] = [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), sorted.at(-1)!]
  console.log(
    `${name.padEnd(10)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; ${found} of ${times.length} questions found something`
  )
  return p95
}

const fill = Effect.gen(function* () {
  const index = yield* LocalIndex
  const begun = performance.now()
  yield* Effect.forEach(
    Array.from({ length: pages }, (_, number) => number),
    (number) => Effect.suspend(() => index.put(pageOf(number))),
    { concurrency: 8, discard: true }
  )
  console.log(`  ${pages} pages indexed, ${((performance.now() - begun) / pages).toFixed(2)} ms each`)
})

const measure = Effect.gen(function* () {
  const index = yield* LocalIndex
  const times: Array<number> = []
  let found = 0
  for (const query of asked.slice(0, 20)) yield* index.search(query)
  for (const query of asked) {
    const begun = performance.now()
    const hits = yield* index.search(query)
    times.push(performance.now() - begun)
    if (hits.length > 0) found++
  }
  return { times, found }
})

const run = async (name: string, layer: Layer.Layer<LocalIndex, unknown>) => {
  console.log(name)
  const { found, times } = await Effect.runPromise(Effect.andThen(fill, measure).pipe(Effect.provide(layer)))
  return report(name, times, found)
}

/** The words anywhere in the text, without an index; a few questions are enough. */
const scan = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const times = asked.slice(0, 12).map(({ text }) => {
    const words = text.split(" ")
    const begun = performance.now()
    db.prepare(
      `SELECT url FROM local_page WHERE account = 'bench' AND ${words.map(() => "head LIKE ?").join(" AND ")} LIMIT 10`
    ).all(...words.map((word) => `%${word}%`))
    return performance.now() - begun
  })
  db.close()
  return report("LIKE scan", times, times.length)
}

console.log(`local search over ${pages} pages, ${questions} questions, load ${loadavg()[0]!.toFixed(1)}`)
let missed = 0
if (values.store !== "postgres") {
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))
  try {
    const file = join(folder, "search.sqlite")
    const p95 = await run("SQLite", sqlite(file))
    const peer = scan(file)
    console.log(
      `  p95 ${(peer / p95).toFixed(1)} times faster than the scan; goal ${goal} ms: ${p95 <= goal ? "reached" : "missed"}`
    )
    if (p95 > goal) missed++
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
if (values.store !== "sqlite") {
  const postgres = await start()
  try {
    const p95 = await run("PostgreSQL", storeOf(`${postgres.url}#bench`))
    console.log(`  goal ${goal} ms: ${p95 <= goal ? "reached" : "missed"}`)
    if (p95 > goal) missed++
  } finally {
    await postgres.stop()
  }
}
process.exitCode = missed === 0 ? 0 : 1
