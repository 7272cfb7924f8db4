/** What an application may replace in an instance, or add to it. */
import type { Limits as CallLimits } from "@orbweaver/core/accounts/CallLog"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Tokenizer } from "@orbweaver/core/network/Tokenizer"
import type * as Layer from "effect/Layer"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Duration from "effect/Duration"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import type { OnRequest, OnResponse, Retry } from "@orbweaver/core/internal/network/RequestHooks"
import type { Isolation } from "@orbweaver/core/internal/support/isolatedThread"
import type { ScoreLink } from "@orbweaver/core/internal/crawl/relevance"
import type * as BrowserSessions from "@orbweaver/core/scrape/BrowserSessions"
import type { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import type { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import type { Egress, EgressPolicy } from "@orbweaver/core/network/Egress"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { Format } from "@orbweaver/core/scrape/Format"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import type { CacheSharing, PageCache } from "@orbweaver/core/scrape/PageCache"
import type { Parser } from "@orbweaver/core/reading/Parser"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type { Recognizer } from "@orbweaver/core/reading/Recognizer"
import type { Renderer } from "@orbweaver/core/network/Renderer"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import type * as Worker from "@orbweaver/core/crawl/Worker"
import type { Step } from "@orbweaver/core/scrape/Pipeline"
import type { MailSettings } from "@orbweaver/egress/internal/Mail"
import type { Secret } from "@orbweaver/core/internal/model/secret"
import type { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import type * as InFlight from "@orbweaver/core/scrape/InFlight"
import type * as ConversionPool from "@orbweaver/html/pool/ConversionPool"
import type { Limits } from "@orbweaver/core/scrape/Profiles"
import type { EncryptionKeys } from "@orbweaver/storage/internal/support/sealing"
import type { Stores } from "@orbweaver/storage/sqlite"
import type { DefinedFormat } from "../pipeline/defineFormat.ts"
import type { DefinedParser } from "../pipeline/defineParser.ts"
import type { DefinedStep } from "../pipeline/defineStep.ts"
import type { LoggerOption } from "./logging.ts"
import type { Embeddings } from "./embeddings.ts"
import type { Model } from "./models.ts"

/** What is set for a host and its subdomains. */
export interface HostOptions {
  /**
   * Sent to the host with every page, robots.txt and sitemap: an object, `Headers`, a `Map` or pairs. Those of a request or a
   * session win. Default: none.
   */
  readonly headers?: HeadersInput | undefined
  /**
   * Least time between the starts of two pages of the host in crawls and batches: seconds or a duration, at most 30
   * seconds. Default: what robots.txt asks of crawls.
   */
  readonly delay?: Duration.Input | undefined
  /** The way to the host: the address of a proxy (`http`, `https` or `socks5`). Default: one of `proxies`. */
  readonly proxy?: string | URL | undefined
  /**
   * `browser`: its pages are always rendered. `fetch`: they are rendered only for an option or a format that needs it.
   * Default: a browser where a page turns out to need one.
   */
  readonly engine?: "fetch" | "browser" | undefined
}

/** How browser profiles are kept. */
export interface ProfileSettings extends Limits {
  /**
   * Keys of at least 32 characters each: the first encrypts, all decrypt. A profile is encrypted with the first when it is
   * saved again. Default: none, profiles are refused.
   */
  readonly encryptionKeys?: EncryptionKeys | undefined
}

/** What an application may replace or add. */
export interface Adapters {
  /** Which addresses may be contacted; public ones only when absent. */
  readonly egress?: EgressPolicy | undefined
  /** Gets pages over HTTP. Default: undici. */
  readonly fetcher?: Layer.Layer<Fetcher, never, Egress | ProxyPool> | undefined
  /**
   * Proxies that pages are fetched and rendered through: their addresses (`http`, `https` or `socks5`), or
   * `ProxyPool.layer({ proxies: [{ url, class }] })`. Direct when absent.
   */
  readonly proxies?: ReadonlyArray<string | URL> | Layer.Layer<ProxyPool> | undefined
  /**
   * Asked about every request of a page, a redirect, robots.txt, a sitemap and what a page loads in a browser, before it
   * leaves: changes headers, or refuses. Default: none.
   */
  readonly onRequest?: OnRequest | undefined
  /** Gets every answer, redirects included, before it is read: changes headers, or refuses. Default: none. */
  readonly onResponse?: OnResponse | undefined
  /**
   * Says whether and when a page that failed is tried again, at most 10 times in all and within its `timeout`. Default:
   * failures that pass, twice.
   */
  readonly retry?: Retry | undefined
  /** How long one call of `onRequest`, `onResponse` or `retry` may take. Default: 10 seconds. */
  readonly hookTimeout?: Duration.Input | undefined
  /**
   * Settings for hosts by their names, which cover subdomains; `*` is every host. Of several that cover a host, the
   * longest that has a setting decides. Default: none.
   */
  readonly hosts?: Readonly<Record<string, HostOptions>> | undefined
  /** None when absent: what needs a browser then fails with `NeedsBrowser`. */
  readonly renderer?: Layer.Layer<Renderer, unknown, Egress | ProxyPool> | undefined
  /**
   * Folder of what is written while the instance runs, such as profiles of browsers and the files that these download; made
   * where there is none. What a killed process left in it is removed. Default: the system's temporary folder.
   */
  readonly temporaryFolder?: string | undefined
  /** How many browser sessions are open at once; 4, and 2 of one account, when absent. */
  readonly sessions?: BrowserSessions.Options | undefined
  /**
   * Browser profiles: the keys that encrypt them, and their bounds. Default: no keys, so profiles are refused; 2 MiB each,
   * 50 of an account, kept for 30 days after they were used last.
   */
  readonly profiles?: ProfileSettings | undefined
  /**
   * The list of calls of each account, which a server keeps: most calls of an account, and most days. `rows: 0` keeps none.
   * Default: 10,000 calls, 30 days.
   */
  readonly activity?: Partial<CallLimits> | undefined
  /** Formats on top of the built-in ones (`defineFormat`); of two with one name yours wins. Default: none. */
  readonly formats?: ReadonlyArray<Format | DefinedFormat> | undefined
  /** What happens to every page between capture, conversion and result, in this order (`defineStep`). Default: nothing. */
  readonly steps?: ReadonlyArray<Step | DefinedStep> | undefined
  /**
   * Reads the text of pictures and of scanned PDFs (OCR): `tesseract()` of `@orbweaver/ocr`. Default: none, pictures then
   * fail with `NeedsRecognizer`.
   */
  readonly recognizer?: Layer.Layer<Recognizer> | undefined
  /** Parsers on top of the built-in ones (`defineParser`); of two for one media type yours wins. Default: none. */
  readonly parsers?: ReadonlyArray<Parser | DefinedParser> | undefined
  /** Makes summaries, answers and `json` better; by rules when absent. */
  readonly model?: Model | undefined
  /** Finds passages that say the same in other words; by words alone when absent. */
  readonly embeddings?: Embeddings | undefined
  /**
   * Most tokens of a page that the model gets at once, counted by `tokens` if given, else estimated; a longer page is read in parts by `json` and from its
   * beginning by others. For models with a small context. Default: 40,000.
   */
  readonly modelPageTokens?: number | undefined
  /**
   * Counts the tokens of a text for budgets, chunks and `modelPageTokens`: the tokenizer of your model, called with at most 4,096 characters.
   * It gives a finite number of 0 or more. Default: tokens are estimated, from above for common models.
   */
  readonly tokens?: Tokenizer | undefined
  /**
   * Keeps jobs, ledger, pages and snapshots beyond the process: the path of a SQLite file, `sqlite(file, options)` or
   * `postgres(url)`. Default: memory.
   */
  readonly stores?: string | Layer.Layer<Stores, StoreError> | undefined
  /**
   * Captured pages; when absent, those of `stores`, or memory that continues on disk for as long
   * as the process runs. `PageCache.layerMemory()` is memory alone, `SqlitePageCache.file(path)` and
   * `s3PageCache({ bucket, … })` are kept.
   */
  readonly cache?: Layer.Layer<PageCache, StoreError, Egress> | undefined
  /**
   * Which accounts are answered from a cached page: `account`, the one that captured it, or `shared`, all of them
   * (`lockdown` and `minAge` stay with the own account). `account` when absent.
   */
  readonly cacheSharing?: CacheSharing | undefined
  /** Gives pictures and PDFs an address; they are `data:` URIs when absent. */
  readonly blobs?: Layer.Layer<BlobStore, StoreError, Egress> | undefined
  /**
   * Keeps the documents of crawls and batches outside of `stores`: `s3Documents({ bucket, … })`. Every process of the same
   * stores needs the same one, to read them. Default: they are in `stores`.
   */
  readonly documents?: Layer.Layer<DocumentStore, StoreError, Egress> | undefined
  /** Earlier versions of pages, which `changeTracking` compares with. Default: those of `stores`, or memory. */
  readonly snapshots?: Layer.Layer<Snapshots> | undefined
  /** Counts the credits of accounts. Default: that of `stores`, or memory. */
  readonly ledger?: Layer.Layer<Ledger> | undefined
  /** Full text of what is scraped, for `sources: ["local"]`; that of `stores`, or memory, when absent. */
  readonly index?: Layer.Layer<LocalIndex> | undefined
  /** When and how large pages are converted on other threads. Default: those of more than a million characters. */
  readonly pool?: Omit<ConversionPool.PoolOptions, "isolated"> | undefined
  /**
   * Reads all documents, and the pages that `pool` sends to a thread, in processes of their own that may take `memory`
   * (MiB of resident memory, 768 when absent), with no files and no rights. Needs Node.js. Default: `false`, threads.
   */
  readonly isolated?: Isolation | boolean | undefined
  /**
   * How many bytes of bodies all scrapes hold at once, and how many scrapes wait for how long beyond it. Default: 128
   * MiB, 10,000 scrapes, 30 seconds.
   */
  readonly inFlight?: InFlight.InFlightOptions | undefined
  /** Search engine of `search`; DuckDuckGo, which needs no key, when absent. */
  readonly search?: Layer.Layer<SearchProvider, never, HttpClient> | undefined
  /** Scores the links of best-first crawls that this process works on, from 0 to 1; by `relevantTo` when absent. */
  readonly scoreLink?: ScoreLink | undefined
  /**
   * How this process works on jobs; `false` leaves them to other processes of the same stores. Default: 10 pages at
   * once.
   */
  readonly worker?: Worker.Options | false | undefined
  /** Secret that webhooks are signed with; unsigned when absent. */
  readonly webhookSecret?: Secret | undefined
  /**
   * Mail server for what monitors find: `url` (`smtp://user:password@host:587`), `from`, and who may be sent mail
   * (`recipients`). Default: none, and monitors with e-mail are refused.
   */
  readonly mail?: MailSettings | undefined
}

/** What `createOrbweaver` takes: the adapters, and where the instance writes its log. */
export interface OrbweaverOptions<
  F extends ReadonlyArray<Format | DefinedFormat> = ReadonlyArray<Format | DefinedFormat>
> extends Adapters {
  /** Formats on top of the built-in ones (`defineFormat`); of two with one name yours wins. Default: none. */
  readonly formats?: F | undefined
  /**
   * Where warnings and errors of background work go: a function, an object such as pino's, or a
   * logger of Effect. Nothing is written anywhere when absent.
   */
  readonly logger?: LoggerOption | undefined
}
