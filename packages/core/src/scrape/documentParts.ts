/** The parts of a document that no format makes: metadata of the answer, results of actions, blocks of files. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { addressOf } from "./BlobStore.ts"
import type { Document, Metadata } from "../model/Document.ts"
import type { Page } from "../reading/Page.ts"
import type { Resolved } from "../model/ScrapeOptions.ts"
import { reasonPhrase } from "./reasonPhrase.ts"

/** What is known of the page without reading it (docs/reference/v2.md §7). */
export const pageMetadata = ({ cacheState, capturedAt, outcome, response }: Page, typed: string): Metadata => ({
  sourceURL: typed,
  url: response.url.href,
  statusCode: response.status,
  ...(response.status >= 400 ? { error: reasonPhrase(response.status) } : {}),
  ...(response.headers["content-type"] === undefined ? {} : { contentType: response.headers["content-type"] }),
  proxyUsed: response.proxyUsed ?? "basic",
  ...(cacheState === undefined ? {} : { cacheState }),
  ...(cacheState === "hit" ? { cachedAt: new Date(capturedAt).toISOString() } : {}),
  ...(outcome === undefined ? {} : { outcome })
})

/** What the actions made, all four lists always (docs/reference/v2.md §5); undefined when none were asked for. */
export const actionResults = Effect.fnUntraced(function* ({ response }: Page, { actions }: Resolved) {
  if (actions.length === 0) return undefined
  const made = "actions" in response ? response.actions : undefined
  const javascriptReturns = (made?.javascriptReturns ?? []).map(({ type, value }) => ({
    type,
    value: isJson(value) ? value : null
  }))
  return {
    screenshots: yield* Effect.forEach(made?.screenshots ?? [], addressOf),
    scrapes: made?.scrapes ?? [],
    javascriptReturns,
    pdfs: yield* Effect.forEach(made?.pdfs ?? [], addressOf)
  }
})

const isJson = Schema.is(Schema.Json)

/** The blocks of a file whose parser was asked for them. */
export const blocksOf = ({ content }: Page): Pick<Document, "blocks"> =>
  content.blocks === undefined ? {} : { blocks: content.blocks }
