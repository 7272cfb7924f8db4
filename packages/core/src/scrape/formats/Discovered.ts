/**
 * The format that crawls ask for: what a page leads to, and what the next crawl
 * compares it with. It reads the whole page, whatever `onlyMainContent` and the
 * tag lists leave of it.
 *
 * Reading links out of HTML is the port `LinkExtractor`, given by
 * `@orbweaver/html`, which reads them from the tree that all formats share.
 */
import * as Effect from "effect/Effect"
import type { PageBlocks } from "../../text/Boilerplate.ts"
import { discoveredName } from "../../model/formats/builtInFormats.ts"
import type { Document } from "../../model/Document.ts"
import type { Fields, Format, FormatInput, FormatFailure } from "../Format.ts"
import { refreshLink, type RefreshingAnswer } from "../../reading/refreshTarget.ts"
import { contentHash, contentHashSteps } from "../../support/contentHash.ts"
import { inTurns } from "../../support/turns.ts"
import type { FormatSpec } from "../../model/ScrapeOptions.ts"

export interface PageLinks {
  /** Absolute addresses of `<a href>`, in order, against the page's `<base>`; then those of `<link rel=next>` and `prev`, and of a refresh. */
  readonly links: ReadonlyArray<string>
  /** Address in `<link rel=canonical>`. */
  readonly canonical?: string | undefined
  /** Sitemaps that the page names in `<link rel=sitemap>`. */
  readonly sitemaps?: ReadonlyArray<string> | undefined
  /** What each of the links says, in one line; when the spec asks for it. */
  readonly texts?: ReadonlyArray<string> | undefined
  /** When the spec has a list of blocks to leave out (`spec`). */
  readonly blocks?: PageBlocks | undefined
}

/** Port: the links of a page. Runs for every page of a crawl: linear in the page. */
export type LinkExtractor = (input: FormatInput) => Effect.Effect<PageLinks, FormatFailure>

export interface Discovered extends PageLinks {
  /** Whether a browser has read the page. */
  readonly rendered?: boolean | undefined
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  readonly retryAfter?: string | undefined
  readonly contentHash: string
  /** Size of the body, decoded. */
  readonly bytes: number
}

export const name = discoveredName

export interface DiscoveredOptions {
  /** Blocks to leave out of the main content; asks for those of the page. */
  readonly repeated?: ReadonlyArray<number> | undefined
  /** Whether the texts of links are asked for. */
  readonly texts?: boolean | undefined
}

/** Asks for the format. */
export const spec = ({ repeated, texts = false }: DiscoveredOptions = {}): FormatSpec => ({
  type: name,
  ...(repeated === undefined ? {} : { repeated }),
  ...(texts ? { texts } : {})
})

/** Whether `spec` asked for the texts of links. */
export const asksForTexts = (formats: ReadonlyArray<FormatSpec>): boolean =>
  formats.find(({ type }) => type === name)?.["texts"] === true

/** The blocks to leave out, as `spec` wrote them. */
export const repeatedOf = (formats: ReadonlyArray<FormatSpec>): ReadonlyArray<number> | undefined => {
  const repeated = formats.find(({ type }) => type === name)?.["repeated"]
  return Array.isArray(repeated) ? repeated.filter((hash) => typeof hash === "number") : undefined
}

export const format = (extract: LinkExtractor): Format => ({
  name,
  needs: [],
  uses: [],
  run: Effect.fnUntraced(function* (input) {
    const { page } = input
    const { headers, rendered, status } = page.response
    const found: Discovered = {
      ...(status < 400 ? withRefresh(yield* extract(input), page.response) : { links: [] }),
      // The validators of a shell say nothing about what its scripts build next time.
      ...(rendered === true ? {} : { etag: headers["etag"], lastModified: headers["last-modified"] }),
      rendered: rendered === true,
      retryAfter: headers["retry-after"],
      contentHash: page.content.read?.contentHash ?? (yield* hashOf(page.response.body)),
      bytes: page.response.body.byteLength
    }
    // Not a field of documents: the crawl takes it out again (`separate`).
    return { [name]: found } as Fields
  })
})

/** With where the answer sends its visitors, unless the page links there too. */
const withRefresh = (found: PageLinks, response: RefreshingAnswer): PageLinks => {
  const link = refreshLink(response)?.href
  if (link === undefined || found.links.includes(link)) return found
  return {
    ...found,
    links: [...found.links, link],
    ...(found.texts === undefined ? {} : { texts: [...found.texts, ""] })
  }
}

const hashOf = (body: Uint8Array): Effect.Effect<string> =>
  body.byteLength <= smallBytes ? Effect.sync(() => contentHash(body)) : inTurns(() => contentHashSteps(body))

/** Bodies up to this size are hashed in one turn. */
const smallBytes = 4_194_304

/** Takes what was discovered out of a document. */
export const separate = (
  document: Document
): { readonly document: Document; readonly discovered: Discovered | undefined } => {
  const { [name]: discovered, ...rest } = document as Document & { readonly [name]?: Discovered }
  return { document: rest, discovered }
}
