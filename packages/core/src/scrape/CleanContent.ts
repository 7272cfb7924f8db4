/**
 * Port: takes out of Markdown what is no content of the page and rules have left in, for `onlyCleanContent`.
 * `@orbweaver/extraction` asks a model which blocks to leave out.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Tokens } from "../network/ModelClient.ts"

export interface Cleaned {
  /** The Markdown without some of its blocks; the others stand as they were, letter by letter. */
  readonly markdown: string
  /** Why some or all of the Markdown was not judged, as a sentence. Absent when all was. */
  readonly problem?: string | undefined
  /** What the model took. */
  readonly tokens: Tokens
}

/** Bounded in time. Never fails: `problem` says what was not judged. */
export type Cleaner = (markdown: string) => Effect.Effect<Cleaned>

/** The cleaner of this instance; none unless a layer gives one. */
export const CleanContent = Context.Reference<Cleaner | undefined>("@orbweaver/core/CleanContent", {
  defaultValue: () => undefined
})
