/** What every `BlobStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { BlobStore, nameIn } from "@orbweaver/core/scrape/BlobStore"
import type { Owner } from "@orbweaver/core/internal/scrape/BlobIndex"
import type { Artifact } from "@orbweaver/core/network/Renderer"
import { randomBytes } from "node:crypto"

/** What the layer under test must be made with. */
export const baseUrl = "https://api.example/blobs"
export const maxBytes = 1000

const artifact = (size: number, mediaType: Artifact["mediaType"] = "image/png"): Artifact => ({
  mediaType,
  bytes: Uint8Array.from({ length: size }, (_, index) => index % 256)
})
/** No two are the same: a store may keep the same bytes of one owner once. */
const unlikeOthers = (size: number): Artifact => {
  return { mediaType: "image/png", bytes: new Uint8Array(randomBytes(size)) }
}
const nameOf = (address: string | undefined) => nameIn(address!)
const put = (size: number, owner: Owner, keepFor = Duration.hours(1)) =>
  BlobStore.use((store) => Effect.map(store.put(unlikeOthers(size), owner, keepFor), nameOf))
const has = (name: string) => BlobStore.use((store) => Effect.map(store.get(name), (blob) => blob !== undefined))

/** `layer` is made afresh for every test, with `baseUrl` and `maxBytes` of this module. */
export const suite = <E>(name: string, layer: () => Layer.Layer<BlobStore, E>) => {
  const test = (what: string, body: Effect.Effect<void, unknown, BlobStore>) =>
    it.effect(`BlobStore (${name}) ${what}`, () => Effect.suspend(() => Effect.provide(body, layer())))

  test(
    "gives back every byte and the media type under the address it gave, until it expires",
    Effect.gen(function* () {
      const store = yield* BlobStore
      yield* TestClock.setTime(1_700_000_000_000)
      for (const mediaType of ["image/png", "image/jpeg", "application/pdf"] as const) {
        const address = yield* store.put(artifact(256, mediaType), { account: "a" }, Duration.minutes(1))
        assert.isTrue(address?.startsWith(`${baseUrl}/`))
        const blob = yield* store.get(nameOf(address))
        assert.deepStrictEqual([...(yield* blob!.read(0, 1000))], [...artifact(256).bytes])
        assert.strictEqual(blob?.size, 256)
        assert.strictEqual(blob?.mediaType, mediaType)
        assert.strictEqual(blob?.expiresAt, 1_700_000_060_000)
      }
    })
  )

  test(
    "is read in parts, from anywhere",
    Effect.gen(function* () {
      const store = yield* BlobStore
      const { bytes } = artifact(600)
      const blob = yield* store.get(nameOf(yield* store.put(artifact(600), { account: "a" }, Duration.hours(1))))
      assert.isDefined(blob)
      const parts: Array<number> = []
      while (parts.length < blob.size) {
        const part = yield* blob.read(parts.length, 256)
        assert.isTrue(part.byteLength > 0 && part.byteLength <= 256)
        parts.push(...part)
      }
      assert.deepStrictEqual(parts, [...bytes])
      assert.deepStrictEqual([...(yield* blob.read(599, 256))], [...bytes.subarray(599)])
      assert.strictEqual((yield* blob.read(600, 256)).byteLength, 0)
    })
  )

  test(
    "keeps the same bytes for each owner, as long as any of their addresses is good",
    Effect.gen(function* () {
      const store = yield* BlobStore
      const same = artifact(100)
      const putSame = (owner: Owner, keepFor: Duration.Duration) => Effect.map(store.put(same, owner, keepFor), nameOf)
      const long = yield* putSame({ account: "a", job: "1" }, Duration.minutes(50))
      yield* TestClock.adjust("1 second")
      const short = yield* putSame({ account: "a", job: "1" }, Duration.minutes(1))
      const others = yield* Effect.all([
        putSame({ account: "a", job: "2" }, Duration.hours(1)),
        putSame({ account: "a" }, Duration.hours(1)),
        putSame({ account: "b", job: "1" }, Duration.hours(1))
      ])
      assert.strictEqual(new Set([long, short, ...others]).size, 5)
      yield* TestClock.adjust("3 minutes")
      yield* put(10, { account: "a", job: "1" })
      assert.deepStrictEqual([yield* has(long), yield* has(short)], [true, false])
      yield* store.remove({ account: "a", job: "1" })
      assert.deepStrictEqual([yield* has(long), ...(yield* Effect.forEach(others, has))], [false, true, true, true])
    })
  )

  test(
    "has nothing once it has expired",
    Effect.gen(function* () {
      const short = yield* put(10, { account: "a" }, Duration.minutes(1))
      const long = yield* put(10, { account: "a" }, Duration.hours(1))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* has(short), yield* has(long)], [false, true])
    })
  )

  test(
    "makes room by what has expired before it drops what has not",
    Effect.gen(function* () {
      const lasting = yield* put(400, { account: "a" }, Duration.hours(9))
      yield* put(400, { account: "a" }, Duration.minutes(1))
      yield* TestClock.adjust("2 minutes")
      const next = yield* put(400, { account: "a" })
      assert.deepStrictEqual([yield* has(lasting), yield* has(next)], [true, true])
    })
  )

  test(
    "gives names that nobody can guess, and knows no others",
    Effect.gen(function* () {
      const store = yield* BlobStore
      const names = yield* Effect.forEach([1, 2, 3], () => put(10, { account: "a", job: "j" }))
      assert.strictEqual(new Set(names).size, 3)
      for (const name of names)
        assert.match(name, /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
      const tricks = [
        "",
        ".",
        "..",
        "../../etc/passwd",
        `../${names[0]!}`,
        `${names[0]!}\0`,
        `${names[0]!}/`,
        names[0]!.replace(".png", ".pdf"),
        "x".repeat(5000),
        "__proto__",
        "' OR 1=1 --"
      ]
      for (const trick of tricks) assert.isUndefined(yield* store.get(trick), trick)
    })
  )

  test(
    "does not take what is larger than the whole store, and keeps the rest",
    Effect.gen(function* () {
      const store = yield* BlobStore
      const small = yield* put(10, { account: "a" })
      assert.isUndefined(yield* store.put(artifact(maxBytes + 1), { account: "a" }, Duration.hours(1)))
      assert.isTrue(yield* has(small))
    })
  )

  test(
    "lets the oldest of the account that holds most go when it is full, and no other's",
    Effect.gen(function* () {
      const other = yield* put(200, { account: "small" })
      const names: Array<string> = []
      for (let i = 0; i < 4; i++) {
        yield* TestClock.adjust("1 second")
        names.push(yield* put(300, { account: "large" }))
      }
      assert.isTrue(yield* has(other))
      assert.deepStrictEqual(yield* Effect.forEach(names, has), [false, false, true, true])
    })
  )

  test(
    "removes what one job made, of one account",
    Effect.gen(function* () {
      const store = yield* BlobStore
      const [one, another, none, foreign] = yield* Effect.all([
        put(10, { account: "a", job: "1" }),
        put(10, { account: "a", job: "2" }),
        put(10, { account: "a" }),
        put(10, { account: "b", job: "1" })
      ])
      yield* store.remove({ account: "a", job: "1" })
      assert.deepStrictEqual(yield* Effect.forEach([one, another, none, foreign], has), [false, true, true, true])
      yield* store.remove({ account: "a", job: "unknown" })
      yield* store.remove({ account: "a" })
      assert.deepStrictEqual(yield* Effect.forEach([another, none, foreign], has), [false, false, true])
    })
  )

  test(
    "keeps what many put at once",
    Effect.gen(function* () {
      const names = yield* Effect.forEach(Array.from({ length: 20 }), () => put(20, { account: "a", job: "j" }), {
        concurrency: "unbounded"
      })
      assert.isTrue((yield* Effect.forEach(names, has)).every(Boolean))
      yield* BlobStore.use((store) => store.remove({ account: "a", job: "j" }))
      assert.isFalse((yield* Effect.forEach(names, has)).some(Boolean))
    })
  )

  test(
    "erases what an account has, what single scrapes made, and what is named",
    Effect.gen(function* () {
      const store = yield* BlobStore
      const names = yield* Effect.all([
        put(10, { account: "a", job: "1" }),
        put(10, { account: "a", job: "1" }),
        put(10, { account: "a" }),
        put(10, { account: "b", job: "1" })
      ])
      assert.strictEqual(yield* store.erase({ names: [names[0]] }), 1)
      assert.deepStrictEqual(yield* Effect.forEach(names, has), [false, true, true, true])
      assert.strictEqual(yield* store.erase({ ofSingleScrapes: true, accountId: "b" }), 0)
      assert.strictEqual(yield* store.erase({ ofSingleScrapes: true, accountId: "a" }), 1)
      yield* put(10, { account: "a" })
      assert.strictEqual(yield* store.erase({ ofSingleScrapes: true }), 1)
      assert.deepStrictEqual(yield* Effect.forEach(names, has), [false, true, false, true])
      assert.strictEqual(yield* store.erase({ account: "a", job: "2" }), 0)
      assert.strictEqual(yield* store.erase({ account: "a" }), 1)
      assert.deepStrictEqual(yield* Effect.forEach(names, has), [false, false, false, true])
      assert.strictEqual(yield* store.erase({ account: "b", job: "1" }), 1)
    })
  )
}
