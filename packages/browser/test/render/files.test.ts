// What is no page comes as the file it is, whatever opened it.
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, layer as testLayer } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer, type RenderRequest } from "@orbweaver/core/network/Renderer"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Duration, Effect, Layer } from "effect"
import { layer } from "../../src/layers/Playwright.ts"

const files: Readonly<Record<string, readonly [type: string, body: string, disposition?: string]>> = {
  pdf: ["application/pdf", "%PDF-1.4 a paper"],
  inline: ["Application/PDF; version=1", "%PDF-1.4 shown inline", "inline; filename=paper.pdf"],
  sound: ["audio/mpeg", "ID3 a sound"],
  film: ["video/mp4", "a film"],
  table: ["text/csv", "a,b\n1,2\n"],
  letter: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK a letter"],
  attached: ["text/plain", "an attached text", "attachment"],
  json: ["application/json", '{"a":1}'],
  text: ["text/plain", "a plain text"],
  feed: ["application/rss+xml", "<rss version='2.0'><channel><title>A feed</title></channel></rss>"],
  drawing: ["image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><text>A drawing</text></svg>"]
}
const kinds = Object.keys(files)

class Site extends Context.Service<Site, { readonly url: (path: string) => URL }>()("Site") {}

const site = Layer.effect(
  Site,
  Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: {
          "/file/": ({ response }, kind) => {
            const [type, body, disposition] = files[kind]!
            response.writeHead(200, {
              "content-type": type,
              ...(disposition === undefined ? {} : { "content-disposition": disposition })
            })
            response.end(body)
          },
          "/moved/": ({ response }, kind) => {
            response.writeHead(302, { location: `/file/${kind}` })
            response.end()
          },
          "/link/": ({ response }, kind) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(`<p>A page with a link</p><a href="/file/${kind}">the file</a>`)
          },
          "/frame/": ({ response }, kind) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(`<p>A page with a frame</p><iframe src="/file/${kind}"></iframe>`)
          },
          "/lost": ({ response }) => {
            response.writeHead(404, { "content-type": "text/html" })
            response.end("<p>Not here</p>")
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

testLayer(Layer.merge(site, renderer), { timeout: "2 minutes", excludeTestServices: true })(
  "a file in a browser",
  (it) => {
    it.effect.each(kinds)("%s is given as its bytes, behind a redirect and with a wait as well", (kind) =>
      Effect.gen(function* () {
        for (const path of [`/file/${kind}`, `/moved/${kind}`]) {
          const response = yield* get(path, { waitFor: Duration.millis(50) })
          assert.strictEqual(textOf(response), files[kind]![1])
          assert.strictEqual(response.headers["content-type"], files[kind]![0])
          assert.include(response.url.pathname, `/file/${kind}`)
        }
      })
    )

    it.effect.each(kinds)("%s is what an action led to", (kind) =>
      Effect.gen(function* () {
        const response = yield* get(`/link/${kind}`, {
          actions: [
            { type: "click", selector: "a" },
            { type: "wait", milliseconds: 300 }
          ]
        })
        assert.strictEqual(textOf(response), files[kind]![1])
        assert.strictEqual(response.url.pathname, `/file/${kind}`)
      })
    )

    it.effect.each(["pdf", "film"])("%s in a frame leaves the page what it is", (kind) =>
      Effect.gen(function* () {
        assert.include(textOf(yield* get(`/frame/${kind}`)), "A page with a frame")
      })
    )

    it.effect("says that nothing can be clicked in it", () =>
      Effect.gen(function* () {
        const { warnings } = yield* get("/file/pdf", { actions: [{ type: "click", selector: "a" }] })
        assert.match(warnings?.join(" ") ?? "", /a file, so the `actions` were not performed/)
      })
    )
  }
)
