/**
 * What a site's robots.txt allows (RFC 9309, matched as Google does).
 *
 * A file that is not there (4xx) allows everything; a server that fails (5xx,
 * or silence) allows nothing until it answers again. A host that cannot be
 * reached at all allows everything: its pages then fail with the true reason.
 * Failures that pass are tried again, as those of pages are.
 * Of a file of any size the first 500 KiB count (section 2.5), and no more is
 * fetched: its size forbids nothing.
 * Answers are kept for 24 hours, failures for five minutes.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CaptureError } from "../model/CaptureError.ts"
import type { RobotsAnswer } from "./Discovery.ts"
import { Fetcher, type FetchResponse } from "../network/Fetcher.ts"
import { decidingRule, decode, groupFor, maxBytes, parse, type RobotsFile } from "./robotsTxt.ts"
import { fetchPatiently } from "./siteFile.ts"
import { LruMap } from "../support/LruMap.ts"

/** Product token that our requests carry and that robots.txt may name. */
export const productToken = "Orbweaver"

export interface RobotsRules {
  readonly allows: (url: URL) => RobotsAnswer
  /** As the site wrote it; `Politeness` puts a cap on it. */
  readonly crawlDelay?: Duration.Duration | undefined
  /** Addresses of sitemaps, as written. */
  readonly sitemaps: ReadonlyArray<string>
}

export interface Service {
  /** The rules of the address's origin for a product token; asks the site when they are not known. Never fails. */
  readonly rules: (url: URL, agent?: string) => Effect.Effect<RobotsRules>
  /** The rules if they are known already. */
  readonly known: (url: URL, now: number, agent?: string) => RobotsRules | undefined
}

export interface Options {
  /** Origins remembered; the oldest are forgotten first. */
  readonly origins?: number | undefined
  readonly cacheTime?: Duration.Duration | undefined
  readonly timeout?: Duration.Duration | undefined
}

export class Robots extends Context.Service<Robots, Service>()("@orbweaver/core/Robots") {
  static readonly layer = (options: Options = {}): Layer.Layer<Robots, never, Fetcher> =>
    Layer.effect(Robots, make(options))

  /** Makes no request and allows everything. */
  static readonly layerNone: Layer.Layer<Robots> = Layer.sync(Robots, () => ({
    rules: () => Effect.succeed(allowAll),
    known: () => allowAll
  }))
}

const allowAll: RobotsRules = { allows: () => ({ allowed: true }), sitemaps: [] }

const allowNone = (cause: string): RobotsRules => ({ allows: () => ({ allowed: false, line: cause }), sitemaps: [] })

/** The rules that a file holds for a product token. */
export const fromText = (text: string, agent: string = productToken): RobotsRules => fromFile(parse(text), agent)

const fromFile = (file: RobotsFile, agent: string): RobotsRules => {
  const group = groupFor(file, agent)
  return {
    allows: (url) => {
      const rule = decidingRule(group, url.pathname + url.search)
      return rule === undefined ? { allowed: true } : { allowed: rule.allow, line: rule.line }
    },
    crawlDelay: group.crawlDelay === undefined ? undefined : Duration.seconds(group.crawlDelay),
    sitemaps: file.sitemaps
  }
}

interface CachedRules {
  readonly read: (agent: string) => RobotsRules
  readonly expires: number
}

const make = Effect.fnUntraced(function* (options: Options) {
  const fetcher = yield* Fetcher
  const origins = options.origins ?? 2000
  const cacheTime = Duration.toMillis(options.cacheTime ?? Duration.hours(24))
  const timeout = options.timeout ?? Duration.seconds(10)
  const cache = new LruMap<string, CachedRules>({ maxEntries: origins })
  const inFlight = new Map<string, Deferred.Deferred<CachedRules>>()

  const ask = (origin: string): Effect.Effect<CachedRules> =>
    fetchPatiently(
      fetcher.fetch({
        url: new URL("/robots.txt", origin),
        timeout,
        maxBytes,
        cutAtLimit: true
      })
    ).pipe(
      Effect.map(readAnswer),
      Effect.catch((error) => Effect.succeed(readFailure(error))),
      Effect.flatMap(({ final, read }) =>
        Effect.map(Clock.currentTimeMillis, (now) => ({ read, expires: now + (final ? cacheTime : 300_000) }))
      )
    )

  const rules: Service["rules"] = Effect.fnUntraced(function* (url, agent = productToken) {
    const now = yield* Clock.currentTimeMillis
    const cached = cache.get(url.origin)
    if (cached !== undefined && cached.expires > now) return cached.read(agent)
    const running = inFlight.get(url.origin)
    if (running !== undefined) return (yield* Deferred.await(running)).read(agent)
    const answer = Deferred.makeUnsafe<CachedRules>()
    inFlight.set(url.origin, answer)
    return yield* ask(url.origin).pipe(
      Effect.onInterrupt(() => Deferred.interrupt(answer)),
      Effect.tap((known) => {
        cache.set(url.origin, known)
        return Deferred.succeed(answer, known)
      }),
      Effect.map((known) => known.read(agent)),
      Effect.ensuring(Effect.sync(() => inFlight.delete(url.origin)))
    )
  })

  return Robots.of({
    rules,
    known: (url, now, agent = productToken) => {
      const cached = cache.get(url.origin)
      return cached !== undefined && cached.expires > now ? cached.read(agent) : undefined
    }
  })
})

type Answer = { readonly final: boolean; readonly read: CachedRules["read"] }

/** Product tokens whose rules are remembered for an origin. */
const maxAgents = 50

/** Parses a file once for its origin and picks the groups of each product token once. */
const reader = (file: RobotsFile): CachedRules["read"] => {
  const byAgent = new LruMap<string, RobotsRules>({ maxEntries: maxAgents })
  return (agent) => {
    let found = byAgent.get(agent)
    if (found === undefined) {
      byAgent.set(agent, (found = fromFile(file, agent)))
    }
    return found
  }
}

const always =
  (rules: RobotsRules): CachedRules["read"] =>
  () =>
    rules

const readAnswer = ({ body, cut, endedEarly, headers, status }: FetchResponse): Answer => {
  if (status >= 500 || status === 429) return { final: false, read: always(allowNone(`robots.txt answered ${status}`)) }
  if (status < 200 || status >= 300) return { final: true, read: always(allowAll) }
  const text = decode(body, cut === true || endedEarly === true)
  // Sites that answer everything with a page have no rules; others declare their rules as HTML by mistake.
  if (/html|json|xml/.test(headers["content-type"] ?? "") && /^\s*[<{[]/.test(text))
    return { final: true, read: always(allowAll) }
  return { final: true, read: reader(parse(text)) }
}

const readFailure = ({ reason }: CaptureError): Answer => {
  // The pages of a host that refuses connections fail by themselves; a host that was not asked may have rules.
  const hasRules = reason._tag === "TimedOut" || reason._tag === "Vetoed" || reason._tag === "HookFailed"
  return {
    final: false,
    read: always(hasRules ? allowNone(`robots.txt could not be read: ${reason.message}`) : allowAll)
  }
}
