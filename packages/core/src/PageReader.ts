/**
 * Port: reads web pages off the thread of the caller, each in one go: decodes
 * its bytes, judges what it is, and makes what the formats want of it.
 *
 * `readPage` is the half that needs no HTML parser. What the formats want is
 * opaque here: `@orbweaver/html` gives the port and knows what it made.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { decodeHtml } from "./internal/charset.ts"
import { type Judged, judgePage } from "./internal/judge.ts"
import { contentHash } from "./internal/contentHash.ts"
import type { Resolved } from "./ScrapeOptions.ts"

/** An answer as it came; plain data, so that it can be posted to a thread. */
export interface Answered {
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
  readonly judged: Judged
  /** Equal for equal sources. */
  readonly contentHash: string
  /** The page is not in the encoding it declares, and was read in this one. */
  readonly mislabelled: string | undefined
}

export interface ReadElsewhere extends ReadPage {
  /** For the formats of the reader's own package. */
  readonly made: unknown
}

export interface Service {
  /** Undefined when the page is to be read by the caller: no thread is free, or it failed on one. */
  readonly read: (
    answered: Answered,
    options: Resolved,
    wanted: ReadonlyArray<string>
  ) => Effect.Effect<ReadElsewhere | undefined>
}

export class PageReader extends Context.Service<PageReader, Service>()("@orbweaver/core/PageReader") {}

/** The text of the page, and what can be said of it without parsing. */
export const readPage = ({ bytes, charset, ...answer }: Answered): ReadPage & { readonly text: string } => {
  const { encoding, mislabelled, text } = decodeHtml(bytes, charset)
  const judged = judgePage({ ...answer, html: text, requested: new URL(answer.requested), url: new URL(answer.url) })
  return { text, judged, contentHash: contentHash(text), mislabelled: mislabelled ? encoding : undefined }
}
