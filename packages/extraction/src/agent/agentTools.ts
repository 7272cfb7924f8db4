/** The tools of an agent: what came of each is a text for the model. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { pagesOf } from "@orbweaver/core/internal/jobs/jobPages"
import { CurrentScope } from "@orbweaver/core/internal/network/PageScope"
import { readInJob, searchWeb } from "../jobs/webWork.ts"
import { type AgentRun, bounds } from "./AgentRun.ts"
import type { AgentSource, AgentState } from "./AgentState.ts"

const mapWait = 30_000

export const search = Effect.fnUntraced(function* ({ canSearch, provider }: AgentRun, query: string) {
  if (!canSearch) return "There is no search here: read or map the given addresses"
  const found = yield* searchWeb(provider, query, bounds.hits)
  if (Result.isFailure(found)) return `The search failed: ${found.failure.message}`
  if (found.success.length === 0) return "Nothing was found"
  return found.success
    .map(({ description = "", title, url }) => `${url} ${title} ${description}`.slice(0, 400))
    .join("\n")
})

export const map = Effect.fnUntraced(function* ({ mapper, mapScope, mayRead }: AgentRun, url: string, query: string) {
  if (!mayRead(url)) return `${url} is not below the given addresses`
  const found = yield* Effect.result(
    Effect.provideService(
      mapper.map(url, { limit: bounds.links, timeout: mapWait, ...(query.trim() === "" ? {} : { search: query }) }),
      CurrentScope,
      mapScope
    )
  )
  if (Result.isFailure(found)) return `The site cannot be mapped: ${found.failure.message}`
  const links = found.success.links.filter((link) => mayRead(link.url))
  return links.length === 0
    ? `No address was found. ${found.success.warning ?? ""}`.trim()
    : links.map((link) => `${link.url} ${link.title ?? ""}`.trim()).join("\n")
})

/** Longest time that a page is operated. */
const interactTime = Duration.seconds(90)

/** Operates a page, and gives what it was at the end. */
export const interact = Effect.fnUntraced(function* (
  { browser, canInteract, until }: AgentRun,
  state: AgentState,
  { query, url: address }: { readonly url: string; readonly query: string },
  credits: number
) {
  if (browser === undefined || !canInteract) return { result: "There is no browser here: read the page" }
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return { result: `${address} is no address of a page` }
  if ((state.interactions ?? []).length >= bounds.interactions) return { result: "No more pages can be operated" }
  if (credits < browser.credits) return { result: "There are no credits left for a browser" }
  const left = Math.max(1000, until - (yield* Clock.currentTimeMillis))
  const done = yield* Effect.result(browser.interact(url, query, Duration.min(interactTime, Duration.millis(left))))
  if (Result.isFailure(done)) return { result: `The page could not be operated: ${done.failure.message}` }
  const { answer, text, url: end } = done.success
  return { result: `${answer}\nThe page was ${end}`, interaction: { url: end, text: text.slice(0, bounds.page) } }
})

/** What came of it, and the pages that could be read. */
interface Reading {
  readonly result: string
  readonly read: ReadonlyArray<AgentSource>
}

/** Reads no more pages than there are credits for. */
export const read = Effect.fnUntraced(function* (run: AgentRun, urls: ReadonlyArray<string>, credits: number) {
  const wanted = urls.filter(run.mayRead)
  const pages = pagesOf(wanted)
  if (pages.length === 0) {
    const result = wanted.length === 0 ? "None of these addresses may be read" : "None of these is an address"
    return { result, read: [] } satisfies Reading
  }
  const results = yield* readInJob(run, run.id, pages.slice(0, credits), run.until)
  const failures = yield* run.store.failures(run.id, { after: 0, limit: 1000 })
  const read: Array<AgentSource> = []
  const outcomes = pages.map(({ url }, index) => {
    if (index >= credits) return `${url} was not read: there are no credits left for it`
    const { metadata } = results.find((one) => one.url === url)?.document ?? {}
    if (metadata === undefined) {
      const failure = failures.find((one) => one.url === url)
      return `${url} could not be read${failure === undefined ? "" : `: ${failure.error}`}`
    }
    if (metadata.statusCode >= 400) return `${url} answered ${metadata.statusCode}`
    const title = typeof metadata["title"] === "string" ? metadata["title"].slice(0, 300) : ""
    read.push({ url, title })
    return `Read ${url} ${title}`
  })
  return { result: outcomes.join("\n"), read } satisfies Reading
})
