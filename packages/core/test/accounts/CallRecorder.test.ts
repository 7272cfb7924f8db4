// Calls are written off the path of requests: in batches, bounded, the last one when the process ends.
import { assert, it } from "@effect/vitest"
import { type CallEntry, CallLog, makeMemory, type Service } from "@orbweaver/core/accounts/CallLog"
import { CallRecorder } from "@orbweaver/core/accounts/CallRecorder"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

const entry = (id: string): CallEntry => ({
  id,
  accountId: "acme",
  at: 0,
  endpoint: "scrape",
  version: "v2",
  site: "",
  target: id,
  status: 200,
  ms: 1
})

/** A log that counts what it is given, with a recorder in front of it. */
const watched = (append: Service["append"] = () => Effect.void) => {
  const batches: Array<number> = []
  const log: Service = {
    ...makeMemory(),
    append: (entries, limits) =>
      Effect.andThen(
        Effect.sync(() => batches.push(entries.length)),
        append(entries, limits)
      )
  }
  return { batches, layer: Layer.provide(CallRecorder.layer(), Layer.succeed(CallLog, log)) }
}

const record = (count: number) =>
  Effect.flatMap(CallRecorder, (recorder) =>
    Effect.forEach(
      Array.from({ length: count }, (_, at) => entry(`${at}`)),
      recorder.record,
      { discard: true }
    )
  )

it.effect("a second's calls are one batch, or several of a bounded size", () => {
  const { batches, layer } = watched()
  return Effect.gen(function* () {
    yield* record(450)
    assert.deepStrictEqual(batches, [])
    yield* TestClock.adjust(Duration.seconds(1))
    assert.deepStrictEqual(batches, [200, 200, 50])
  }).pipe(Effect.provide(layer))
})

it.effect("no more wait than there is room for, and the last are written at the end", () =>
  Effect.gen(function* () {
    const { batches, layer } = watched()
    yield* Effect.provide(record(5000), layer)
    assert.strictEqual(
      batches.reduce((sum, size) => sum + size, 0),
      2000
    )
  })
)

it.effect("a store that is away costs its batch, and not the next one", () => {
  let isAway = true
  const { batches, layer } = watched(() =>
    Effect.suspend(() => {
      const failure = isAway
        ? Effect.fail(new StoreError({ operation: "test", detail: "away", kind: "unavailable", cause: undefined }))
        : Effect.void
      isAway = false
      return failure
    })
  )
  return Effect.gen(function* () {
    yield* record(1)
    yield* TestClock.adjust(Duration.seconds(1))
    yield* record(2)
    yield* TestClock.adjust(Duration.seconds(1))
    assert.deepStrictEqual(batches, [1, 2])
  }).pipe(Effect.provide(layer))
})

it.effect("nothing is recorded where the stores have no log", () =>
  Effect.provide(record(3), CallRecorder.layer({ rows: 5 }))
)
