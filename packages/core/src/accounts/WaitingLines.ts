/**
 * Port: lines in which requests of several servers wait for their turn, such as the scrapes of an account for a slot.
 *
 * Adapters: `WaitingLines.layerMemory` for one process, SQL in `@orbweaver/storage` for several. Contract:
 * `WaitingLinesSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../model/StoreError.ts"

/** A place in a line. */
export interface QueuePlace {
  /** Larger than the numbers of all who came before. */
  readonly number: number
  /** How many stand before it; it never grows while the place is kept. */
  readonly before: number
}

export interface Service {
  /**
   * Takes a place at the end of the line, or renews the one that the id has there: for so long from now, so that
   * places of a server that died are given up. An id stands in one line.
   */
  readonly join: (line: string, id: string, keepFor: Duration.Duration) => Effect.Effect<QueuePlace, StoreError>
  readonly leave: (line: string, id: string) => Effect.Effect<void, StoreError>
  /** How many stand in the line. */
  readonly length: (line: string) => Effect.Effect<number, StoreError>
}

export class WaitingLines extends Context.Service<WaitingLines, Service>()("@orbweaver/core/WaitingLines") {
  /** For one process, as long as it lives. */
  static readonly layerMemory: Layer.Layer<WaitingLines> = Layer.sync(WaitingLines, () => makeMemory())
}

export const makeMemory = (): Service => {
  const lines = new Map<string, Map<string, { readonly number: number; endsAt: number }>>()
  let numbers = 0
  return {
    join: (key, id, keepFor) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        let line = lines.get(key)
        if (line === undefined) lines.set(key, (line = new Map()))
        for (const [other, { endsAt }] of line) if (endsAt <= now) line.delete(other)
        let place = line.get(id)
        if (place === undefined) line.set(id, (place = { number: ++numbers, endsAt: 0 }))
        place.endsAt = now + Duration.toMillis(keepFor)
        let before = 0
        for (const other of line.keys()) {
          if (other === id) break
          before++
        }
        return { number: place.number, before }
      }),
    leave: (key, id) =>
      Effect.sync(() => {
        const line = lines.get(key)
        if (line?.delete(id) === true && line.size === 0) lines.delete(key)
      }),
    length: (key) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        let count = 0
        for (const { endsAt } of lines.get(key)?.values() ?? []) if (endsAt > now) count++
        return count
      })
  }
}
