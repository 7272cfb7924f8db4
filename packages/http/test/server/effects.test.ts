// Options whose effect only the site, or the whole answer, can show: each test fails where the option is ignored.
import { assert, describe, it } from "@effect/vitest"
import type { Routes } from "@orbweaver/testing/internal/site/Route"
import { TestSite } from "@orbweaver/testing/TestSite"
import * as Node from "@orbweaver/http/Node"
import { Effect } from "effect"
import { open } from "../assembly.ts"

type Call = (path: string, body?: object) => Promise<any>

const page = (title: string, body = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`

/** Pages, and what happens beside their answers. */
const routesOf = (pages: Readonly<Record<string, string>>): Routes =>
  Object.fromEntries(
    Object.entries(pages).map(([path, html]) => [
      path,
      ({ response }) => {
        response.setHeader("content-type", "text/html")
        response.end(html)
      }
    ])
  )

const test = (name: string, routes: Routes, body: (call: Call, site: TestSite["Service"]) => Promise<void>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const { url } = yield* Node.listen({ port: 0 })
      const call: Call = async (path, asked) => {
        const answer = await fetch(`${url}${path}`, {
          method: asked === undefined ? "GET" : "POST",
          headers: { "content-type": "application/json" },
          ...(asked === undefined ? {} : { body: JSON.stringify(asked) })
        })
        return answer.json()
      }
      yield* Effect.promise(() => body(call, site))
    }).pipe(Effect.scoped, Effect.provide(open), Effect.provide(TestSite.layerWith({ routes })))
  )

/** A crawl or batch to its end: the paths of its pages. */
const pathsOf = async (call: Call, path: string, body: object): Promise<ReadonlyArray<string>> => {
  const { error, id } = await call(path, body)
  assert.isUndefined(error)
  for (;;) {
    const job = await call(`${path}/${id}`)
    if (job.status === "scraping") {
      await new Promise((later) => setTimeout(later, 10))
      continue
    }
    assert.strictEqual(job.status, "completed")
    return job.data
      .map(({ metadata }: { metadata: { sourceURL: string } }) => {
        const { pathname, search } = new URL(metadata.sourceURL)
        return pathname + search
      })
      .toSorted()
  }
}

describe("maxConcurrency", () => {
  for (const version of ["v1", "v2"]) {
    const state = { now: 0, most: 0, released: false, waiting: new Array<() => void>() }
    const begin = () => {
      state.now = 0
      state.most = 0
      state.released = false
    }
    const routes: Routes = {
      "/free/": ({ response }) => {
        state.most = Math.max(state.most, ++state.now)
        state.waiting.push(() => {
          state.now--
          response.end("free")
        })
        // No page is answered before two are under way.
        if (state.now > 1 || state.released) {
          state.released = true
          for (const answer of state.waiting.splice(0)) answer()
        }
      },
      "/one/": ({ response }) => {
        state.most = Math.max(state.most, ++state.now)
        setTimeout(() => {
          state.now--
          response.end("one")
        }, 20)
      }
    }
    test(`is the most pages of a job that ${version} asks for at once`, routes, async (call, site) => {
      const urls = (folder: string) => Array.from({ length: 6 }, (_, index) => site.url(`/${folder}/${index}`).href)
      begin()
      await pathsOf(call, `/${version}/batch/scrape`, { urls: urls("free") })
      assert.isAbove(state.most, 1)
      begin()
      const found = await pathsOf(call, `/${version}/batch/scrape`, { urls: urls("one"), maxConcurrency: 1 })
      assert.lengthOf(found, 6)
      assert.strictEqual(state.most, 1)
    })
  }
})

describe("addresses of one page", () => {
  const similar = {
    "/": page("Start", '<a href="/a">1</a> <a href="/a/">2</a> <a href="/a/index.html">3</a> <a href="/b">4</a>'),
    "/a": page("A", "<p>Of a.</p>"),
    "/a/": page("A with a slash", "<p>Of a, too.</p>"),
    "/a/index.html": page("A by its file", "<p>Of a, three.</p>"),
    "/b": page("B", "<p>Of b.</p>")
  }
  test("are many without deduplicateSimilarURLs", routesOf(similar), async (call, site) => {
    const crawl = { url: site.url("/").href, sitemap: "skip" }
    const once = await pathsOf(call, "/v2/crawl", { ...crawl, deduplicateSimilarURLs: true })
    assert.strictEqual(once.filter((path) => path.startsWith("/a")).length, 1, once.join(" "))
    assert.deepStrictEqual(await pathsOf(call, "/v2/crawl", { ...crawl, deduplicateSimilarURLs: false }), [
      "/",
      "/a",
      "/a/",
      "/a/index.html",
      "/b"
    ])
  })

  const queries = {
    "/": page("Start", '<a href="/list?page=1">1</a> <a href="/list?page=2">2</a> <a href="/list?page=3">3</a>'),
    "/list": page("List", "<p>One of three.</p>")
  }
  test("are one with ignoreQueryParameters", routesOf(queries), async (call, site) => {
    for (const [path, body] of [
      ["/v1/crawl", { url: site.url("/").href, ignoreSitemap: true }],
      ["/v2/crawl", { url: site.url("/").href, sitemap: "skip", deduplicateSimilarURLs: false }]
    ] as const) {
      /** How often the site is asked for the list, whatever its query. */
      const asked = async (ignoreQueryParameters: boolean) => {
        const before = site.requests("/list").length
        await pathsOf(call, path, { ...body, ignoreQueryParameters, scrapeOptions: { maxAge: 0 } })
        return site.requests("/list").length - before
      }
      assert.strictEqual(await asked(true), 1, path)
      assert.strictEqual(await asked(false), 3, path)
    }
    const map = { url: site.url("/").href, sitemap: "skip" }
    const { links } = await call("/v2/map", { ...map, ignoreQueryParameters: false })
    assert.lengthOf(links, 4)
    assert.lengthOf((await call("/v2/map", { ...map, ignoreQueryParameters: true })).links, 2)
  })
})

describe("location", () => {
  test("is the language that the site is asked in", {}, async (call, site) => {
    const heard = async (path: string, body: object) => {
      const before = site.requests("/page").length
      const { success } = await call(path, { url: site.url("/page").href, maxAge: 0, ...body })
      assert.isTrue(success)
      return site.requests("/page")[before]?.headers["accept-language"] ?? ""
    }
    for (const path of ["/v1/scrape", "/v2/scrape"]) {
      const plain = await heard(path, {})
      assert.notMatch(plain, /^(?:de|fr)/)
      assert.match(await heard(path, { location: { country: "DE" } }), /^de/)
      assert.match(await heard(path, { location: { country: "CH", languages: ["fr-CH"] } }), /^fr-CH/)
    }
  })
})

describe("blockAds", () => {
  const ads = {
    "/with-ads": page(
      "News",
      `<p>Spiders weave at night.</p><ins class="adsbygoogle">Buy a web</ins><div id="div-gpt-ad-1"><p>Cheap flies</p></div>
       <div class="ad-banner"><a href="/buy">Buy now</a></div><div id="onetrust-consent-sdk">We use cookies</div>
       <ul class="ads">${"<li>A room for rent, with a garden and a view of the lake, near the station.</li>".repeat(80)}</ul>`
    )
  }
  test("leaves boxes out of a page that is only fetched, unless it is off", routesOf(ads), async (call, site) => {
    const body = { url: site.url("/with-ads").href, onlyMainContent: false, formats: ["markdown", "html", "links"] }
    for (const version of ["v1", "v2"]) {
      const { data } = await call(`/${version}/scrape`, body)
      for (const text of [data.markdown, data.html]) {
        assert.include(text, "Spiders weave")
        assert.include(text, "A room for rent")
        for (const ad of ["Buy a web", "Cheap flies", "Buy now", "We use cookies"]) assert.notInclude(text, ad)
      }
      assert.notInclude(data.links, site.url("/buy").href)
      const { data: all } = await call(`/${version}/scrape`, { ...body, blockAds: false })
      for (const ad of ["Buy a web", "Cheap flies", "Buy now", "We use cookies"]) assert.include(all.markdown, ad)
    }
  })
})

describe("search", () => {
  test("orders a map by relevance in both versions", {}, async (call, site) => {
    const body = { url: site.url("/").href, search: "spider library article" }
    const v1 = await call("/v1/map", { ...body, ignoreSitemap: true })
    assert.strictEqual(v1.links[0], site.url("/article").href)
    const v2 = await call("/v2/map", { ...body, sitemap: "skip" })
    assert.strictEqual(v2.links[0].url, site.url("/article").href)
    const unordered = await call("/v1/map", { url: body.url, ignoreSitemap: true })
    assert.strictEqual(unordered.links[0].replace(/\/$/, ""), site.url("/").origin)
  })
})
