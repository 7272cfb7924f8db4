import { assert, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { BlobStore, nameIn } from "@orbweaver/core/scrape/BlobStore"
import { FileBlobs } from "@orbweaver/storage"
import { PostgresBlobs, PostgresDatabase } from "@orbweaver/storage/postgres"
import { moveBlobs, type Options, s3 } from "@orbweaver/storage/s3"
import { Duration, Effect, Layer, Stream } from "effect"
import { mkdtempSync, rmSync, truncateSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, inject } from "vitest"
import { makeBucket } from "../../src/s3/Bucket.ts"
import { connect } from "../../src/s3/S3Client.ts"
import { credentials, startS3 } from "../support/s3Server.ts"

const server = await startS3()
afterAll(() => server.stop())

const baseUrl = "https://api.example/blobs/"
let stores = 0
const newBucket = (): Options => ({
  ...credentials,
  endpoint: server.endpoint,
  prefix: `moved-${++stores}`,
  baseUrl
})
const policy = Egress.layer()
const inBucket = <A, E>(options: Options, work: Effect.Effect<A, E, BlobStore>) =>
  Effect.provide(work, Layer.provide(s3(options), policy))

const keysOf = (options: Options) =>
  Effect.gen(function* () {
    const keys: Array<string> = []
    yield* makeBucket(yield* connect(options)).list("test", `${options.prefix}/`, (objects) =>
      Effect.sync(() => void keys.push(...objects.map(({ key }) => key)))
    )
    return keys
  }).pipe(Effect.scoped, Effect.provide(policy))

const put = (byte: number, owner: { account: string; job?: string }, keepFor = Duration.hours(1)) =>
  BlobStore.use((store) =>
    Effect.map(
      store.put({ mediaType: "image/png", bytes: new Uint8Array(300).fill(byte) }, owner, keepFor),
      (address) => nameIn(address!)
    )
  )
const firstByte = (name: string) =>
  BlobStore.use((store) =>
    Effect.flatMap(store.get(name), (blob) =>
      blob === undefined ? Effect.undefined : Effect.map(blob.read(0, 1), ([byte]) => byte)
    )
  )

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-move-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const databaseWithBlobs = () => {
  const schema = `m${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
  const database = PostgresDatabase.layer({ url: inject("postgresUrl"), schema, maxConnections: 4 })
  return PostgresBlobs.layer({ baseUrl }).pipe(Layer.provideMerge(database))
}

it.live("blobs of a folder keep their names in the bucket, and are moved again only where they are missing", () =>
  Effect.gen(function* () {
    const directory = yield* folder
    const bucket = newBucket()
    const names = yield* Effect.all([
      put(1, { account: "a", job: "1" }),
      put(2, { account: "a", job: "2" }),
      put(3, { account: "b" })
    ]).pipe(Effect.provide(FileBlobs.layer({ directory, baseUrl })))
    const move = (keep: boolean) => Effect.provide(moveBlobs(FileBlobs.contents(directory), bucket, { keep }), policy)

    assert.deepStrictEqual(yield* move(true), { moved: 3, bytes: 900, present: 0, expired: 0 })
    assert.deepStrictEqual(yield* move(false), { moved: 0, bytes: 0, present: 3, expired: 0 })
    assert.deepStrictEqual(yield* move(false), { moved: 0, bytes: 0, present: 0, expired: 0 })
    yield* inBucket(
      bucket,
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Effect.forEach(names, firstByte), [1, 2, 3])
        yield* BlobStore.use((store) => store.remove({ account: "a", job: "1" }))
        assert.deepStrictEqual(yield* Effect.forEach(names, firstByte), [undefined, 2, 3])
      })
    )
  }).pipe(Effect.scoped)
)

it.live("blobs of a database, whose names say nothing, are found, removed and erased in the bucket", () =>
  Effect.gen(function* () {
    const bucket = newBucket()
    const names = yield* Effect.gen(function* () {
      const made = yield* Effect.forEach(
        Array.from({ length: 120 }, (_, index) => index),
        (index) => put(index, { account: index < 60 ? "a" : "b", job: "j" })
      )
      const single = yield* put(200, { account: "a" })
      const moved = yield* Effect.provide(moveBlobs(PostgresBlobs.contents, bucket), policy)
      assert.deepStrictEqual(moved, { moved: 121, bytes: 121 * 300, present: 0, expired: 0 })
      assert.deepStrictEqual(yield* Stream.runCollect(PostgresBlobs.contents), [])
      return { made, single }
    }).pipe(Effect.provide(databaseWithBlobs()))
    const { made, single } = names
    yield* inBucket(
      bucket,
      Effect.gen(function* () {
        const store = yield* BlobStore
        assert.deepStrictEqual(yield* Effect.forEach([made[5]!, made[119]!, single], firstByte), [5, 119, 200])
        assert.strictEqual(yield* store.erase({ names: [made[5]!] }), 1)
        assert.strictEqual(yield* store.erase({ names: [made[5]!] }), 0)
        assert.strictEqual(yield* store.erase({ ofSingleScrapes: true }), 1)
        assert.strictEqual(yield* store.erase({ account: "b", job: "j" }), 60)
        const left = yield* Effect.forEach([made[5]!, made[6]!, made[119]!, single], firstByte)
        assert.deepStrictEqual(left, [undefined, 6, undefined, undefined])
        yield* store.remove({ account: "a", job: "j" })
        assert.deepStrictEqual(yield* keysOf(bucket), [])
      })
    )
  })
)

it.live("a blob that is damaged stays where it is, and so do those that were not moved", () =>
  Effect.gen(function* () {
    const directory = yield* folder
    yield* Effect.provide(put(1, { account: "a" }), FileBlobs.layer({ directory, baseUrl }))
    const listed = yield* Stream.runCollect(FileBlobs.contents(directory))
    const file = readdirSync(directory, { recursive: true, encoding: "utf8" }).find((path) => path.endsWith(".png"))
    truncateSync(join(directory, file!), 10)
    const error = yield* Effect.flip(Effect.provide(moveBlobs(Stream.fromIterable(listed), newBucket()), policy))
    assert.match(error.message, /should have 300 bytes and has 10 bytes; it stays where it is/)
    assert.strictEqual((yield* Stream.runCollect(FileBlobs.contents(directory))).length, 1)
  }).pipe(Effect.scoped)
)
