/** One run of an agent: what it was asked for, how far it may go, and what it works with. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type { Service as LedgerService } from "@orbweaver/core/accounts/Ledger"
import type { Service as MapperService } from "@orbweaver/core/crawl/Mapper"
import { resultsOf } from "@orbweaver/core/internal/jobs/jobPages"
import type { Service as FrontierService } from "@orbweaver/core/jobs/Frontier"
import type { Service as JobStoreService } from "@orbweaver/core/jobs/JobStore"
import { type Job, Notes } from "@orbweaver/core/model/Job"
import { below, type PageScope, sameHosts } from "@orbweaver/core/internal/network/PageScope"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import type { AgentBrowserService } from "../browse/AgentBrowser.ts"
import { AgentOptions, defaults, efforts } from "./AgentOptions.ts"
import { EarlierTurn } from "./EarlierTurn.ts"
import type { AgentState } from "./AgentState.ts"
import type { ReadPage } from "../json/valueSources.ts"

export const bounds = {
  /** Given addresses that are read before the model is asked. */
  given: 10,
  /** Pages read in one step, and links or hits that are shown of another. */
  stepPages: 5,
  links: 50,
  hits: 8,
  /** Pages operated in a browser in one run. */
  interactions: 5,
  /** Characters of a page, of all pages, and of what a step is remembered by. */
  page: 12_000,
  /** Characters of all pages that one extraction reads. */
  whole: 240_000,
  pages: 90_000,
  result: 4_000,
  answer: 20_000,
  /** Times that the model may fail one after another. */
  failures: 3
} as const

/** Time that is kept for the answer, as a part of all. */
const answerShare = 0.25

/** A request as it is stored. */
export const AgentRequest = Schema.Struct({
  ...AgentOptions.fields,
  scrapeOptions: Schema.Struct({ formats: Schema.Array(Schema.String), timeout: Schema.Int }),
  notes: Notes,
  /** Place in its thread, from 1; 1 when absent. */
  turn: Schema.optionalKey(Schema.Int),
  /** The turns before. */
  conversation: Schema.optionalKey(Schema.Array(EarlierTurn))
})
export type AgentRequest = typeof AgentRequest.Type

export interface AgentServices {
  readonly store: JobStoreService
  readonly frontier: FrontierService
  readonly ledger: LedgerService
  readonly provider: SearchProvider["Service"]
  readonly mapper: MapperService
  readonly browser: AgentBrowserService | undefined
}

export interface AgentRun extends AgentServices {
  readonly id: Job["id"]
  readonly model: LanguageModel
  readonly request: AgentRequest
  readonly maxCredits: number
  readonly maxSteps: number
  readonly maxTokens: number
  /** Milliseconds since the epoch at which it reads no further. */
  readonly until: number
  /** Milliseconds since the epoch at which no answer is waited for any longer. */
  readonly deadline: number
  readonly canSearch: boolean
  /** A page that is operated may lead anywhere: not where it must stay below the given addresses. */
  readonly canInteract: boolean
  readonly mayRead: (url: string) => boolean
  /** What may be asked for to map a site. */
  readonly mapScope: PageScope | undefined
}

export const makeRun = (
  services: AgentServices,
  model: LanguageModel,
  { createdAt, id }: Job,
  request: AgentRequest
): AgentRun => {
  const { tokens: maxTokens, ...byEffort } = efforts[request.effort ?? defaults.effort]
  const { maxCredits, maxSteps, strictConstrainToURLs, timeLimit, urls = [] } = { ...defaults, ...byEffort, ...request }
  const scope = strictConstrainToURLs ? below(urls) : undefined
  return {
    ...services,
    id,
    model,
    request,
    maxCredits,
    maxSteps,
    maxTokens,
    until: createdAt + timeLimit * 1000 * (1 - answerShare),
    deadline: createdAt + timeLimit * 1000,
    canInteract: !strictConstrainToURLs && services.browser !== undefined,
    canSearch: !strictConstrainToURLs && services.provider.sources.includes("web"),
    mayRead: (address) => {
      const url = URL.parse(address)
      return scope === undefined || (url !== null && scope(url) === undefined)
    },
    mapScope: strictConstrainToURLs ? sameHosts(urls) : undefined
  }
}

/** Credits that the browser sessions of a run have taken. */
export const sessionCredits = (browser: AgentBrowserService | undefined, { interactions = [] }: AgentState): number =>
  interactions.length * (browser?.credits ?? 0)

/** The pages that were read or operated, in the order of the sources. */
export const readPages = Effect.fnUntraced(function* (
  { id, store }: AgentRun,
  { interactions = [], sources }: AgentState
) {
  if (sources.length === 0) return []
  const texts = new Map((yield* resultsOf(store, id)).map(({ document, url }) => [url, document.markdown ?? ""]))
  return sources.map(({ url }): ReadPage => {
    const operated = interactions.filter((one) => one.url === url).map(({ text }) => text)
    return { url, text: [...operated, texts.get(url) ?? []].flat().join("\n\n") }
  })
})
