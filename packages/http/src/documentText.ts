/**
 * Documents as JSON. Escaping a long text takes longer than all the rest of an
 * answer from the cache, and the same page is asked for again and again: its
 * texts are escaped once.
 */
import type { Document } from "@orbweaver/core/model/Document"

export type WriteDocument = (document: Document) => string

/** Shorter texts are escaped faster than they are looked up. */
const minCachedLength = 2048
/** Characters kept, given and escaped together. */
const maxKept = 16 * 1024 * 1024

export const makeWriter = (): WriteDocument => {
  // A Map keeps insertion order: the first entry is the least recently used.
  const entries = new Map<string, string>()
  let size = 0

  const escaped = (text: string): string => {
    const known = entries.get(text)
    if (known !== undefined) {
      entries.delete(text)
      entries.set(text, known)
      return known
    }
    const made = JSON.stringify(text)
    size += text.length + made.length
    entries.set(text, made)
    for (const [oldest, { length }] of entries) {
      if (size <= maxKept) break
      entries.delete(oldest)
      size -= oldest.length + length
    }
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
