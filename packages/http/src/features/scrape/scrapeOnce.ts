/** One scrape within its account's limit, and its answer: what the versions word differently is given. */
import type { Account } from "@orbweaver/core/accounts/Account"
import type { Document } from "@orbweaver/core/model/Document"
import { maxAnswerLength, type Service as AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import { MayUseThreads } from "@orbweaver/core/internal/reading/MayUseThreads"
import { defaults, limits, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { afterQueue } from "@orbweaver/core/internal/model/Timings"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Reader, readAddressed } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import type { Operation } from "../../gate/Operation.ts"
import { retention } from "./retention.ts"
import { documentAnswer, type DocumentText, wholeText } from "../../wire/documentText.ts"
import type { Failure } from "../../wire/wireErrorOf.ts"
import { unsupportedFieldsWarning } from "../../wire/unsupportedFields.ts"
import { withWarning } from "../../wire/warning.ts"

interface ScrapeCall {
  readonly url: string
  readonly origin?: string
  readonly zeroDataRetention?: boolean
}

/** How a version words a scrape. */
interface ScrapeWording<A> {
  readonly read: Reader<A>
  readonly options: (body: A) => ScrapeOptions
  /** The document as the version has it, where that is not as it is. */
  readonly shape?: (document: Document, body: A) => Document
}

/** `POST /scrape` of a version. */
export const scrape = <A extends ScrapeCall>(engines: Engines, words: ScrapeWording<A>): Operation => ({
  kind: "scrape",
  profile: "body",
  writes: true,
  body: "json",
  price: () => ({ unit: "credits", amount: 1 }),
  judged: true,
  work: ({ body, caller, report, version }) =>
    Effect.flatMap(readAddressed(words.read, body, version, engines.egress.policy), ({ value }) =>
      scrapeOnce(engines, caller.account, value, words.options(value), (document) => {
        const { creditsUsed, scrapeId } = document.metadata
        report({ credits: creditsUsed, resultId: typeof scrapeId === "string" ? scrapeId : undefined })
        const warned = withWarning(document, unsupportedFieldsWarning(body))
        return engines.write(words.shape === undefined ? warned : words.shape(warned, value))
      })
    )
})

const scrapeOnce = (
  engines: Engines,
  account: Account,
  asked: ScrapeCall,
  options: ScrapeOptions,
  encode: (document: Document) => DocumentText
): Effect.Effect<HttpServerResponse.HttpServerResponse, Failure> => {
  const forgetting = asked.zeroDataRetention === true
  const retained = retention(asked, options)
  if (Result.isFailure(retained)) return Effect.fail(retained.failure)
  return withPage(engines, account, asked.url, retained.success, ({ document, id }) => {
    const text = encode(document)
    const scrapeId = asked.origin?.includes("website") === true ? `,"scrape_id":"${id}"` : ""
    return answerScrape({ id, accountId: account.id, text }, forgetting ? undefined : engines.answers, scrapeId)
  })
}

/** Scrapes a page within the limit of its account, and goes on with it while its slot is taken. */
export const withPage = <A, E>(
  { concurrency, scraper }: Pick<Engines, "concurrency" | "scraper">,
  account: Account,
  url: string,
  options: ScrapeOptions,
  use: (page: { readonly document: Document; readonly id: string }) => Effect.Effect<A, E>
): Effect.Effect<A, E | Failure> => {
  const timeout = Math.min(options.timeout ?? defaults.timeout, limits.timeout)
  return concurrency.run(account, timeout, (waitedMs) =>
    Effect.gen(function* () {
      // Time in line counts against the timeout.
      const left = waitedMs === 0 ? options : { ...options, timeout: Math.max(1, timeout - waitedMs) }
      const { document, id } = yield* Effect.provideService(scraper.scrape(url, left), MayUseThreads, true)
      return yield* use({ document: waitedMs === 0 ? document : limited(document, waitedMs), id })
    })
  )
}

interface ScrapeAnswer {
  readonly id: string
  readonly accountId: string
  readonly text: DocumentText
}

/**
 * The answer of a scrape, stored for `GET /scrape/:id` where there is an archive and the answer is not too long for it. If
 * it cannot be stored it is answered all the same: the page was scraped and paid for.
 */
export const answerScrape = Effect.fnUntraced(function* (
  { accountId, id, text }: ScrapeAnswer,
  archive: AnswerArchive | undefined,
  more = ""
) {
  const whole = archive === undefined ? undefined : yield* wholeText(text, maxAnswerLength)
  if (archive !== undefined && whole !== undefined)
    yield* Effect.catchTag(archive.save({ id, accountId, text: whole }), "StoreError", (error) =>
      Effect.logWarning("A scrape could not be stored for later reading", error)
    )
  return documentAnswer('{"success":true,"data":', text, `${more}}`)
})

const limited = (document: Document, waitedMs: number): Document => ({
  ...document,
  ...(document.timings === undefined ? {} : { timings: afterQueue(document.timings, waitedMs) }),
  metadata: { ...document.metadata, concurrencyLimited: true, concurrencyQueueDurationMs: waitedMs }
})
