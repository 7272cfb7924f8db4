/** When keys were used is written off the path of requests, at most once a minute. */
import { assert, describe, it } from "@effect/vitest"
import * as KeyUse from "../../src/accounts/KeyUse.ts"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"

/** Writes are made in the order of the uses, so the last one shows that nothing else comes before it. */
const untilCount = (writes: ReadonlyArray<unknown>, count: number) =>
  Effect.repeat(Effect.yieldNow, { until: () => writes.length >= count })

describe("the use of keys", () => {
  it.effect("is one write for two uses within a minute, and another a minute later, for each key by itself", () =>
    Effect.gen(function* () {
      const writes: Array<string> = []
      const use = yield* KeyUse.make((digest, at) => Effect.sync(() => void writes.push(`${digest} ${at}`)))
      yield* use("a")
      yield* TestClock.adjust("59 seconds")
      yield* use("a")
      yield* use("b")
      yield* untilCount(writes, 2)
      assert.deepStrictEqual(writes, ["a 0", "b 59000"])
      yield* TestClock.adjust("1 second")
      yield* use("a")
      yield* use("b")
      yield* use("a")
      yield* use("c")
      yield* untilCount(writes, 4)
      assert.deepStrictEqual(writes.slice(2), ["a 60000", "c 60000"])
    })
  )

  it.effect("waits for no store, and what exceeds a thousand writes is made up for a minute later", () =>
    Effect.gen(function* () {
      const release = yield* Deferred.make<void>()
      const writes: Array<string> = []
      const use = yield* KeyUse.make((digest) =>
        Effect.andThen(
          Deferred.await(release),
          Effect.sync(() => void writes.push(digest))
        )
      )
      const keys = Array.from({ length: 1500 }, (_, n) => `key ${n}`)
      yield* Effect.forEach(keys, use)
      assert.deepStrictEqual(writes, [])
      yield* Deferred.succeed(release, undefined)
      yield* untilCount(writes, 1000)
      yield* TestClock.adjust("1 minute")
      yield* use("key 1499")
      // The writer took one of the thousand, or none, before the others came.
      yield* Effect.repeat(Effect.yieldNow, { until: () => writes.at(-1) === "key 1499" })
      assert.isAtMost(writes.length, 1002)
    })
  )

  it.effect("fails for nobody where the store fails, and is written again a minute later", () =>
    Effect.gen(function* () {
      const attempts: Array<number> = []
      const use = yield* KeyUse.make((_, at) => {
        attempts.push(at)
        return Effect.fail(new StoreError({ operation: "test", kind: "unavailable", cause: new Error("away") }))
      })
      yield* use("a")
      yield* untilCount(attempts, 1)
      yield* TestClock.adjust("1 minute")
      yield* use("a")
      yield* untilCount(attempts, 2)
      assert.deepStrictEqual(attempts, [0, 60_000])
    })
  )
})
