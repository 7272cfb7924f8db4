/**
 * One object for all requests that ask for the same: core reads the options of a
 * scrape once, and answers a cached page again without converting it, when it
 * is given the very same options.
 */
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"

/** Options remembered; the least recently used go first. */
const maxKnown = 512
/** Longer ones are rarely repeated. */
const maxLength = 2048

export const makeInternOptions = (): ((options: ScrapeOptions) => ScrapeOptions) => {
  const known = new LruMap<string, ScrapeOptions>({ maxEntries: maxKnown })
  return (options) => {
    // Headers may contain secrets, and such a page is never cached.
    if (options.headers !== undefined) return options
    const text = JSON.stringify(options)
    if (text.length > maxLength) return options
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, Object.freeze(options))
    return options
  }
}
