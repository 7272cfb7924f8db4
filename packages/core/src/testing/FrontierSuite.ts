/**
 * What every `Frontier` must do, together with the `JobStore` it shares its
 * transactions with. The layer is built afresh for every test.
 */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { local } from "../Account.ts"
import { Frontier, maxLosses } from "../Frontier.ts"
import type { JobId } from "../Job.ts"
import { type JobStores, JobStore } from "../JobStore.ts"
import { Ledger } from "../Ledger.ts"
import { fingerprint } from "../UrlIdentity.ts"
import { assertBalanced, candidate, claim, completed, get, leaseMs, newJob, settle, settlement, urls } from "./jobs.ts"

const paths = (...names: ReadonlyArray<string>) => names.map((name) => `https://site.test/${name}`)

const create = (...given: Parameters<typeof newJob>) => JobStore.use((store) => store.create(newJob(...given)))

const finalEvents = (id: JobId) =>
  Effect.map(
    JobStore.use((store) => store.events(id, { after: 0, limit: 10_000 })),
    (events) => events.filter(({ type }) => ["completed", "failed", "cancelled"].includes(type)).map(({ type }) => type)
  )

const year = (from: string, to: string) => ({ start: DateTime.makeUnsafe(from), end: DateTime.makeUnsafe(to) })
const ever = year("1960-01-01T00:00:00Z", "2200-01-01T00:00:00Z")

