/** A site that lives in the test: its pages answer through the `Fetcher` port. */
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Discovered from "@orbweaver/core/internal/scrape/formats/Discovered"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { Clock, Effect, Layer } from "effect"

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Where the answer comes from, after redirects. */
  readonly from?: string
  readonly fails?: CaptureError.CaptureReason
  /** Milliseconds until the answer. */
  readonly takes?: number
}

export interface Visit {
  readonly url: string
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
}

export interface Site {
  readonly answer: (url: URL, headers: Readonly<Record<string, string>>) => Answer | undefined
  /** Requests in order. */
  readonly visits: Array<Visit>
}

export const page = (...links: ReadonlyArray<string>): Answer => ({
  body: `<html><body>${links.map((link) => `<a href="${link}">${link}</a>`).join("")}</body></html>`
})

/** A site of fixed pages by path, or by whole address. */
export const site = (pages: Readonly<Record<string, Answer>>): Site => ({
  answer: (url) => pages[url.href] ?? pages[url.pathname + url.search],
  visits: []
})

const text = new TextEncoder()

export const fetcher = (site: Site) =>
  Layer.succeed(Fetcher.Fetcher, {
    fetch: ({ headers = {}, url }) =>
      Effect.gen(function* () {
        site.visits.push({ url: url.href, at: yield* Clock.currentTimeMillis, headers })
        const {
          body = "",
          fails,
          from,
          takes,
          ...answer
        } = site.answer(url, headers) ?? { status: 404, body: "not here" }
        if (takes !== undefined) yield* Effect.sleep(takes)
        if (fails !== undefined) return yield* new CaptureError.CaptureError({ url: url.href, reason: fails })
        return {
          url: new URL(from ?? url.href, url),
          status: answer.status ?? 200,
          headers: { "content-type": url.pathname === "/robots.txt" ? "text/plain" : "text/html", ...answer.headers },
          body: typeof body === "string" ? text.encode(body) : body
        }
      })
  })

/** Reads links as a test needs them; the real one is `@orbweaver/html`. */
const extract: Discovered.LinkExtractor = ({ page: { content, response } }) => {
  const found = (pattern: RegExp) =>
    [...content.source.matchAll(pattern)].flatMap(([, href]) => {
      const url = URL.parse(href!, response.url.href)
      return url === null ? [] : [url.href]
    })
  const sitemaps = found(/rel="sitemap" href="([^"]*)"/g)
  const [canonical] = found(/rel="canonical" href="([^"]*)"/g)
  return Effect.succeed({
    links: found(/<a href="([^"]*)"/g),
    ...(sitemaps.length === 0 ? {} : { sitemaps }),
    ...(canonical === undefined ? {} : { canonical })
  })
}

/** Reads `<loc>`; the real one is `@orbweaver/html`. */
export const sitemapReader = Layer.succeed(Sitemaps.SitemapReader, {
  open: () => {
    let whole = ""
    return {
      push: (piece) => {
        whole += piece
        return []
      },
      end: () =>
        [...whole.matchAll(/<(sitemap|url)>\s*<loc>([^<]*)<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g)].map(
          ([, kind, url, lastModified]) => ({
            kind: kind === "sitemap" ? ("index" as const) : ("page" as const),
            url: url!.trim(),
            lastModified
          })
        )
    }
  }
})

export const handlers = Layer.effect(
  TaskHandlers.TaskHandlers,
  Effect.gen(function* () {
    return TaskHandlers.refuseOthers({
      crawl: (yield* Crawler.Crawler).collect,
      batch: (yield* Batch.Batch).collect
    })
  })
)

export const scraper = (site: Site) =>
  Scraper.Scraper.layerAlone.pipe(
    Layer.provideMerge([fetcher(site), Format.Formats.layer(RawHtml.rawHtml, Discovered.format(extract))]),
    Layer.provide([
      Renderer.Renderer.layerNone,
      PageCache.PageCache.layerNone,
      Parsers.Parsers.layer(),
      Egress.Egress.layer({ allowLocal: true })
    ])
  )

/** Everything a crawl of the site needs, over jobs in memory. */
export const engines = (site: Site, jobs = TemporaryJobs.layer()) =>
  Layer.mergeAll(Crawler.Crawler.layer, Batch.Batch.layer).pipe(
    Layer.provideMerge(Sitemaps.Sitemaps.layer),
    Layer.provideMerge(Robots.Robots.layer()),
    Layer.provideMerge(scraper(site)),
    Layer.provideMerge(sitemapReader),
    Layer.provideMerge(jobs),
    Layer.provideMerge(Ledger.Ledger.layerMemory)
  )

/** The same with a worker. */
export const running = (site: Site, options: Worker.Options = {}, jobs = TemporaryJobs.layer()) =>
  Worker.layer(options).pipe(Layer.provide(handlers), Layer.provideMerge(engines(site, jobs)))
