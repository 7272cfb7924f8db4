/**
 * PostgreSQL with many addresses in one job, and with many jobs at once: what an address takes, what an exchange costs
 * while the job grows a thousandfold, how a job is removed, whether its space is used again.
 *
 * `npm run bench:scale -w packages/storage [-- --sizes 10000,1000000,10000000 --exchanges 10000 --jobs 10000 --days 5]`
 */
import { parseArgs } from "node:util"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Job from "@orbweaver/core/model/Job"
import { PostgresDatabase, PostgresJobStores } from "@orbweaver/storage/postgres"
import { PgConnection } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { start } from "../test/support/postgres.ts"

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,1000000,10000000" },
    exchanges: { type: "string", default: "10000" },
    jobs: { type: "string", default: "10000" },
    days: { type: "string", default: "5" }
  }
})
const sizes = values.sizes.split(",").map(Number)
const exchanges = Number(values.exchanges)
const manyJobs = Number(values.jobs)
const days = Number(values.days)
/** Pages that end in one exchange. */
const batch = 10
const hosts = 1000
/** Of the many jobs. */
const pagesOfJob = 10
const teams = 200
/** Exchanges while a transaction of somebody else stays open. */
const heldExchanges = 5000
/** Addresses of a day's crawl. */
const daySize = 200_000
/** Rows that are seeded in one statement. */
const seededAtOnce = 250_000

// Seeding would wait for the disk; what is measured afterwards does too.
const server = await start(["-c", "max_wal_size=16GB", "-c", "maintenance_work_mem=512MB", "-c", "shared_buffers=1GB"])

const hostOf = (page: number): string => `h${page % hosts}.site.test`
const urlOf = (page: number): string => `https://${hostOf(page)}/section-${page % 97}/page-${page}`
/** Spreads the numbers of pages over all keys, as hashes are; PostgreSQL computes the same. */
const spread = 2_654_435_761
const range = 9_007_199_254_740_881
const keyOf = (page: number) => ({ a: Number((BigInt(page) * BigInt(spread)) % BigInt(range)), b: page })

const candidate = (page: number): Frontier.Candidate => ({
  key: keyOf(page),
  url: urlOf(page),
  host: hostOf(page),
  depth: 1,
  decision: { admit: true }
})

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const timed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const began = performance.now()
  const value = yield* effect
  return { value, ms: performance.now() - began }
})

const newJob = (id: string, seeds: ReadonlyArray<Frontier.Candidate>): JobStore.NewJob => ({
  id: Job.JobId.make(id),
  kind: "crawl",
  accountId: "bench",
  request: {},
  origin: urlOf(0),
  priority: 0,
  limit: Infinity,
  maxDepth: Infinity,
  maxConcurrency: Infinity,
  accountConcurrency: Infinity,
  delayMs: 0,
  heedsCrawlDelay: false,
  retentionMs: 1e12,
  task: false,
  seeds
})

/** A job with so many waiting addresses. */
const seeded = Effect.fnUntraced(function* (id: string, size: number) {
  const db = yield* PostgresDatabase
  const store = yield* JobStore.JobStore
  yield* store.create(newJob(id, [candidate(0)]))
  const [job] = yield* db.rows<{ n: number }>(`SELECT n FROM ${db.schema}.job WHERE id = $1`, id)
  for (let from = 1; from < size; from += seededAtOnce) {
    const to = Math.min(size, from + seededAtOnce)
    yield* db.rows(
      `INSERT INTO ${db.schema}.page (job, a, b, url, host, depth, state)
        SELECT $1, (i::numeric * ${spread} % ${range})::bigint, i,
          'https://h' || i % ${hosts} || '.site.test/section-' || i % 97 || '/page-' || i, 'h' || i % ${hosts} || '.site.test',
          1, 0 FROM generate_series($2::bigint, $3::bigint) AS i`,
      job!.n,
      from,
      to - 1
    )
  }
  yield* db.rows(`UPDATE ${db.schema}.job SET queued = $2 WHERE n = $1`, job!.n, size)
  return { n: job!.n, id: Job.JobId.make(id) }
})

