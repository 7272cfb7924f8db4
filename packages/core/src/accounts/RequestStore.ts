/**
 * Port: what the servers of one API must know of each other's requests: how many
 * an account has sent in the running minute, which idempotency keys are used up,
 * who stands in line for a slot, and what single scrapes answered, to be read
 * again by their id.
 *
 * Adapters: `RequestStore.layerMemory` for one process, and SQL in
 * `@orbweaver/storage` for several. Contract: `RequestStoreSuite` in
 * `@orbweaver/testing`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../model/StoreError.ts"

/** A span in which requests are counted; it starts with the first of them. */
export interface RequestWindow {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Requests in it so far, this one included. */
  readonly count: number
}

/** Where one stands in a line. */
export interface QueuePlace {
  /** Larger than the numbers of all who came before. */
  readonly number: number
  /** How many stand before it; it never grows while the place is kept. */
  readonly before: number
}

/** What a scrape answered. */
export interface StoredAnswer {
  readonly id: string
  readonly accountId: string
  /** The document as JSON. */
  readonly text: string
}

export interface Service {
  /** Counts one request under the key, atomically over all servers. */
  readonly count: (key: string, span: Duration.Duration) => Effect.Effect<RequestWindow, StoreError>
  /** Takes the key for so long; false when it is taken. Of racing claims one succeeds. */
  readonly claim: (key: string, keepFor: Duration.Duration) => Effect.Effect<boolean, StoreError>
  /**
   * Takes a place at the end of the line, or keeps the one that the id has there: for so long from now, so that
   * places of a server that died are given up. An id stands in one line.
   */
  readonly joinQueue: (line: string, id: string, keepFor: Duration.Duration) => Effect.Effect<QueuePlace, StoreError>
  readonly leaveQueue: (line: string, id: string) => Effect.Effect<void, StoreError>
  /** How many stand in the line. */
  readonly queueLength: (line: string) => Effect.Effect<number, StoreError>
  /** Keeps an answer for a day, or until too much is kept: the oldest go first. */
  readonly saveAnswer: (answer: StoredAnswer) => Effect.Effect<void, StoreError>
  readonly find: (id: string) => Effect.Effect<StoredAnswer | undefined, StoreError>
}

/** How long answers are kept. */
export const retention: Duration.Duration = Duration.days(1)

export interface MemoryOptions {
  /** Characters of answers kept; 16 Mi when absent. */
  readonly maxText?: number | undefined
  /** Keys remembered at most, the oldest going first; 100,000 when absent. */
  readonly maxKeys?: number | undefined
}

export class RequestStore extends Context.Service<RequestStore, Service>()("@orbweaver/core/RequestStore") {
  /** For one process, as long as it lives. */
  static readonly layerMemory = (options: MemoryOptions = {}): Layer.Layer<RequestStore> =>
    Layer.sync(RequestStore, () => makeMemory(options))
}

const retentionMs = Duration.toMillis(retention)

interface UsageCounter {
  startedAt: number
  endsAt: number
  count: number
}

export const makeMemory = ({ maxKeys = 100_000, maxText = 16 * 1024 * 1024 }: MemoryOptions = {}): Service => {
  const windows = new Map<string, UsageCounter>()
  // Maps keep insertion order: the first entry is the oldest.
  const claims = new Map<string, number>()
  const lines = new Map<string, Map<string, { readonly number: number; endsAt: number }>>()
  const answers = new Map<string, StoredAnswer & { readonly at: number }>()
  let numbers = 0
  let size = 0
  let sweptAt = 0

  /** Windows that ended are dropped once a minute, so that the map holds active accounts only. */
  const sweep = (now: number): void => {
    if (now - sweptAt < 60_000) return
    sweptAt = now
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  }

  const trim = (now: number): void => {
    for (const [id, { at, text }] of answers) {
      if (size <= maxText && now - at < retentionMs) return
      answers.delete(id)
      size -= text.length
    }
  }

  return {
    count: (key, span) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        sweep(now)
        let window = windows.get(key)
        if (window === undefined || window.endsAt <= now) {
          window = { startedAt: now, endsAt: now + Duration.toMillis(span), count: 0 }
          windows.set(key, window)
        }
        window.count++
        return { startedAt: window.startedAt, count: window.count }
      }),
    claim: (key, keepFor) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [oldest, endsAt] of claims) {
          if (endsAt > now && claims.size < maxKeys) break
          claims.delete(oldest)
        }
        const taken = claims.get(key)
        if (taken !== undefined && taken > now) return false
        claims.delete(key)
        claims.set(key, now + Duration.toMillis(keepFor))
        return true
      }),
    joinQueue: (key, id, keepFor) =>
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
    leaveQueue: (key, id) =>
      Effect.sync(() => {
        const line = lines.get(key)
        if (line?.delete(id) === true && line.size === 0) lines.delete(key)
      }),
    queueLength: (key) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        let count = 0
        for (const { endsAt } of lines.get(key)?.values() ?? []) if (endsAt > now) count++
        return count
      }),
    saveAnswer: (answer) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        size += answer.text.length - (answers.get(answer.id)?.text.length ?? 0)
        answers.delete(answer.id)
        answers.set(answer.id, { ...answer, at })
        trim(at)
      }),
    find: (id) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = answers.get(id)
        if (found === undefined || now - found.at >= retentionMs) return undefined
        return { id, accountId: found.accountId, text: found.text }
      })
  }
}
