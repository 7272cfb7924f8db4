// Pages leave through the application's proxies, whether they are fetched or rendered.
import { playwright } from "@orbweaver/browser"
import * as ProxyPool from "@orbweaver/core/network/ProxyPool"
import * as Session from "@orbweaver/core/network/Session"
import { makeAuthority, makeCertificate, yearsFromNow } from "@orbweaver/testing/internal/site/certificates"
import { droppingProxy, httpProxy, silentProxy, socksProxy } from "@orbweaver/testing/internal/TestProxies"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect, type Scope } from "effect"
import { type Adapters, createOrbweaver, type Document } from "orbweaver"
import { describe, expect, it } from "vitest"

const run = (body: (site: Running) => Effect.Effect<void, unknown, Scope.Scope>) => () =>
  Effect.acquireRelease(
    Effect.promise(() => start()),
    (site) => Effect.promise(() => site.close())
  ).pipe(Effect.flatMap(body), Effect.scoped, Effect.runPromise)

type Proxies = ReadonlyArray<{ readonly url: string; readonly class?: "basic" | "stealth" }>
const poolOf = (...proxies: Proxies) => ProxyPool.ProxyPool.layer({ proxies })

/** The document, or why there is none. */
const scrape = (adapters: Adapters, url: URL, options: object = {}) =>
  Effect.promise(async (): Promise<{ readonly document?: Document; readonly reason?: unknown }> => {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, renderer: playwright(), ...adapters })
    try {
      return { document: await orb.scrape(url, { maxAge: 0, timeout: 45_000, waitFor: 1, ...options }) }
    } catch (error) {
      return { reason: (error as { readonly reason?: unknown }).reason }
    }
  })

describe("a browser behind proxies", { concurrent: false }, () => {
  for (const [kind, make] of [
    ["http", httpProxy()],
    ["socks5", socksProxy]
  ] as const) {
    it(
      `leaves through one that speaks ${kind}, with everything that the page loads`,
      run((site) =>
        Effect.gen(function* () {
          const proxy = yield* make
          const { document } = yield* scrape({ proxies: poolOf(proxy) }, site.url("/app"))
          expect(document?.markdown).toContain("Built by script")
          expect(document?.metadata).toMatchObject({ outcome: { attempts: [{ engine: "browser" }] } })
          expect(new Set(proxy.asked())).toEqual(new Set([site.url("/").host]))
          expect(site.connections()).toBe(proxy.asked().length)
        })
      )
    )
  }

  it(
    "leaves through one that speaks https",
    run((site) =>
      Effect.gen(function* () {
        const authority = makeAuthority("Proxies")
        const certificate = makeCertificate(
          { commonName: "proxy", names: ["127.0.0.1"], notBefore: yearsFromNow(-1), notAfter: yearsFromNow(1) },
          authority
        )
        const proxy = yield* httpProxy(200, certificate)
        const renderer = playwright({ ca: authority.cert })
        const { document } = yield* scrape({ renderer, proxies: poolOf(proxy) }, site.url("/app"))
        expect(document?.markdown).toContain("Built by script")
        expect(proxy.asked()).toContain(site.url("/").host)
      })
    )
  )

  it(
    "takes a stealth one when it is asked to, and after a block when it may choose",
    run((site) =>
      Effect.gen(function* () {
        const basic = yield* httpProxy()
        const stealth = yield* socksProxy
        const proxies = poolOf(basic, { ...stealth, class: "stealth" })
        const hidden = yield* scrape({ proxies }, site.url("/app"), { proxy: "stealth" })
        expect(hidden.document?.metadata.proxyUsed).toBe("stealth")
        expect(hidden.document?.warning).toBeUndefined()
        expect(basic.asked()).toEqual([])
        const chosen = yield* scrape({ proxies }, site.url("/blocked/akamai"), { proxy: "auto" })
        expect(chosen.document?.metadata).toMatchObject({
          outcome: {
            kind: "blocked",
            vendor: "Akamai",
            attempts: [
              { engine: "browser", proxy: "basic" },
              { engine: "browser", proxy: "stealth" }
            ]
          }
        })
        expect(chosen.document?.warning).toContain("Akamai")
      })
    )
  )

  it(
    "leaves through the one of its session",
    run((site) =>
      Effect.gen(function* () {
        const [own, others] = [yield* httpProxy(), yield* httpProxy()]
        const session = Session.make({ id: "one", hosts: ["127.0.0.1"], proxy: own.url })
        yield* scrape({ proxies: poolOf(others) }, site.url("/app"), { session })
        expect(own.asked()).toContain(site.url("/").host)
        expect(others.asked()).toEqual([])
      })
    )
  )

  it(
    "asks it for nothing that egress refuses, neither the page nor what the page loads",
    run((site) =>
      Effect.gen(function* () {
        const proxy = yield* httpProxy()
        const proxies = poolOf(proxy)
        const refused = yield* scrape({ proxies, egress: {} }, site.url("/app"))
        expect(refused.reason).toMatchObject({ _tag: "Refused" })
        expect(proxy.asked()).toEqual([])
        const egress = { allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port)] }
        yield* scrape({ proxies, egress }, site.url(`/loads?to=${encodeURIComponent(site.other("/").origin)}`))
        expect(new Set(proxy.asked())).toEqual(new Set([site.url("/").host]))
      })
    )
  )

  it(
    "goes nowhere when it does not answer or says no, and never directly",
    run((site) =>
      Effect.gen(function* () {
        const silent = yield* silentProxy
        const waiting = yield* scrape({ proxies: poolOf(silent) }, site.url("/app"), { timeout: 4000 })
        expect(waiting.reason).toMatchObject({ _tag: "TimedOut" })
        const refusing = yield* httpProxy(503)
        const refused = yield* scrape({ proxies: poolOf(refusing) }, site.url("/app"))
        expect(refused.reason).toMatchObject({ _tag: "ConnectionFailed", detail: "proxy: it answered 503" })
        expect(site.connections()).toBe(0)
      })
    )
  )
})

