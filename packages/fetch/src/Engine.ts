/**
 * What every fetch engine does around its own HTTP: headers, egress, proxies,
 * redirects, cookies, hooks, one deadline over all of it, typed failures.
 *
 * ```
 * FetchRequest ─► check headers ─► choose proxy ─► judgeUrl ─► onRequest ─► Engine.hop ─► onResponse ─► answer
 *                                                     ▲                                      │ 3xx, refresh
 *                                                     └──────────────────────────────────────┘  at most 20 times
 * ```
 *
 * An engine makes one hop: it connects only where `judgeAddress` agrees, reads
 * the body within the cap, and rejects with a `CaptureReason` or with an error
 * that the table of `errors.ts` knows.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import {
  CaptureError,
  ConnectionFailed,
  type HookFailed,
  Refused,
  TimedOut,
  TooManyRedirects
} from "@orbweaver/core/model/CaptureError"
import { CookieJar, merge } from "@orbweaver/core/internal/network/CookieJar"
import { Egress, forAccount, type Service as EgressService } from "@orbweaver/core/network/Egress"
import type { FetchRequest, FetchResponse, Service } from "@orbweaver/core/network/Fetcher"
import { ProxyPool, sendThrough, type Service as ProxyPoolService } from "@orbweaver/core/network/ProxyPool"
import { check, headersFor } from "@orbweaver/core/internal/model/RequestHeaders"
import { headersOfRule, HostRules, type Service as HostRulesService } from "@orbweaver/core/internal/network/HostRules"
import { CurrentScope, outOfScope, type PageScope } from "@orbweaver/core/internal/network/PageScope"
import {
  askHook,
  overdue,
  RequestHooks,
  type Service as RequestHooksService
} from "@orbweaver/core/internal/network/RequestHooks"
import { refreshTarget, utf8 } from "@orbweaver/core/internal/reading/refreshTarget"
import { covers } from "@orbweaver/core/network/Session"
import { malformedFailure } from "./internal/malformedAnswer.ts"
import { toReason } from "@orbweaver/egress/internal/failures"

/** As browsers do (WHATWG Fetch, HTTP-redirect fetch). */
export const maxRedirects = 20

export interface Hop {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  /** See `FetchRequest.cutAtLimit`. */
  readonly cutAtLimit?: FetchRequest["cutAtLimit"]
  /** See `FetchRequest.admit`. */
  readonly admit?: FetchRequest["admit"]
  readonly skipTlsVerification: boolean
  /** The way out; absent for a direct connection. */
  readonly proxy: URL | undefined
  /** See `FetchRequest.timings`. */
  readonly timings?: FetchRequest["timings"]
  /** Called as the exchange proceeds. */
  readonly reach: (phase: Phase) => void
}

/**
 * How far an exchange has come: what a deadline that passes is reported with. Engines whose
 * library connects by itself wait for the answer from the start.
 */
export type Phase = "connecting" | "waiting for the answer" | "reading the body" | "onRequest" | "onResponse"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookie: ReadonlyArray<string>
  /** Empty when the answer is a redirect. */
  readonly body: Uint8Array
  /** See `FetchResponse.cut`. */
  readonly cut?: boolean | undefined
  /** See `FetchResponse.endedEarly`. */
  readonly endedEarly?: boolean | undefined
  /** What of the answer is no valid HTTP and was read nevertheless, in words. */
  readonly faults?: ReadonlyArray<string> | undefined
}

export interface Engine {
  readonly class: "basic" | "stealth"
  /** Named in the failure of an answer that is no valid HTTP; absent for an engine that reads such answers. */
  readonly strictName?: string | undefined
  /** Sent unless the caller says otherwise. */
  readonly headers: Readonly<Record<string, string>>
  /** One request and its answer. The signal is aborted when the caller has gone. */
  readonly hop: (hop: Hop, signal: AbortSignal) => Promise<Answer>
}

/** Around an engine with the hooks and rules of the instance. */
export const make = (engine: Engine): Effect.Effect<Service, never, Egress | ProxyPool> =>
  Effect.gen(function* () {
    const context = {
      engine,
      egress: yield* Egress,
      hooks: yield* RequestHooks,
      hosts: yield* HostRules
    }
    return serviceOf(context, yield* ProxyPool)
  })

