/**
 * The engines and stores of core that operations call. Those marked optional
 * may be missing from an application: their operations then answer 501 (`offered`).
 */
import type * as Batch from "@orbweaver/core/crawl/Batch"
import type * as Crawler from "@orbweaver/core/crawl/Crawler"
import type * as Egress from "@orbweaver/core/network/Egress"
import type * as BrowserSessions from "@orbweaver/core/scrape/BrowserSessions"
import type * as Format from "@orbweaver/core/scrape/Format"
import type * as JobStore from "@orbweaver/core/jobs/JobStore"
import type * as Ledger from "@orbweaver/core/accounts/Ledger"
import type * as PageSteps from "@orbweaver/extraction/internal/browse/PageSteps"
import type * as Monitors from "@orbweaver/extraction/monitors/Monitors"
import type * as Mapper from "@orbweaver/core/crawl/Mapper"
import type * as CrawlPrompts from "@orbweaver/extraction/prompts/CrawlPrompts"
import type * as Searcher from "@orbweaver/core/search/Searcher"
import type * as CallLog from "@orbweaver/core/accounts/CallLog"
import type * as CallRecorder from "@orbweaver/core/accounts/CallRecorder"
import type * as AnswerArchive from "@orbweaver/core/accounts/AnswerArchive"
import type * as ClaimedKeys from "@orbweaver/core/accounts/ClaimedKeys"
import type * as Profiles from "@orbweaver/core/scrape/Profiles"
import type * as Scraper from "@orbweaver/core/scrape/Scraper"
import type * as Context from "effect/Context"
import type { Service as Concurrency } from "../gate/Concurrency.ts"
import type { WriteDocument } from "../wire/documentText.ts"
import type { Call } from "../gate/Operation.ts"

export interface Engines {
  readonly scraper: Scraper.Service
  readonly ledger: Ledger.Service
  readonly egress: Egress.Service
  readonly concurrency: Concurrency
  readonly answers: AnswerArchive.Service
  /** Calls of accounts; absent where none are kept. */
  readonly calls?: CallLog.Service | undefined
  readonly callRecorder?: CallRecorder.Service | undefined
  readonly claimedKeys: ClaimedKeys.Service
  readonly formats?: Format.Service | undefined
  readonly sessions?: BrowserSessions.Service | undefined
  readonly profiles: Profiles.Service
  readonly pageSteps?: PageSteps.Service | undefined
  readonly monitors?: Monitors.Service | undefined
  readonly jobs?: JobStore.Service | undefined
  readonly crawler?: Crawler.Service | undefined
  readonly batch?: Batch.Service | undefined
  readonly mapper?: Mapper.Service | undefined
  readonly prompts: CrawlPrompts.Service
  readonly searcher?: Searcher.Service | undefined
  /** The engine of a kind of job that ends in one result. */
  readonly engineOf: <Id, Engine>(key: Context.Key<Id, Engine>) => Engine | undefined
  /** Writes the documents of single scrapes. */
  readonly write: WriteDocument
  /** Webhook of jobs without a webhook of their own. */
  readonly webhook?: string | undefined
  /** Whether browser sessions have addresses for programs elsewhere. */
  readonly remoteControl: boolean
  /** Address that the caller reaches the API at, without the version. */
  readonly base: (call: Call) => string
}
