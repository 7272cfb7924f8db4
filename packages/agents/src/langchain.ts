/**
 * A document loader of LangChain.js: pages of a site, or the pages that are named, as documents.
 *
 * ```ts
 * const loader = new OrbweaverLoader(orb, { crawl: "https://example.com/docs", options: { limit: 50 } })
 * for await (const document of loader.lazyLoad()) await store.addDocuments([document])
 * ```
 */
import { BaseDocumentLoader } from "@langchain/core/document_loaders/base"
import { Document } from "@langchain/core/documents"
import type { BatchScrapeInput, CrawlInput, Orbweaver, ScrapeInput } from "orbweaver"

/** What is loaded: one page, the pages of a list, or those of a site. */
export type LoaderSource =
  | { readonly scrape: string | URL; readonly options?: Omit<ScrapeInput, "formats"> | undefined }
  | { readonly batch: ReadonlyArray<string | URL>; readonly options?: Omit<BatchScrapeInput, "formats"> | undefined }
  | { readonly crawl: string | URL; readonly options?: Omit<CrawlInput, "scrapeOptions"> | undefined }

export interface LoaderOptions {
  /**
   * `page` gives one document for each page; `chunk` one for each piece that fits retrieval, with its headings in
   * the metadata. Default: `page`.
   */
  readonly mode?: "page" | "chunk" | undefined
  /** Stops loading, which rejects with its reason; the job is cancelled. */
  readonly signal?: AbortSignal | undefined
}

/** The part of a page's metadata that documents have: values that vector stores can filter by. */
export interface LoadedMetadata extends Record<string, unknown> {
  /** Address of the page. */
  readonly source: string
  readonly title?: string
  readonly description?: string
  readonly language?: string
  readonly statusCode: number
  /** Of chunks: where in the page. */
  readonly chunk?: string
  readonly headings?: ReadonlyArray<string>
}

/** Pages that failed are left out; one that is loaded alone rejects. */
export class OrbweaverLoader extends BaseDocumentLoader {
  readonly #orb: Pick<Orbweaver, "scrape" | "batchScrape" | "crawl">
  readonly #source: LoaderSource
  readonly #options: LoaderOptions

  constructor(
    orb: Pick<Orbweaver, "scrape" | "batchScrape" | "crawl">,
    source: LoaderSource,
    options: LoaderOptions = {}
  ) {
    super()
    this.#orb = orb
    this.#source = source
    this.#options = options
  }

  /** Every document at once, in memory. */
  async load(): Promise<Array<Document<LoadedMetadata>>> {
    const all: Array<Document<LoadedMetadata>> = []
    for await (const document of this.lazyLoad()) all.push(document)
    return all
  }

  /** Documents as their pages come; leaving the loop cancels the job. */
  async *lazyLoad(): AsyncGenerator<Document<LoadedMetadata>, void, void> {
    for await (const page of this.#pages()) yield* documentsOf(page)
  }

  async *#pages(): AsyncGenerator<Page, void, void> {
    const { mode = "page", signal } = this.#options
    const formats = mode === "page" ? (["markdown"] as const) : (["chunks"] as const)
    if ("scrape" in this.#source) {
      const { options, scrape } = this.#source
      yield await this.#orb.scrape(scrape, { ...(options as object), formats, signal })
    } else if ("batch" in this.#source) {
      const { batch, options } = this.#source
      yield* this.#orb.batchScrape(batch, { ...(options as object), formats, signal }).pages() as AsyncGenerator<
        Page,
        void,
        void
      >
    } else {
      const { crawl, options } = this.#source
      yield* this.#orb.crawl(crawl, { ...options, scrapeOptions: { formats }, signal }).pages() as AsyncGenerator<
        Page,
        void,
        void
      >
    }
  }
}

interface Page {
  readonly markdown?: string
  readonly chunks?: ReadonlyArray<{
    readonly id: string
    readonly text: string
    readonly headings: ReadonlyArray<string>
  }>
  readonly metadata: {
    readonly url: string
    readonly statusCode: number
    readonly code?: string
    readonly title?: string
    readonly description?: string
    readonly language?: string
  }
}

function* documentsOf({ chunks, markdown, metadata }: Page): Generator<Document<LoadedMetadata>, void, void> {
  const { code, description, language, statusCode, title, url } = metadata
  // What its job stored of it cannot be read.
  if (code !== undefined) return
  const shared = {
    source: url,
    statusCode,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(language === undefined ? {} : { language })
  }
  if (chunks === undefined) {
    yield new Document({ pageContent: markdown ?? "", metadata: shared, id: url })
    return
  }
  for (const { headings, id, text } of chunks) {
    yield new Document({ pageContent: text, metadata: { ...shared, chunk: id, headings }, id: `${url}#${id}` })
  }
}
