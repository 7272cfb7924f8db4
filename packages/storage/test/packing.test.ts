import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePacking } from "../src/support/packing.ts"
import { makeSealing } from "../src/support/sealing.ts"

const [former, latest] = ["the former key, of 32 characters or more", "the latest key, of 32 characters or more"]
const text = "a text of a page ".repeat(1000)
const bytes = Buffer.from(text)
const packingOf = (...keys: ReadonlyArray<string>) => makePacking(makeSealing(keys))

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

  it.effect("opens what was encrypted with a former key, and what was not encrypted", () =>
    Effect.gen(function* () {
      for (const before of [packingOf(), packingOf(former)]) {
        const packed = yield* before.pack("test", "one", bytes)
        assert.deepStrictEqual([...(yield* packingOf(latest, former).unpack("test", "one", packed))], [...bytes])
      }
    })
  )

  it.effect("says which object cannot be read, and why", () =>
    Effect.gen(function* () {
      const sealed = yield* packingOf(former).pack("test", "one", bytes)
      const messageOf = (key: string, packed: Uint8Array, ...keys: ReadonlyArray<string>) =>
        Effect.map(Effect.flip(packingOf(...keys).unpack("test", key, packed)), ({ message }) => message)
      assert.include(yield* messageOf("one", sealed, latest), "the object one is encrypted with the key")
      assert.include(yield* messageOf("other", sealed, former), "the object other is encrypted with the key")
      assert.include(yield* messageOf("one", Buffer.from("<html>"), latest), "is none that was stored by Orbweaver")
      const plain = yield* packingOf().pack("test", "one", bytes)
      assert.include(yield* messageOf("one", plain.subarray(0, -20)), "the object one is damaged")
    })
  )
})