interface Size {
  readonly name: string
  readonly bytes: number
}

/** What the addresses take: their rows, and each index. */
const sizesOf = Effect.fnUntraced(function* () {
  const db = yield* PostgresDatabase
  return yield* db.rows<Size>(
    `SELECT relname AS name, pg_relation_size(oid)::float8 AS bytes FROM pg_class
      WHERE relnamespace = '${db.schema}'::regnamespace AND (relname = 'page' OR relname LIKE 'page\\_%')
        AND relkind IN ('r', 'i') AND pg_relation_size(oid) > 8192 ORDER BY relname = 'page' DESC, bytes DESC`
  )
})

const total = (parts: ReadonlyArray<Size>): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

const completed = (lease: Frontier.ClaimedPage): Frontier.Settlement => ({
  lease,
  links: [],
  outcome: {
    _tag: "Completed",
    document: { markdown: "text", metadata: { sourceURL: lease.url, url: lease.url, statusCode: 200 } },
    credits: 1,
    debits: []
  }
})

/** Ends pages, each with two new links and eight that the job knows; returns what each exchange took. New pages have numbers from the first on. */
const work = Effect.fnUntraced(function* (size: number, count: number, first = size) {
  const frontier = yield* Frontier.Frontier
  const times: Array<number> = []
  let next = first
  let claimed = (yield* frontier.claim({ count: batch, leaseMs: 3_600_000 })).pages
  for (let round = 0; round < count && claimed.length > 0; round++) {
    const settlements = claimed.map((lease): Frontier.Settlement => {
      const known = Array.from({ length: 8 }, (_, link) => (next * 7919 + link * 104_729) % size)
      const links = [next, next + 1, ...known].map(candidate)
      next += 2
      return { ...completed(lease), links }
    })
    const { ms, value } = yield* timed(frontier.exchange(settlements, { count: batch, leaseMs: 3_600_000 }))
    times.push(ms)
    claimed = value.pages
  }
  yield* frontier.settle(claimed.map((lease) => ({ lease, links: [], outcome: { _tag: "Released" as const } })))
  return times.toSorted((left, right) => left - right)
})

const inStore = (schema: string, body: Effect.Effect<void, unknown, JobStore.JobStores | PostgresDatabase>) => {
  const database = PostgresDatabase.layer({ url: server.url, schema, statementTimeout: 600_000 })
  return Effect.runPromise(
    body.pipe(
      Effect.provide(PostgresJobStores.layer({ politeness: { concurrency: 1000 } }).pipe(Layer.provideMerge(database)))
    )
  )
}

