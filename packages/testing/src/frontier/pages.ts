/** Addresses of a job: admitted once, claimed in their order, counted until none is left. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import {
  assertBalanced,
  candidate,
  claim,
  completed,
  get,
  leaseMs,
  settle,
  settlement,
  urls,
  create,
  finalEvents,
  paths
} from "../jobs.ts"
import type { Test } from "./test.ts"

export const tests = (test: Test): void => {
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
    "claims pages whose address has no host, in turn with the others",
    Effect.gen(function* () {
      yield* create(["file:///a", "https://site.test/b", "file:///c", "https://site.test/d"])
      const claimed = [yield* claim(1), yield* claim(1), yield* claim(2)].flatMap(urls)
      assert.sameMembers(claimed, ["file:///a", "https://site.test/b", "file:///c", "https://site.test/d"])
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
    "says of pages that were added later what they were added with",
    Effect.gen(function* () {
      const { id } = yield* create(paths("0"), { keyName: "first" })
      const addition = {
        id: crypto.randomUUID(),
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
    "gives those of the smallest rank first, also what is found later or comes back",
    Effect.gen(function* () {
      const ranked = (name: string, rank?: number) =>
        candidate(`https://site.test/${name}`, rank === undefined ? {} : { rank })
      yield* create([ranked("start", 0)])
      const [start] = yield* claim(1)
      yield* settle(
        settlement(start!, completed(start!), {
          links: [ranked("c", 900), ranked("a", 10), ranked("b", 10), ranked("d", 950)]
        })
      )
      const first = yield* claim(2)
      assert.deepStrictEqual(
        first.map(({ url }) => url),
        paths("a", "b")
      )
      yield* settle(
        settlement(first[0]!, { _tag: "Released" }),
        settlement(first[1]!, completed(first[1]!), { links: [ranked("e", 5)] })
      )
      const rest: Array<string> = []
      for (let page = yield* claim(1); page.length > 0; page = yield* claim(1)) rest.push(page[0]!.url)
      assert.deepStrictEqual(rest, paths("e", "a", "c", "d"))
    })
  )

  test(
    "keeps ranked pages waiting beyond the limit, so that a better one is never left out for those found earlier",
    Effect.gen(function* () {
      const { id } = yield* create([candidate("https://site.test/start", { rank: 0 })], { limit: 2 })
      const frontier = yield* Frontier
      yield* frontier.admit(
        id,
        Array.from({ length: 1500 }, (_, n) => candidate(`https://site.test/${n}`, { rank: 1000 - Math.floor(n / 2) }))
      )
      yield* settle(settlement((yield* claim(1))[0]!))
      assert.deepStrictEqual(
        (yield* claim(1)).map(({ url }) => url),
        paths("1498")
      )
    })
  )
}