describe("a list of proxies of which one drops connections", { concurrent: false }, () => {
  const paths = Array.from({ length: 6 }, (_, index) => `/page?n=${index}`)
  for (const when of ["asked", "open"] as const) {
    it(
      `loses no page of a scrape, batch or crawl when it drops them ${when === "asked" ? "at once" : "later"}`,
      run((site) =>
        Effect.gen(function* () {
          const [bad, good] = [yield* droppingProxy(when), yield* httpProxy()]
          yield* Effect.promise(async () => {
            await using orb = createOrbweaver({
              egress: { allowLocal: true },
              proxies: [bad.url, good.url]
            })
            const urls = paths.map((path) => site.url(path).href)
            for (const url of urls.slice(0, 4)) {
              expect((await orb.scrape(url, { maxAge: 0 })).metadata.statusCode).toBe(200)
            }
            const batch = await orb.batchScrape(urls, { maxAge: 0 })
            expect([batch.status, batch.completed]).toEqual(["completed", 6])
            const crawl = await orb.crawl(site.url("/").href, { limit: 10, scrapeOptions: { maxAge: 0 } })
            expect((await orb.getCrawlErrors(crawl.id)).errors).toEqual([])
            expect(crawl.completed).toBeGreaterThan(0)
            const { decision } = await orb.explainCrawl(crawl.id, site.url("/forbidden").href)
            expect(decision).toMatchObject({ admit: false })
          })
          expect(bad.asked().length).toBeGreaterThan(0)
          expect(good.asked().length).toBeGreaterThan(0)
          expect(site.connections()).toBe(good.asked().length)
        })
      )
    )
  }

  it(
    "renders by the others",
    run((site) =>
      Effect.gen(function* () {
        const [bad, good] = [yield* droppingProxy("asked"), yield* httpProxy()]
        for (const proxies of [poolOf(bad, good), poolOf(good, bad)]) {
          const { document } = yield* scrape({ proxies }, site.url("/app"))
          expect(document?.markdown).toContain("Built by script")
        }
      })
    )
  )
})
