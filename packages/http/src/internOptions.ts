/**
 * One object for all requests that ask for the same: core reads the options of a
 * scrape once, and answers a cached page again without converting it, when it
 * is given the very same options.
 */
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"

/** Options remembered; the least recently used go first. */
const maxKnown = 512
/** Longer ones are rarely repeated. */
const maxLength = 2048

export const makeInternOptions = (): ((options: ScrapeOptions) => ScrapeOptions) => {
  const known = new Map<string, ScrapeOptions>()
  return (options) => {
    // Headers may contain secrets, and such a page is never cached.
    if (options.headers !== undefined) return options
    const text = JSON.stringify(options)
    if (text.length > maxLength) return options
    const same = known.get(text) ?? Object.freeze(options)
    known.delete(text)
    known.set(text, same)
    if (known.size > maxKnown) {
      for (const oldest of known.keys()) {
        known.delete(oldest)
        break
      }
    }
    return same
  }
}
