/** Options that are given again and again, checked and planned once. `ScrapeCache` owns the memo, whose key is their value. */
import * as Effect from "effect/Effect"
import type { InvalidInput } from "../model/InvalidInput.ts"
import { decode, resolve, type Resolved, type ScrapeOptions } from "../model/ScrapeOptions.ts"
import { jsonKey } from "../support/jsonKey.ts"
import { LruMap } from "../support/LruMap.ts"
import type { PlannedFormat } from "./Format.ts"

/** The options of one scrape, which it carries along. */
export interface KnownOptions {
  readonly options: Resolved
  /** The options as text, the same for all that mean the same; absent for those that are not remembered. */
  readonly key: string | undefined
  /** Set by the first scrape that planned its formats, where the options are remembered. */
  plan?: ReadonlyArray<PlannedFormat>
}

/** Longer options are not remembered. */
const maxLength = 65_536
/** Characters of all that are remembered. */
const maxSize = 4 * 1024 * 1024

/**
 * Remembers options with headers, for a caller that gives the same again and again: these may be secrets, and go with the
 * caller. All others are remembered by the scraper.
 */
export interface OptionsMemo {
  text?: string
  known?: KnownOptions
}

type Resolve = (given: ScrapeOptions, memo?: OptionsMemo) => Effect.Effect<KnownOptions, InvalidInput>

/** Checks options and fills in the defaults, once for all that are equal. */
export const makeKnownOptions = (): Resolve => {
  const entries = new LruMap<string, KnownOptions>({
    maxWeight: maxSize,
    weigh: ({ key = "" }, text) => text.length + key.length
  })
  return (given, memo) => {
    const isSecret = given.headers !== undefined
    const text = isSecret && memo === undefined ? undefined : jsonKey(given, maxLength)
    if (text === undefined) {
      return Effect.map(decode(given), (options) => ({ options: resolve(options), key: undefined }))
    }
    const known = !isSecret ? entries.get(text) : memo?.text === text ? memo.known : undefined
    if (known !== undefined) return Effect.succeed(known)
    // A copy: the caller may change what was given.
    return Effect.map(decode(JSON.parse(text)), (checked) => {
      const options = resolve(checked)
      const made: KnownOptions = { options, key: isSecret ? undefined : JSON.stringify(options) }
      if (!isSecret) entries.set(text, made)
      else if (memo !== undefined) Object.assign(memo, { text, known: made } satisfies OptionsMemo)
      return made
    })
  }
}
