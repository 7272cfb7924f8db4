/** Specifications never change, so a process reads each once. */
import * as Effect from "effect/Effect"
import type { Sealing } from "../support/sealing.ts"
import { decode, type SpecColumns, type StoredSpec } from "./jobSpec.ts"

export interface Specs {
  readonly get: (job: number) => StoredSpec | undefined
  readonly set: (job: number, columns: SpecColumns) => StoredSpec
  readonly forget: (job: number) => void
  /** Jobs that were found to be of another version, as a JSON array of their numbers. */
  readonly unreadable: () => string
  /** Says once of each of these why it is left alone. */
  readonly logUnreadable: Effect.Effect<void>
}

/** Claims go round all open jobs: about a kilobyte each is less than to read them again each time. */
const maxSpecs = 10_000

export const makeSpecs = (sealing: Sealing): Specs => {
  const specs = new Map<number, StoredSpec>()
  const unreadable = new Set<number>()
  let unlogged: Array<string> = []
  return {
    get: (job) => specs.get(job),
    set: (job, columns) => {
      const spec = decode(columns, sealing)
      for (const [oldest] of specs) {
        if (specs.size < maxSpecs) break
        specs.delete(oldest)
      }
      specs.set(job, spec)
      if (spec.unreadable !== undefined && !unreadable.has(job)) {
        if (unreadable.size >= maxSpecs) unreadable.clear()
        unreadable.add(job)
        unlogged.push(spec.unreadable)
      }
      return spec
    },
    forget: (job) => {
      specs.delete(job)
      unreadable.delete(job)
    },
    unreadable: () => JSON.stringify([...unreadable]),
    logUnreadable: Effect.suspend(() => {
      if (unlogged.length === 0) return Effect.void
      const messages = unlogged
      unlogged = []
      return Effect.forEach(messages, (text) => Effect.logWarning(text), { discard: true })
    })
  }
}
