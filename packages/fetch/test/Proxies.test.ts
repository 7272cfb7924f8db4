import { assert, it } from "@effect/vitest"
import { Egress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { Fetcher, type FetchRequest } from "@orbweaver/core/network/Fetcher"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { make as makeSession } from "@orbweaver/core/network/Session"
import { Patience } from "@orbweaver/testing"
import * as GotScraping from "@orbweaver/fetch/got-scraping"
import * as Impit from "@orbweaver/fetch/impit"
import * as Undici from "@orbweaver/fetch/Undici"
import { makeAuthority, makeCertificate, yearsFromNow } from "@orbweaver/testing/internal/site/certificates"
import { layerConfig } from "@orbweaver/fetch/proxies"
import { ConfigProvider, Context, Duration, Effect, Layer, Result } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { droppingProxy, httpProxy, silentProxy, socksProxy } from "@orbweaver/testing/internal/TestProxies"
import { site } from "./site.ts"

const lookup = lookupOf((host) => (host === "private.example" ? ["10.0.0.1"] : ["127.0.0.1"]))
const engines = {
  undici: Undici.layer({ lookup }),
  "got-scraping": GotScraping.layer({ lookup }),
  impit: Impit.layer({ lookup })
}

const request = (url: URL, more: Partial<FetchRequest> = {}): FetchRequest => ({
  url,
  timeout: Duration.seconds(10),
  maxBytes: 1_000_000,
  ...more
})

const fetcherOf = (
  engine: keyof typeof engines,
  proxies: ReadonlyArray<{ url: string; class?: "basic" | "stealth" }>,
  policy: EgressPolicy = { allowNetworks: ["127.0.0.1"] }
) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      engines[engine].pipe(Layer.provideMerge([Egress.layer(policy), ProxyPool.layer({ proxies, maxFailures: 1 })]))
    )
    return { fetcher: Context.get(context, Fetcher), pool: Context.get(context, ProxyPool) }
  })

for (const engine of ["undici", "got-scraping", "impit"] as const) {
  it.live(`${engine} goes through http and socks5 proxies, and asks them for the address that was judged`, () =>
    Effect.gen(function* () {
      const running = yield* site
      const { port } = running.url("/")
      for (const proxy of [yield* httpProxy(), yield* socksProxy]) {
        const { fetcher, pool } = yield* fetcherOf(engine, [{ url: proxy.url }])
        const page = yield* fetcher.fetch(request(new URL(`http://name.example:${port}/page`)))
        assert.strictEqual(page.status, 200)
        assert.deepStrictEqual([...proxy.asked()], [`127.0.0.1:${port}`])
        const secure = running.tls("wrong-host", "/page")
        const tls = yield* fetcher.fetch(request(secure)).pipe(Effect.flip)
        assert.strictEqual(tls.reason._tag, "TlsFailed")
        assert.strictEqual((yield* fetcher.fetch(request(secure, { skipTlsVerification: true }))).status, 200)
        const health = yield* pool.health
        assert.strictEqual(health[0]?.score, 1)
      }
    }).pipe(Effect.scoped)
  )

  it.live(`${engine} contacts nothing through a proxy that it may not contact itself`, () =>
    Effect.gen(function* () {
      const proxy = yield* httpProxy()
      const { fetcher } = yield* fetcherOf(engine, [{ url: proxy.url }])
      for (const url of [
        "http://private.example/",
        "https://private.example/",
        "http://10.0.0.1/",
        "http://localhost/"
      ]) {
        const error = yield* fetcher.fetch(request(new URL(url))).pipe(Effect.flip)
        assert.strictEqual(error.reason._tag, "Refused", url)
      }
      assert.isEmpty(proxy.asked())
    }).pipe(Effect.scoped)
  )

  it.live(`${engine} takes the next proxy where one drops the connection`, () =>
    Effect.gen(function* () {
      const running = yield* site
      const [bad, good] = [yield* droppingProxy("asked"), yield* httpProxy()]
      const { fetcher } = yield* fetcherOf(engine, [{ url: bad.url }, { url: good.url }])
      for (let i = 0; i < 4; i++) assert.strictEqual((yield* fetcher.fetch(request(running.url("/page")))).status, 200)
      // It rests after its first failure.
      assert.strictEqual(bad.asked().length, 1)
    }).pipe(Effect.scoped)
  )

  it.live(`${engine} rests a proxy that drops what it has opened`, () =>
    Effect.gen(function* () {
      const running = yield* site
      const [bad, good] = [yield* droppingProxy("open"), yield* httpProxy()]
      const { fetcher } = yield* fetcherOf(engine, [{ url: bad.url }, { url: good.url }])
      const fetched = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.result(fetcher.fetch(request(running.url("/page"))))
      )
      assert.strictEqual(fetched.filter(Result.isFailure).length, 1)
    }).pipe(Effect.scoped)
  )

  it.live(`${engine} tells a proxy that fails from a site that does`, () =>
    Effect.gen(function* () {
      const running = yield* site
      const refusing = yield* httpProxy(503)
      const { fetcher, pool } = yield* fetcherOf(engine, [{ url: refusing.url }])
      const error = yield* fetcher.fetch(request(running.url("/page"))).pipe(Effect.flip)
      assert.match(error.reason.message, /proxy: it answered 503/)
      assert.isTrue((yield* pool.health)[0]?.isCoolingDown)
      const gone = yield* fetcherOf(engine, [{ url: "http://127.0.0.1:4" }])
      const unreachable = yield* gone.fetcher.fetch(request(running.url("/page"))).pipe(Effect.flip)
      assert.match(unreachable.reason.message, /proxy: it cannot be reached/)
    }).pipe(Effect.scoped)
  )
}

