/** The document of a scrape, and its parts that no format makes: metadata of the answer, results of actions, blocks of files. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { addressOf } from "./BlobStore.ts"
import { headerAddresses, type HeaderOwnership } from "./Capture.ts"
import type { Document, Metadata } from "../model/Document.ts"
import type { Page } from "../reading/Page.ts"
import type { Resolved } from "../model/ScrapeOptions.ts"
import { withheldHeaders } from "../model/RequestHeaders.ts"
import { redactActions, redactBlocks } from "./redactFields.ts"
import { reasonPhrase } from "./reasonPhrase.ts"
import type { FittedFormats, FormatResults } from "./runFormats.ts"

interface DocumentFacts {
  readonly id: string
  /** The address as the caller wrote it. */
  readonly typed: string
  readonly credits: number
  readonly request: HeaderOwnership
  readonly options: Resolved
  /** Where the scrape has a budget: what it has room for. */
  readonly fitted: FittedFormats | undefined
}

/** What the formats made of the page, with what is known of it besides. */
export const documentOf = Effect.fnUntraced(function* (
  page: Page,
  { asked, metadata, redaction }: FormatResults,
  { credits, fitted, id, options, request, typed }: DocumentFacts
) {
  const results = yield* actionResults(page, options)
  const { blocks: found } = page.content
  const actions = results === undefined || redaction === undefined ? results : yield* redactActions(results, redaction)
  const blocks = found === undefined || redaction === undefined ? found : yield* redactBlocks(found, redaction)
  const document: Document = {
    ...(fitted === undefined ? asked : fitted.fields),
    ...warningAmong(
      asked,
      fitted?.warning,
      endedEarlyWarning(page),
      withheldWarning(page, request),
      stealthWarning(page, options)
    ),
    ...(actions === undefined ? {} : { actions }),
    ...(blocks === undefined ? {} : { blocks }),
    metadata: {
      ...metadata,
      ...pageMetadata(page, typed),
      ...(fitted === undefined ? {} : { budget: fitted.budget }),
      ...(request.options.profile === undefined ? {} : { browserProfile: request.options.profile }),
      creditsUsed: credits,
      scrapeId: id
    }
  }
  return document
})

/** What is known of the page without reading it (docs/reference/v2.md §7). */
const pageMetadata = ({ cacheState, capturedAt, outcome, response }: Page, typed: string): Metadata => ({
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
const actionResults = Effect.fnUntraced(function* ({ response }: Page, { actions }: Resolved) {
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

const endedEarlyWarning = ({ response: { endedEarly } }: Page): string | undefined =>
  endedEarly === true ? "The answer ended early: the page is what had arrived by then." : undefined

/** Where stealth was asked for and the page came by the basic way, as there is no other. A page of the cache never is one. */
const stealthWarning = ({ cacheState, response }: Page, { proxy }: Resolved): string | undefined =>
  proxy === "stealth" && cacheState !== "hit" && response.proxyUsed !== "stealth"
    ? 'The proxy "stealth" (or "enhanced") had no effect: no stealth proxy or engine is configured, and the page was loaded as with "basic".'
    : undefined

/** Names the headers that the page was fetched without, and the option that sends them. */
const withheldWarning = ({ response: { url } }: Page, request: HeaderOwnership): string | undefined => {
  const names = withheldHeaders(url, request.options.headers, headerAddresses(request))
  if (names.length === 0) return undefined
  const shown = names.slice(0, 10).join(", ")
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ""
  return `Headers not sent to ${url.origin}, because they were given for another origin: ${shown}${more}. To send them, add ${url.origin} to headerOrigins.`
}

const warningAmong = ({ warning }: FormatResults["asked"], ...more: ReadonlyArray<string | undefined>) => {
  const warnings = [warning, ...more].filter((one) => typeof one === "string")
  return warnings.length === 0 ? {} : { warning: warnings.join(" ") }
}
