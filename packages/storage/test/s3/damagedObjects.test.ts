// Documents and cached pages of which the bucket has lost, cut, changed or swapped the objects.
import { assert, describe, it, layer as shared } from "@effect/vitest"
import * as StoredDocuments from "@orbweaver/core/internal/jobs/storedDocuments"
import { Egress } from "@orbweaver/core/network/Egress"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import { JobId } from "@orbweaver/core/model/Job"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { type CachedPage, PageCache } from "@orbweaver/core/scrape/PageCache"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { sqlite } from "@orbweaver/storage"
import { postgres } from "@orbweaver/storage/postgres"
import { type DocumentOptions, s3Documents, s3PageCache } from "@orbweaver/storage/s3"
import { Fixtures } from "@orbweaver/testing"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { afterAll, inject } from "vitest"
import { type Bucket, makeBucket } from "../../src/s3/Bucket.ts"
import { connect } from "../../src/s3/S3Client.ts"
import { credentials, startS3 } from "../support/s3Server.ts"

const { claim, create, document, paths, settle, settlement } = Fixtures

const server = await startS3()
afterAll(() => server.stop())

const encryptionKeys = ["a key of the operator that is long enough"]
let places = 0
const place = (): DocumentOptions & { readonly prefix: string } => ({
  ...credentials,
  endpoint: server.endpoint,
  prefix: `damaged-${++places}`
})
const policy = Egress.layer()

const bucketOf = Effect.map(connect({ ...credentials, endpoint: server.endpoint }), makeBucket)

const keysOf = Effect.fnUntraced(function* (bucket: Bucket, prefix: string) {
  const keys: Array<string> = []
  yield* bucket.list("test", `${prefix}/`, (objects) =>
    Effect.sync(() => void keys.push(...objects.map(({ key }) => key)))
  )
  return keys.toSorted()
})

const write = (bucket: Bucket, key: string, bytes: Uint8Array) =>
  bucket.write("test", key, {
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    mediaType: "application/octet-stream"
  })

const inTheClear = (content: Uint8Array | string) => Buffer.concat([Uint8Array.of(0), gzipSync(content)])

/** What becomes of an object; `other` is one of another page. */
type Damage = (bytes: Buffer, other: Buffer) => Buffer | undefined

const damages: ReadonlyArray<readonly [name: string, damage: Damage]> = [
  ["that is gone", () => undefined],
  ["with a flipped bit", (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 20 ? byte ^ 1 : byte)))],
  ["that was cut", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["that is empty", () => Buffer.alloc(0)],
  ["of another page", (_, other) => other],
  ["of another program", () => Buffer.from("<html>")],
  ["that unpacks to more than was written", () => inTheClear(Buffer.alloc(200_000_000, "[ "))],
  ["that is no JSON", () => inTheClear("{")]
]

const all = { after: 0, limit: 100 }

const stores: ReadonlyArray<readonly [name: string, layer: () => Layer.Layer<JobStores | Ledger, StoreError>]> = [
  ["sqlite", () => sqlite(":memory:")],
  [
    "postgres",
    () =>
      postgres(inject("postgresUrl"), {
        schema: `t${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`,
        maxConnections: 2
      })
  ]
]

// Jobs of a store would claim the pages of each other.
describe("one after another", { concurrent: false }, () => {
  for (const [store, layerOf] of stores) {
    shared(layerOf(), { timeout: "60 seconds" })(`a job of ${store} with documents in a bucket`, (it) => {
      for (const keys of [undefined, encryptionKeys]) {
        it.effect.each(damages)(
          `${keys === undefined ? "in the clear" : "encrypted"} has an object %s`,
          ([, damage]) => {
            const options = { ...place(), encryptionKeys: keys }
            return Effect.gen(function* () {
              const bucket = yield* bucketOf
              const { id } = yield* create(paths("a", "b", "c"))
              yield* settle(...(yield* claim(3)).map((page) => settlement(page)))
              const [, lost, other] = yield* keysOf(bucket, options.prefix)
              const read = (key: string) => Effect.map(bucket.readAll("test", key, 1e6), (bytes) => Buffer.from(bytes!))
              const damaged = damage(yield* read(lost!), yield* read(other!))
              yield* damaged === undefined ? bucket.remove("test", lost!) : write(bucket, lost!, damaged)

              const jobs = yield* JobStore
              const results = yield* jobs.results(id, all)
              assert.deepStrictEqual(
                results.map(({ document }) => document.metadata.code),
                [undefined, damaged === undefined ? "DOCUMENT_MISSING" : "DOCUMENT_DAMAGED", undefined]
              )
              assert.deepStrictEqual([results[0]!.document, results[2]!.document], paths("a", "c").map(document))
              assert.isString(results[1]!.document.metadata.error)
              assert.deepStrictEqual(yield* jobs.resultOf(id, fingerprint(paths("b")[0]!)), results[1])
              const watched = yield* Stream.runCollect(watch(id))
              assert.deepStrictEqual(
                watched.flatMap(({ result }) => result ?? []),
                results
              )
              assert.deepStrictEqual(yield* jobs.failures(id, all), [])
              assert.lengthOf(yield* jobs.pages(id, { limit: 10 }), 3)
              yield* jobs.remove(id)
              assert.deepStrictEqual(yield* keysOf(bucket, options.prefix), [])
            }).pipe(
              Effect.provide(Layer.provideMerge(StoredDocuments.layer, s3Documents(options))),
              Effect.provide(policy),
              Effect.scoped
            )
          }
        )
      }
    })
  }
})

