import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Semaphore } from "effect"
import { gzipSync } from "node:zlib"
import { makePacking, maxContentBytes, type PackingOptions } from "../src/support/packing.ts"
import { makeSealing } from "../src/support/sealing.ts"

const [former, latest] = ["the former key, of 32 characters or more", "the latest key, of 32 characters or more"]
const text = "a text of a page ".repeat(1000)
const bytes = Buffer.from(text)
const budget = Semaphore.makeUnsafe(maxContentBytes)
const packingWith = (options: PackingOptions, ...keys: ReadonlyArray<string>) => {
  const { pack, unpack } = makePacking(makeSealing(keys), budget, options)
  return {
    pack,
    unpack: (operation: string, key: string, packed: Uint8Array) => unpack(operation, key, packed, 100_000)
  }
}
const packingOf = (...keys: ReadonlyArray<string>) => packingWith({}, ...keys)

describe("packing", () => {
  it.effect("compresses, and encrypts where there are keys", () =>
    Effect.gen(function* () {
      for (const packing of [packingOf(), packingOf(latest)]) {
        const packed = yield* packing.pack("test", "one", bytes)
        assert.isBelow(packed.byteLength, 500)
        assert.deepStrictEqual(Buffer.from(yield* packing.unpack("test", "one", packed)).toString(), text)
      }
    })
  )

  it.effect("opens what was encrypted with a former key", () =>
    Effect.gen(function* () {
      const packed = yield* packingOf(former).pack("test", "one", bytes)
      assert.deepStrictEqual([...(yield* packingOf(latest, former).unpack("test", "one", packed))], [...bytes])
    })
  )

  it.effect("refuses an object in the clear where there are keys, unless a migration reads them", () =>
    Effect.gen(function* () {
      const packed = yield* packingOf().pack("test", "one", bytes)
      const error = yield* Effect.flip(packingOf(latest).unpack("test", "one", packed))
      assert.strictEqual(error.kind, "damaged")
      assert.include(error.message, "the object one is not encrypted, although there are `encryptionKeys`")
      assert.include(error.message, "`readUnencrypted`")
      const migrating = packingWith({ readUnencrypted: true }, latest)
      assert.deepStrictEqual([...(yield* migrating.unpack("test", "one", packed))], [...bytes])
    })
  )

  it.effect("opens an empty content", () =>
    Effect.gen(function* () {
      const packed = yield* packingOf(latest).pack("test", "one", new Uint8Array())
      assert.lengthOf(yield* packingOf(latest).unpack("test", "one", packed), 0)
    })
  )

  it.effect("unpacks no more than was written, whatever the object says of itself", () =>
    Effect.gen(function* () {
      const inTheClear = (zipped: Uint8Array) => Buffer.concat([Uint8Array.of(0), zipped])
      const bomb = gzipSync(Buffer.alloc(1_000_000))
      const lying = Buffer.from(bomb)
      lying.writeUInt32LE(10, lying.length - 4)
      for (const [zipped, message] of [
        [bomb, "is damaged: it unpacks to 1000000 bytes, more than the 100000 that were written"],
        [lying, "is damaged"],
        [Buffer.concat([gzipSync(bytes), bomb.subarray(0, -4), Buffer.from([1, 0, 0, 0])]), "is damaged"]
      ] as const) {
        const error = yield* Effect.flip(packingOf().unpack("test", "one", inTheClear(zipped)))
        assert.strictEqual(error.kind, "damaged")
        assert.include(error.message, message)
      }
    })
  )

  it.effect("waits until others have unpacked theirs, where there is no room for all", () =>
    Effect.gen(function* () {
      const small = yield* Semaphore.make(bytes.byteLength + 1)
      const { pack, unpack } = makePacking(makeSealing(), small)
      const packed = yield* pack("test", "one", bytes)
      yield* small.take(2)
      const waiting = yield* Effect.forkChild(unpack("test", "one", packed, bytes.byteLength))
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.isUndefined(waiting.pollUnsafe())
      yield* small.release(2)
      assert.lengthOf(yield* Fiber.join(waiting), bytes.byteLength)
    })
  )

  it.effect("says which object cannot be read, and why", () =>
    Effect.gen(function* () {
      const sealed = yield* packingOf(former).pack("test", "one", bytes)
      const messageOf = (key: string, packed: Uint8Array, ...keys: ReadonlyArray<string>) =>
        Effect.map(Effect.flip(packingOf(...keys).unpack("test", key, packed)), ({ message }) => message)
      assert.include(yield* messageOf("one", sealed, latest), "the object one is encrypted with the key")
      assert.include(yield* messageOf("other", sealed, former), "is damaged, or was encrypted under another name")
      assert.include(yield* messageOf("one", Buffer.from("<html>"), latest), "is none that was stored by Orbweaver")
      const plain = yield* packingOf().pack("test", "one", bytes)
      assert.include(yield* messageOf("one", plain.subarray(0, -20)), "the object one is damaged")
    })
  )
})