/** What all exchanges of a fetcher have in common. */
interface ExchangeContext {
  readonly engine: Engine
  readonly egress: EgressService
  readonly hooks: RequestHooksService
  readonly hosts: HostRulesService
}

/** What belongs to the work on whose behalf a request is sent. */
interface Sender {
  readonly policy: EgressService
  readonly scope: PageScope | undefined
}

const serviceOf = (context: ExchangeContext, proxies: ProxyPoolService): Service => {
  /** `elapsedMs` of the request's time are gone. */
  const sendOnce = (
    request: FetchRequest,
    { policy, scope }: Sender,
    proxy: URL | undefined,
    now: number,
    elapsedMs = 0
  ) =>
    Effect.callback<FetchResponse, CaptureError>((resume) => {
      const controller = new AbortController()
      const exchange = new Exchange({ ...context, egress: policy, scope }, request, proxy, now, controller.signal)
      const cancelDeadline = after(Math.max(1, exchange.limitMs - elapsedMs), () => {
        resume(exchange.fail(exchange.late()))
        controller.abort()
      })
      exchange
        .run()
        .then(Effect.succeed, exchange.fail)
        .then((result) => {
          cancelDeadline()
          // The body of a redirect may still be on its way.
          if (exchange.redirected) controller.abort()
          return resume(result)
        })
        .catch((defect: unknown) => resume(Effect.die(defect)))
      return Effect.sync(() => {
        cancelDeadline()
        controller.abort()
      })
    })

  return {
    stealth: proxies.classes.includes("stealth"),
    // No span: the one of `Capture.capture` says the same, and costs a tenth of a request.
    fetch: Effect.fnUntraced(function* (request: FetchRequest) {
      const sender = { policy: forAccount(context.egress, yield* CurrentAccount), scope: yield* CurrentScope }
      const now = yield* Clock.currentTimeMillis
      const own = request.session?.proxy
      if (own !== undefined) return yield* sendOnce(request, sender, own, now)

      const asked = { url: request.url, class: request.proxy ?? "basic", sessionId: request.session?.id } as const
      if (context.hosts.ruleFor(request.url).proxy !== undefined) {
        // Where it redirects to a host without a proxy of its own, the request leaves as all others do.
        const others = yield* proxies.choose(asked)
        return yield* sendOnce(request, sender, others?.url, now)
      }
      return yield* sendThrough(proxies, asked, (proxy) =>
        Effect.flatMap(Clock.currentTimeMillis, (began) => {
          const sent = sendOnce(request, sender, proxy?.url, now, began - now)
          return proxy?.class === "stealth"
            ? Effect.map(sent, (response) => ({ ...response, proxyUsed: proxy.class }))
            : sent
        })
      )
    })
  }
}

/**
 * A timer of the platform's own, cleared with the exchange: as dear as the
 * timeouts of effect are (a fiber each), they would cost a fifth of a request.
 */
