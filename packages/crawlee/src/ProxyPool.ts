/**
 * A `ProxyPool` over Crawlee's `ProxyConfiguration` and, where there is one, its `SessionPool`: each request takes a
 * session of the pool, goes through the proxy of that session, and marks it good, bad or retired.
 */
import { type Proxy, ProxyPool, type ProxyRequest, isProxy } from "@orbweaver/core/network/ProxyPool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The part of Crawlee's `ProxyConfiguration` that is used. */
export interface Configuration {
  newUrl(sessionId?: string): Promise<string | undefined>
}

/** The part of Crawlee's `Session` that is used. */
export interface PooledSession {
  readonly id: string
  markGood(): void
  markBad(): void
  retire(): void
}

/** The part of Crawlee's `SessionPool` that is used. */
export interface Sessions {
  getSession(): Promise<PooledSession>
}

export interface Options {
  readonly proxyConfiguration: Configuration
  /** Sessions to take turns; each keeps its proxy. Without it every request takes the next proxy. */
  readonly sessionPool?: Sessions | undefined
  /** What the proxies are for: `stealth` ones are kept for requests that ask for them. Default: `basic`. */
  readonly class?: Proxy["class"] | undefined
}

/**
 * A request that names a session of ours keeps the proxy of that name. A configuration that gives no proxy sends a
 * request directly, as in Crawlee; one that gives what is no proxy address, or rejects, is a defect (`TypeError`).
 */
export const layer = (options: Options): Layer.Layer<ProxyPool> => Layer.sync(ProxyPool, () => make(options))

const make = ({ class: kind = "basic", proxyConfiguration, sessionPool }: Options): ProxyPool["Service"] => {
  /** The session of each proxy that is in use: one object for each request. */
  const sessions = new WeakMap<Proxy, PooledSession>()

  const choose = async ({ class: asked, sessionId }: ProxyRequest): Promise<Proxy | undefined> => {
    if (kind === "stealth" && asked !== "stealth") return undefined
    const session = sessionId === undefined ? await sessionPool?.getSession() : undefined
    const address = await proxyConfiguration.newUrl(nameOf(sessionId ?? session?.id))
    if (address === undefined) return undefined
    const url = URL.parse(address)
    if (url === null || !isProxy(url)) throw new TypeError("A proxy is an address with http, https or socks5")
    const proxy: Proxy = { url, class: kind }
    if (session !== undefined) sessions.set(proxy, session)
    return proxy
  }

  return {
    classes: [kind],
    choose: (asked) => Effect.promise(() => choose(asked)),
    report: (proxy, outcome) =>
      Effect.sync(() => {
        const session = sessions.get(proxy)
        if (outcome === "ok") session?.markGood()
        else if (outcome === "blocked") session?.retire()
        else session?.markBad()
      }),
    // Crawlee's sessions hold what is known of them.
    health: Effect.succeed([])
  }
}

/** Crawlee takes names of these characters, at most 50 of them. */
const nameOf = (id: string | undefined): string | undefined => id?.replaceAll(/[^\w.~]/g, "_").slice(0, 50)
