import { assert, describe, it } from "@effect/vitest"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { Context, Effect, Layer, Ref } from "effect"

/** A scraper whose one format counts how often it runs, over a site whose page changes when it is fetched. */
const setup = (warning?: string) =>
  Effect.gen(function* () {
    const runs = yield* Ref.make(0)
    const fetches = yield* Ref.make(0)
    const counting: Format.Format = {
      name: "markdown",
      needs: [],
      uses: [],
      run: ({ options, page }) =>
        Effect.as(
          Ref.update(runs, (n) => n + 1),
          {
            markdown: `${options.onlyMainContent} ${page.content.source}`,
            ...(warning === undefined ? {} : { warning })
          }
        )
    }
    const fetcher = Layer.succeed(Fetcher.Fetcher, {
      fetch: ({ url }) =>
        Effect.map(
          Ref.updateAndGet(fetches, (n) => n + 1),
          (n) => ({
            url,
            status: 200,
            headers: { "content-type": "text/html" },
            body: new TextEncoder().encode(`<p>version ${n}, long enough to be a page of its own</p>`)
          })
        )
    })
    const layer = Scraper.Scraper.layerAlone.pipe(
      Layer.provide([
        fetcher,
        Renderer.Renderer.layerNone,
        PageCache.PageCache.layerMemory(),
        Format.Formats.layer(counting),
        Parsers.Parsers.layer(),
        Egress.Egress.layer(),
        Ledger.Ledger.layerMemory
      ])
    )
    const { scrape } = Context.get(yield* Layer.build(layer), Scraper.Scraper)
    return { scrape: (options = {}, url = "https://s.test/") => scrape(url, options), runs: Ref.get(runs) }
  })

describe("a page that is asked for again", () => {
  it.effect("is converted once for each way of asking, and is a scrape of its own each time", () =>
    Effect.gen(function* () {
      const { runs, scrape } = yield* setup()
      yield* scrape()
      const second = yield* scrape()
      const third = yield* scrape()
      assert.strictEqual(yield* runs, 2)
      assert.strictEqual(third.document.markdown, second.document.markdown)
      assert.notStrictEqual(third.id, second.id)
      assert.strictEqual(third.document.metadata.scrapeId, third.id)
      assert.strictEqual(third.credits, 1)
      const other = yield* scrape({ onlyMainContent: false })
      assert.strictEqual(yield* runs, 3)
      assert.match(other.document.markdown!, /^false/)
    }).pipe(Effect.scoped)
  )

  it.effect("is converted again when it was captured again", () =>
    Effect.gen(function* () {
      const { runs, scrape } = yield* setup()
      yield* scrape()
      yield* scrape()
      const fresh = yield* scrape({ maxAge: 0 })
      assert.include(fresh.document.markdown, "version 2")
      assert.strictEqual(yield* runs, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("is converted again while something went less well than asked", () =>
    Effect.gen(function* () {
      const { runs, scrape } = yield* setup("The model was busy")
      yield* scrape()
      yield* scrape()
      yield* scrape()
      assert.strictEqual(yield* runs, 3)
    }).pipe(Effect.scoped)
  )
})