const after = (ms: number, run: () => void): (() => void) => {
  // Timers of Node count to 2^31 - 1 milliseconds, and one that is longer fires at once.
  if (ms > 2 ** 31 - 1) return () => undefined
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** One request with all its redirects. */
class Exchange {
  readonly limitMs: number
  /** Of the hop that is under way. */
  phase: Phase = "connecting"
  readonly #context: ExchangeContext & Pick<Sender, "scope">
  readonly #request: FetchRequest
  readonly #proxy: URL | undefined
  readonly #now: number
  readonly #signal: AbortSignal
  #url: URL
  /** The caller's headers, fewer after a redirect to another origin. */
  #given: Readonly<Record<string, string>> = {}
  /** A redirect has come from https. */
  #afterTls = false
  /** Cookies that the site sets while it redirects: many pages answer only once they come back. */
  #passing: CookieJar | undefined

  constructor(
    context: ExchangeContext & Pick<Sender, "scope">,
    request: FetchRequest,
    proxy: URL | undefined,
    now: number,
    signal: AbortSignal
  ) {
    this.limitMs = Duration.toMillis(request.timeout)
    this.#context = context
    this.#request = request
    this.#proxy = proxy
    this.#now = now
    this.#signal = signal
    this.#url = request.url
  }

  /** Ends the phase of the timings that is under way. */
  #endTimed: (() => void) | undefined

  readonly #reach = (phase: Phase): void => {
    this.phase = phase
    const { timings } = this.#request
    if (timings === undefined) return
    this.#endTimed?.()
    const timedPhase =
      phase === "waiting for the answer" ? "firstByte" : phase === "reading the body" ? "download" : undefined
    this.#endTimed = timedPhase === undefined ? undefined : timings.begin(timedPhase)
  }

  /** Why the request is late. */
  late(): TimedOut | HookFailed {
    const { phase } = this
    return phase === "onRequest" || phase === "onResponse"
      ? overdue(phase, this.limitMs)
      : new TimedOut({ limitMs: this.limitMs, phase })
  }

  get redirected(): boolean {
    return this.#url !== this.#request.url
  }

  readonly fail = (error: unknown): Effect.Effect<never, CaptureError> =>
    Effect.fail(
      new CaptureError({
        url: this.#request.url.href,
        reason: toReason(error, {
          host: this.#url.hostname,
          skipTlsVerification: this.#request.skipTlsVerification === true
        })
      })
    )

  async run(): Promise<FetchResponse> {
    const checked = check(this.#request.headers ?? {})
    if (!checked.ok) throw new Refused({ policy: "header", detail: checked.problem })
    this.#given = checked.headers
    const { egress, engine, hosts } = this.#context
    const refreshed: Array<string> = []
    const visited = new Set<string>()
    for (let redirects = 0; ; redirects++) {
      const url = this.#url
      const verdict = egress.judgeUrl(url)
      if (!verdict.allowed) throw new Refused({ policy: verdict.policy, detail: verdict.detail })

      const headers = await this.#askToSend(url)
      this.phase = "connecting"
      const began = performance.now()
      const hop: Hop = {
        url,
        headers,
        maxBytes: this.#request.maxBytes,
        cutAtLimit: this.#request.cutAtLimit,
        admit: this.#request.admit,
        skipTlsVerification: this.#request.skipTlsVerification === true,
        proxy: this.#request.session?.proxy ?? hosts.ruleFor(url).proxy ?? this.#proxy,
        timings: this.#request.timings,
        reach: this.#reach
      }
      const received = await this.#received(hop)
      const answer = await this.#askToTake(received, began)
      const location = isRedirect(answer.status) ? answer.headers["location"] : undefined
      const mayRefresh = this.#request.followRefresh === true && redirects < maxRedirects
      const target = mayRefresh && location === undefined ? refreshTarget({ ...answer, url }) : undefined
      visited.add(pageOf(url))
      // A page that leads back is as good as any of the circle.
      const refresh = target === undefined || visited.has(pageOf(target)) ? undefined : target
      const isPassing = location !== undefined || refresh !== undefined
      if (answer.setCookie.length > 0) await this.#keepCookies(url, answer.setCookie, isPassing)
      if (!isPassing) {
        const { body, cut, endedEarly, faults = [], headers, status } = answer
        return {
          url,
          status,
          headers,
          body,
          ...(cut === true ? { cut } : {}),
          ...(endedEarly === true ? { endedEarly } : {}),
          ...(refreshed.length === 0 ? {} : { refreshed }),
          ...(faults.length === 0 ? {} : { warnings: [faultsWarning(faults)] }),
          proxyUsed: engine.class
        }
      }
      if (redirects === maxRedirects) throw new TooManyRedirects({ limit: maxRedirects })
      if (refresh !== undefined) refreshed.push(url.href)
      const next = refresh ?? redirectTo(location!, url)
      if (next === null) throw new ConnectionFailed({ detail: "invalid redirect location" })
      // What was left out stays out (WHATWG Fetch, HTTP-redirect fetch), also where another redirect leads back.
      const { headerOrigins = [], url: first } = this.#request
      this.#given = headersFor(next, this.#given, [first, ...headerOrigins])
      this.#afterTls ||= url.protocol === "https:"
      this.#url = next
      // By the next turn the connection is free again.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #received(hop: Hop): Promise<Answer> {
    const { engine } = this.#context
    try {
      return await engine.hop(hop, this.#signal)
    } catch (error) {
      const isHeadMissing = this.phase !== "reading the body"
      throw engine.strictName === undefined
        ? error
        : (malformedFailure(error, engine.strictName, isHeadMissing) ?? error)
    } finally {
      this.#endTimed?.()
    }
  }

  /** The headers of the request once the application has agreed to it. */
  async #askToSend(url: URL): Promise<Readonly<Record<string, string>>> {
    const headers = this.#headersFor(url)
    const { hooks, scope } = this.#context
    const refused = outOfScope(scope, url)
    if (refused !== undefined) throw refused
    if (hooks.onRequest === undefined) return headers
    this.phase = "onRequest"
    // Engines add what they own to what a hook leaves.
    const { "accept-encoding": encodings, ...visible } = headers
    const from = url === this.#request.url ? {} : { from: this.#request.url.href }
    const input = { url: url.href, headers: visible, engine: "fetch" as const, ...from }
    const kept = await askHook(hooks, "onRequest", input, this.#signal)
    return encodings === undefined ? kept : { ...kept, "accept-encoding": encodings }
  }

  /** The answer once the application has agreed to it. */
  async #askToTake(answer: Answer, began: number): Promise<Answer> {
    const { hooks } = this.#context
    if (hooks.onResponse === undefined) return answer
    this.phase = "onResponse"
    const { body, headers, status } = answer
    const tookMs = performance.now() - began
    const input = { url: this.#url.href, status, headers, engine: "fetch" as const, bytes: body.byteLength, tookMs }
    return { ...answer, headers: await askHook(hooks, "onResponse", input, this.#signal) }
  }

  #headersFor(url: URL): Readonly<Record<string, string>> {
    const { session } = this.#request
    const { engine, hosts } = this.#context
    const ofHost = headersOfRule(hosts.ruleFor(url), url, this.#afterTls)
    const basic = ofHost === undefined ? engine.headers : { ...engine.headers, ...ofHost }
    if (session === undefined && this.#passing === undefined) return { ...basic, ...this.#given }
    const own = session !== undefined && covers(session, url) ? session : undefined
    const jar = own?.cookies ?? this.#passing
    const cookie = merge(
      this.#given["cookie"] ?? own?.headers["cookie"] ?? ofHost?.["cookie"],
      jar?.header(url, this.#now)
    )
    return {
      ...basic,
      ...(session?.userAgent === undefined ? {} : { "user-agent": session.userAgent }),
      ...own?.headers,
      ...this.#given,
      ...(cookie === undefined ? {} : { cookie })
    }
  }

  async #keepCookies(url: URL, lines: ReadonlyArray<string>, redirects: boolean): Promise<void> {
    const { session } = this.#request
    if (session !== undefined && covers(session, url)) await session.cookies.set(url, lines, this.#now)
    else if (redirects) await (this.#passing ??= new CookieJar()).set(url, lines, this.#now)
  }
}

const faultsWarning = (faults: ReadonlyArray<string>): string =>
  `The site's answer is not valid HTTP (${faults.join(", ")}); it was read as browsers read it.`

/** Its address without the place on it. */
const pageOf = ({ hash, href }: URL): string => href.slice(0, href.length - hash.length)

export const isRedirect = (status: number): boolean =>
  status === 301 || status === 302 || status === 303 || status === 307 || status === 308

/** `null` when the location cannot be read. The fragment is inherited (WHATWG Fetch, location URL). */
const redirectTo = (location: string, from: URL): URL | null => {
  // Header bytes arrive as Latin-1; in locations they are UTF-8 when they are not ASCII.
  const next = URL.parse(utf8(location), from.href)
  if (next !== null && next.hash === "" && from.hash !== "") next.hash = from.hash
  return next
}

/** Header lines as engines give them, to the shape of `FetchResponse`. */
export const joinHeaders = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Record<string, string> => {
  const joined: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) joined[name] = typeof value === "string" ? value : value.join(", ")
  }
  return joined
}
