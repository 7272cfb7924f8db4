/**
 * Options of the promise methods. A duration is a text such as `"30 seconds"`, or a number in the unit that the option
 * has over HTTP (`durations.ts`). A name means the same in every method: `timeout` is the limit of one page, map or search,
 * `waitTimeout` how long the end of a job is waited for.
 */
import type { BatchOptions } from "@orbweaver/core/model/BatchOptions"
import type { CrawlOptions, RuleOptions } from "@orbweaver/core/model/CrawlOptions"
import type { MapOptions } from "@orbweaver/core/model/MapOptions"
import type { Action, ParserSpec, ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import type { SearchFocus, SearchOptions } from "@orbweaver/core/model/SearchOptions"
import type { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import type { DurationInput } from "./durations.ts"
import type { FormatInput } from "./formats.ts"

/** How a page is captured and what is wanted of it. */
export interface ScrapeInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>> {
  /** What the document holds. Default: `["markdown"]`. */
  readonly formats?: F | undefined
  /** Request headers: an object, `Headers`, a `Map` or pairs. Default: none of yours. */
  readonly headers?: HeadersInput | undefined
  /** CSS selectors of what to keep; everything else goes. Default: none, which keeps everything. */
  readonly includeTags?: ReadonlyArray<string> | undefined
  /** CSS selectors of what to drop; an entry between `*` is a pattern over tag name and attributes. Default: none. */
  readonly excludeTags?: ReadonlyArray<string> | undefined
  /** Keep the main content alone: no navigation, no footers. Default: `true`. */
  readonly onlyMainContent?: boolean | undefined
  /**
   * Parts that the content leaves out otherwise: `"comments"` of readers under an article, `"hiddenText"` that no visitor
   * sees, and values of `"structuredData"` that the text does not have, both at the end of the Markdown, marked as such; and
   * `"metadataSources"`, which says in `metadata.sources` where author and times come from. Default: none.
   */
  readonly includeParts?: ScrapeOptions["includeParts"] | undefined
  /** Limit for the page, capture and formats together: milliseconds or a text; at most 5 minutes. Default: 60 seconds. */
  readonly timeout?: DurationInput | undefined
  /** Extra time for scripts once the page has loaded: milliseconds or a text; at most 60 seconds; needs a browser. Default: 0. */
  readonly waitFor?: DurationInput | undefined
  /** Visit as a phone. Default: `false`. */
  readonly mobile?: boolean | undefined
  /** How files that are no web pages are read. Default: every known kind is read. */
  readonly parsers?: ReadonlyArray<ParserSpec> | undefined
  /** Steps performed on the page, in order, at most 50; needs a browser. Default: none. */
  readonly actions?: ReadonlyArray<Action> | undefined
  /** Visit as from this country, asking for these languages. Default: the country of the process, no language. */
  readonly location?: ScrapeOptions["location"] | undefined
  /** Accept invalid certificates. Default: `false`. */
  readonly skipTlsVerification?: boolean | undefined
  /** Replace pictures that are embedded in the Markdown by a placeholder. Default: `true`. */
  readonly removeBase64Images?: boolean | undefined
  /** Leave out advertisements and cookie banners in a browser. Default: `true`. */
  readonly blockAds?: boolean | undefined
  /** Which of the configured proxies to use. Default: `"auto"`. */
  readonly proxy?: ScrapeOptions["proxy"] | undefined
  /** Oldest cached page that is accepted: milliseconds or a text; 0 always captures. Default: 2 days. */
  readonly maxAge?: DurationInput | undefined
  /** Answer from the cache only, with a page at least this old: milliseconds or a text. Default: not asked for. */
  readonly minAge?: DurationInput | undefined
  /** Keep the captured page in the cache. Default: `true`. */
  readonly storeInCache?: boolean | undefined
  /** Answer from the cache only: nothing is sent for this page. Default: `false`. */
  readonly lockdown?: boolean | undefined
  /** Keep the texts of the document to so many tokens; `cursor` goes on where an earlier document ended. Default: whole texts. */
  readonly budget?: ScrapeOptions["budget"] | undefined
}

/** Where the events of a job are sent: an address, or an address with what to send there. */
export type WebhookInput =
  | string
  | (Omit<Exclude<WebhookOptions, string>, "headers"> & {
      /** Sent with every event: an object, `Headers`, a `Map` or pairs. Default: none of yours. */
      readonly headers?: HeadersInput | undefined
    })

interface WithWebhook {
  /** Address that is told of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  readonly webhook?: WebhookInput | undefined
}

/** Which pages a crawl visits and how each is scraped. */
export interface CrawlInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>>
  extends
    Optional<RuleOptions>,
    WithWebhook,
    Omit<Optional<CrawlOptions>, keyof RuleOptions | "delay" | "scrapeOptions" | "webhook"> {
  /** What to visit, in words; options that are given besides it win. Default: none. */
  readonly prompt?: string | undefined
  /**
   * Time between two page starts: seconds, at most 60, or a text such as `"500 millis"`; pages are then scraped one at a
   * time. Default: as robots.txt asks, or none.
   */
  readonly delay?: DurationInput | undefined
  /** How each page is scraped. Default: as `scrape` does without options. */
  readonly scrapeOptions?: ScrapeInput<F> | undefined
}

/** How the pages of a batch are scraped, and the batch itself. */
export interface BatchScrapeInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>>
  extends ScrapeInput<F>, WithWebhook, Omit<Optional<BatchOptions>, "scrapeOptions" | "webhook"> {}

/** What a map lists. */
export interface MapInput
  extends Optional<RuleOptions>, Omit<Optional<MapOptions>, keyof RuleOptions | "timeout" | "delay"> {
  /** Limit for the map: milliseconds or a text; what was found by then is the answer. Default: none. */
  readonly timeout?: DurationInput | undefined
}

/** What a search asks. */
export interface SearchInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>>
  extends Optional<SearchFocus>, Omit<Optional<SearchOptions>, keyof SearchFocus | "timeout" | "scrapeOptions"> {
  /** Limit for the search and for scraping its results: milliseconds or a text; at most 5 minutes. Default: 60 seconds. */
  readonly timeout?: DurationInput | undefined
  /** Results are scraped when this asks for formats. Default: they are not. */
  readonly scrapeOptions?: ScrapeInput<F> | undefined
}

/** What is `undefined` counts as absent. */
export type Optional<O> = { readonly [K in keyof O]?: O[K] | undefined }
