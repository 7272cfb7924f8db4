import { assert, describe, it } from "@effect/vitest"
import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import { BlobStoreSuite } from "@orbweaver/testing"
import { FileBlobs, KeyvBlobs } from "@orbweaver/storage"
import { PostgresDatabase, PostgresBlobs } from "@orbweaver/storage/postgres"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Keyv } from "keyv"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"

const { baseUrl, maxBytes } = BlobStoreSuite

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-blobs-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

BlobStoreSuite.suite("files", () =>
  Layer.unwrap(Effect.map(folder, (directory) => FileBlobs.layer({ directory, baseUrl, maxBytes })))
)
BlobStoreSuite.suite("keyv", () => KeyvBlobs.layer(new Keyv(), { baseUrl, maxBytes }))
BlobStoreSuite.suite("postgres", () => {
  const schema = `b${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
  return PostgresBlobs.layer({ baseUrl, maxBytes }).pipe(
    Layer.provide(PostgresDatabase.layer({ url: inject("postgresUrl"), schema, maxConnections: 2 }))
  )
})

const png = (size: number) => ({ mediaType: "image/png", bytes: new Uint8Array(size) }) as const
const nameOf = (address: string | undefined) => address!.slice(address!.lastIndexOf("/") + 1)
const put = (size: number, job?: string, keepFor = Duration.hours(1)) =>
  BlobStore.BlobStore.use((store) => Effect.map(store.put(png(size), { account: "a", job }, keepFor), nameOf))
const has = (name: string) =>
  BlobStore.BlobStore.use((store) => Effect.map(store.get(name), (blob) => blob !== undefined))

describe("blobs in files", () => {
  it.effect("are there for the next process, which counts and removes them too", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const layer = Layer.fresh(FileBlobs.layer({ directory, baseUrl, maxBytes }))
      const first = yield* Effect.provide(put(600, "j"), layer)
      assert.isTrue(yield* Effect.provide(has(first), layer))
      // Two at once: one reads what the other has written.
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        const next = yield* put(600)
        assert.deepStrictEqual([yield* has(first), yield* has(next)], [false, true])
      }).pipe(Effect.provide(layer))
      assert.strictEqual(filesIn(directory).length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("leave no file behind once they have expired, without anybody asking", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      yield* Effect.gen(function* () {
        yield* put(10, "j", Duration.minutes(5))
        const lasting = yield* put(10, "j", Duration.hours(5))
        yield* TestClock.adjust("10 minutes")
        // The sweep reads a real directory; a put waits for its turn behind it.
        yield* put(10)
        assert.strictEqual(filesIn(directory).length, 2)
        assert.isTrue(yield* has(lasting))
      }).pipe(Effect.provide(FileBlobs.layer({ directory, baseUrl, maxBytes })))
    }).pipe(Effect.scoped)
  )

  it.effect("leave alone what is not theirs, and fail as a store does where nothing can be written", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      writeFileSync(join(directory, "notes.txt"), "mine")
      yield* Effect.gen(function* () {
        yield* put(900)
        yield* put(900)
        assert.strictEqual(filesIn(directory).length, 2)
        assert.include(filesIn(directory), "notes.txt")
      }).pipe(Effect.provide(FileBlobs.layer({ directory, baseUrl, maxBytes })))

      const blocked = FileBlobs.layer({ directory: join(directory, "notes.txt"), baseUrl, maxBytes })
      const error = yield* Effect.flip(Effect.provide(put(1), blocked))
      assert.strictEqual(error._tag, "StoreError")
    }).pipe(Effect.scoped)
  )
})

it.effect("blobs on a Keyv are counted and removed by the process that comes after", () =>
  Effect.gen(function* () {
    const keyv = new Keyv()
    const layer = Layer.fresh(KeyvBlobs.layer(keyv, { baseUrl, maxBytes }))
    const [mine, others] = yield* Effect.provide(Effect.all([put(500, "j"), put(300)]), layer)
    yield* Effect.provide(
      BlobStore.BlobStore.use((store) => store.remove({ account: "a", job: "j" })),
      layer
    )
    assert.deepStrictEqual(yield* Effect.provide(Effect.all([has(mine), has(others)]), layer), [false, true])
    const next = yield* Effect.provide(put(800), layer)
    assert.deepStrictEqual(yield* Effect.provide(Effect.all([has(others), has(next)]), layer), [false, true])
  })
)
