/**
 * Cache of scrape results: the same URL with the same options is answered without planning, reading or converting
 * again. Before an entry is used, the cache must still hold those bytes.
 */
import type { CaptureRequest } from "./Capture.ts"
import type { Document, Metadata } from "../model/Document.ts"
import { sizeOf } from "./conversionCache.ts"
import { LruMap } from "../support/LruMap.ts"

export interface CachedScrape {
  readonly request: CaptureRequest
  /** The cached bytes that it was made of. */
  readonly body: Uint8Array
  /** All but the metadata. */
  readonly fields: Omit<Document, "metadata">
  /** But for what differs from scrape to scrape: the address as typed, and the id. */
  readonly metadata: Metadata
  readonly credits: number
  /** The account whose index took the page; another one's has yet to. Absent where nothing is indexed. */
  readonly indexedFor: string | undefined
}

/** `options` are those of the scrape as text (`KnownOptions`). */
interface ScrapeResultCache {
  readonly find: (url: URL, options: string) => CachedScrape | undefined
  readonly put: (url: URL, options: string, answered: CachedScrape) => void
}

/** Bytes and characters of pages answered, the least recently used going first. */
const maxSize = 16 * 1024 * 1024

interface CacheEntry {
  readonly options: string
  readonly answered: CachedScrape
  readonly size: number
}

export const makeScrapeResultCache = (): ScrapeResultCache => {
  const entries = new LruMap<string, CacheEntry>({ maxWeight: maxSize, weigh: ({ size }) => size })

  return {
    find: ({ href }, options) => {
      if (entries.peek(href)?.options !== options) return undefined
      return entries.get(href)?.answered
    },
    put: ({ href }, options, answered) => {
      const size = answered.body.byteLength + sizeOf(answered.fields) + options.length + 1024
      if (size <= maxSize / 4) entries.set(href, { options, answered, size })
    }
  }
}