it.live("keeps stealth proxies for requests that ask for them, and says so", () =>
  Effect.gen(function* () {
    const running = yield* site
    const proxy = yield* httpProxy()
    const { fetcher } = yield* fetcherOf("undici", [{ url: proxy.url, class: "stealth" }])
    assert.isTrue(fetcher.stealth)
    const direct = yield* fetcher.fetch(request(running.url("/page")))
    assert.strictEqual(direct.proxyUsed, "basic")
    assert.isEmpty(proxy.asked())
    const stealth = yield* fetcher.fetch(request(running.url("/page"), { proxy: "stealth" }))
    assert.strictEqual(stealth.proxyUsed, "stealth")
    assert.strictEqual(proxy.asked().length, 1)
  }).pipe(Effect.scoped)
)

it.live("leaves through the proxy of the session", () =>
  Effect.gen(function* () {
    const running = yield* site
    const proxy = yield* socksProxy
    const { fetcher } = yield* fetcherOf("undici", [])
    const session = makeSession({ id: "s", hosts: ["127.0.0.1"], proxy: proxy.url })
    yield* fetcher.fetch(request(running.url("/page"), { session }))
    assert.strictEqual(proxy.asked().length, 1)
  }).pipe(Effect.scoped)
)

it.live("goes through a proxy over TLS, and checks whom it talks to", () =>
  Effect.gen(function* () {
    const running = yield* site
    const authority = makeAuthority("Proxies")
    const names = { commonName: "proxy", names: ["127.0.0.1"], notBefore: yearsFromNow(-1), notAfter: yearsFromNow(1) }
    const proxy = yield* httpProxy(200, makeCertificate(names, authority))
    const through = (ca?: string) =>
      Effect.map(
        Layer.build(
          Undici.layer({ ca }).pipe(
            Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layer({ proxies: [{ url: proxy.url }] })])
          )
        ),
        (context) => Context.get(context, Fetcher)
      )
    const trusting = yield* through(authority.cert)
    assert.strictEqual((yield* trusting.fetch(request(running.url("/page")))).status, 200)
    const error = yield* (yield* through()).fetch(request(running.url("/page"))).pipe(Effect.flip)
    assert.match(error.reason.message, /proxy: it cannot be reached \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/)
  }).pipe(Effect.scoped)
)

it.live("says so when what should be a proxy is none", () =>
  Effect.gen(function* () {
    const running = yield* site
    const { fetcher } = yield* fetcherOf("undici", [{ url: running.url("/").href }])
    const error = yield* fetcher.fetch(request(running.url("/page"))).pipe(Effect.flip)
    assert.match(error.reason.message, /proxy: it/)
  }).pipe(Effect.scoped)
)

it.live("gives up a proxy that never answers, and lets go of it", () =>
  Effect.gen(function* () {
    const running = yield* site
    const proxy = yield* silentProxy
    const { fetcher, pool } = yield* fetcherOf("undici", [{ url: proxy.url }])
    const error = yield* Patience.withEnoughTime(
      (timeout) => fetcher.fetch(request(running.url("/page"), { timeout })).pipe(Effect.flip),
      proxy.isOpen
    )
    assert.strictEqual(error.reason._tag, "TimedOut")
    yield* Effect.promise(() => proxy.closed)
    assert.isTrue((yield* pool.health)[0]?.isCoolingDown)
  }).pipe(Effect.scoped)
)

it.live("takes the next proxy where one does not connect in time", () =>
  Effect.gen(function* () {
    const running = yield* site
    const [silent, good] = [yield* silentProxy, yield* httpProxy()]
    const context = yield* Layer.build(
      Undici.layer({ lookup, connectTimeout: Duration.millis(300) }).pipe(
        Layer.provide([
          Egress.layer({ allowLocal: true }),
          ProxyPool.layer({ proxies: [{ url: silent.url }, { url: good.url }] })
        ])
      )
    )
    const fetcher = Context.get(context, Fetcher)
    for (let i = 0; i < 2; i++) assert.strictEqual((yield* fetcher.fetch(request(running.url("/page")))).status, 200)
    assert.isTrue(silent.isOpen())
  }).pipe(Effect.scoped)
)

it.effect("reads the proxies of an instance from its environment", () =>
  Effect.gen(function* () {
    const pool = yield* ProxyPool
    const health = yield* pool.health
    assert.deepStrictEqual(
      health.map(({ proxy }) => [proxy.class, proxy.url.host]),
      [
        ["basic", "a.example:8080"],
        ["basic", "b.example:1080"],
        ["stealth", "c.example"]
      ]
    )
  }).pipe(
    Effect.provide(layerConfig()),
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromUnknown({
        ORBWEAVER_PROXY_URL: "http://user:word@a.example:8080, socks5://b.example:1080",
        ORBWEAVER_STEALTH_PROXY_URL: "https://c.example"
      })
    )
  )
)
