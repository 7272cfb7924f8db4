/**
 * Port: answers of single scrapes, to be read again by their id at any server.
 *
 * Adapters: `AnswerArchive.layerMemory` for one process, SQL in `@orbweaver/storage` for several. Contract:
 * `AnswerArchiveSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../model/StoreError.ts"

/** The answer of a scrape. */
export interface StoredAnswer {
  readonly id: string
  readonly accountId: string
  /** The document as JSON. */
  readonly text: string
}

export interface Service {
  /** Keeps an answer for a day, or until too much is kept: the oldest go first. */
  readonly save: (answer: StoredAnswer) => Effect.Effect<void, StoreError>
  readonly find: (id: string) => Effect.Effect<StoredAnswer | undefined, StoreError>
  /** Removes the answers that the predicate picks, so that nothing of them is left in the store; returns how many. */
  readonly erase: (isErased: (answer: StoredAnswer) => boolean) => Effect.Effect<number, StoreError>
}

/** UTF-16 units of an answer that is kept: to store a longer one would hold up other requests. */
export const maxAnswerLength = 8 * 1024 * 1024

/** How long answers are kept. */
export const retention: Duration.Duration = Duration.days(1)

export interface MemoryOptions {
  /** Characters of answers kept; 16 Mi when absent. */
  readonly maxText?: number | undefined
}

export class AnswerArchive extends Context.Service<AnswerArchive, Service>()("@orbweaver/core/AnswerArchive") {
  /** For one process, as long as it lives. */
  static readonly layerMemory = (options: MemoryOptions = {}): Layer.Layer<AnswerArchive> =>
    Layer.sync(AnswerArchive, () => makeMemory(options))
}

const retentionMs = Duration.toMillis(retention)

export const makeMemory = ({ maxText = 16 * 1024 * 1024 }: MemoryOptions = {}): Service => {
  // Maps keep insertion order: the first entry is the oldest.
  const answers = new Map<string, StoredAnswer & { readonly at: number }>()
  let size = 0

  const trim = (now: number): void => {
    for (const [id, { at, text }] of answers) {
      if (size <= maxText && now - at < retentionMs) return
      answers.delete(id)
      size -= text.length
    }
  }

  return {
    save: (answer) =>
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
      }),
    erase: (isErased) =>
      Effect.sync(() => {
        const erased = [...answers.values()].filter(isErased)
        for (const { id, text } of erased) {
          answers.delete(id)
          size -= text.length
        }
        return erased.length
      })
  }
}
