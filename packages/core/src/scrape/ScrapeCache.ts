/**
 * What a repeated scrape remembers, for as long as a `Scraper` lives:
 *
 * - options that cannot change (frozen objects), checked and planned once;
 * - what the formats made of a cached page (`conversionCache`);
 * - whole results of a cached page (`scrapeResultCache`).
 *
 * A scrape without any of it gives the same document.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentAccount } from "../accounts/Account.ts"
import { Capture } from "./Capture.ts"
import { makeConversionCache } from "./conversionCache.ts"
import { Formats, type PlannedFormat, type Service as FormatsService } from "./Format.ts"
import type { InvalidInput } from "../model/InvalidInput.ts"
import type { Page } from "../reading/Page.ts"
import { changesPages, Pipeline } from "./Pipeline.ts"
import { type FormatResults, isRepeatable, isSame, isWhole, runFormats } from "./runFormats.ts"
import { type CachedScrape, makeScrapeResultCache } from "./scrapeResultCache.ts"
import { decode, resolve, type Resolved, type ScrapeOptions } from "../model/ScrapeOptions.ts"
import type { StoreError } from "../model/StoreError.ts"

export interface Service {
  /** Checks the options and fills in the defaults. */
  readonly resolve: (given: ScrapeOptions) => Effect.Effect<Resolved, InvalidInput>
  readonly plan: (options: Resolved) => ReturnType<FormatsService["plan"]>
  /** What the formats make of the page, or made of it when it was asked for last. */
  readonly convert: (plan: ReadonlyArray<PlannedFormat>, page: Page, options: Resolved) => ReturnType<typeof runFormats>
  /** The result that was given before, while the cache holds its page and the account needs no hold. */
  readonly find: (url: URL, options: Resolved) => Effect.Effect<CachedScrape | undefined, StoreError>
  /** Remembers the result where the next scrape with these options would give the same. */
  readonly put: (url: URL, options: Resolved, made: MadeResult) => void
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

      const resolved = new WeakMap<ScrapeOptions, Resolved>()
      /** Options that are given again and again as one object. */
      const lasting = new WeakSet<Resolved>()
      const plans = new WeakMap<Resolved, ReadonlyArray<PlannedFormat>>()
      const conversions = makeConversionCache<FormatResults>()
      const results = makeScrapeResultCache()

      const isHeld = Effect.fnUntraced(function* (known: CachedScrape) {
        const account = yield* CurrentAccount
        if (known.indexedFor !== undefined && known.indexedFor !== account.id) return undefined
        if (account.plan.credits !== Infinity || !(yield* holds(known.request, known.body))) return undefined
        return known
      })

      return ScrapeCache.of({
        resolve: (given) => {
          const known = resolved.get(given)
          if (known !== undefined) return Effect.succeed(known)
          return Effect.map(decode(given), (options) => {
            const made = resolve(options)
            if (Object.isFrozen(given)) {
              resolved.set(given, made)
              lasting.add(made)
            }
            return made
          })
        },
        plan: (options) => {
          const known = plans.get(options)
          if (known !== undefined) return Effect.succeed(known)
          const planned = formats.plan(options.formats)
          if (!lasting.has(options)) return planned
          return Effect.tap(planned, (plan) => Effect.sync(() => plans.set(options, plan)))
        },
        convert: (plan, page, options) => {
          if (page.cacheState !== "hit" || changesPages(steps) || !plan.every(({ format }) => isRepeatable(format))) {
            return runFormats(plan, page, options)
          }
          const known = conversions.find(page, options)
          if (known !== undefined) return Effect.succeed(known)
          return Effect.tap(runFormats(plan, page, options), (made) =>
            Effect.sync(() => {
              if (isWhole(made)) conversions.put(page, options, made)
            })
          )
        },
        find: (url, options) => {
          const known = results.find(url, options)
          return known === undefined ? Effect.undefined : isHeld(known)
        },
        put: (url, options, { page, plan, results: made, scrape }) => {
          if (!lasting.has(options) || steps.length > 0 || page.cacheState !== "hit") return
          if (isSame(plan, made, options)) results.put(url, options, { ...scrape(), body: page.response.body })
        }
      })
    })
  )
}
