/**
 * Reads an answer as a web page: its text, what it is, what it is compared by.
 * Plain data in and out, without effects, so that threads load little for it.
 */
import { decodeHtml } from "./charset.ts"
import { atOnce } from "../support/steps.ts"
import { contentHash } from "../support/contentHash.ts"
import { type PageVerdict, judgePage } from "./judge.ts"

/** An answer as it came; plain data, so that it can be posted to a thread. */
export interface RawAnswer {
  readonly bytes: Uint8Array
  /** Charset parameter of the content type, when there was one. */
  readonly charset: string | undefined
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Address that was asked for. */
  readonly requested: string
  /** Address that answered. */
  readonly url: string
  readonly engine: "fetch" | "browser"
}

/** What is known of a page that was read. */
export interface ReadPage {
  readonly judged: PageVerdict
  /** Equal for equal sources. */
  readonly contentHash: string
  /** The page is not in the encoding it declares, and was read in this one. */
  readonly mislabelled: string | undefined
}

/** The text of the page, and what is known of it without parsing. */
export const readPage = ({ bytes, charset, ...answer }: RawAnswer): ReadPage & { readonly text: string } => {
  const { encoding, mislabelled, text } = atOnce(decodeHtml(bytes, charset))
  const judged = judgePage({ ...answer, html: text, requested: new URL(answer.requested), url: new URL(answer.url) })
  return { text, judged, contentHash: contentHash(bytes), mislabelled: mislabelled ? encoding : undefined }
}
