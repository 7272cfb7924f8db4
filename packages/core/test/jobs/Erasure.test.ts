import { type ProfileKey, ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import { assert, describe, it } from "@effect/vitest"
import * as AnswerArchive from "@orbweaver/core/accounts/AnswerArchive"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { erase, type Erased, eraseOwn } from "@orbweaver/core/internal/jobs/Erasure"
import { ErasureBlocked } from "@orbweaver/core/internal/jobs/ErasureBlocked"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { MonitorStore, type StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { type ErasureTarget, scopeOf } from "@orbweaver/core/model/ErasureTarget"
import { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { PageCache } from "@orbweaver/core/scrape/PageCache"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { Fixtures } from "@orbweaver/testing"
import { Duration, Effect, Layer, type Schema } from "effect"

const stores = Layer.mergeAll(
  TemporaryJobs.layer().pipe(Layer.provide(Ledger.layerMemory)),
  BlobStore.layerMemory({ baseUrl: "https://api.test/blobs/" }),
  PageCache.layerMemory(),
  LocalIndex.layerMemory(),
  Snapshots.layerMemory(),
  AnswerArchive.AnswerArchive.layerMemory(),
  ProfileStore.layerMemory
)

const scope = (target: ErasureTarget) => Effect.runSync(scopeOf(target))

describe("what is to be erased", () => {
  it("is a host with and without `www.`, on every port, and no other", () => {
    const { covers, mentions } = scope({ host: "Example.com" })
    for (const address of ["https://example.com/", "http://www.example.com/a", "https://EXAMPLE.com:8443/"]) {
      assert.isTrue(covers(address) && mentions(`see ${address}, they say`), address)
    }
    for (const address of [
      "https://shop.example.com/",
      "https://myexample.com/",
      "https://example.com.evil.test/",
      "?"
    ]) {
      assert.isFalse(covers(address) || mentions(`see ${address}`), address)
    }
  })

  it("is a host with those below it, where that is asked for", () => {
    const { covers, mentions } = scope({ host: "example.com", subdomains: true })
    assert.isTrue(covers("https://a.b.example.com/") && mentions('{"x":"a.b.example.com"}'))
    assert.isFalse(covers("https://myexample.com/") || mentions("myexample.com"))
  })

  it("is a page, however its address is written", () => {
    const { covers, mentions } = scope({ url: "https://example.com/a?b=1#c" })
    for (const address of ["http://www.example.com/a/?b=1", "https://example.com/a/index.html?b=1#d"]) {
      assert.isTrue(covers(address) && mentions(`"${address}"`) && mentions(`It is ${address}.`), address)
    }
    for (const address of ["https://example.com/a", "https://example.com/a/c?b=1", "https://example.com/a?b=12"]) {
      assert.isFalse(covers(address) || mentions(`"${address}"`), address)
    }
  })

  it.each([
    [{ host: "https://example.com/" }, "host"],
    [{ host: "" }, "host"],
    [{ url: "example" }, "url"],
    [{ host: "a", url: "https://b.test/" }, "url"],
    [{}, "erasure"]
  ])("is refused where there cannot be such a thing: %o", async (target, named) => {
    const error = await Effect.runPromise(Effect.flip(scopeOf(target)))
    assert.strictEqual(error._tag, "InvalidInput")
    assert.include(error.message, named)
  })
})

const none = {
  jobs: 0,
  pages: 0,
  monitors: 0,
  checks: 0,
  cachedPages: 0,
  indexedPages: 0,
  snapshots: 0,
  calls: 0,
  answers: 0,
  profiles: 0,
  hosts: 0,
  blobs: 0
}

/** What `fill` puts of one host for one account into the stores that are not of jobs. */
const oneOfEach = {
  ...none,
  monitors: 1,
  checks: 1,
  cachedPages: 1,
  indexedPages: 1,
  snapshots: 1,
  calls: 0,
  answers: 1
}

/** A check of a monitor that has ended. */
const check = Effect.fnUntraced(function* (
  { accountId, id: monitorId }: Pick<StoredMonitor, "accountId" | "id">,
  output: Schema.Json
) {
  const about = { kind: "monitorCheck", accountId, monitorId, request: {}, origin: "", task: true } as const
  const { id } = yield* Fixtures.create([], about)
  yield* JobStore.use((store) => store.finish(id, output, 0))
})

const saveProfile = Effect.fnUntraced(function* (key: ProfileKey) {
  const profiles = yield* ProfileStore
  const forNow = Duration.hours(1)
  yield* profiles.claim(key, "holder", forNow)
  const request = { ...key, holder: "holder", sealedBy: "key", sealed: "", keepFor: forNow, maxProfiles: 1 }
  assert.strictEqual(yield* profiles.save(request), "saved")
})

/** Puts pages of two hosts and two accounts into all stores. */
const fill = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const picture = (owner: { readonly account: string; readonly job?: string }) =>
    blobs.put({ mediaType: "image/png", bytes: new Uint8Array(3) }, owner, Duration.hours(1))
  const run = Effect.fnUntraced(function* (
    addresses: ReadonlyArray<string>,
    more: Parameters<typeof Fixtures.newJob>[1]
  ) {
    const job = yield* Fixtures.create(addresses, more)
    for (const page of yield* Fixtures.claim(10)) {
      const document = {
        ...Fixtures.document(page.url),
        screenshot: (yield* picture({ account: job.accountId, job: job.id }))!
      }
      yield* Fixtures.settle(Fixtures.settlement(page, { _tag: "Completed", document, credits: 1, debits: [] }))
    }
    return job.id
  })
  const crawl = yield* run(["https://a.test/"], { request: { url: "https://a.test/" }, origin: "https://a.test/" })
  const batch = yield* run(["https://a.test/1", "https://b.test/1"], {
    kind: "batch",
    request: {},
    origin: "https://a.test/1"
  })
  const extract = yield* run(["https://a.test/2"], { kind: "extract", request: {}, origin: "" })
  const other = yield* run(["https://b.test/"], {
    accountId: "another",
    request: { url: "https://b.test/" },
    origin: "https://b.test/"
  })
  yield* picture({ account: "somebody" })
  yield* saveProfile({ accountId: "somebody", name: "shop" })
  for (const [accountId, host] of [
    ["somebody", "a.test"],
    ["somebody", "b.test"],
    ["another", "b.test"]
  ] as const) {
    const url = `https://${host}/`
    yield* (yield* PageCache).set(JSON.stringify([accountId, host, {}, false]), {
      url,
      status: 200,
      headers: {},
      body: new Uint8Array(1),
      capturedAt: 1
    })
    yield* (yield* LocalIndex).put({ accountId, url, title: host, description: "", markdown: "text" })
    yield* (yield* Snapshots).put({ accountId, url, tag: "" }, { capturedAt: 1, markdown: "", gone: false })
    yield* (yield* AnswerArchive.AnswerArchive).save({
      id: `${accountId}/${host}`,
      accountId,
      text: JSON.stringify(Fixtures.document(url))
    })
    const monitor = { id: `${accountId}/${host}`, accountId, createdAt: 1, value: { targets: [{ urls: [url] }] } }
    yield* (yield* MonitorStore).save(monitor)
    yield* check(monitor, {})
  }
  return { crawl, batch, extract, other }
})

const left = Effect.map(
  JobStore.use((store) => store.list({})),
  (jobs) => jobs.flatMap(({ id, kind }) => (kind === "monitorCheck" ? [] : [id]))
)

describe("erasing", () => {
  it.effect("removes all of a host, and keeps what is of others", () =>
    Effect.gen(function* () {
      const { batch, other } = yield* fill
      const counted = { ...oneOfEach, jobs: 2, pages: 1 }
      assert.deepStrictEqual(yield* erase({ host: "a.test" }, { dryRun: true }), counted)
      // Three of jobs, and the one of a single scrape, which does not say what it shows.
      assert.deepStrictEqual(yield* erase({ host: "a.test" }), { ...counted, blobs: 4 })
      assert.deepStrictEqual(yield* erase({ host: "a.test" }), none)
      assert.sameMembers([...(yield* left)], [batch, other])
      const results = yield* JobStore.use((store) => store.results(batch, { after: 0, limit: 10 }))
      assert.deepStrictEqual(
        results.map(({ url }) => url),
        ["about:blank", "https://b.test/1"]
      )
      const { answers, indexedPages, jobs, monitors } = yield* erase({ host: "b.test" }, { dryRun: true })
      assert.deepStrictEqual(
        { answers, indexedPages, jobs, monitors },
        { answers: 2, indexedPages: 2, jobs: 1, monitors: 2 }
      )
    }).pipe(Effect.provide(stores))
  )

  it.effect("removes all that an account has", () =>
    Effect.gen(function* () {
      const { other } = yield* fill
      const { profiles } = yield* erase({ account: "somebody" }, { dryRun: true })
      assert.strictEqual(profiles, 1)
      const counts = yield* erase({ account: "somebody" })
      assert.deepStrictEqual(counts, {
        jobs: 3,
        pages: 0,
        monitors: 2,
        checks: 2,
        cachedPages: 2,
        indexedPages: 2,
        snapshots: 2,
        calls: 0,
        answers: 2,
        profiles: 1,
        hosts: 0,
        blobs: 5
      })
      assert.deepStrictEqual(yield* left, [other])
    }).pipe(Effect.provide(stores))
  )

  it.effect("removes what one account has of a host, and nothing of others", () =>
    Effect.gen(function* () {
      const { batch, crawl, extract, other } = yield* fill
      const blobs = yield* BlobStore
      const kept = (yield* blobs.put(
        { mediaType: "image/png", bytes: new Uint8Array(3) },
        { account: "somebody" },
        Duration.hours(1)
      ))!
      yield* check({ accountId: "somebody", id: "somebody/a.test" }, { pages: ["https://b.test/"] })
      assert.deepStrictEqual(yield* eraseOwn("nobody", { host: "b.test" }), none)
      const counted = { ...oneOfEach, jobs: 1 }
      assert.deepStrictEqual(yield* eraseOwn("another", { host: "b.test", dryRun: true }), counted)
      assert.deepStrictEqual(yield* eraseOwn("another", { host: "b.test" }), { ...counted, blobs: 1 })
      assert.deepStrictEqual(yield* eraseOwn("another", { everything: true }), none)
      assert.isDefined(yield* blobs.get(kept.slice(kept.lastIndexOf("/") + 1)))
      assert.sameMembers([...(yield* left)], [crawl, batch, extract])
      assert.notInclude(yield* left, other)
      const { answers, cachedPages, checks, indexedPages, monitors, pages, snapshots } = yield* eraseOwn("somebody", {
        url: "https://b.test/"
      })
      assert.deepStrictEqual(
        { answers, cachedPages, checks, indexedPages, monitors, pages, snapshots },
        { answers: 1, cachedPages: 1, checks: 2, indexedPages: 1, monitors: 1, pages: 0, snapshots: 1 }
      )
    }).pipe(Effect.provide(stores))
  )

  it.effect("forgets how a host is asked where the account has a page of it", () =>
    Effect.gen(function* () {
      const store = yield* JobStore
      for (const accountId of ["one", "another"]) {
        const url = `https://${accountId}.test/`
        const more = { kind: "batch", request: {}, origin: "", accountId } as const
        yield* store.move((yield* Fixtures.create([url], more)).id, "cancelled")
        yield* Frontier.use((frontier) => frontier.pace(`${accountId}.test`, 60_000))
      }
      const all = { host: "test", subdomains: true }
      const hosts = (erased: Erased) => erased.hosts
      assert.strictEqual(hosts(yield* erase(all, { dryRun: true })), 2)
      assert.strictEqual(hosts(yield* eraseOwn("nobody", all)), 0)
      assert.strictEqual(hosts(yield* eraseOwn("one", all)), 1)
      assert.strictEqual(hosts(yield* erase(all)), 1)
    }).pipe(Effect.provide(stores))
  )

  it.each([
    [{}, "host"],
    [{ subdomains: true, url: "https://a.test/" }, "subdomains"],
    [{ host: "a.test", url: "https://a.test/" }, "url"],
    [{ host: "a.test", everything: true }, "everything"],
    [{ host: "https://a.test/" }, "host"],
    [{ url: "a.test" }, "url"]
  ])("names the field of a request that it refuses: %o", async (request, field) => {
    const error = await Effect.runPromise(Effect.flip(eraseOwn("a", request)).pipe(Effect.provide(stores)))
    assert.strictEqual(error._tag, "InvalidInput")
    assert.deepStrictEqual(error._tag === "InvalidInput" && error.issues.map(({ path }) => path), [[field]])
  })

  it.effect("erases nothing while a job with such a page runs, and names the job", () =>
    Effect.gen(function* () {
      yield* fill
      const { id } = yield* Fixtures.create(["https://a.test/x", "https://c.test/"], {
        kind: "batch",
        request: {},
        origin: ""
      })
      const error = yield* Effect.flip(erase({ host: "a.test" }))
      assert.instanceOf(error, ErasureBlocked)
      assert.deepStrictEqual(error.ids, [id])
      assert.lengthOf(yield* left, 5)
      yield* JobStore.use((store) => store.move(id, "cancelled"))
      assert.strictEqual((yield* erase({ host: "a.test" })).pages, 2)
    }).pipe(Effect.provide(stores))
  )
})
