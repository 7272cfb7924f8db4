/**
 * What a repeated scrape remembers, for as long as a `Scraper` lives:
 *
 * - options, checked and planned once (`KnownOptions`);
 * - what the formats made of a cached page (`conversionCache`);
 * - whole results of a cached page (`scrapeResultCache`).
 *
 * Options are known by their value: a scrape carries the key of its options along. A scrape without any of it gives the
 * same document.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentAccount } from "../accounts/Account.ts"
import { Capture } from "./Capture.ts"
import { makeConversionCache } from "./conversionCache.ts"
import { Formats, type PlannedFormat, type Service as FormatsService } from "./Format.ts"
import { type KnownOptions, makeKnownOptions, type OptionsMemo } from "./KnownOptions.ts"
import { checksPromptInjection } from "./modelInput.ts"
import { name as unseenTexts } from "./formats/UnseenTexts.ts"
import type { InvalidInput } from "../model/InvalidInput.ts"
import type { Page } from "../reading/Page.ts"
import { changesPages, Pipeline } from "./Pipeline.ts"
import { type FormatResults, isRepeatable, isSame, isWhole, runFormats } from "./runFormats.ts"
import { type CachedScrape, makeScrapeResultCache } from "./scrapeResultCache.ts"
import { CleanContent } from "./CleanContent.ts"
import { PersonalNames } from "./PersonalNames.ts"
import { asksForNames, namesFirst, readFormat } from "./redactNames.ts"
import type { Resolved, ScrapeOptions } from "../model/ScrapeOptions.ts"
import type { StoreError } from "../model/StoreError.ts"

export interface Service {
  /** Checks the options and fills in the defaults. */
  readonly resolve: (given: ScrapeOptions, memo?: OptionsMemo) => Effect.Effect<KnownOptions, InvalidInput>
  readonly plan: (asked: KnownOptions) => ReturnType<FormatsService["plan"]>
  /** What the formats make of the page, or made of it when it was asked for last. */
  readonly convert: (
    plan: ReadonlyArray<PlannedFormat>,
    page: Page,
    asked: KnownOptions
  ) => ReturnType<typeof runFormats>
  /** The result that was given before, while the cache holds its page and the account needs no hold. */
  readonly find: (url: URL, asked: KnownOptions) => Effect.Effect<CachedScrape | undefined, StoreError>
  /** Remembers the result where the next scrape with these options would give the same. */
  readonly put: (url: URL, asked: KnownOptions, made: MadeResult) => void
}

interface MadeResult {
  readonly plan: ReadonlyArray<PlannedFormat>
  readonly page: Page
  readonly results: FormatResults
  readonly scrape: () => Omit<CachedScrape, "body">
}

export class ScrapeCache extends Context.Service<ScrapeCache, Service>()("@orbweaver/core/ScrapeCache") {
  static readonly layer: Layer.Layer<ScrapeCache, never, Capture | Formats> = Layer.effect(
    ScrapeCache,
    Effect.gen(function* () {
      const { holds } = yield* Capture
      const formats = yield* Formats
      const steps = yield* Pipeline
      const finder = yield* PersonalNames
      const readers = { finder, cleaner: yield* CleanContent }

      const conversions = makeConversionCache<FormatResults>()
      const results = makeScrapeResultCache()

      const planOf = Effect.fnUntraced(function* (options: Resolved) {
        const specs = options.formats
        const plan = yield* formats.plan(specs)
        const more = [
          ...(readsNames(options) && formats.names.includes(readFormat) ? [readFormat] : []),
          ...(checksPromptInjection(options) && formats.names.includes(readFormat) ? [readFormat, unseenTexts] : [])
        ]
        if (more.length === 0) return plan
        const added = new Set(more)
        const others = specs.filter(({ type }) => !added.has(type))
        return namesFirst(plan, yield* formats.plan([...[...added].map((type) => ({ type })), ...others]))
      })

      const readsNames = ({ redactPII }: Resolved): boolean =>
        finder !== undefined && redactPII !== undefined && asksForNames(redactPII)

      const isHeld = Effect.fnUntraced(function* (known: CachedScrape) {
        const account = yield* CurrentAccount
        if (known.indexedFor !== undefined && known.indexedFor !== account.id) return undefined
        if (account.plan.credits !== Infinity || !(yield* holds(known.request, known.body))) return undefined
        return known
      })

      return ScrapeCache.of({
        resolve: makeKnownOptions(),
        plan: (asked) => {
          if (asked.plan !== undefined) return Effect.succeed(asked.plan)
          return Effect.tap(planOf(asked.options), (plan) => Effect.sync(() => (asked.plan = plan)))
        },
        convert: (plan, page, { key, options }) => {
          const isCachable = key !== undefined && page.cacheState === "hit" && !changesPages(steps)
          if (!isCachable || !plan.every(({ format }) => isRepeatable(format)))
            return runFormats(plan, page, options, readers)
          const known = conversions.find(page, key)
          if (known !== undefined) return Effect.succeed(known)
          return Effect.tap(runFormats(plan, page, options, readers), (made) =>
            Effect.sync(() => {
              if (isWhole(made)) conversions.put(page, key, made)
            })
          )
        },
        find: (url, { key }) => {
          const known = key === undefined ? undefined : results.find(url, key)
          return known === undefined ? Effect.undefined : isHeld(known)
        },
        put: (url, { key, options }, { page, plan, results: made, scrape }) => {
          if (key === undefined || steps.length > 0 || page.cacheState !== "hit") return
          if (isSame(plan, made, options)) results.put(url, key, { ...scrape(), body: page.response.body })
        }
      })
    })
  )
}
