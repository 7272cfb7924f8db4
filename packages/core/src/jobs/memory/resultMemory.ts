/** Results of jobs, of which the oldest documents go elsewhere once there are more than memory has room for. */
import type { Document } from "../../model/Document.ts"
import { sizeOf } from "../../scrape/conversionCache.ts"
import type { StoredResult } from "../JobStore.ts"

/** Where texts go that find no room in memory. Calls end within the turn in which they are made, and may throw. */
export interface Overflow {
  /** Keeps the text, and gives its key. */
  readonly put: (text: string) => number
  readonly get: (key: number) => string
  readonly remove: (key: number) => void
}

/** Characters of documents in memory, where there is an overflow. */
const defaultMaxLength = 32 * 1024 * 1024

export interface KeptResult extends Omit<StoredResult, "document"> {
  readonly size: number
  /** In memory, or under its key elsewhere. */
  content: { readonly document: Document } | { readonly key: number }
}

export interface ResultMemory {
  readonly keep: (result: StoredResult) => KeptResult
  readonly read: (kept: KeptResult) => StoredResult
  readonly drop: (kept: KeptResult) => void
}

export const makeResultMemory = (overflow: Overflow | undefined, maxLength = defaultMaxLength): ResultMemory => {
  // A Set keeps insertion order: the first entry is the oldest.
  const inMemory = new Set<KeptResult>()
  let total = 0

  const moveOldest = ({ put }: Overflow): void => {
    for (const kept of inMemory) {
      if (total <= maxLength) return
      if ("key" in kept.content) continue
      try {
        kept.content = { key: put(JSON.stringify(kept.content.document)) }
      } catch {
        // No room there either: it stays.
        return
      }
      inMemory.delete(kept)
      total -= kept.size
    }
  }

  return {
    keep: ({ document, ...result }) => {
      const kept: KeptResult = { ...result, size: overflow === undefined ? 0 : sizeOf(document), content: { document } }
      if (overflow === undefined) return kept
      inMemory.add(kept)
      total += kept.size
      moveOldest(overflow)
      return kept
    },
    read: ({ content, credits, depth, facts, page, position, url }) => {
      const document = "document" in content ? content.document : (JSON.parse(overflow!.get(content.key)) as Document)
      return { position, page, url, depth, document, credits, facts }
    },
    drop: (kept) => {
      if (inMemory.delete(kept)) total -= kept.size
      if ("key" in kept.content) overflow?.remove(kept.content.key)
    }
  }
}
