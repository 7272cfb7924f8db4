/**
 * Port: which proxy a request goes through, and how each has done.
 *
 * A proxy is a way out, not a way around: engines resolve and judge the target
 * themselves and ask the proxy for exactly that address. The proxies are the
 * application's own and are not judged.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { CaptureError, CaptureReason } from "../model/CaptureError.ts"
import { isDroppedConnection, proxyFault } from "../model/networkCauses.ts"

export interface Proxy {
  /** `http`, `https` or `socks5`, with credentials in the address where it wants some. */
  readonly url: URL
  /** `stealth` proxies are kept for requests that ask for them. */
  readonly class: "basic" | "stealth"
}

export interface ProxyRequest {
  readonly url: URL
  readonly class: "basic" | "stealth"
  /** Requests of one session keep their proxy. */
  readonly sessionId?: string | undefined
}

/** `failed`: the proxy or the way to it; `blocked`: the site refused who came; a page of any status is `ok`. */
export type ProxyOutcome = "ok" | "failed" | "blocked"

export interface Service {
  /** Classes of which the pool has at least one proxy. */
  readonly classes: ReadonlyArray<Proxy["class"]>
  /**
   * Undefined when the pool has none that fits: the request then goes out directly.
   * One that asks for `stealth` gets a basic proxy rather than none.
   */
  readonly choose: (asked: ProxyRequest) => Effect.Effect<Proxy | undefined>
  readonly report: (proxy: Proxy, outcome: ProxyOutcome) => Effect.Effect<void>
  /** Each proxy's share of good outcomes lately, from 0 to 1, and whether it rests now. */
  readonly health: Effect.Effect<
    ReadonlyArray<{ readonly proxy: Proxy; readonly score: number; readonly isCoolingDown: boolean }>
  >
}

export interface Options {
  readonly proxies: ReadonlyArray<{ readonly url: string | URL; readonly class?: "basic" | "stealth" | undefined }>
  /** When the proxy changes: with each request, or only with the host. Sessions always keep theirs. Default `request`. */
  readonly rotation?: "request" | "host" | undefined
  /** Failures or blocks in a row after which a proxy rests. Default 3. */
  readonly maxFailures?: number | undefined
  /**
   * How long it rests at first; doubled each time, up to 32 times this. A single failure rests it for a tenth of that, so
   * that the next attempt takes another one. Default 30 seconds.
   */
  readonly rest?: Duration.Input | undefined
}

export class ProxyPool extends Context.Service<ProxyPool, Service>()("@orbweaver/core/ProxyPool") {
  /** Throws a `TypeError` when an address is no proxy. */
  static readonly layer = (options: Options): Layer.Layer<ProxyPool> => Layer.sync(ProxyPool, () => make(options))

  /** No proxies: every request goes out directly. */
  static readonly layerNone: Layer.Layer<ProxyPool> = ProxyPool.layer({ proxies: [] })
}

interface Member {
  readonly proxy: Proxy
  readonly key: string
  /** Moving average of outcomes. */
  score: number
  failures: number
  cooldowns: number
  /** Milliseconds since the epoch. */
  cooldownUntil: number
}

/** Weight of the newest outcome. */
const newest = 0.2

