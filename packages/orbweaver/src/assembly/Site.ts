/**
 * Whole sites and the web: the engines of jobs over a store, and search. Loaded
 * by the first call that needs it.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Formats } from "@orbweaver/core/scrape/Format"
import { toRedacted } from "@orbweaver/core/internal/model/secret"
import * as Layer from "effect/Layer"
import { CallLog } from "@orbweaver/core/accounts/CallLog"
import { CallRecorder } from "@orbweaver/core/accounts/CallRecorder"
import * as AnswerArchive from "@orbweaver/core/accounts/AnswerArchive"
import type { Egress } from "@orbweaver/core/network/Egress"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import { DocumentStore } from "@orbweaver/core/jobs/DocumentStore"
import * as StoredDocuments from "@orbweaver/core/internal/jobs/storedDocuments"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { LinkScore } from "@orbweaver/core/internal/crawl/relevance"
import { CurrentProcess } from "@orbweaver/core/internal/crawl/worker/workerBeats"
import * as AgentBrowser from "@orbweaver/extraction/internal/browse/AgentBrowser"
import { PageSteps } from "@orbweaver/extraction/internal/browse/PageSteps"
import type { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import type { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import type { Scraper } from "@orbweaver/core/scrape/Scraper"
import { Searcher } from "@orbweaver/core/search/Searcher"
import * as HttpClient from "@orbweaver/egress/HttpClient"
import * as Mail from "@orbweaver/egress/internal/Mail"
import * as Webhooks from "@orbweaver/egress/internal/Webhooks"
import * as DuckDuckGo from "@orbweaver/search/internal/DuckDuckGo"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import { type JobEngines, layer as jobs } from "./jobs.ts"
import { layer as sessions } from "./sessions.ts"
import { languageModel } from "./models.ts"
import { version } from "./version.ts"
import type { SharedAdapters } from "./sharedAdapters.ts"
import { hostname } from "node:os"

export type SiteServices = JobEngines | PageSteps | JobStores | Searcher

export const layer = (
  adapters: SharedAdapters
): Layer.Layer<
  SiteServices,
  StoreError,
  Scraper | BrowserSessions | Formats | Egress | Fetcher | Ledger | LocalIndex
> => {
  const searching = Searcher.layer.pipe(
    Layer.provideMerge((adapters.search ?? DuckDuckGo.layer()).pipe(Layer.provide(HttpClient.layer())))
  )
  const model = adapters.model === undefined ? undefined : languageModel(adapters.model)
  const secret = adapters.webhookSecret === undefined ? undefined : toRedacted(adapters.webhookSecret)
  const steps = PageSteps.layer(model)
  return jobs({ worker: adapters.worker, webhooks: { secret }, model }).pipe(
    Layer.provide(AgentBrowser.layer),
    Layer.provideMerge(steps),
    Layer.provide(Layer.succeed(LinkScore, adapters.scoreLink)),
    Layer.provide(Layer.succeed(CurrentProcess, { host: hostname(), pid: process.pid, version })),
    Layer.provide(Webhooks.layer()),
    Layer.provide(adapters.mail === undefined ? Layer.empty : Mail.layer(adapters.mail)),
    Layer.provideMerge(sessions),
    Layer.provideMerge(Layer.provide(StoredDocuments.layer, adapters.documents ?? DocumentStore.layerNone)),
    Layer.merge(CallRecorder.layer(adapters.activity)),
    Layer.provideMerge(storesOf(adapters)),
    Layer.provideMerge(searching)
  )
}

/** Those that are given, or ones of this process. */
const storesOf = ({ stores }: Pick<SharedAdapters, "stores">): Layer.Layer<JobStores, StoreError, Ledger> =>
  stores ?? Layer.mergeAll(TemporaryJobs.layer(), AnswerArchive.AnswerArchive.layerMemory(), CallLog.layerMemory)
