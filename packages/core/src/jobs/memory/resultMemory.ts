/** Results of jobs, of which the oldest documents go elsewhere once there are more than memory has room for. */
import type { Document } from "../../model/Document.ts"
import { sizeOf } from "../../scrape/conversionCache.ts"
import { atOnce, type Steps } from "../../support/steps.ts"
import { textSlices } from "../../support/textSlices.ts"
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
/** Characters of a text that are written and read in one go. */
const sliceLength = 262_144

/** A document elsewhere: the key of all but its long texts, and the keys of their slices, by the name of their field. */
interface Moved {
  readonly key: number
  readonly texts: ReadonlyMap<string, ReadonlyArray<number>>
}

export interface KeptResult extends Omit<StoredResult, "document"> {
  readonly size: number
  content: { readonly document: Document } | Moved
}

export interface ResultMemory {
  readonly keep: (result: StoredResult) => KeptResult
  readonly read: (kept: KeptResult) => StoredResult
  /** The same with pauses; undefined where the result was dropped meanwhile. */
  readonly readInSteps: (kept: KeptResult) => Steps<StoredResult | undefined>
  readonly drop: (kept: KeptResult) => void
}

interface ResultMemoryOptions {
  readonly overflow?: Overflow | undefined
  /** Characters of documents in memory, where there is an overflow. Default: 32 Mi. */
  readonly maxLength?: number | undefined
  /** Does work with pauses beside the caller. */
  readonly inBackground: (begin: () => Steps<void>) => void
}

export const makeResultMemory = ({
  inBackground,
  maxLength = defaultMaxLength,
  overflow
}: ResultMemoryOptions): ResultMemory => {
  // A Set keeps insertion order: the first entry is the oldest.
  const inMemory = new Set<KeptResult>()
  const dropped = new WeakSet<KeptResult>()
  let total = 0
  let isMoving = false

  function* moveOldest(target: Overflow): Steps<void> {
    try {
      for (const kept of inMemory) {
        if (total <= maxLength) return
        if (!("document" in kept.content)) continue
        const moved = yield* write(target, kept.content.document)
        // No room there either: it stays.
        if (moved === undefined) return
        if (!inMemory.delete(kept)) {
          removeAll(target, moved)
          continue
        }
        kept.content = moved
        total -= kept.size
        yield
      }
    } finally {
      isMoving = false
    }
  }

  function* readInSteps(kept: KeptResult): Steps<StoredResult | undefined> {
    const { content, credits, depth, facts, page, position, url } = kept
    const document =
      "document" in content ? content.document : yield* readMoved(overflow!, content, () => dropped.has(kept))
    return document === undefined ? undefined : { position, page, url, depth, document, credits, facts }
  }

  return {
    keep: ({ document, ...result }) => {
      const kept: KeptResult = { ...result, size: overflow === undefined ? 0 : sizeOf(document), content: { document } }
      if (overflow === undefined) return kept
      inMemory.add(kept)
      total += kept.size
      if (total > maxLength && !isMoving) {
        isMoving = true
        inBackground(() => moveOldest(overflow))
      }
      return kept
    },
    read: (kept) => atOnce(readInSteps(kept))!,
    readInSteps,
    drop: (kept) => {
      dropped.add(kept)
      if (inMemory.delete(kept)) total -= kept.size
      if (overflow !== undefined && !("document" in kept.content)) removeAll(overflow, kept.content)
    }
  }
}

/** Undefined where there is no room: nothing of the document is there then. */
function* write(target: Overflow, document: Document): Steps<Moved | undefined> {
  const texts = new Map<string, ReadonlyArray<number>>()
  const all: Array<number> = []
  const put = (text: string): number => {
    const key = target.put(text)
    all.push(key)
    return key
  }
  try {
    const short: Record<string, unknown> = { ...document }
    for (const [field, value] of Object.entries(document)) {
      if (typeof value !== "string" || value.length <= sliceLength) continue
      // Keeps the place of the field.
      short[field] = ""
      const keys: Array<number> = []
      texts.set(field, keys)
      for (const slice of textSlices(value, sliceLength)) {
        // As JSON, since a database would lose half of a surrogate pair.
        keys.push(put(JSON.stringify(slice)))
        yield
      }
    }
    return { key: put(JSON.stringify(short)), texts }
  } catch {
    for (const key of all) target.remove(key)
    return undefined
  }
}

function* readMoved({ get }: Overflow, { key, texts }: Moved, isDropped: () => boolean): Steps<Document | undefined> {
  const document = JSON.parse(get(key)) as Record<string, unknown>
  for (const [field, keys] of texts) {
    const slices: Array<string> = []
    for (const slice of keys) {
      slices.push(JSON.parse(get(slice)) as string)
      yield
      if (isDropped()) return undefined
    }
    document[field] = slices.join("")
  }
  return document as Document
}

const removeAll = ({ remove }: Overflow, { key, texts }: Moved): void => {
  remove(key)
  for (const keys of texts.values()) for (const slice of keys) remove(slice)
}
