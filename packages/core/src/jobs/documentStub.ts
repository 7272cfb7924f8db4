/** What the row of a page holds when its document is in a `DocumentStore`: what stores themselves read, and the name. */
import type { Document } from "../model/Document.ts"
import { isObject } from "../support/jsonValue.ts"
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
 * that lost the page cannot replace the document of the one that has it. It ends with the bytes of the document, so that the
 * row says how much is read of what a bucket has under this name.
 */
export const nameOfLease = ({ page, token }: Pick<Lease, "page" | "token">, bytes: number): string =>
  `${page}-${token}-${bytes}`

/** Bytes of the document of this name; undefined of names that earlier versions gave. */
export const bytesOfName = (name: string): number | undefined => {
  const bytes = /^[^-]+-[^-]+-(\d{1,15})$/.exec(name)?.[1]
  return bytes === undefined ? undefined : Number(bytes)
}

/** The document of a stub out of its text; undefined where the text is none, or that of another page. */
export const parseStored = ({ metadata: stub }: Document, text: string): Document | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(parsed) || !isObject(parsed["metadata"])) return undefined
  const { sourceURL, statusCode, url } = parsed["metadata"]
  const isOfPage = sourceURL === stub.sourceURL && url === stub.url && statusCode === stub.statusCode
  return isOfPage ? (parsed as Document) : undefined
}

export type UnreadableCode = "DOCUMENT_MISSING" | "DOCUMENT_DAMAGED"

const unreadableTexts: Readonly<Record<UnreadableCode, string>> = {
  DOCUMENT_MISSING: "What was stored of this page is no longer there",
  DOCUMENT_DAMAGED: "What was stored of this page cannot be read"
}

/** Stands for the document of a page that cannot be read, so that the other pages of its job can. */
export const unreadableDocument = (
  { metadata: { sourceURL, statusCode, url } }: Document,
  code: UnreadableCode
): Document => ({
  metadata: { sourceURL, url, statusCode, error: unreadableTexts[code], code }
})

/** Whether a document is one of `unreadableDocument`: its page has no content, whatever its status says. */
export const isUnreadable = ({ metadata: { code } }: Pick<Document, "metadata">): boolean =>
  code !== undefined && Object.hasOwn(unreadableTexts, code)