export const suite = <E>(name: string, layer: Layer.Layer<JobStores | Ledger, E>) => {
  const test = (title: string, body: Effect.Effect<void, unknown, JobStores | Ledger>) =>
    it.effect(title, () => body.pipe(Effect.provide(layer)), { timeout: 60_000 })

  describe(`Frontier (${name})`, () => {
    test(
      "admits a page once and counts every address",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b", "a"))
        const added = yield* Frontier.use((frontier) =>
          frontier.admit(id, [
            candidate("https://site.test/b"),
            candidate("https://site.test/c"),
            candidate("https://site.test/x.png", { decision: { admit: false, reason: "fileType", rule: "png" } })
          ])
        )
        assert.strictEqual(added, 1)
        const job = yield* get(id)
        assertBalanced(job, 4)
        assert.deepInclude(job.counts, { queued: 3, skipped: 1 })
      })
    )

    test(
      "claims each page once, first admitted first",
      Effect.gen(function* () {
        yield* create(paths("a", "b", "c"))
        assert.deepStrictEqual(urls(yield* claim(2)), paths("a", "b"))
        assert.deepStrictEqual(urls(yield* claim(2)), paths("c"))
        assert.deepStrictEqual(yield* claim(2), [])
      })
    )

    test(
      "follows links one deeper than their page and ends when nothing is left",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [a] = yield* claim(1)
        yield* settle(settlement(a!, completed(a!), { links: paths("a", "b").map((url) => candidate(url)) }))
        const [b] = yield* claim(5)
        assert.deepInclude(b, { url: "https://site.test/b", depth: 1, attempt: 1 })
        assert.strictEqual((yield* get(id)).status, "scraping")
        yield* settle(settlement(b!))
        const job = yield* get(id)
        assert.strictEqual(job.status, "completed")
        assertBalanced(job, 2)
        assert.strictEqual(job.creditsUsed, 2)
        assert.deepStrictEqual(yield* finalEvents(id), ["completed"])
      })
    )

    test(
      "settles and claims in one go: what the settled page led to is there at once",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { maxConcurrency: 1 })
        const [a] = yield* claim(1)
        const links = paths("b", "c").map((url) => candidate(url))
        const { pages } = yield* Frontier.use((frontier) =>
          frontier.exchange([settlement(a!, completed(a!), { links })], { count: 5, leaseMs })
        )
        assert.deepStrictEqual(urls(pages), paths("b"))
        const job = yield* get(id)
        assertBalanced(job, 3)
        assert.deepInclude(job.counts, { completed: 1, active: 1, queued: 1 })
        const last = yield* Frontier.use((frontier) =>
          frontier.exchange([settlement(a!), settlement(pages[0]!)], { count: 0, leaseMs })
        )
        assert.deepStrictEqual(last.pages, [])
        assert.deepInclude((yield* get(id)).counts, { completed: 2, active: 0, queued: 1 })
      })
    )

    test(
      "lets no more pages succeed than the limit, and gives a failed page's place to the next",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b", "c", "d"), { limit: 2 })
        const first = yield* claim(10)
        assert.deepStrictEqual(urls(first), paths("a", "b"))
        yield* settle(settlement(first[0]!, { _tag: "Failed", error: "broken" }))
        const second = yield* claim(10)
        assert.deepStrictEqual(urls(second), paths("c"))
        yield* settle(settlement(first[1]!), settlement(second[0]!))
        const job = yield* get(id)
        assert.strictEqual(job.status, "completed")
        assertBalanced(job, 4)
        assert.deepInclude(job.counts, { completed: 2, failed: 1, skipped: 1 })
      })
    )

    test(
      "ends a crawl whose only page fails, and lists why",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [a] = yield* claim(1)
        yield* settle(settlement(a!, { _tag: "Failed", error: "The page did not load", code: "SCRAPE_TIMEOUT" }))
        assert.strictEqual((yield* get(id)).status, "completed")
        const [failure] = yield* JobStore.use((store) => store.failures(id, { after: 0, limit: 10 }))
        assert.deepInclude(failure, { url: a!.url, error: "The page did not load", code: "SCRAPE_TIMEOUT" })
      })
    )

    test(
      "refuses the writing of a worker that lost its lease: a page is recorded and charged once",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [slow] = yield* claim(1)
        yield* TestClock.adjust(leaseMs + 1)
        assert.strictEqual(yield* Frontier.use(({ reclaim }) => reclaim), 1)
        assert.deepStrictEqual(yield* settle(settlement(slow!)), ["lost"])
        const [fast] = yield* claim(1)
        assert.isAbove(fast!.token, slow!.token)
        assert.deepStrictEqual(yield* settle(settlement(slow!)), ["lost"])
        assert.deepStrictEqual(yield* settle(settlement(fast!)), ["settled"])
        assert.deepStrictEqual(yield* settle(settlement(fast!), settlement(slow!)), ["lost", "lost"])
        assert.lengthOf(yield* JobStore.use((store) => store.results(id, { after: 0, limit: 10 })), 1)
        assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), 1)
      })
    )

    test(
      "keeps a page whose worker's heart beats",
      Effect.gen(function* () {
        yield* create(paths("a"))
        const [a] = yield* claim(1)
        for (let beat = 0; beat < 3; beat++) {
          yield* TestClock.adjust(leaseMs - 1000)
          assert.deepStrictEqual(yield* Frontier.use((frontier) => frontier.heartbeat([a!], leaseMs)), [])
        }
        assert.strictEqual(yield* Frontier.use(({ reclaim }) => reclaim), 0)
        assert.deepStrictEqual(yield* settle(settlement(a!)), ["settled"])
      })
    )

    test(
      "fails a page that stops every worker",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        for (let loss = 0; loss < maxLosses; loss++) {
          assert.lengthOf(yield* claim(1), 1)
          yield* TestClock.adjust(leaseMs + 1)
          yield* Frontier.use(({ reclaim }) => reclaim)
        }
        const job = yield* get(id)
        assert.strictEqual(job.status, "completed")
        assert.strictEqual(job.counts.failed, 1)
        assertBalanced(job, 1)
      })
    )

    test(
      "cancels what waits and what runs, keeps what is done, and says so once",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b", "c"))
        const [a, b] = yield* claim(2)
        yield* settle(settlement(a!))
        assert.isTrue(yield* JobStore.use((store) => store.move(id, "cancelled")))
        assert.isFalse(yield* JobStore.use((store) => store.move(id, "cancelled")))
        assert.deepStrictEqual(
          (yield* Frontier.use((frontier) => frontier.heartbeat([b!], leaseMs))).map(({ page }) => page),
          [b!.page]
        )
        assert.deepStrictEqual(yield* settle(settlement(b!)), ["lost"])
        assert.deepStrictEqual(yield* claim(5), [])
        const job = yield* get(id)
        assertBalanced(job, 3)
        assert.deepInclude(job.counts, { completed: 1, cancelled: 2 })
        assert.deepStrictEqual(yield* finalEvents(id), ["cancelled"])
        assert.lengthOf(yield* JobStore.use((store) => store.results(id, { after: 0, limit: 10 })), 1)
        const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/c")))
        assert.strictEqual(record?.state, "cancelled")
      })
    )

    test(
      "pauses and goes on where it was",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b"))
        const [a] = yield* claim(1)
        assert.isTrue(yield* JobStore.use((store) => store.move(id, "paused")))
        assert.lengthOf(yield* Frontier.use((frontier) => frontier.heartbeat([a!], leaseMs)), 1)
        assert.deepStrictEqual(yield* settle(settlement(a!, { _tag: "Released" })), ["settled"])
        assert.deepStrictEqual(yield* claim(5), [])
        assert.isTrue(yield* JobStore.use((store) => store.move(id, "scraping")))
        const pages = yield* claim(5)
        assert.sameMembers([...urls(pages)], paths("a", "b"))
        yield* settle(...pages.map((page) => settlement(page)))
        const job = yield* get(id)
        assert.strictEqual(job.status, "completed")
        assertBalanced(job, 2)
      })
    )

    test(
      "reconsiders a page that was met too deep, and what lies behind it, when a shorter way appears",
      Effect.gen(function* () {
        const { id } = yield* create(paths("start", "other"), { maxDepth: 2 })
        const settleWithLinks = Effect.fnUntraced(function* (name: string, links: ReadonlyArray<string>) {
          const pages = yield* claim(10)
          const page = pages.find(({ url }) => url.endsWith(`/${name}`))!
          yield* settle(
            ...pages.map((one) =>
              one === page
                ? settlement(one, completed(one), { links: links.map((url) => candidate(url)) })
                : settlement(one, { _tag: "Released" })
            )
          )
        })
        yield* settleWithLinks("start", paths("one"))
        yield* settleWithLinks("one", paths("two"))
        yield* settleWithLinks("two", paths("three"))
        const three = () => JobStore.use((store) => store.page(id, fingerprint("https://site.test/three")))
        assert.deepInclude(yield* three(), { state: "skipped", reason: "depth", depth: 3 })
        yield* settleWithLinks("other", paths("two"))
        assert.deepInclude(yield* three(), { state: "queued", depth: 2 })
        const [last] = yield* claim(10)
        assert.deepInclude(last, { url: "https://site.test/three", depth: 2 })
        yield* settle(settlement(last!, completed(last!), { links: paths("four").map((url) => candidate(url)) }))
        const job = yield* get(id)
        assert.strictEqual(job.status, "completed")
        assertBalanced(job, 6)
        assert.deepInclude(job.counts, { completed: 5, skipped: 1 })
      })
    )

    test(
      "merges a page that redirects to another page of the job, without charging it",
      Effect.gen(function* () {
        const { id } = yield* create(paths("old", "new", "older"))
        const [old, young, older] = yield* claim(3)
        const finalKey = fingerprint("https://site.test/new")
        const answerKey = fingerprint("answer of https://site.test/new")
        assert.deepStrictEqual(yield* settle(settlement(young!, completed(young!), { answerKey })), ["settled"])
        assert.deepStrictEqual(yield* settle(settlement(old!, completed(old!), { answerKey, finalKey })), ["duplicate"])
        assert.deepStrictEqual(
          yield* settle(settlement(older!, completed(older!), { finalKey: fingerprint("https://site.test/else") })),
          ["settled"]
        )
        const job = yield* get(id)
        assertBalanced(job, 3)
        assert.deepInclude(job.counts, { completed: 2, skipped: 1 })
        assert.strictEqual(job.creditsUsed, 2)
        assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), 2)
        const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/old")))
        assert.deepInclude(record, { state: "skipped", reason: "duplicate", rule: "https://site.test/new" })
        // The address that answered is the page too: a later link to it is not another one.
        const elsewhere = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/else")))
        assert.strictEqual(elsewhere?.url, "https://site.test/older")
      })
    )

    for (const together of [true, false]) {
      test(
        `keeps what a page was redirected to while the page of that address waits, and once (${together ? "in one go" : "one by one"})`,
        Effect.gen(function* () {
          const { id } = yield* create(paths("old", "new", "older", "away", "lost"))
          const [old, young, older, away, lost] = yield* claim(5)
          const keysOf = (path: string) => ({
            finalKey: fingerprint(`https://site.test/${path}`),
            answerKey: fingerprint(`answer of https://site.test/${path}`)
          })
          const settlements = [
            settlement(old!, completed(old!), keysOf("new")),
            settlement(older!, completed(older!), keysOf("new")),
            settlement(young!, completed(young!), { answerKey: keysOf("new").answerKey }),
            settlement(away!, completed(away!), keysOf("lost")),
            settlement(lost!, { _tag: "Failed", error: "gone" })
          ]
          const settled = together
            ? yield* settle(...settlements)
            : yield* Effect.map(
                Effect.forEach(settlements, (one) => settle(one)),
                (each) => each.flat()
              )
          assert.deepStrictEqual(settled, ["settled", "duplicate", "duplicate", "settled", "settled"])
          const job = yield* get(id)
          assertBalanced(job, 5)
          assert.deepInclude(job.counts, { completed: 2, skipped: 2, failed: 1 })
          const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/new")))
          assert.deepInclude(record, { state: "skipped", reason: "duplicate", rule: "https://site.test/old" })
        })
      )
    }

    for (const order of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1]
    ]) {
      for (const together of [true, false]) {
        test(
          `merges pages that say the same and call one page canonical, whichever comes first (${order.join("")}, ${together ? "in one go" : "one by one"})`,
          Effect.gen(function* () {
            const { id } = yield* create(paths("page", "page?from=here", "page?from=there", "page?other"))
            const pages = yield* claim(4)
            const key = fingerprint("https://site.test/page")
            const said = (page: (typeof pages)[number], contentHash: string) =>
              settlement(page, completed(page, 1, { contentHash }), {
                canonicalKey: page === pages[0] ? undefined : key,
                contentKey: fingerprint(`${contentHash} https://site.test/page`)
              })
            const settlements = order.map((index) => said(pages[index]!, "same"))
            const settled = together
              ? yield* settle(...settlements)
              : yield* Effect.map(
                  Effect.forEach(settlements, (one) => settle(one)),
                  (each) => each.flat()
                )
            assert.deepStrictEqual(settled, ["settled", "duplicate", "duplicate"])
            // A canonical that is wrong merges nothing.
            assert.deepStrictEqual(yield* settle(said(pages[3]!, "else")), ["settled"])
            const job = yield* get(id)
            assertBalanced(job, 4)
            assert.deepInclude(job.counts, { completed: 2, skipped: 2 })
          })
        )
      }
    }

    test(
      "merges two pages that redirect to one address, though they end at once",
      Effect.gen(function* () {
        const { id } = yield* create(paths("old", "older"))
        const [old, older] = yield* claim(2)
        const finalKey = fingerprint("https://site.test/new")
        assert.deepStrictEqual(
          yield* settle(
            settlement(old!, completed(old!), { finalKey }),
            settlement(older!, completed(older!), { finalKey })
          ),
          ["settled", "duplicate"]
        )
        assert.deepInclude((yield* get(id)).counts, { completed: 1, skipped: 1 })
      })
    )

    test(
      "leaves nothing set aside for a page that is another one, or that ended after its job",
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const plan = { ...local.plan, credits: 100 }
        const held = Effect.map(ledger.balance({ ...local, id: "somebody", plan }, "credits"), (sums) => sums.held)
        const { id } = yield* create(paths("old", "new", "late"))
        const pages = yield* claim(3)
        for (const { jobId, page } of pages) {
          const hold = {
            id: `scrape/${jobId}/${page}`,
            unit: "credits",
            amount: 1,
            expiresAfter: Duration.hours(1)
          } as const
          yield* ledger.reserve({ ...local, id: "somebody", plan }, hold)
        }
        assert.strictEqual(yield* held, 3)
        const finalKey = fingerprint("https://site.test/new")
        yield* settle(settlement(pages[0]!, completed(pages[0]!), { finalKey }))
        assert.strictEqual(yield* held, 2)
        yield* settle(settlement(pages[1]!))
        assert.strictEqual(yield* held, 1)
        yield* JobStore.use((store) => store.move(id, "cancelled"))
        assert.deepStrictEqual(yield* settle(settlement(pages[2]!)), ["lost"])
        assert.strictEqual(yield* held, 0)
      })
    )

    test(
      "tries a page again when it is time",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [first] = yield* claim(1)
        yield* settle(settlement(first!, { _tag: "Retry", afterMs: 5000 }))
        const early = yield* Frontier.use((frontier) => frontier.claim({ count: 1, leaseMs }))
        assert.deepStrictEqual(early.pages, [])
        assert.isDefined(early.nextAt)
        assert.strictEqual((yield* get(id)).counts.queued, 1)
        yield* TestClock.adjust(5000)
        const [again] = yield* claim(1)
        assert.deepInclude(again, { url: first!.url, attempt: 2 })
      })
    )

    test(
      "starts no more pages of a host than it allows, over all jobs",
      Effect.gen(function* () {
        const many = Array.from({ length: 60 }, (_, index) => String(index))
        yield* create(paths(...many))
        yield* create(paths(...many))
        const pages = yield* claim(100)
        assert.lengthOf(pages, 32)
        yield* settle(
          settlement(
            pages[0]!,
            { _tag: "Retry", afterMs: 1 },
            { signal: { host: "site.test", kind: "refused", retryAfterMs: 10_000 } }
          )
        )
        yield* settle(...pages.slice(1).map((page) => settlement(page)))
        const refused = yield* Frontier.use((frontier) => frontier.claim({ count: 100, leaseMs }))
        assert.deepStrictEqual(refused.pages, [])
        assert.isDefined(refused.nextAt)
        yield* TestClock.adjust(10_001)
        assert.lengthOf(yield* claim(100), 16)
      })
    )

    test(
      "keeps the delay that a host asks for between two starts",
      Effect.gen(function* () {
        yield* create(paths("a", "b", "c"))
        const [a] = yield* claim(1)
        yield* settle(
          settlement(a!, completed(a!), { signal: { host: "site.test", kind: "good", crawlDelayMs: 2000 } })
        )
        assert.lengthOf(yield* claim(10), 0)
        yield* TestClock.adjust(2000)
        assert.lengthOf(yield* claim(10), 1)
        assert.lengthOf(yield* claim(10), 0)
        yield* TestClock.adjust(2000)
        assert.lengthOf(yield* claim(10), 1)
      })
    )

    test(
      "scrapes one page at a time when the job asks for a delay",
      Effect.gen(function* () {
        yield* create(paths("a", "b"), { delayMs: 1000 })
        const first = yield* claim(10)
        assert.lengthOf(first, 1)
        yield* settle(settlement(first[0]!))
        assert.lengthOf(yield* claim(10), 0)
        yield* TestClock.adjust(1000)
        assert.lengthOf(yield* claim(10), 1)
      })
    )

    test(
      "loses and repeats nothing when the clock jumps, ahead or back",
      Effect.gen(function* () {
        yield* TestClock.setTime(1_800_000_000_000)
        const { id } = yield* create(paths("a", "b", "c", "d"), { limit: 100 })
        const [a, b] = yield* claim(2)
        yield* TestClock.setTime(1_800_000_000_000 + 86_400_000)
        // A day later all at once: the leases are over, although the worker is not.
        assert.strictEqual(yield* Frontier.use((frontier) => frontier.reclaim), 2)
        const again = yield* claim(1)
        assert.deepStrictEqual(yield* settle(settlement(a!), settlement(b!)), ["lost", "lost"])
        yield* settle(settlement(again[0]!))
        // And back again: what was written in the future keeps nothing from going on.
        yield* TestClock.setTime(1_800_000_000_000)
        for (;;) {
          const pages = yield* claim(10)
          if (pages.length === 0) break
          yield* settle(...pages.map((page) => settlement(page)))
        }
        const job = yield* get(id)
        assertBalanced(job, 4)
        assert.deepInclude(job, { status: "completed", creditsUsed: 4 })
      })
    )

    test(
      "does not wait for a day when the clock is set back by one",
      Effect.gen(function* () {
        yield* TestClock.setTime(1_800_086_400_000)
        yield* create(paths("a", "b"), { delayMs: 1000 })
        const [first] = yield* claim(1)
        const refused = { host: "site.test", kind: "refused", retryAfterMs: 20_000 } as const
        yield* settle(settlement(first!, completed(first!), { signal: refused }))
        assert.lengthOf(yield* claim(1), 0)
        yield* TestClock.setTime(1_800_000_000_000)
        assert.lengthOf(yield* claim(1), 1)
      })
    )

    test(
      "respects the concurrency of jobs and accounts, and serves the account with less running first",
      Effect.gen(function* () {
        const hosted = (host: string, count: number) =>
          Array.from({ length: count }, (_, index) => candidate(`https://${host}/${index}`))
        const busy = yield* create(hosted("busy.test", 20), { accountId: "busy", accountConcurrency: 5 })
        assert.lengthOf(yield* claim(3), 3)
        const second = yield* create(hosted("second.test", 20), { accountId: "busy", accountConcurrency: 5 })
        const quiet = yield* create(hosted("quiet.test", 20), { accountId: "quiet", maxConcurrency: 4 })
        const pages = yield* claim(20)
        const of = (id: string) => pages.filter(({ jobId }) => jobId === id).length
        assert.strictEqual(of(quiet.id), 4)
        assert.strictEqual(of(busy.id) + of(second.id), 2)
        assert.strictEqual(pages[0]!.jobId, quiet.id)
        assert.isTrue((yield* get(busy.id)).concurrencyLimited || (yield* get(second.id)).concurrencyLimited)
      })
    )

    test(
      "says of pages that were added later what they were added with",
      Effect.gen(function* () {
        const { id } = yield* create(paths("0"), { keyName: "first" })
        const addition = {
          id: SecureRandom.uuidV4Unsafe(),
          keyName: "second",
          request: { scrapeOptions: { mobile: true } }
        }
        const frontier = yield* Frontier
        yield* frontier.admit(
          id,
          paths("0", "1").map((url) => candidate(url)),
          { addition }
        )
        yield* frontier.admit(
          id,
          paths("2").map((url) => candidate(url)),
          { addition }
        )
        yield* frontier.admit(
          id,
          paths("3").map((url) => candidate(url))
        )
        const pages = yield* claim(10)
        assert.deepStrictEqual(
          pages.map((page) => page.addition),
          [undefined, addition, addition, undefined]
        )
        // What they lead to is found by the job.
        yield* settle(settlement(pages[1]!, completed(pages[1]!), { links: [candidate("https://site.test/4")] }))
        const [found] = yield* claim(10)
        assert.isUndefined(found!.addition)
      })
    )

    test(
      "gives every page to one of two workers on one job",
      Effect.gen(function* () {
        const { id } = yield* create(paths("0"), { limit: 1000 })
        const worker = Effect.gen(function* () {
          for (;;) {
            const pages = yield* claim(7)
            if (pages.length === 0 && (yield* get(id)).status !== "scraping") return
            yield* settle(
              ...pages.map((page) => {
                const number = Number(page.url.split("/").at(-1))
                const links = [number * 2 + 1, number * 2 + 2]
                  .filter((next) => next < 200)
                  .map((next) => candidate(`https://site.test/${next}`))
                return settlement(page, completed(page), { links })
              })
            )
            yield* Effect.yieldNow
          }
        })
        yield* Effect.all([worker, worker], { concurrency: "unbounded" })
        const job = yield* get(id)
        assertBalanced(job, 200)
        assert.strictEqual(job.counts.completed, 200)
        const results = yield* JobStore.use((store) => store.results(id, { after: 0, limit: 1000 }))
        assert.strictEqual(new Set(urls(results)).size, 200)
        assert.deepStrictEqual(
          results.map(({ position }) => position),
          Array.from({ length: 200 }, (_, index) => index + 1)
        )
        assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), 200)
      })
    )

    it.effect.prop(
      "keeps every address in one state whatever happens in whatever order",
      [
        Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))).check(Schema.isMaxLength(30)),
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))
      ],
      ([steps, limit]) =>
        Effect.gen(function* () {
          const { id } = yield* create(paths("0", "1"), { limit, maxDepth: 3 })
          let held: Array<Effect.Success<ReturnType<typeof claim>>[number]> = []
          let next = 2
          for (const step of steps) {
            const page = held[0]
            const links = [
              candidate(`https://site.test/${next}`),
              candidate(`https://site.test/${yield* Random.nextIntBetween(0, next)}`)
            ]
            if (step <= 3) held.push(...(yield* claim(step + 1)))
            else if (step === 9) {
              yield* TestClock.adjust(leaseMs + 1)
              yield* Frontier.use(({ reclaim }) => reclaim)
            } else if (step === 8) {
              yield* JobStore.use((store) => store.move(id, "paused"))
              yield* JobStore.use((store) => store.move(id, "scraping"))
            } else if (page !== undefined) {
              next++
              held = held.slice(1)
              if (step === 4) yield* settle(settlement(page, { _tag: "Failed", error: "no" }))
              if (step === 5) yield* settle(settlement(page, { _tag: "Retry", afterMs: 10 }))
              if (step === 6)
                yield* settle(
                  settlement(page, completed(page), { links }),
                  settlement(page, completed(page), { links })
                )
              if (step === 7)
                yield* settle(
                  settlement(page, completed(page), { links, finalKey: fingerprint(`https://site.test/${step}`) })
                )
            }
            assertBalanced(yield* get(id))
          }
          // Whatever was done, the job ends when its pages do.
          for (let round = 0; round < 60 && (yield* get(id)).status === "scraping"; round++) {
            yield* TestClock.adjust(leaseMs + 1)
            yield* Frontier.use(({ reclaim }) => reclaim)
            yield* settle(...(yield* claim(10)).map((page) => settlement(page)))
          }
          const job = yield* get(id)
          assert.strictEqual(job.status, "completed")
          assertBalanced(job)
          assert.deepStrictEqual(yield* finalEvents(id), ["completed"])
          assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("somebody", "credits", ever)), job.creditsUsed)
        }).pipe(Effect.provide(layer)),
      { timeout: 120_000 }
    )
  })
}
