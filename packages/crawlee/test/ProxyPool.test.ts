import { Configuration, ProxyConfiguration, Session, SessionPool } from "@crawlee/core"
import { MemoryStorage } from "@crawlee/memory-storage"
import * as CrawleeFetcher from "@orbweaver/crawlee/Fetcher"
import * as CrawleeProxies from "@orbweaver/crawlee/ProxyPool"
import * as TestProxies from "@orbweaver/testing/internal/TestProxies"
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver } from "orbweaver"
import { Effect } from "effect"
import { expect, it } from "vitest"

/** Three pages through two proxies, and the sessions that Crawlee has kept of it. */
const scraped = Effect.gen(function* () {
  const proxies = [yield* TestProxies.httpProxy(), yield* TestProxies.httpProxy()]
  const site = yield* Effect.acquireRelease(
    Effect.promise(() => start()),
    (running) => Effect.promise(() => running.close())
  )
  const sessionPool = yield* Effect.promise(() =>
    SessionPool.open(
      { maxPoolSize: 4, createSessionFunction: (pool) => new Session({ sessionPool: pool }) },
      new Configuration({
        persistStorage: false,
        storageClient: new MemoryStorage({ persistStorage: false })
      } as object)
    )
  )
  const orb = createOrbweaver({
    egress: { allowLocal: true },
    fetcher: CrawleeFetcher.layer(),
    proxies: CrawleeProxies.layer({
      proxyConfiguration: new ProxyConfiguration({ proxyUrls: proxies.map(({ url }) => url) }),
      sessionPool
    })
  })
  yield* Effect.promise(async () => {
    for (const path of ["/page", "/status/403", "/article"]) {
      await orb.scrape(site.url(path), { maxAge: 0, proxy: "basic" })
    }
    await orb.close()
    await sessionPool.teardown()
  })
  return {
    asked: proxies.flatMap(({ asked }) => asked()),
    sessions: sessionPool.getState().sessions,
    host: site.url("/").host
  }
}).pipe(Effect.scoped)

it("sends pages through the proxies of a ProxyConfiguration, in the sessions of a SessionPool", async () => {
  const { asked, host, sessions } = await Effect.runPromise(scraped)
  expect(asked).toHaveLength(3)
  expect(asked.every((target) => target === host)).toBe(true)
  expect(sessions.filter(({ usageCount }) => usageCount > 0)).toHaveLength(3)
  // The one whose page was refused is not used again.
  expect(sessions.filter(({ errorScore, maxErrorScore }) => errorScore >= maxErrorScore)).toHaveLength(1)
})

it("is a defect when the configuration gives what is no proxy", async () => {
  await using orb = createOrbweaver({
    proxies: CrawleeProxies.layer({ proxyConfiguration: { newUrl: async () => "ftp://example.com" } })
  })
  await expect(orb.scrape("https://example.com/")).rejects.toThrow("A proxy is an address")
})

it("sends a request directly when the configuration gives no proxy", async () => {
  const site = await start()
  await using orb = createOrbweaver({
    egress: { allowLocal: true },
    proxies: CrawleeProxies.layer({ proxyConfiguration: { newUrl: async () => undefined } })
  })
  expect((await orb.scrape(site.url("/page"))).metadata.statusCode).toBe(200)
  await site.close()
})