const mega = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`

for (const [index, size] of sizes.entries()) {
  await inStore(
    `scale${index}`,
    Effect.gen(function* () {
      const db = yield* PostgresDatabase
      const store = yield* JobStore.JobStore
      const { ms: seedMs, value: job } = yield* timed(seeded(`crawl${size}`, size))
      yield* db.rows(`ANALYZE ${db.schema}.page`)
      const parts = yield* sizesOf()
      console.log(
        `${size.toLocaleString("en")} addresses, seeded in ${(seedMs / 1000).toFixed(0)} s: ${(total(parts) / size).toFixed(0)} bytes each (` +
          `${parts.map(({ bytes, name }) => `${name} ${(bytes / size).toFixed(0)}`).join(", ")})`
      )
      yield* db.rows("CHECKPOINT")
      const times = yield* work(size, exchanges)
      console.log(
        `  an exchange of ${batch} pages: p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms, of ${times.length}`
      )
      const counts = (yield* store.get(job.id)).counts
      const { ms: removeMs } = yield* timed(store.remove(job.id))
      console.log(
        `  ${JSON.stringify(counts)}; removed in ${(removeMs / 1000).toFixed(1)} s, ${((removeMs * 1000) / size).toFixed(1)} µs an address`
      )
    })
  )
}

// Each day a crawl of yesterday's size comes and the one of the day before goes; autovacuum comes by once a day here.
await inStore(
  "days",
  Effect.gen(function* () {
    const db = yield* PostgresDatabase
    const store = yield* JobStore.JobStore
    const taken: Array<number> = []
    let before: Job.JobId | undefined
    for (let day = 0; day < days; day++) {
      const { id } = yield* seeded(`day${day}`, daySize)
      yield* work(daySize, 200)
      yield* store.move(id, "cancelled")
      if (before !== undefined) yield* store.remove(before)
      before = id
      yield* db.rows(`VACUUM ${db.schema}.page`)
      taken.push(total(yield* sizesOf()))
    }
    console.log(`${days} days of ${daySize.toLocaleString("en")} addresses, two kept: ${taken.map(mega).join(", ")}`)
  })
)

// A backup, a replica with `hot_standby_feedback`, or a forgotten transaction: what has changed meanwhile cannot be cleared away.
await inStore(
  "held",
  Effect.gen(function* () {
    const db = yield* PostgresDatabase
    yield* seeded("held", daySize)
    const count = Math.min(500, exchanges)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const holder = yield* PgConnection.make({ url: Redacted.make(server.url) })
        yield* holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
        yield* holder.query("SELECT count(*) FROM pg_class")
        const first = yield* work(daySize, count)
        yield* work(daySize, heldExchanges - 2 * count, 1_000_000)
        const last = yield* work(daySize, count, 2_000_000)
        console.log(
          `while another transaction stays open, an exchange of ${batch} pages takes p50 ${percentile(first, 0.5).toFixed(2)} ms at first, ` +
            `${percentile(last, 0.5).toFixed(2)} ms after ${(heldExchanges * batch).toLocaleString("en")} pages`
        )
        yield* holder.query("COMMIT")
      })
    )
    yield* db.rows(
      `VACUUM ${db.schema}.page, ${db.schema}.delta, ${db.schema}.running, ${db.schema}.ready, ${db.schema}.job`
    )
    const after = yield* work(daySize, count, 3_000_000)
    console.log(`  and p50 ${percentile(after, 0.5).toFixed(2)} ms once it has ended and the tables were vacuumed`)
  })
)

await inStore(
  "jobs",
  Effect.gen(function* () {
    const frontier = yield* Frontier.Frontier
    const store = yield* JobStore.JobStore
    const began = performance.now()
    for (let job = 0; job < manyJobs; job++) {
      const seeds = Array.from({ length: pagesOfJob }, (_, page) => candidate(job * pagesOfJob + page))
      yield* store.create({ ...newJob(`job${job}`, seeds), accountId: `team${job % teams}` })
    }
    const createdMs = performance.now() - began
    const times: Array<number> = []
    const ended = new Set<string>()
    let twice = 0
    let { pages } = yield* frontier.claim({ count: batch, leaseMs: 3_600_000 })
    while (pages.length > 0) {
      for (const { url } of pages) {
        if (ended.has(url)) twice++
        ended.add(url)
      }
      const settlements = pages.map(completed)
      const { ms, value } = yield* timed(frontier.exchange(settlements, { count: batch, leaseMs: 3_600_000 }))
      times.push(ms)
      pages = value.pages.length > 0 ? value.pages : (yield* frontier.claim({ count: batch, leaseMs: 3_600_000 })).pages
    }
    times.sort((left, right) => left - right)
    const open = (yield* store.load).open.reduce((sum, { jobs }) => sum + jobs, 0)
    console.log(
      `${manyJobs.toLocaleString("en")} jobs of ${teams} teams at once, ${pagesOfJob} pages each: created at ${(createdMs / manyJobs).toFixed(1)} ms a job; an exchange ` +
        `p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms; ${ended.size} pages ended, ${twice} twice, ${open} jobs open`
    )
  })
)

await server.stop()
process.exit(0)
