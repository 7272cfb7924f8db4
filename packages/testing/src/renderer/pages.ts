/** Pages as they are: built by scripts, redirected, of other kinds than HTML, in frames, in pictures. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { pngSize, render, Sites, type Tester, textOf } from "./rendering.ts"

export const tests = (it: Tester): void => {
  it.effect("gives the page as its scripts have built it, and its address and status", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const response = yield* render(site.url("/app"))
      assert.include(textOf(response), "Built by script")
      assert.strictEqual(response.url.href, site.url("/app").href)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers["content-type"], "text/html; charset=utf-8")
    })
  )

  it.effect("waits for what scripts load later", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      assert.include(textOf(yield* render(site.url("/app-late"))), "Loaded late")
    })
  )

  it.effect("waits for a page that shows nothing yet as long as its script is on its way", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      assert.include(textOf(yield* render(site.url("/app-slow"))), "Came slowly")
    })
  )

  it.effect("follows redirects of servers, pages and scripts, and says where it arrived", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const [byServer, byPage] = yield* Effect.all([
        render(site.url("/redirect/3")),
        render(site.url("/meta-redirect"))
      ])
      assert.strictEqual(byServer.url.href, site.url("/page").href)
      assert.strictEqual(byPage.url.href, site.other("/page").href)
    })
  )

  it.effect("gives error pages back as pages", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const response = yield* render(site.url("/missing"))
      assert.strictEqual(response.status, 404)
      assert.include(textOf(response), "</html>")
    })
  )

  it.effect("gives what is no page as the server sent it", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const response = yield* render(site.url("/json"))
      assert.include(response.headers["content-type"] ?? "", "json")
      assert.doesNotThrow(() => JSON.parse(textOf(response)))
    })
  )

  it.effect("gives the bytes of a download, of the page itself or begun by it", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const direct = yield* render(site.url("/download"))
      assert.strictEqual(direct.body.byteLength, 1024)
      const indirect = yield* render(site.url("/download-page"))
      assert.strictEqual(indirect.body.byteLength, 1024)
      assert.strictEqual(indirect.url.href, site.url("/download").href)
    })
  )

  it.effect("shows what components render in their shadow trees", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const text = textOf(yield* render(site.url("/components")))
      assert.match(text, /<x-card><p>in the shadow<\/p><b>slotted<\/b><\/x-card>/)
    })
  )

  it.effect("gives what frames show where they are seen, of this origin and of others", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const text = textOf(yield* render(site.url("/frames")))
      const parts = [
        "Before",
        "Inner frame same",
        "Between",
        "Outer frame",
        "Inner frame nested",
        "Written in place",
        "Inner frame foreign",
        "After"
      ]
      const places = parts.map((part) => text.indexOf(`>${part}`))
      assert.isTrue(
        places.every((place) => place > 0),
        `${places.join(" ")} in ${text}`
      )
      assert.deepStrictEqual(
        places,
        places.toSorted((a, b) => a - b)
      )
      assert.include(text, `href="${site.url("/relative/link").href}"`)
      const foreign = site.other("/relative/link").href.replace("127.0.0.1", "localhost")
      assert.include(text, `href="${foreign}"`)
      assert.notMatch(text, /unseen<|robot|orbweaver-frame|<title>Taken over/)
      const set = textOf(yield* render(site.url("/frameset")))
      assert.match(set, /<body>.*Inner frame left .*Inner frame right .*<\/body>/s)
      assert.notInclude(set, "<frameset")
    })
  )

  it.effect("takes pictures of the viewport, of the whole page, and as JPEG", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const [small, full, jpeg] = yield* Effect.all([
        render(site.url("/tall"), { screenshot: { viewport: { width: 640, height: 480 } } }),
        render(site.url("/tall"), { screenshot: { fullPage: true } }),
        render(site.url("/tall"), { screenshot: { quality: 40 } })
      ])
      assert.deepStrictEqual(pngSize(small.screenshot!.bytes), [640, 480])
      assert.strictEqual(pngSize(full.screenshot!.bytes)[1], 3000)
      assert.strictEqual(jpeg.screenshot!.mediaType, "image/jpeg")
      assert.deepStrictEqual([...jpeg.screenshot!.bytes.subarray(0, 3)], [0xff, 0xd8, 0xff])
    })
  )
}
