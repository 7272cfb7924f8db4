// A screenshot of a PDF is its first page, or a warning says why there is none.
import { inflateSync } from "node:zlib"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer, type RenderRequest } from "@orbweaver/core/network/Renderer"
import { pngSize, request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Duration, Effect, Layer } from "effect"
import { layer } from "../../src/layers/Playwright.ts"

/** Two pages of 200 by 100 points: the first is filled by these operators, the second is blue. */
const pdf = (operators: string, resources = "", more = "", size = "200 100"): string => {
  const stream = (text: string) => `<< /Length ${text.length} >> stream\n${text}\nendstream`
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${content} 0 R /Resources << ${resources} >> >>`
  return `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >> endobj
3 0 obj ${page(4)} endobj
4 0 obj ${stream(operators)} endobj
5 0 obj ${page(6)} endobj
6 0 obj ${stream("0 0 1 rg 0 0 200 100 re f")} endobj
${more}trailer << /Root 1 0 R >>
%%EOF`
}

/** A drawing that takes ten times as long with each level. */
const endless = (levels: number): string =>
  pdf(
    "/F0 Do ".repeat(10),
    "/XObject << /F0 10 0 R >>",
    Array.from({ length: levels }, (_, at) => {
      const content = at === levels - 1 ? "0 0 1 1 re f " : `/F${at + 1} Do `.repeat(10)
      const inner = at === levels - 1 ? "" : `/XObject << /F${at + 1} ${11 + at} 0 R >>`
      return `${10 + at} 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << ${inner} >> /Length ${content.length} >> stream\n${content}\nendstream endobj\n`
    }).join("")
  )

const red = "1 0 0 rg 0 0 200 100 re f"
const files: Readonly<Record<string, () => string>> = {
  red: () => pdf(red),
  tall: () => pdf(red, "", "", "10 9000"),
  damaged: () => "%PDF-1.4 nothing else",
  long: () => pdf(red) + " ".repeat(21 * 1024 * 1024),
  endless: () => endless(12)
}

class Site extends Context.Service<Site, { readonly url: (path: string) => URL }>()("Site") {}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: {
          "/file/": ({ response }, name) => {
            response.writeHead(200, { "content-type": "application/pdf" })
            response.end(files[name]!())
          },
          "/link/": ({ response }, name) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(`<p>A page</p><a href="/file/${name}">the file</a>`)
          },
          "/page": ({ response }) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end("<p>The next page</p>")
          }
        }
      })
    ),
    (site) => Effect.promise(() => site.close())
  )
)
const renderer = layer().pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))

const get = (path: string, more?: Partial<RenderRequest>) =>
  Effect.flatMap(Effect.all([Site, Renderer]), ([site, { render }]) => render(request(site.url(path), more)))

/** Red, green and blue of the first pixel, which no filter of PNG changes. */
const firstPixel = (png: Uint8Array): ReadonlyArray<number> => {
  const file = Buffer.from(png)
  const parts: Array<Buffer> = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  return [...inflateSync(Buffer.concat(parts)).subarray(1, 4)]
}

testLayer(Layer.merge(site, renderer), { timeout: "2 minutes", excludeTestServices: true })(
  "a screenshot of a PDF",
  (it) => {
    it.effect("is its first page, as wide as the viewport, beside the file itself", () =>
      Effect.gen(function* () {
        const response = yield* get("/file/red", { screenshot: {} })
        assert.deepStrictEqual(pngSize(response.screenshot!.bytes), [1280, 640])
        assert.deepStrictEqual(firstPixel(response.screenshot!.bytes), [255, 0, 0])
        assert.strictEqual(textOf(response), files["red"]!())
        assert.isUndefined(response.warnings)
        const small = yield* get("/file/red", { screenshot: { viewport: { width: 400, height: 300 }, fullPage: true } })
        assert.deepStrictEqual(pngSize(small.screenshot!.bytes), [400, 200])
      })
    )

    it.effect("is a JPEG where that is asked for, and no taller than a picture may be", () =>
      Effect.gen(function* () {
        const { screenshot } = yield* get("/file/red", { screenshot: { quality: 50 } })
        assert.strictEqual(screenshot!.mediaType, "image/jpeg")
        assert.deepStrictEqual([...screenshot!.bytes.subarray(0, 3)], [0xff, 0xd8, 0xff])
        const tall = yield* get("/file/tall", { screenshot: {} })
        assert.deepStrictEqual(pngSize(tall.screenshot!.bytes), [18, 16_384])
      })
    )

    it.effect("is that of the file which an action led to", () =>
      Effect.gen(function* () {
        const { screenshot } = yield* get("/link/red", {
          screenshot: {},
          actions: [
            { type: "click", selector: "a" },
            { type: "wait", milliseconds: 300 }
          ]
        })
        assert.deepStrictEqual(firstPixel(screenshot!.bytes), [255, 0, 0])
      })
    )

    it.effect.each([
      ["damaged", /could not be drawn as a screenshot: \w/],
      ["long", /could not be drawn as a screenshot: it is longer than 20 MiB/],
      ["endless", /could not be drawn as a screenshot: it took longer than \d+ ms; a larger `timeout` waits longer/]
    ] as const)(
      "of a file that is %s is missing with a warning, and the file and the next page are read",
      ([name, why]) =>
        Effect.gen(function* () {
          const response = yield* get(`/file/${name}`, {
            screenshot: {},
            // Only the drawing without an end uses it up; a busy machine reads the long file for many seconds.
            timeout: Duration.seconds(name === "endless" ? 12 : 60),
            maxBytes: 30_000_000
          })
          assert.isUndefined(response.screenshot)
          assert.match(response.warnings?.join(" ") ?? "", why)
          assert.strictEqual(response.body.byteLength, files[name]!().length)
          assert.include(textOf(yield* get("/page")), "The next page")
        })
    )
  }
)
