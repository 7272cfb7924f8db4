// What a team erases over HTTP: its own, and nothing of another team's.
import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import { sqlite } from "@orbweaver/storage"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, FileSystem, Layer } from "effect"
import { over } from "../../assembly.ts"
import { client, clientOf, keys, KeysTest } from "../../fixtures.ts"

/** A server over a file; `traces` counts how often a text is in the files of its store. */
const setup = (working: boolean) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped()
    const site = yield* TestSite
    const call = yield* clientOf(over(sqlite(`${folder}/store.sqlite`), { working }).pipe(Layer.provideMerge(KeysTest)))
    const traces = (text: string) =>
      Effect.gen(function* () {
        let count = 0
        for (const name of yield* files.readDirectory(folder)) {
          const bytes = yield* files.readFile(`${folder}/${name}`)
          count += Buffer.from(bytes).toString("latin1").split(text).length - 1
        }
        return count
      })
    return { call, traces, at: (path: string) => site.url(path).href, host: site.url("/") }
  })

type Parts = Effect.Success<ReturnType<typeof setup>>

const test = <E>(name: string, body: (parts: Parts) => Effect.Effect<void, E>, { working = true } = {}) =>
  it.live(name, () =>
    Effect.scoped(Effect.flatMap(setup(working), body)).pipe(Effect.provide([TestSite.layer, NodeFileSystem.layer]))
  )

const other = { key: keys.other }

/** A batch of one page, and a single scrape of it, both done. */
const scrapeBoth = Effect.fnUntraced(function* ({ at, call }: Parts, as: { readonly key: string }) {
  const { body } = yield* call("POST", "/v2/batch/scrape", { urls: [at("/page")] }, as)
  while ((yield* call("GET", `/v2/batch/scrape/${body.id}`, undefined, as)).body.status === "scraping") {
    yield* Effect.sleep(20)
  }
  const scraped = yield* call("POST", "/v2/scrape", { url: at("/page") }, as)
  return { batch: `/v2/batch/scrape/${body.id}`, scrape: `/v2/scrape/${scraped.body.data.metadata.scrapeId}` }
})

const none = {
  jobs: 0,
  pages: 0,
  monitors: 0,
  checks: 0,
  cachedPages: 0,
  indexedPages: 0,
  snapshots: 0,
  answers: 0,
  calls: 0,
  profiles: 0,
  hosts: 0,
  blobs: 0
}

describe("POST /v2/team/erase", () => {
  test("erases what the team has of a host, and leaves no trace of it in the files of the store", (parts) =>
    Effect.gen(function* () {
      const { at, call, host, traces } = parts
      const mine = yield* scrapeBoth(parts, { key: keys.rich })
      const theirs = yield* scrapeBoth(parts, other)
      const monitor = {
        name: "prices",
        schedule: { cron: "0 0 1 1 *" },
        targets: [{ type: "scrape", urls: [at("/b")] }]
      }
      for (const as of [{}, other]) assert.strictEqual((yield* call("POST", "/v2/monitor", monitor, as)).status, 200)
      const target = { host: host.hostname }
      const found = { ...none, pages: 1, monitors: 1, cachedPages: 1, answers: 1 }

      const dry = yield* call("POST", "/v2/team/erase", { ...target, dryRun: true })
      assert.deepStrictEqual([dry.status, dry.body], [200, { success: true, dryRun: true, erased: found }])
      assert.strictEqual((yield* call("GET", mine.scrape)).status, 200)

      const done = yield* call("POST", "/v2/team/erase", target)
      assert.deepStrictEqual([done.status, done.body], [200, { success: true, dryRun: false, erased: found }])
      assert.strictEqual((yield* call("GET", mine.scrape)).status, 404)
      assert.strictEqual((yield* call("GET", mine.batch)).body.data[0].metadata.sourceURL, "about:blank")
      assert.deepStrictEqual((yield* call("GET", "/v2/monitor")).body.data, [])

      assert.strictEqual((yield* call("GET", theirs.scrape, undefined, other)).status, 200)
      assert.strictEqual(
        (yield* call("GET", theirs.batch, undefined, other)).body.data[0].metadata.sourceURL,
        at("/page")
      )
      assert.lengthOf((yield* call("GET", "/v2/monitor", undefined, other)).body.data, 1)
      assert.isAbove(yield* traces(host.host), 0)

      assert.deepStrictEqual((yield* call("POST", "/v2/team/erase", { everything: true }, other)).body.erased, {
        ...none,
        jobs: 1,
        monitors: 1,
        cachedPages: 1,
        answers: 1
      })
      assert.strictEqual(yield* traces(host.host), 0)
    }))

  test(
    "erases nothing while a job of the team with such a page runs, and names it",
    ({ at, call, host }) =>
      Effect.gen(function* () {
        yield* call("POST", "/v2/batch/scrape", { urls: [at("/page")] }, other)
        const { body } = yield* call("POST", "/v2/batch/scrape", { urls: [at("/page")] })
        const refused = yield* call("POST", "/v2/team/erase", { host: host.hostname })
        assert.deepStrictEqual(
          [refused.status, refused.body.code, refused.body.details],
          [409, "ERASURE_BLOCKED", { ids: [body.id] }]
        )
        yield* call("DELETE", `/v2/batch/scrape/${body.id}`)
        assert.strictEqual((yield* call("POST", "/v2/team/erase", { url: at("/page") })).body.erased.pages, 1)
      }),
    { working: false }
  )

  test("answers 400 with the field that is wrong", ({ call }) =>
    Effect.gen(function* () {
      for (const [body, path] of [
        [{}, ["host"]],
        [{ host: "https://example.com/" }, ["host"]],
        [{ host: "a".repeat(300) }, ["host"]],
        [{ url: "example" }, ["url"]],
        [{ host: "example.com", url: "https://example.com/" }, ["url"]],
        [{ host: "example.com", everything: true }, ["everything"]],
        [{ url: "https://example.com/", subdomains: true }, ["subdomains"]],
        [{ host: "example.com", dryRun: "yes" }, ["dryRun"]],
        [{ account: "other" }, []]
      ] as const) {
        const refused = yield* call("POST", "/v2/team/erase", body)
        assert.strictEqual(refused.status, 400, JSON.stringify(body))
        const paths = refused.body.details.map((issue: { readonly path: ReadonlyArray<string> }) => issue.path)
        assert.deepInclude(paths, path, JSON.stringify(body))
      }
    }))

  test("is not for keys that only read", ({ call }) =>
    Effect.gen(function* () {
      const { status } = yield* call("POST", "/v2/team/erase", { everything: true }, { key: keys.reader })
      assert.strictEqual(status, 403)
    }))

  it.live("answers 501 without stores", () =>
    Effect.gen(function* () {
      const call = yield* client
      assert.strictEqual((yield* call("POST", "/v2/team/erase", { everything: true })).status, 501)
    }).pipe(Effect.scoped)
  )
})
