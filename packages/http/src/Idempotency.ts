/**
 * `x-idempotency-key`: a key starts work once per account for 24 hours; the
 * second request is refused with 409 (contract/v2.md §1.5).
 *
 * The key is taken before the body is checked, so a request refused with 400
 * has used its key up. Answers are not replayed.
 */
import type * as Account from "@orbweaver/core/Account"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fail, type WireError } from "./ErrorBody.ts"

export interface Service {
  /** Takes the key; does nothing without one. A key that is no UUID is refused like a used one. */
  readonly claim: (account: Account.Account, key: string | undefined) => Effect.Effect<void, WireError>
}

const keptMs = 24 * 60 * 60 * 1000
/** Keys remembered at most; the oldest go first. */
const maxKeys = 100_000

const used = fail(409, "Idempotency key already used")
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export class Idempotency extends Context.Service<Idempotency, Service>()("@orbweaver/http/Idempotency") {
  static readonly layerMemory: Layer.Layer<Idempotency> = Layer.sync(Idempotency, () => {
    // A Map keeps insertion order: the first entry is the oldest.
    const takenAt = new Map<string, number>()

    return {
      claim: (account, key) => {
        if (key === undefined) return Effect.void
        if (!uuid.test(key)) return Effect.fail(used)
        return Effect.flatMap(Clock.currentTimeMillis, (now) => {
          for (const [oldest, at] of takenAt) {
            if (now - at < keptMs && takenAt.size < maxKeys) break
            takenAt.delete(oldest)
          }
          const name = `${account.id}/${key.toLowerCase()}`
          if (takenAt.has(name)) return Effect.fail(used)
          takenAt.set(name, now)
          return Effect.void
        })
      }
    }
  })
}
