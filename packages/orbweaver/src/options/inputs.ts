/**
 * Options of the promise methods. A duration is a text such as `"30 seconds"`, or a number in the unit that the option
 * has over HTTP (`durations.ts`). A name means the same in every method: `timeout` is the limit of one page, map or search,
 * `waitTimeout` how long the end of a job is waited for.
 */
import type { BatchOptions } from "@orbweaver/core/model/BatchOptions"
import type { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import type { MapOptions } from "@orbweaver/core/model/MapOptions"
import type { OptionFields, Unit } from "@orbweaver/core/internal/model/optionDefinition"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import type { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import type { DurationInput } from "./durations.ts"
import type { FormatInput } from "./formats.ts"

/**
 * Options as the promise methods take them: a duration may be a text, and what is `undefined` counts as absent. An option
 * that is added to the fields is in the methods, with the text of its definition.
 */
export type InputOf<Fields extends OptionFields> = {
  readonly [Name in keyof Fields]?:
    | (Fields[Name]["~unit"] extends Unit ? DurationInput : NonNullable<Fields[Name]["Type"]>)
    | undefined
}

/** How a page is captured and what is wanted of it. */
export interface ScrapeInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>> extends Omit<
  InputOf<typeof ScrapeOptions.fields>,
  "formats" | "headers"
> {
  /** What the document holds. Default: `["markdown"]`. */
  readonly formats?: F | undefined
  /** Request headers: an object, `Headers`, a `Map` or pairs. Default: none of yours. */
  readonly headers?: HeadersInput | undefined
}

/** Where the events of a job are sent: an address, or an address with what to send there. */
export type WebhookInput =
  | string
  | (Omit<Exclude<WebhookOptions, string>, "headers"> & {
      /** Sent with every event: an object, `Headers`, a `Map` or pairs. Default: none of yours. */
      readonly headers?: HeadersInput | undefined
    })

interface WithWebhook {
  /** Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  readonly webhook?: WebhookInput | undefined
}

interface WithScrapeOptions<F extends ReadonlyArray<unknown>> {
  /** How each page is scraped. Default: as `scrape` does without options. */
  readonly scrapeOptions?: ScrapeInput<F> | undefined
}

/** Which pages a crawl visits and how each is scraped. */
export interface CrawlInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>>
  extends WithWebhook, WithScrapeOptions<F>, Omit<InputOf<typeof CrawlOptions.fields>, "scrapeOptions" | "webhook"> {
  /** What to visit, in words; options that are given besides it win. Default: none. */
  readonly prompt?: string | undefined
}

/** How the pages of a batch are scraped, and the batch itself. */
export interface BatchScrapeInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>>
  extends ScrapeInput<F>, WithWebhook, Omit<InputOf<typeof BatchOptions.fields>, "scrapeOptions" | "webhook"> {}

/** What a map lists. */
export interface MapInput extends Omit<InputOf<typeof MapOptions.fields>, "delay"> {}

/** What a search asks. */
export interface SearchInput<F extends ReadonlyArray<unknown> = ReadonlyArray<FormatInput>> extends Omit<
  InputOf<typeof SearchOptions.fields>,
  "scrapeOptions"
> {
  /** Results are scraped when this asks for formats. Default: they are not. */
  readonly scrapeOptions?: ScrapeInput<F> | undefined
}
