/**
 * Adapters that answer from a script, for tests of applications: nothing is contacted, and what was asked is kept in
 * `asked`.
 */
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import { Fetcher, type FetchRequest, type FetchResponse } from "@orbweaver/core/network/Fetcher"
import { Renderer } from "@orbweaver/core/network/Renderer"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"
import { SearchProvider, type SearchQuery } from "@orbweaver/core/search/SearchProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as LanguageModel from "effect/ai/LanguageModel"

/** A page: its HTML, or an object with its fields. */
export type ScriptedPage =
  | string
  | {
      readonly body: string | Uint8Array
      /** Default: 200. */
      readonly status?: number | undefined
      /** Names in lower case. Default: `content-type: text/html; charset=utf-8`. */
      readonly headers?: Readonly<Record<string, string>> | undefined
      /** Where a redirect has led. Default: the address that was asked for. */
      readonly url?: string | undefined
    }

/** Pages by address, or a function of it. An address without a page fails as a connection would. */
export type ScriptedPages = Readonly<Record<string, ScriptedPage>> | ((url: URL) => ScriptedPage | undefined)

/** Gives scripted pages where an instance would fetch: `createOrbweaver({ fetcher: fetcher.layer })`. */
export const scriptedFetcher = (
  pages: ScriptedPages
): { readonly asked: Array<string>; readonly layer: Layer.Layer<Fetcher> } => {
  const asked: Array<string> = []
  return { asked, layer: Layer.succeed(Fetcher, { fetch: (request) => answer(pages, asked, request) }) }
}

/** Gives scripted pages where an instance would render. */
export const scriptedRenderer = (
  pages: ScriptedPages
): { readonly asked: Array<string>; readonly layer: Layer.Layer<Renderer> } => {
  const asked: Array<string> = []
  return {
    asked,
    layer: Layer.succeed(Renderer, { available: true, render: (request) => answer(pages, asked, request) })
  }
}

const answer = (
  pages: ScriptedPages,
  asked: Array<string>,
  { url }: FetchRequest
): Effect.Effect<FetchResponse, CaptureError> =>
  Effect.suspend(() => {
    asked.push(url.href)
    const page = typeof pages === "function" ? pages(url) : Object.hasOwn(pages, url.href) ? pages[url.href] : undefined
    if (page === undefined) {
      return Effect.fail(
        new CaptureError({ url: url.href, reason: new ConnectionFailed({ detail: "no page is scripted" }) })
      )
    }
    const { body, headers, status = 200, url: ended } = typeof page === "string" ? { body: page } : page
    return Effect.succeed({
      url: ended === undefined ? url : new URL(ended),
      status,
      headers: { "content-type": "text/html; charset=utf-8", ...headers },
      body: typeof body === "string" ? new TextEncoder().encode(body) : body
    })
  })

/** A language model for `createOrbweaver({ model })`: answers in turn, the last one again; objects become JSON. */
export const scriptedModel = (
  answers: ReadonlyArray<string | object> | ((prompt: string) => string | object)
): Effect.Effect<{ readonly asked: Array<string>; readonly model: LanguageModel.LanguageModel }> => {
  const asked: Array<string> = []
  const next = (prompt: string): string => {
    const given = typeof answers === "function" ? answers(prompt) : answers[Math.min(asked.length, answers.length - 1)]
    asked.push(prompt)
    return typeof given === "string" ? given : JSON.stringify(given ?? {})
  }
  return Effect.map(
    LanguageModel.make({
      generateText: ({ prompt }) => Effect.sync(() => [{ type: "text", text: next(textOf(prompt)) }, finished]),
      // Pages are read whole: nothing is streamed.
      streamText: () => Stream.empty
    }),
    (model) => ({ asked, model })
  )
}

const finished = {
  type: "finish",
  reason: "stop",
  usage: {
    inputTokens: { uncached: 1, total: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 }
  },
  response: undefined
} as const

const textOf = ({ content }: { readonly content: ReadonlyArray<{ readonly content: unknown }> }): string =>
  content
    .flatMap(({ content: parts }) => (typeof parts === "string" ? [parts] : (parts as ReadonlyArray<object>)))
    .map((part) => (typeof part === "string" ? part : "text" in part ? String(part.text) : ""))
    .join("\n")

/** A search provider: hits by the text of the query, or by a function of it; nothing for others. */
export const scriptedSearch = (
  hits: Readonly<Record<string, ReadonlyArray<SearchHit>>> | ((query: SearchQuery) => ReadonlyArray<SearchHit>)
): { readonly asked: Array<SearchQuery>; readonly layer: Layer.Layer<SearchProvider> } => {
  const asked: Array<SearchQuery> = []
  return {
    asked,
    layer: Layer.succeed(SearchProvider, {
      name: "scripted",
      sources: ["web", "news", "images"],
      search: (query) =>
        Effect.sync(() => {
          asked.push(query)
          const found =
            typeof hits === "function" ? hits(query) : Object.hasOwn(hits, query.text) ? hits[query.text] : undefined
          return (found ?? []).slice(0, query.limit)
        })
    })
  }
}
