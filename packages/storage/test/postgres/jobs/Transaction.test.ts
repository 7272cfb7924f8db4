/** Transactions of several workers over the same hosts, on PostgreSQL: none ever waits for another that waits for it. */
import { assert, describe, it } from "@effect/vitest"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import { Fixtures } from "@orbweaver/testing"
import { PostgresDatabase, postgres } from "@orbweaver/storage/postgres"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { inject } from "vitest"

const { claim, leaseMs } = Fixtures
const hosts = ["a.test", "b.test"]

/** A crawl with one page on each host. */
const start = (name: string, on: ReadonlyArray<string>) =>
  JobStore.JobStore.use((store) => store.create(Fixtures.newJob(on.map((host) => `https://${host}/${name}`))))

const skipped = (page: Frontier.ClaimedPage): Frontier.Settlement =>
  Fixtures.settlement(page, { _tag: "Skipped", reason: "duplicate" })

const test = (
  title: string,
  body: Effect.Effect<void, unknown, Frontier.Frontier | JobStore.JobStore | PostgresDatabase>
) =>
  it.live(
    title,
    () =>
      body.pipe(
        Effect.provide(
          Layer.unwrap(
            Effect.sync(() => {
              const url = inject("postgresUrl")
              const schema = `t${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
              return Layer.provideMerge(
                postgres(url, { schema, maxConnections: 8 }),
                PostgresDatabase.layer({ url, schema })
              )
            })
          )
        )
      ),
    { timeout: 60_000 }
  )

/** Holds the row of a host until the effect it gives is run. */
const hold = Effect.fnUntraced(function* (host: string) {
  const pg = yield* PostgresDatabase
  const held = yield* Deferred.make<void>()
  const enough = yield* Deferred.make<void>()
  const fiber = yield* pg
    .rows(`SELECT 1 FROM ${pg.schema}.host WHERE host = $1 FOR UPDATE`, host)
    .pipe(
      Effect.andThen(Deferred.succeed(held, undefined)),
      Effect.andThen(Deferred.await(enough)),
      pg.transaction,
      Effect.forkChild
    )
  yield* Deferred.await(held)
  return Effect.andThen(Deferred.succeed(enough, undefined), Fiber.join(fiber))
})

/** Returns when so many statements wait for locks in our schema, or the fiber is done. */
const waiting = (count: number, fiber?: Fiber.Fiber<unknown, unknown>) =>
  PostgresDatabase.use((pg) =>
    pg
      .rows<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1",
        `%${pg.schema}.%`
      )
      .pipe(
        Effect.repeat({
          until: ([row]) => row!.count >= count || fiber?.pollUnsafe() !== undefined
        })
      )
  )

describe("hosts of several transactions", () => {
  test(
    "settling waits for no host, and a claim passes over those that others hold",
    Effect.gen(function* () {
      const frontier = yield* Frontier.Frontier
      yield* start("both", hosts)
      const both = yield* claim(10)
      const release = yield* hold("a.test")
      assert.deepStrictEqual(yield* frontier.settle(both.map(skipped)), ["settled", "settled"])
      yield* release
      yield* start("first", ["a.test"])
      yield* start("second", ["b.test"])
      const [first, second] = yield* claim(10)
      yield* start("third", hosts)
      // What a claim adds to a host makes it wait for that one, and for no other.
      yield* frontier.settle([skipped(second!)])
      const releaseOther = yield* hold("a.test")
      assert.deepStrictEqual(
        (yield* claim(10)).map(({ url }) => url),
        ["https://b.test/third"]
      )
      yield* releaseOther
      yield* frontier.settle([skipped(first!)])
      assert.deepStrictEqual(
        (yield* claim(10)).map(({ url }) => url),
        ["https://a.test/third"]
      )
    })
  )

  test(
    "a job is cancelled while its hosts are held",
    Effect.gen(function* () {
      const store = yield* JobStore.JobStore
      const { id } = yield* start("cancelled", hosts)
      yield* claim(10)
      const release = yield* hold("a.test")
      const cancelling = yield* Effect.forkChild(store.move(id, "cancelled"))
      yield* waiting(1, cancelling)
      // It waits for the first of them and holds none after it.
      const letOtherGo = yield* hold("b.test")
      yield* letOtherGo
      yield* release
      yield* Fiber.join(cancelling)
      assert.strictEqual((yield* store.get(id)).status, "cancelled")
    })
  )

  test(
    "two crawls of the same new hosts, settled and claimed by workers at once, come to their end",
    Effect.gen(function* () {
      const frontier = yield* Frontier.Frontier
      const store = yield* JobStore.JobStore
      const many = Array.from({ length: 24 }, (_, index) => `host-${index}.test`)
      const one = yield* start("one", many)
      const other = yield* start("other", many.toReversed())
      const worker = Effect.gen(function* () {
        for (const job of [one, other]) {
          while ((yield* store.get(job.id)).status === "scraping") {
            let { pages } = yield* frontier.claim({ count: 4, leaseMs })
            while (pages.length > 0) {
              pages = (yield* frontier.exchange(pages.map(skipped), { count: 4, leaseMs })).pages
            }
          }
        }
      })
      yield* Effect.all([worker, worker, worker], { concurrency: 3 })
      for (const { id } of [one, other]) {
        const { counts, status } = yield* store.get(id)
        assert.deepInclude(counts, { skipped: 24, queued: 0, active: 0 })
        assert.strictEqual(status, "completed")
      }
    })
  )
})