export const make = (options: Options): Service => {
  const members = options.proxies.map(memberOf)
  const maxFailures = options.maxFailures ?? 3
  const rest = Duration.toMillis(options.rest ?? Duration.seconds(30))
  let turn = 0

  const choose = (asked: ProxyRequest, now: number): Proxy | undefined => {
    const sameClass = members.filter(({ proxy }) => proxy.class === asked.class)
    // If proxies are configured, no request bypasses them, not even when no proxy of the requested class exists.
    const own = sameClass.length === 0 && asked.class === "stealth" ? members : sameClass
    if (own.length === 0) return undefined
    const awake = own.filter(({ cooldownUntil }) => cooldownUntil <= now)
    // With all of them at rest, the one that has rested longest is tried again.
    if (awake.length === 0) return own.reduce((a, b) => (a.cooldownUntil <= b.cooldownUntil ? a : b)).proxy
    const sticky = asked.sessionId ?? (options.rotation === "host" ? asked.url.hostname : undefined)
    if (sticky !== undefined) return rendezvous(awake, sticky).proxy
    // The better half takes the turns, so that a poor proxy is tried only as it recovers.
    const best = awake.toSorted((a, b) => b.score - a.score)
    const good = best.filter(({ score }) => score >= best[0]!.score / 2)
    turn = (turn + 1) % Number.MAX_SAFE_INTEGER
    return good[turn % good.length]!.proxy
  }

  const report = (proxy: Proxy, outcome: ProxyOutcome, now: number): void => {
    const member = members.find((found) => found.proxy.url.href === proxy.url.href)
    if (member === undefined) return
    member.score = member.score * (1 - newest) + (outcome === "ok" ? newest : 0)
    if (outcome === "ok") {
      member.failures = 0
      member.cooldowns = 0
    } else if (++member.failures >= maxFailures) {
      member.failures = 0
      member.cooldownUntil = now + rest * 2 ** Math.min(member.cooldowns++, 5)
    } else if (outcome === "failed") {
      member.cooldownUntil = Math.max(member.cooldownUntil, now + rest / 10)
    }
  }

  return {
    classes: [...new Set(members.map(({ proxy }) => proxy.class))],
    choose: (asked) => Effect.map(Clock.currentTimeMillis, (now) => choose(asked, now)),
    report: (proxy, outcome) => Effect.map(Clock.currentTimeMillis, (now) => report(proxy, outcome, now)),
    health: Effect.map(Clock.currentTimeMillis, (now) =>
      members.map(({ proxy, cooldownUntil, score }) => ({
        proxy,
        score,
        isCoolingDown: cooldownUntil > now
      }))
    )
  }
}

/** Proxies that one request tries until one leads to the site. */
const maxProxies = 3

/**
 * Sends through a proxy of the pool and reports how it did. Where the proxy fails before anything reached the site, the
 * next one is taken. `send` keeps the deadline of the whole.
 */
export const sendThrough = Effect.fnUntraced(function* <
  A extends { readonly status: number },
  E extends CaptureError | CaptureReason,
  R
>(pool: Service, asked: ProxyRequest, send: (proxy: Proxy | undefined) => Effect.Effect<A, E, R>) {
  const first = yield* pool.choose(asked)
  if (first === undefined) return yield* send(undefined)
  const tried = new Set<string>()
  for (let proxy = first; ;) {
    tried.add(proxy.url.href)
    const sent = yield* Effect.result(send(proxy))
    if (Result.isSuccess(sent)) {
      const { status } = sent.success
      yield* pool.report(proxy, status === 403 || status === 429 ? "blocked" : "ok")
      return sent.success
    }
    const reason = reasonOf(sent.failure)
    if (isOfWay(reason)) yield* pool.report(proxy, "failed")
    if (!isOfProxy(reason) || tried.size >= maxProxies) return yield* Effect.fail(sent.failure)
    const next = yield* pool.choose(asked)
    if (next === undefined || tried.has(next.url.href)) return yield* Effect.fail(sent.failure)
    proxy = next
  }
})

const reasonOf = (error: CaptureError | CaptureReason): CaptureReason =>
  error._tag === "CaptureError" ? error.reason : error

/** Whether the failure speaks against the proxy, or the way through it; what it reached may fail by itself. */
const isOfWay = (reason: CaptureReason): boolean =>
  reason._tag === "TimedOut" || (reason._tag === "ConnectionFailed" && isDroppedConnection(reason.detail))

const isOfProxy = (reason: CaptureReason): boolean =>
  reason._tag === "ConnectionFailed" && reason.detail.startsWith(proxyFault)

/** Whether the address is one of a proxy that we can speak to. */
export const isProxy = ({ hostname, protocol }: URL): boolean =>
  hostname !== "" && /^(?:https?|socks5h?):$/.test(protocol)

const memberOf = (given: Options["proxies"][number]): Member => {
  const url = URL.parse(String(given.url))
  if (url === null || !isProxy(url)) {
    throw new TypeError("A proxy is an address with http, https or socks5")
  }
  return {
    proxy: { url, class: given.class ?? "basic" },
    key: url.href,
    score: 1,
    failures: 0,
    cooldowns: 0,
    cooldownUntil: 0
  }
}

/** The same choice for the same name as long as the chosen one is there; others keep theirs when one leaves. */
const rendezvous = (members: ReadonlyArray<Member>, name: string): Member =>
  members.reduce((a, b) => (hash(name + a.key) >= hash(name + b.key) ? a : b))

/** FNV-1a with a final mix. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
