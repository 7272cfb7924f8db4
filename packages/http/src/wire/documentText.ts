/**
 * Documents as JSON. Escaping a long text takes longer than all the rest of an
 * answer from the cache, and the same page is asked for again and again: its
 * texts are escaped once.
 */
import type { Document } from "@orbweaver/core/model/Document"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"

export type WriteDocument = (document: Document) => string

/** Shorter texts are escaped faster than they are looked up. */
const minCachedLength = 2048
/** Characters kept, given and escaped together. */
const maxKept = 16 * 1024 * 1024

export const makeWriter = (): WriteDocument => {
  const entries = new LruMap<string, string>({
    maxWeight: maxKept,
    weigh: (escaped, text) => escaped.length + text.length
  })

  const escaped = (text: string): string => {
    const known = entries.get(text)
    if (known !== undefined) return known
    const made = JSON.stringify(text)
    entries.set(text, made)
    return made
  }

  return (document) => {
    if (document.metadata.cacheState !== "hit") return JSON.stringify(document)
    let text = ""
    for (const [name, value] of Object.entries(document)) {
      if (value === undefined) continue
      const written =
        typeof value === "string" && value.length >= minCachedLength ? escaped(value) : JSON.stringify(value)
      text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${written}`
    }
    return `${text}}`
  }
}