describe("documents with encryptionKeys", () => {
  it.effect("are read in the clear only where readUnencrypted says so", () => {
    const options = place()
    const withOptions = (more: Partial<DocumentOptions>) =>
      Effect.provide(Layer.provideMerge(StoredDocuments.layer, s3Documents({ ...options, ...more })))
    return Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      yield* settle(...(yield* claim(1)).map((page) => settlement(page))).pipe(withOptions({}))
      const read = JobStore.use((jobs) => Effect.map(jobs.results(id, all), ([result]) => result!.document))
      assert.strictEqual((yield* read.pipe(withOptions({ encryptionKeys }))).metadata.code, "DOCUMENT_DAMAGED")
      const migrating = read.pipe(withOptions({ encryptionKeys, readUnencrypted: true }))
      assert.deepStrictEqual(yield* migrating, document(paths("a")[0]!))
    }).pipe(Effect.provide(sqlite(":memory:")), Effect.provide(policy))
  })
})

it.effect("objects of other programs among the documents are passed over", () => {
  const options = place()
  return Effect.gen(function* () {
    const bucket = yield* bucketOf
    const store = yield* DocumentStore
    yield* store.put({ jobId: JobId.make("a"), name: "1-1-2" }, "{}")
    for (const name of ["a/%E0%A4.json", "%/1-1.json", "a/notes.txt", "a/b/c.json"]) {
      yield* write(bucket, `${options.prefix}/jobs/${name}`, Buffer.from("{}"))
    }
    const names: Array<string> = []
    yield* store.list(undefined, (some) => Effect.sync(() => void names.push(...some.map(({ name }) => name))))
    assert.deepStrictEqual(names, ["1-1-2"])
  }).pipe(Effect.provide(s3Documents(options)), Effect.provide(policy), Effect.scoped)
})

describe("a cached page in a bucket", () => {
  const page: CachedPage = {
    url: "https://site.test/",
    status: 200,
    headers: {},
    body: new TextEncoder().encode("page"),
    capturedAt: 0
  }
  const get = PageCache.use((cache) => cache.get("key", Duration.infinity))
  const cacheOf = (options: Parameters<typeof s3PageCache>[0]) => Effect.provide(s3PageCache(options))

  it.effect("that was forged in the clear is not served where there are keys, unless readUnencrypted says so", () => {
    const options = place()
    return Effect.gen(function* () {
      yield* PageCache.use((cache) => cache.set("key", page)).pipe(cacheOf(options))
      assert.isTrue(Option.isSome(yield* get.pipe(cacheOf(options))))
      assert.isTrue(Option.isNone(yield* get.pipe(cacheOf({ ...options, encryptionKeys }))))
      assert.isTrue(Option.isSome(yield* get.pipe(cacheOf({ ...options, encryptionKeys, readUnencrypted: true }))))
    }).pipe(Effect.provide(policy))
  })

  const withHead = (packedHead: Uint8Array, ...rest: ReadonlyArray<Uint8Array>) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(packedHead.byteLength)
    return Buffer.concat([length, packedHead, ...rest])
  }
  const head = (more: object = {}) =>
    JSON.stringify({
      key: "key",
      head: JSON.stringify({ url: page.url, status: 200, headers: {}, capturedAt: 0 }),
      bodyLength: 4,
      hasScreenshot: false,
      ...more
    })

  it.effect.each([
    ["with a head that is no JSON", withHead(inTheClear("{"))],
    ["with a head that is none of ours", withHead(inTheClear("[]"))],
    ["whose inner head is no JSON", withHead(inTheClear(head({ head: "{" })), inTheClear("page"))],
    ["with a head of 100 MB", withHead(inTheClear(Buffer.alloc(100_000_000, " ")))],
    ["with a body of 200 MB", withHead(inTheClear(head()), inTheClear(Buffer.alloc(200_000_000)))],
    [
      "whose head is said to be longer than it is",
      Buffer.concat([Buffer.from([255, 255, 255, 255]), inTheClear("{}")])
    ],
    ["that was cut", withHead(inTheClear(head())).subarray(0, 40)]
  ] as const)("%s is fetched anew, and erased with the others", ([, bytes]) => {
    const options = place()
    return Effect.gen(function* () {
      const bucket = yield* bucketOf
      yield* PageCache.use((cache) => cache.set("key", page)).pipe(cacheOf(options))
      const [key] = yield* keysOf(bucket, options.prefix)
      yield* write(bucket, key!, bytes)
      assert.isTrue(Option.isNone(yield* get.pipe(cacheOf(options))))
      yield* PageCache.use((cache) => cache.erase(() => true)).pipe(cacheOf(options))
      assert.deepStrictEqual(yield* keysOf(bucket, options.prefix), [])
    }).pipe(Effect.provide(policy), Effect.scoped)
  })
})
