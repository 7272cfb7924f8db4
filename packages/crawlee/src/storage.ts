/** Documents into the storages of Crawlee, on this machine or on the Apify platform. */
import type { Document } from "orbweaver"

/** The part of Crawlee's `Dataset` that is used. */
export interface DocumentDataset {
  pushData(data: Record<string, unknown>): Promise<void>
}

/** The part of Crawlee's `KeyValueStore` that is used. */
export interface DocumentStore {
  setValue(key: string, value: string | null, options?: { contentType?: string }): Promise<void>
}

export interface SaveOptions {
  /** One item for each document, in the order in which they come. */
  readonly dataset?: DocumentDataset | undefined
  /** The Markdown of each document under a key that is made of its address; the item names it as `markdownKey`. */
  readonly store?: DocumentStore | undefined
}

/**
 * Writes documents as they come, `orb.crawl(url).pages()` for instance, and gives how many there were. Each is written
 * before the next is asked for, so that a slow storage slows the crawl down.
 */
export const saveDocuments = async (
  documents: AsyncIterable<Partial<Document>> | Iterable<Partial<Document>>,
  { dataset, store }: SaveOptions
): Promise<number> => {
  let count = 0
  for await (const document of documents) {
    count++
    const { markdown, ...rest } = document
    const key = store === undefined || markdown === undefined ? undefined : await keyOf(document.metadata?.url ?? "")
    if (key !== undefined) await store?.setValue(key, markdown ?? "", { contentType: "text/markdown; charset=utf-8" })
    const item =
      key === undefined ? { ...rest, ...(markdown === undefined ? {} : { markdown }) } : { ...rest, markdownKey: key }
    // The storage keeps JSON; the item is the caller's from here on.
    await dataset?.pushData({ url: document.metadata?.url, ...item })
  }
  return count
}

/** Characters that a key may have, and most of them (Crawlee: 256). */
const maxReadable = 200

/** Readable, stable, and different for different addresses. */
export const keyOf = async (url: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url)))
  const readable = url
    .replace(/^https?:\/\//, "")
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, maxReadable)
  return `${readable}-${Buffer.from(digest.subarray(0, 6)).toString("hex")}.md`
}
