/** Several processes on one job of PostgreSQL: no lock is theirs alone, and every promise holds. */
import { assert, describe, it } from "@effect/vitest"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { Fixtures } from "@orbweaver/testing"
import { postgres, PostgresDatabase, PostgresJobStores } from "@orbweaver/storage/postgres"
import { Context, Effect, Layer } from "effect"
import { inject } from "vitest"

const { assertBalanced, candidate, completed, ever, leaseMs, newJob, paths, settlement } = Fixtures

type Stores = JobStore.JobStores | Ledger.Ledger

/** Stores as so many processes have them: pools and memories of their own. */
const withProcesses = (
  count: number,
  body: (processes: ReadonlyArray<Context.Context<Stores>>) => Effect.Effect<void, unknown>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const schema = `t${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
      const processes: Array<Context.Context<Stores>> = []
      for (let process = 0; process < count; process++) {
        processes.push(yield* Layer.build(postgres(inject("postgresUrl"), { schema, maxConnections: 3 })))
      }
      yield* body(processes)
    })
  )

/** Works on the job until it has ended, and checks at every claim that the job's bounds are kept. */
const work = (
  id: JobStore.NewJob["id"],
  settle: (page: Frontier.ClaimedPage) => Frontier.Settlement,
  most: number
): Effect.Effect<void, unknown, Stores> =>
  Effect.gen(function* () {
    const frontier = yield* Frontier.Frontier
    const store = yield* JobStore.JobStore
    let held: ReadonlyArray<Frontier.ClaimedPage> = []
    for (;;) {
      const { pages } =
        held.length === 0
          ? yield* frontier.claim({ count: 5, leaseMs })
          : yield* frontier.exchange(held.map(settle), { count: 5, leaseMs })
      held = pages
      const job = yield* store.get(id)
      assert.isAtMost(job.counts.completed + job.counts.active, job.limit)
      assert.isAtMost(job.counts.active, most)
      if (job.status !== "scraping") return
      yield* Effect.yieldNow
    }
  })

describe("several processes on one job", () => {
  it.live("let no more pages succeed, and run at once, than the job allows", () =>
    withProcesses(3, ([first, ...others]) =>
      Effect.gen(function* () {
        const store = Context.get(first!, JobStore.JobStore)
        const names = Array.from({ length: 120 }, (_, index) => String(index))
        const { id } = yield* store.create(newJob(paths(...names), { limit: 50, maxConcurrency: 7 }))
        const settle = (page: Frontier.ClaimedPage) =>
          Number(page.page) % 3 === 0 ? settlement(page, { _tag: "Failed", error: "broken" }) : settlement(page)
        yield* Effect.all(
          [first!, ...others].map((process) => Effect.provideContext(work(id, settle, 7), process)),
          { concurrency: "unbounded" }
        )
        const job = yield* store.get(id)
        assertBalanced(job, 120)
        assert.strictEqual(job.counts.completed, 50)
        const ledger = Context.get(first!, Ledger.Ledger)
        assert.strictEqual(yield* ledger.used("somebody", "credits", ever), 50)
      })
    )
  )

  it.live(
    "give each page the smallest depth, in whatever order they find it",
    () =>
      withProcesses(3, (processes) =>
        Effect.gen(function* () {
          const store = Context.get(processes[0]!, JobStore.JobStore)
          for (const seed of [1, 2, 3]) {
            const maxDepth = 12
            // A chain, which is followed first, and pages of the start that lead into it: what lies behind turns out to be nearer.
            const linksOf = (page: number) => {
              if (page === 0) return [1, ...Array.from({ length: 20 }, (_, hub) => 100 + hub)]
              return page < 100 ? [page + 1] : [((page - 90) * 7 * seed) % 60]
            }
            const urlOf = (page: number) => `https://site.test/${seed}/${page}`
            const depths = new Map([[0, 0]])
            for (const [page, depth] of depths) {
              for (const link of depth > maxDepth ? [] : linksOf(page)) {
                if (!depths.has(link)) depths.set(link, depth + 1)
              }
            }
            const { id } = yield* store.create(newJob([urlOf(0)], { limit: Infinity, maxDepth, maxConcurrency: seed }))
            const settle = (page: Frontier.ClaimedPage) =>
              settlement(page, undefined, {
                links: linksOf(Number(new URL(page.url).pathname.split("/")[2])).map((link, rank) =>
                  candidate(urlOf(link), { rank })
                )
              })
            yield* Effect.all(
              processes.map((process) => Effect.provideContext(work(id, settle, Infinity), process)),
              { concurrency: "unbounded" }
            )
            const job = yield* store.get(id)
            assertBalanced(job, depths.size)
            const pages = yield* store.pages(id, { limit: Infinity })
            const found = pages.map(({ depth, state, url }) => ({ url, depth, state }))
            assert.sameDeepMembers(
              found,
              [...depths].map(([page, depth]) => ({
                url: urlOf(page),
                depth,
                state: depth > maxDepth ? ("skipped" as const) : ("completed" as const)
              }))
            )
          }
        })
      ),
    { timeout: 60_000 }
  )

  it.live("follow the links of a page from the depth that it has by the time it is settled", () =>
    Effect.gen(function* () {
      const url = inject("postgresUrl")
      const schema = `t${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
      const [start, far, near, page, link] = paths("start", "far", "near", "page", "link")
      const other = yield* Layer.build(postgres(url, { schema }))
      const frontier = Context.get(other, Frontier.Frontier)
      const store = Context.get(other, JobStore.JobStore)
      const { id } = yield* store.create(newJob([start!], { limit: Infinity, maxDepth: 3, maxConcurrency: Infinity }))
      const claimed = new Map<string, Frontier.ClaimedPage>()
      const claim = Effect.gen(function* () {
        for (const one of (yield* frontier.claim({ count: 10, leaseMs })).pages) claimed.set(one.url, one)
      })
      const ended = (from: string, ...links: ReadonlyArray<string>) =>
        settlement(claimed.get(from)!, undefined, { links: links.map((found) => candidate(found)) })
      yield* claim
      yield* frontier.settle([ended(start!, far!, near!)])
      yield* claim
      yield* frontier.settle([ended(far!, `${far!}/2`)])
      yield* claim
      yield* frontier.settle([ended(`${far!}/2`, page!)])
      yield* claim
      // The page is three away so far. While one process settles it, another finds that it is two away.
      let interfered = false
      const meanwhile = Effect.suspend(() => Effect.orDie(frontier.settle([ended(near!, page!)])))
      const interfering = Layer.effect(
        PostgresDatabase,
        Effect.map(PostgresDatabase, (db) =>
          PostgresDatabase.of({
            ...db,
            rows: <A extends object>(text: string, ...values: ReadonlyArray<Parameters<typeof db.rows>[1]>) => {
              const isFirst = !interfered && text.includes("settle_pages")
              if (isFirst) interfered = true
              return Effect.andThen(isFirst ? meanwhile : Effect.void, db.rows<A>(text, ...values))
            }
          })
        )
      ).pipe(Layer.provide(Layer.fresh(PostgresDatabase.layer({ url, schema }))))
      const process = yield* Layer.build(PostgresJobStores.layer().pipe(Layer.provide(interfering)))
      yield* Context.get(process, Frontier.Frontier).settle([ended(page!, link!)])
      assert.isTrue(interfered)
      const pages = yield* store.pages(id, { limit: Infinity })
      const found = pages.find((one) => one.url === link)
      assert.deepInclude(found, { depth: 3, state: "queued" })
    }).pipe(Effect.scoped)
  )

  it.live("run no more pages at once than an account may, over all of its jobs", () =>
    withProcesses(3, (processes) =>
      Effect.gen(function* () {
        const store = Context.get(processes[0]!, JobStore.JobStore)
        const ids: Array<JobStore.NewJob["id"]> = []
        for (let job = 0; job < 6; job++) {
          const seeds = Array.from({ length: 20 }, (_, page) => `https://${job}.test/${page}`)
          ids.push((yield* store.create(newJob(seeds, { accountConcurrency: 7 }))).id)
        }
        const running = new Set<string>()
        let most = 0
        const worker = Effect.gen(function* () {
          const frontier = yield* Frontier.Frontier
          let idle = 0
          while (idle < 20) {
            const { pages } = yield* frontier.claim({ count: 5, leaseMs })
            idle = pages.length === 0 ? idle + 1 : 0
            for (const { page } of pages) running.add(page)
            most = Math.max(most, running.size)
            yield* Effect.sleep(2)
            // The store frees them no sooner than here.
            for (const { page } of pages) running.delete(page)
            yield* frontier.settle(pages.map((page) => settlement(page)))
          }
        })
        yield* Effect.all(
          processes.map((process) => Effect.provideContext(worker, process)),
          { concurrency: "unbounded" }
        )
        assert.isAtMost(most, 7)
        for (const id of ids) assert.deepInclude(yield* store.get(id), { status: "completed" })
      })
    )
  )

  it.live("number events and results without gaps, and take up a link once that all of them find", () =>
    withProcesses(3, (processes) =>
      Effect.gen(function* () {
        const store = Context.get(processes[0]!, JobStore.JobStore)
        const { id } = yield* store.create(newJob(paths("0"), { limit: 1000 }))
        const settle = (page: Frontier.ClaimedPage) => {
          const number = Number(page.url.split("/").at(-1))
          const links = [number + 1, number * 2 + 1, number * 2 + 2, 119 - number]
            .filter((next) => next < 120)
            .map((next) => candidate(`https://site.test/${next}`))
          return settlement(page, completed(page), { links })
        }
        yield* Effect.all(
          processes.map((process) => Effect.provideContext(work(id, settle, 1000), process)),
          { concurrency: "unbounded" }
        )
        const job = yield* store.get(id)
        assertBalanced(job, 120)
        assert.strictEqual(job.counts.completed, 120)
        const results = yield* store.results(id, { after: 0, limit: 1000 })
        assert.strictEqual(new Set(results.map(({ url }) => url)).size, 120)
        assert.deepStrictEqual(
          results.map(({ position }) => position),
          Array.from({ length: 120 }, (_, index) => index + 1)
        )
        const events = yield* store.events(id, { after: 0, limit: 1000 })
        assert.deepStrictEqual(
          events.map(({ number }) => number),
          Array.from({ length: 122 }, (_, index) => index + 1)
        )
        assert.strictEqual(events.at(-1)?.type, "completed")
      })
    )
  )

  it.live("merge pages that say the same, though they end at once", () =>
    withProcesses(3, (processes) =>
      Effect.gen(function* () {
        const store = Context.get(processes[0]!, JobStore.JobStore)
        const { id } = yield* store.create(newJob(paths(...Array.from({ length: 30 }, (_, index) => `p${index}`))))
        const canonicalKey = fingerprint("https://site.test/canonical")
        const contentKey = fingerprint("what they say, https://site.test/canonical")
        const settle = (page: Frontier.ClaimedPage) =>
          settlement(page, completed(page, 1, { contentHash: "same" }), { canonicalKey, contentKey })
        yield* Effect.all(
          processes.map((process) => Effect.provideContext(work(id, settle, 1000), process)),
          { concurrency: "unbounded" }
        )
        assert.deepInclude((yield* store.get(id)).counts, { completed: 1, skipped: 29 })
      })
    )
  )

  it.live("record and charge a page once, though two of them settle its lease at once", () =>
    withProcesses(2, (processes) =>
      Effect.gen(function* () {
        const [first] = processes
        const store = Context.get(first!, JobStore.JobStore)
        const names = Array.from({ length: 20 }, (_, index) => String(index))
        const { id } = yield* store.create(newJob(paths(...names)))
        const { pages } = yield* Context.get(first!, Frontier.Frontier).claim({ count: 20, leaseMs })
        const settled = yield* Effect.forEach(
          processes,
          (process) =>
            Effect.forEach(pages, (page) => Context.get(process, Frontier.Frontier).settle([settlement(page)]), {
              concurrency: 3
            }),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          settled.flat(2).filter((one) => one === "settled"),
          20
        )
        const job = yield* store.get(id)
        assertBalanced(job, 20)
        assert.deepInclude(job, { status: "completed", creditsUsed: 20 })
        assert.lengthOf(yield* store.results(id, { after: 0, limit: 100 }), 20)
        assert.strictEqual(yield* Context.get(first!, Ledger.Ledger).used("somebody", "credits", ever), 20)
      })
    )
  )

  it.live("write nothing once one of them has cancelled the job", () =>
    withProcesses(2, ([first, second]) =>
      Effect.gen(function* () {
        const store = Context.get(first!, JobStore.JobStore)
        const frontier = Context.get(second!, Frontier.Frontier)
        const names = Array.from({ length: 30 }, (_, index) => String(index))
        const { id } = yield* store.create(newJob(paths(...names)))
        const { pages } = yield* frontier.claim({ count: 30, leaseMs })
        const [settled] = yield* Effect.all(
          [
            Effect.forEach(pages, (page) => frontier.settle([settlement(page)]), { concurrency: 3 }),
            store.move(id, "cancelled")
          ],
          { concurrency: "unbounded" }
        )
        const written = settled.flat().filter((one) => one === "settled").length
        const job = yield* store.get(id)
        assertBalanced(job, 30)
        assert.deepInclude(job.counts, { completed: written, cancelled: 30 - written })
        assert.lengthOf(yield* store.results(id, { after: 0, limit: 100 }), written)
        assert.strictEqual((yield* store.events(id, { after: 0, limit: 100 })).at(-1)?.type, "cancelled")
      })
    )
  )

  it.live("are not kept from a job by many others of one team that wait for their host", () =>
    withProcesses(1, ([process]) =>
      Effect.gen(function* () {
        const store = Context.get(process!, JobStore.JobStore)
        const frontier = Context.get(process!, Frontier.Frontier)
        const onSlow = (name: string) => newJob([`https://slow.test/${name}`], { accountId: "many", priority: 10 })
        yield* store.create(onSlow("first"))
        const [first] = (yield* frontier.claim({ count: 1, leaseMs })).pages
        const signal = { host: "slow.test", kind: "refused", retryAfterMs: 60_000 } as const
        yield* frontier.settle([settlement(first!, completed(first!), { signal })])
        for (let job = 0; job < 30; job++) yield* store.create(onSlow(String(job)))
        const { id } = yield* store.create(newJob(["https://quick.test/"], { accountId: "one" }))
        const { pages } = yield* frontier.claim({ count: 1, leaseMs })
        assert.deepStrictEqual(
          pages.map(({ jobId }) => jobId),
          [id]
        )
      })
    )
  )
})
