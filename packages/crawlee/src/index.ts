/**
 * Orbweaver inside a Crawlee crawler: what the crawler has fetched becomes a document.
 *
 * ```ts
 * const orb = createOrbweaver()
 * const crawler = new CheerioCrawler({
 *   requestHandler: async (context) => {
 *     const { markdown } = await toDocument(context, { orb, formats: ["markdown"] })
 *   }
 * })
 * ```
 *
 * The crawler opens its own connections: the egress policy of the instance does not cover them.
 */
import type { DocumentOf, FormatInput, Orbweaver, ScrapeInput } from "orbweaver"
import { type CrawleeContext, pageOf } from "./internal/pageOf.ts"

export type { CrawleeContext } from "./internal/pageOf.ts"

export interface ToDocumentOptions<F extends ReadonlyArray<FormatInput>> extends ScrapeInput<F> {
  /** The instance that reads the page: `createOrbweaver()`, made once for all pages. */
  readonly orb: Pick<Orbweaver, "parse">
  /** Stops the reading, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The page of an `HttpCrawler`, `CheerioCrawler` or `PlaywrightCrawler` in the formats asked for; Markdown when
 * you pass none. Nothing is fetched again. Rejects as `orb.parse` does, and with a `TypeError` for the context
 * of a crawler that has fetched nothing. Pictures (`screenshot`, `branding`) are not read from a context.
 */
export const toDocument = async <const F extends ReadonlyArray<FormatInput> = readonly ["markdown"]>(
  context: CrawleeContext,
  { orb, signal, ...options }: ToDocumentOptions<F>
): Promise<DocumentOf<F>> => {
  const { sourceURL, ...page } = await pageOf(context)
  const document = await orb.parse(page, { ...(options as ScrapeInput), signal })
  const { sourceFile: _, ...metadata } = document.metadata
  return { ...document, metadata: { ...metadata, sourceURL } } as unknown as DocumentOf<F>
}
