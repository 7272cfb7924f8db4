/** What the end of a page reads does not grow with its job, even by plans that were made while the tables were empty. */
import { assert, describe, it } from "@effect/vitest"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { Fixtures } from "@orbweaver/testing"
import { PostgresDatabase, postgres } from "@orbweaver/storage/postgres"
import { Effect, Layer, Schedule } from "effect"
import { inject } from "vitest"

const pageCount = 1000
const request = { count: 20, leaseMs: Fixtures.leaseMs }

/** Each page leads to two more. */
const settlement = (page: Frontier.ClaimedPage): Frontier.Settlement => {
  const number = Number(new URL(page.url).pathname.slice(1))
  const links = [number * 2 + 1, number * 2 + 2].filter((next) => next < pageCount)
  return Fixtures.settlement(page, undefined, {
    links: links.map((next) => Fixtures.candidate(`https://site.test/${next}`)),
    answerKey: fingerprint(`answer of ${page.url}`),
    contentKey: fingerprint(`content of ${page.url}`)
  })
}

const crawl = Effect.gen(function* () {
  const frontier = yield* Frontier.Frontier
  yield* Fixtures.create(["https://site.test/0"], { limit: Infinity, maxConcurrency: Infinity })
  let { pages } = yield* frontier.claim(request)
  let ended = 0
  while (pages.length > 0) {
    ended += pages.length
    pages = (yield* frontier.exchange(pages.map(settlement), request)).pages
  }
  return ended
})

interface Reads {
  readonly inserted: number
  readonly fetched: number
}

describe("a crawl that begins in an empty database", () => {
  it.live(
    "reads a few rows of addresses for each page",
    () =>
      Effect.gen(function* () {
        const url = inject("postgresUrl")
        const schema = `r${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
        const ended = yield* crawl.pipe(
          Effect.provide(postgres(url, { schema, politeness: { concurrency: 100 } })),
          Effect.scoped
        )
        assert.strictEqual(ended, pageCount)
        yield* Effect.gen(function* () {
          const db = yield* PostgresDatabase
          const [reads] = yield* db
            .rows<Reads>(
              `SELECT n_tup_ins::float8 AS inserted, (seq_tup_read + idx_tup_fetch)::float8 AS fetched
                FROM pg_stat_all_tables WHERE schemaname = $1 AND relname = 'page'`,
              schema
            )
            .pipe(
              // Connections report what they read when they end.
              Effect.repeat({
                until: ([row]) => row?.inserted === pageCount,
                schedule: Schedule.spaced("50 millis"),
                times: 200
              })
            )
          assert.strictEqual(reads?.inserted, pageCount)
          assert.isBelow(reads?.fetched ?? Infinity, 10 * pageCount)
        }).pipe(Effect.provide(Layer.fresh(PostgresDatabase.layer({ url, schema }))))
      }),
    { timeout: 60_000 }
  )
})
