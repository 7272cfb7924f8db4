/** Several pages of one request: each is scraped as `POST /v2/scrape` does it, and one that fails leaves the others. */
import { errorText } from "../wire/ErrorBody.ts"
import type { Document } from "@orbweaver/core/model/Document"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { Engines } from "../features/Engines.ts"
import { withPage } from "../features/scrape/scrapeOnce.ts"
import type { Call } from "../gate/Operation.ts"
import { parseUrl, refuseBlocked } from "../wire/decode.ts"
import { type Failure, wireErrorOf } from "../wire/wireErrorOf.ts"

/** Most pages of one request. */
export const maxUrls = 20
/** Pages of one request that are scraped at once. */
const concurrency = 8

export interface ReadPage {
  /** As it was asked for. */
  readonly url: string
  readonly page: Result.Result<Document, Failure>
}

export const readPages = (
  engines: Engines,
  { caller }: Call,
  urls: ReadonlyArray<string>,
  options: ScrapeOptions
): Effect.Effect<ReadonlyArray<ReadPage>> =>
  Effect.forEach(
    urls,
    (url, index) =>
      Effect.gen(function* () {
        yield* refuseBlocked(yield* parseUrl(url, engines.egress.policy, ["urls", index]), engines.egress)
        return yield* withPage(engines, caller.account, url, options, ({ document }) => Effect.succeed(document))
      }).pipe(
        Effect.tapError((error) =>
          error._tag === "StoreError" ? Effect.logError("A page could not be read", error.cause) : Effect.void
        ),
        Effect.result,
        Effect.map((page) => ({ url, page }))
      ),
    { concurrency }
  )

/** Why a page is missing, for the caller. */
export const failureText = (failure: Failure, { version }: Pick<Call, "version">): string =>
  errorText(wireErrorOf(failure, version))

/** Credits that must be left for as many pages. */
export const priceOfPages = (body: unknown) => {
  const { urls } = (body ?? {}) as { readonly urls?: unknown }
  return { unit: "credits", amount: Array.isArray(urls) ? Math.max(1, Math.min(urls.length, maxUrls)) : 1 } as const
}
