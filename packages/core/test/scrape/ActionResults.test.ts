import * as LocalIndex from "@orbweaver/core/scrape/LocalIndex"
import * as PageReader from "@orbweaver/core/reading/PageReader"
import { assert, describe, it } from "@effect/vitest"
import * as BlobStore from "@orbweaver/core/scrape/BlobStore"
import * as Branding from "@orbweaver/core/scrape/formats/Branding"
import * as Capture from "@orbweaver/core/scrape/Capture"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as Screenshot from "@orbweaver/core/scrape/formats/Screenshot"
import * as Session from "@orbweaver/core/network/Session"
import { StoreError, type StoreErrorKind } from "@orbweaver/core/model/StoreError"
import { Effect, Layer } from "effect"

const picture = { mediaType: "image/png", bytes: Uint8Array.from([1, 2, 3]) } as const
const sessions: Array<string | undefined> = []

const rendering = Layer.succeed(Renderer.Renderer, {
  available: true,
  render: ({ actions, branding, screenshot, session, url }) =>
    Effect.sync(() => {
      sessions.push(session?.id)
      const isFile = url.pathname === "/file"
      return {
        url,
        status: 200,
        headers: { "content-type": isFile ? "text/plain" : "text/html" },
        body: new TextEncoder().encode("<p>Text</p>"),
        ...(screenshot === undefined || isFile ? {} : { screenshot: picture }),
        ...(branding === true && !isFile ? { branding: { colorScheme: "light" } } : {}),
        ...(actions.length === 0
          ? {}
          : {
              actions: {
                screenshots: [picture],
                scrapes: [{ url: url.href, html: "<p>" }],
                javascriptReturns: [{ type: "function", value: undefined }],
                pdfs: []
              }
            })
      }
    })
})

const layerWith = (...blobs: ReadonlyArray<Layer.Layer<BlobStore.BlobStore>>) =>
  Scraper.Scraper.layer.pipe(
    Layer.provide([blobs[0] ?? BlobStore.BlobStore.layerNone, LocalIndex.LocalIndex.layerNone]),
    Layer.provide(Capture.Capture.layer),
    Layer.provide([
      Layer.succeed(Fetcher.Fetcher, { fetch: () => Effect.die("not asked for") }),
      rendering,
      PageReader.PageReader.layerNone,
      PageCache.PageCache.layerMemory(),
      Egress.Egress.layer(),
      Parsers.Parsers.layer(),
      Ledger.Ledger.layerMemory,
      Format.Formats.layer(RawHtml.rawHtml, Screenshot.screenshot, Branding.branding)
    ])
  )

const scrape = (path: string, options: Parameters<Scraper.Service["scrape"]>[1], context?: Scraper.ScrapeContext) =>
  Scraper.Scraper.use((scraper) => scraper.scrape(`https://site.example${path}`, options, context)).pipe(
    Effect.map(({ document }) => document)
  )

describe("a rendered page", () => {
  it.effect("has all four lists of results when actions were asked, and none otherwise", () =>
    Effect.gen(function* () {
      const document = yield* scrape("/", { formats: ["rawHtml"], actions: [{ type: "screenshot" }] })
      assert.deepStrictEqual(document.actions, {
        screenshots: ["data:image/png;base64,AQID"],
        scrapes: [{ url: "https://site.example/", html: "<p>" }],
        javascriptReturns: [{ type: "function", value: null }],
        pdfs: []
      })
      assert.notProperty(yield* scrape("/", { formats: ["screenshot"] }), "actions")
    }).pipe(Effect.provide(layerWith()))
  )

  it.effect("gives its picture and branding, and says so when it is a file that has none", () =>
    Effect.gen(function* () {
      const page = yield* scrape("/", { formats: ["screenshot", "branding"] })
      assert.strictEqual(page.screenshot, "data:image/png;base64,AQID")
      assert.deepStrictEqual(page.branding, { colorScheme: "light" })
      const file = yield* scrape("/file", { formats: ["screenshot", "branding"] })
      assert.notProperty(file, "screenshot")
      assert.match(file.warning ?? "", /No screenshot.*text\/plain/)
    }).pipe(Effect.provide(layerWith()))
  )

  it.effect("has addresses in place of data when there is a blob store", () =>
    Effect.gen(function* () {
      const page = yield* scrape("/", { formats: ["screenshot"], actions: [{ type: "screenshot" }] })
      assert.match(page.screenshot ?? "", /^https:\/\/api\.example\/blobs\/[\w-]+\.png$/)
      assert.match(page.actions?.screenshots[0] ?? "", /^https:\/\/api\.example\/blobs\//)
    }).pipe(Effect.provide(layerWith(BlobStore.BlobStore.layerMemory({ baseUrl: "https://api.example/blobs/" }))))
  )

  it.effect(
    "has no screenshot, and says so, where the store refuses it; where the store is away, the scrape fails",
    () => {
      const failing = (kind: StoreErrorKind) =>
        Layer.succeed(BlobStore.BlobStore, {
          ...BlobStore.none,
          put: () => Effect.fail(new StoreError({ operation: "BlobStore.put", cause: new Error("no"), kind }))
        })
      const formats = ["rawHtml", "screenshot"]
      return Effect.gen(function* () {
        const page = yield* Effect.provide(scrape("/", { formats }), layerWith(failing("other")))
        assert.notProperty(page, "screenshot")
        assert.match(page.warning ?? "", /the screenshot could not be stored/)
        for (const kind of ["unavailable", "full"] as const) {
          const error = yield* Effect.flip(Effect.provide(scrape("/", { formats }), layerWith(failing(kind))))
          assert.strictEqual(error._tag, "StoreError")
        }
      })
    }
  )

  it.effect("carries its data itself when nothing may be left behind, whoever else has a store", () => {
    const store = BlobStore.BlobStore.layerMemory({ baseUrl: "https://api.example/blobs/" })
    return Effect.gen(function* () {
      const options = { formats: ["screenshot"], actions: [{ type: "screenshot" }], storeInCache: false } as const
      const page = yield* scrape("/", options)
      assert.match(page.screenshot ?? "", /^data:image\/png/)
      assert.match(page.actions?.screenshots[0] ?? "", /^data:image\/png/)
    }).pipe(Effect.provide(Layer.merge(layerWith(store), store)))
  })

  it.effect("is captured with the session of the scrape, and not kept", () =>
    Effect.gen(function* () {
      const session = Session.make({ id: "mine", hosts: ["site.example"] })
      const page = yield* scrape("/", { formats: ["screenshot"] }, { session })
      assert.strictEqual(sessions.at(-1), "mine")
      assert.notProperty(page.metadata, "cacheState")
    }).pipe(Effect.provide(layerWith()))
  )
})
