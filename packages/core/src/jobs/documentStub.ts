/** What the row of a page holds when its document is in a `DocumentStore`: what stores themselves read, and the name. */
import type { Document } from "../model/Document.ts"
import type { Lease } from "./Frontier.ts"

/**
 * The name is no member of `metadata`, whose names come from pages: no page can pass for a stub, and so read the documents of
 * its job.
 */
interface DocumentStub extends Document {
  readonly storedDocument: string
}

/** Stores find the pages to erase by these addresses, and count pages by their status. */
export const stubOf = (
  { metadata: { sourceURL, statusCode, url } }: Document,
  storedDocument: string
): DocumentStub => ({
  metadata: { sourceURL, url, statusCode },
  storedDocument
})

/** The name of the stored document; undefined of a document that is none of `stubOf`. */
export const storedName = (document: Document): string | undefined =>
  "storedDocument" in document && typeof document.storedDocument === "string" && Object.keys(document).length === 2
    ? document.storedDocument
    : undefined

/**
 * One name for each claim of a page: a settlement that is written again stores its document in the same place, and a worker
 * that lost the page cannot replace the document of the one that has it.
 */
export const nameOfLease = ({ page, token }: Pick<Lease, "page" | "token">): string => `${page}-${token}`
