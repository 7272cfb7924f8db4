/**
 * What every `Renderer` must do. Pages come from the test site of the adapter's
 * tests (`@orbweaver/testkit/TestSite`), so that this suite needs no platform.
 */
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { CurrentAccount, local } from "../Account.ts"
import type { CaptureReason } from "../CaptureError.ts"
import { Egress, type EgressPolicy, make as makeEgress } from "../Egress.ts"
import { Renderer, type RenderRequest, type RenderResponse } from "../Renderer.ts"
import { atPort, egressCases } from "./egressCases.ts"

/** The part of the test site that the suite uses. */
export interface Site {
  readonly url: (path: string) => URL
  /** The same pages on another origin. */
  readonly other: (path: string) => URL
  readonly tls: (kind: "valid" | "self-signed", path: string) => URL
  readonly requests: (path?: string) => ReadonlyArray<{
    readonly path: string
    readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  }>
  readonly connections: () => number
}

export class Sites extends Context.Service<
  Sites,
  {
    readonly site: Site
    /** A second site, with which nothing may ever speak. */
    readonly canary: Site
    /** What the renderer of the strict tests may reach: `site` and nothing else on this machine. */
    readonly strict: EgressPolicy
  }
>()("@orbweaver/core/testing/RendererSuite/Sites") {}

/** The same renderer twice: one that may reach this machine, and one held to `Sites.strict`. */
class Strict extends Context.Service<Strict, Renderer["Service"]>()("@orbweaver/core/testing/RendererSuite/Strict") {}

const request = (url: URL, more: Partial<RenderRequest> = {}): RenderRequest => ({
  url,
  timeout: Duration.seconds(45),
  maxBytes: 5_000_000,
  waitFor: Duration.zero,
  actions: [],
  mobile: false,
  blockAds: true,
  ...more
})

const render = (url: URL, more?: Partial<RenderRequest>) =>
  Effect.flatMap(Renderer, (renderer) => renderer.render(request(url, more)))

const reasonOf = (url: URL, more?: Partial<RenderRequest>): Effect.Effect<CaptureReason, RenderResponse, Renderer> =>
  Effect.map(Effect.flip(render(url, more)), ({ reason }) => reason)

const textOf = ({ body }: RenderResponse): string => new TextDecoder().decode(body)

interface Visitor {
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent: string
  readonly languages: ReadonlyArray<string>
  readonly timezone: string
  readonly width: number
  readonly touch: number
  readonly webdriver: boolean
}

const visitorOf = (response: RenderResponse): Visitor =>
  JSON.parse(/<pre id="visitor">(.*?)<\/pre>/s.exec(textOf(response))?.[1]?.replaceAll("&amp;", "&") ?? "{}") as Visitor

/** Width and height of a PNG, from its header (ISO/IEC 15948 §11.2.2). */
const pngSize = (bytes: Uint8Array): readonly [number, number] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

/** Pages that misbehave, and how each may end: what a browser shows of a broken page is a page. */
const misbehaving: ReadonlyArray<readonly [path: string, ends: ReadonlyArray<"Page" | CaptureReason["_tag"]>]> = [
  ["/hang", []],
  ["/slow-headers", []],
  ["/slow-body", ["Page"]],
  ["/endless-chunks", ["Page"]],
  ["/endless", ["Page", "TooLarge"]],
  ["/huge", ["TooLarge"]],
  ["/cut", ["Page", "ConnectionFailed"]],
  ["/cut-chunked", ["Page", "ConnectionFailed"]],
  ["/bad-chunk", ["ConnectionFailed"]],
  ["/bad-length", ["ConnectionFailed"]],
  ["/two-lengths", ["ConnectionFailed"]],
  ["/short-length", ["Page", "ConnectionFailed"]],
  ["/garbage", ["ConnectionFailed"]],
  ["/reset", ["ConnectionFailed"]],
  ["/close", ["ConnectionFailed"]],
  ["/header-bomb", ["ConnectionFailed"]],
  ["/header-bomb-long", ["ConnectionFailed"]],
  ["/redirect-loop", ["TooManyRedirects"]],
  ["/redirect/21", ["TooManyRedirects"]],
  ["/redirect-bad", ["ConnectionFailed"]],
  ["/redirect-to?to=file:///etc/passwd", ["ConnectionFailed", "Refused"]],
  ["/bomb/gzip", ["Page", "TooLarge", "Crashed"]],
  ["/bomb/br", ["Page", "TooLarge", "Crashed"]],
  ["/bomb/gzip,gzip", ["Page", "TooLarge", "Crashed"]],
  ["/encoded-damaged/gzip", ["Page", "ConnectionFailed"]]
]

/** `renderer` is built twice and then shared by all tests. */
export const suite = <E>(name: string, renderer: Layer.Layer<Renderer, E, Egress>, sites: Layer.Layer<Sites>): void => {
  const open = renderer.pipe(Layer.provide(Egress.layer({ allowLocal: true })))
  const strict = Layer.unwrap(
    Effect.map(Sites, ({ strict }) =>
      Layer.effect(
        Strict,
        Effect.map(Renderer, (renderer) => renderer)
      ).pipe(Layer.provide(Layer.fresh(renderer)), Layer.provide(Egress.layer(strict)))
    )
  )
  const all = Layer.mergeAll(open, strict).pipe(Layer.provideMerge(sites))

  it.layer(all, { timeout: "90 seconds", excludeTestServices: true })(`Renderer (${name})`, (it) => {
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

    it.effect("goes on past dialogs and popups", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        assert.include(textOf(yield* render(site.url("/dialogs"))), "After the dialogs")
        assert.include(textOf(yield* render(site.url("/popups"))), "Popups")
      })
    )

    it.effect("takes a page that never rests as it is", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        assert.include(textOf(yield* render(site.url("/busy-network"))), "Never quiet")
      })
    )

    it.effect("is not deceived by what a page does to its own globals", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const text = textOf(yield* render(site.url("/hostile")))
        assert.include(text, "Honest text")
        assert.notInclude(text, "<p>Lie</p></html>")
      })
    )

    it.effect("shows what components render in their shadow trees", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const text = textOf(yield* render(site.url("/components")))
        assert.match(text, /<x-card><p>in the shadow<\/p><b>slotted<\/b><\/x-card>/)
      })
    )

    it.effect("gives up at its deadline on loops, and goes on serving", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reason = yield* reasonOf(site.url("/infinite-loop"), { timeout: Duration.seconds(2) })
        assert.strictEqual(reason._tag, "TimedOut")
        assert.isString(reason._tag === "TimedOut" ? reason.phase : undefined)
        assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
      })
    )

    it.effect("ends a page that allocates without end, and goes on serving", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reason = yield* reasonOf(site.url("/allocate"), {
          timeout: Duration.seconds(8),
          waitFor: Duration.seconds(8)
        })
        assert.include(["Crashed", "TimedOut"], reason._tag)
        assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
      })
    )

    it.effect("ends a page that reloads itself for ever", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reason = yield* reasonOf(site.url("/reload-loop"), { timeout: Duration.seconds(10) })
        assert.include(["TooManyRedirects", "TimedOut"], reason._tag)
      })
    )

    it.effect("names what went wrong with the connection", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reasons = yield* Effect.all([
          reasonOf(site.url("/reset")),
          reasonOf(site.url("/redirect-loop")),
          reasonOf(new URL("http://nothing.invalid/")),
          reasonOf(site.tls("self-signed", "/page")),
          reasonOf(site.url("/hang"), { timeout: Duration.seconds(1) }),
          reasonOf(site.url("/article"), { maxBytes: 1000 })
        ])
        assert.deepStrictEqual(
          reasons.map(({ _tag }) => _tag),
          ["ConnectionFailed", "TooManyRedirects", "DnsFailed", "TlsFailed", "TimedOut", "TooLarge"]
        )
      })
    )

    it.effect(
      "has a typed end within its deadline for every page that misbehaves, and goes on serving",
      () =>
        Effect.gen(function* () {
          const { site } = yield* Sites
          const limit = Duration.seconds(4)
          const ends = yield* Effect.forEach(
            misbehaving,
            ([path]) =>
              render(site.url(path), { timeout: limit }).pipe(
                Effect.as("Page"),
                Effect.catchTag("CaptureError", ({ reason }) => Effect.succeed(reason._tag))
              ),
            { concurrency: 4 }
          )
          // In line with others for a tab, any of them may run out of time instead.
          for (const [index, [path, expected]] of misbehaving.entries()) {
            assert.include([...expected, "TimedOut"], ends[index], path)
          }
          assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
        }),
      120_000
    )

    it.effect("accepts invalid certificates when asked", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const response = yield* render(site.tls("self-signed", "/page"), { skipTlsVerification: true })
        assert.strictEqual(response.status, 200)
      })
    )

    it.effect("sends the caller's headers to their origin and to no other", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const headers = {
          "X-Token": "sesame",
          Authorization: "Bearer sesame",
          Cookie: "a=1; b=2",
          "User-Agent": "mine/1"
        }
        const visitor = visitorOf(yield* render(site.url("/visitor"), { headers }))
        assert.strictEqual(visitor.headers["x-token"], "sesame")
        assert.strictEqual(visitor.headers["authorization"], "Bearer sesame")
        assert.strictEqual(visitor.headers["cookie"], "a=1; b=2")
        assert.strictEqual(visitor.userAgent, "mine/1")
        yield* render(site.url("/redirect-other?to=/visitor?after-redirect"), { headers })
        const there = site.requests("/visitor").find(({ path }) => path.includes("after-redirect"))
        assert.isDefined(there)
        assert.isUndefined(there.headers["x-token"])
        assert.isUndefined(there.headers["authorization"])
      })
    )

    it.effect("presents a phone, a country and its languages", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const [plain, phone, german] = yield* Effect.all([
          render(site.url("/visitor")),
          render(site.url("/visitor"), { mobile: true }),
          render(site.url("/visitor"), { location: { country: "DE", languages: [] } })
        ])
        assert.isFalse(visitorOf(plain).webdriver)
        assert.notMatch(visitorOf(plain).userAgent, /headless/i)
        assert.match(visitorOf(phone).userAgent, /Mobile/)
        assert.isBelow(visitorOf(phone).width, 500)
        assert.isAbove(visitorOf(phone).touch, 0)
        assert.strictEqual(visitorOf(german).timezone, "Europe/Berlin")
        assert.match(visitorOf(german).headers["accept-language"] ?? "", /^de-DE/)
        assert.strictEqual(visitorOf(german).languages[0], "de-DE")
      })
    )

    it.effect("presents all languages alike: to the server, to scripts, and in its hints", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const location = { country: "CH", languages: ["fr-CH", "de-CH", "rm"] }
        const [visitor, plain] = yield* Effect.all([
          Effect.map(render(site.url("/visitor"), { location }), visitorOf),
          Effect.map(render(site.url("/visitor")), visitorOf)
        ])
        assert.deepStrictEqual(visitor.languages, ["fr-CH", "fr", "de-CH", "de", "rm"])
        assert.strictEqual(visitor.headers["accept-language"], "fr-CH,fr;q=0.9,de-CH;q=0.8,de;q=0.7,rm;q=0.6")
        assert.strictEqual(visitor.timezone, "Europe/Zurich")
        assert.deepStrictEqual(plain.languages, ["en-US", "en"])
        assert.notMatch(plain.headers["sec-ch-ua"] ?? "", /headless/i)
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

    it.effect("leaves nothing of a page for the next one", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const clean = "cookies=| local=0 session=0"
        for (let visit = 0; visit < 3; visit++) {
          const text = textOf(yield* render(site.url("/storage")))
          assert.include(text, clean)
          assert.include(text, "name= databases=0")
        }
        const other = { ...local, id: "another" }
        const text = textOf(yield* render(site.url("/storage")).pipe(Effect.provideService(CurrentAccount, other)))
        assert.include(text, clean)
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

    it.effect("performs actions in order and collects what they make", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const { actions, body } = yield* render(site.url("/controls"), {
          actions: [
            { type: "click", selector: "#more" },
            { type: "click", selector: ".each", all: true },
            { type: "click", selector: ".none", all: true },
            { type: "click", selector: "#name" },
            { type: "write", text: "written" },
            { type: "scrape" },
            { type: "press", key: "Enter" },
            { type: "wait", milliseconds: 10 },
            { type: "wait", selector: "#late" },
            { type: "scroll", selector: "#box" },
            { type: "scroll", direction: "up" },
            { type: "executeJavascript", script: "document.title" },
            { type: "executeJavascript", script: "return [box.scrollTop, await Promise.resolve(null)]" },
            { type: "executeJavascript", script: "undefined" },
            { type: "screenshot", viewport: { width: 320, height: 200 } },
            { type: "screenshot", quality: 30 },
            { type: "pdf", format: "A4", landscape: true, scale: 0.5 },
            { type: "click", selector: "#more" }
          ]
        })
        assert.isDefined(actions)
        assert.strictEqual(actions.scrapes.length, 1)
        assert.strictEqual(actions.scrapes[0]!.url, site.url("/controls").href)
        assert.include(actions.scrapes[0]!.html, `<p id="copy">written</p>`)
        assert.include(actions.scrapes[0]!.html, `<ul id="list"><li>item</li></ul>`)
        assert.notInclude(actions.scrapes[0]!.html, `class="each"`)
        assert.deepStrictEqual(actions.javascriptReturns, [
          { type: "string", value: "Entered" },
          { type: "object", value: [50, null] },
          { type: "undefined", value: null }
        ])
        assert.deepStrictEqual(
          actions.screenshots.map(({ mediaType }) => mediaType),
          ["image/png", "image/jpeg"]
        )
        assert.deepStrictEqual(pngSize(actions.screenshots[0]!.bytes), [320, 200])
        assert.strictEqual(new TextDecoder().decode(actions.pdfs[0]!.bytes.subarray(0, 5)), "%PDF-")
        assert.include(new TextDecoder().decode(body), `<ul id="list"><li>item</li><li>item</li></ul>`)
      })
    )

    it.effect("names the action that failed by index, kind and selector", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const failures = yield* Effect.forEach(
          [
            { type: "click", selector: "#missing" },
            { type: "press", key: "NoSuchKey" },
            { type: "scroll", selector: "#missing" },
            { type: "executeJavascript", script: "throw new Error('mine')" },
            { type: "click", selector: "((" }
          ] as const,
          (action) => reasonOf(site.url("/controls"), { actions: [{ type: "scrape" }, action] }),
          { concurrency: 3 }
        )
        assert.deepStrictEqual(
          failures.map((reason) =>
            reason._tag === "ActionFailed" ? [reason.index, reason.action, reason.selector] : reason
          ),
          [
            [1, "click", "#missing"],
            [1, "press", undefined],
            [1, "scroll", "#missing"],
            [1, "executeJavascript", undefined],
            [1, "click", "(("]
          ]
        )
        assert.match(failures[3]!.message, /mine/)
      })
    )

    it.effect("names the action that waited in vain until the time was up", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reason = yield* reasonOf(site.url("/controls"), {
          timeout: Duration.seconds(6),
          actions: [
            { type: "wait", selector: "#late" },
            { type: "wait", selector: "#never" }
          ]
        })
        assert.deepInclude(reason, { _tag: "ActionFailed", index: 1, action: "wait", selector: "#never" })
        assert.match(reason.message, /nothing visible matched the selector within \d+ ms/)
      })
    )

    it.effect("names the script that does not end, and goes on serving", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const reason = yield* reasonOf(site.url("/controls"), {
          timeout: Duration.seconds(8),
          actions: [{ type: "executeJavascript", script: "for (;;);" }]
        })
        assert.deepInclude(reason, { _tag: "ActionFailed", index: 0, action: "executeJavascript" })
        assert.include(textOf(yield* render(site.url("/app"))), "Built by script")
      })
    )

    it.effect("sends no byte once it is cancelled", () =>
      Effect.gen(function* () {
        const { site } = yield* Sites
        const fiber = yield* Effect.forkChild(
          render(site.url("/busy-network?cancel"), { waitFor: Duration.seconds(20) })
        )
        yield* Effect.suspend(() =>
          site.requests("/app-data").length > 5 ? Effect.void : Effect.fail("not yet")
        ).pipe(Effect.delay("50 millis"), Effect.eventually)
        yield* Fiber.interrupt(fiber)
        yield* Effect.sleep("500 millis")
        const sent = site.requests("/app-data").length
        yield* Effect.sleep("500 millis")
        assert.strictEqual(site.requests("/app-data").length, sent)
      })
    )

    it.effect("refuses every address that egress refuses, asked for directly", () =>
      Effect.gen(function* () {
        const { canary, strict: policy } = yield* Sites
        const strict = yield* Strict
        const egress = makeEgress(policy)
        for (const { url } of egressCases) {
          const parsed = URL.parse(atPort(url, canary.url("/").port))
          if (parsed === null || egress.judgeUrl(parsed).allowed) continue
          const error = yield* Effect.flip(strict.render(request(parsed)))
          assert.strictEqual(error.reason._tag, "Refused", url)
        }
        assert.strictEqual(canary.connections(), 0)
      })
    )

    it.effect("refuses them as redirects of a page, by name of the policy", () =>
      Effect.gen(function* () {
        const { canary, site } = yield* Sites
        const strict = yield* Strict
        const to = [
          `http://127.0.0.1:${canary.url("/").port}/`,
          "http://169.254.169.254/latest/",
          "http://[::1]/",
          "http://localhost/"
        ]
        yield* Effect.forEach(
          to,
          (target) =>
            Effect.gen(function* () {
              const error = yield* Effect.flip(
                strict.render(request(site.url(`/redirect-to?to=${encodeURIComponent(target)}`)))
              )
              assert.strictEqual(error.reason._tag, "Refused", target)
              const script = yield* Effect.flip(
                strict.render(
                  request(site.url("/page"), {
                    actions: [{ type: "executeJavascript", script: `location.href = ${JSON.stringify(target)}` }]
                  })
                )
              )
              assert.strictEqual(script.reason._tag, "Refused", target)
            }),
          { concurrency: 4 }
        )
        assert.strictEqual(canary.connections(), 0)
      })
    )

    it.effect("lets no part of a page reach them, however it is loaded", () =>
      Effect.gen(function* () {
        const { canary, site } = yield* Sites
        const strict = yield* Strict
        const targets = egressCases
          .filter(({ expected }) => expected !== "allowed" && expected !== "invalid")
          .map(({ url }) => atPort(url, canary.url("/").port))
          .filter((url) => /^https?:/i.test(url))
        const batches = Array.from({ length: Math.ceil(targets.length / 40) }, (_, index) =>
          targets.slice(index * 40, index * 40 + 40)
        )
        yield* Effect.forEach(
          batches,
          (batch) => {
            const query = batch.map((url) => `to=${encodeURIComponent(url)}`).join("&")
            return strict
              .render(request(site.url(`/loads?${query}`), { blockAds: false, screenshot: {} }))
              .pipe(Effect.map((response) => assert.include(textOf(response), "asked")))
          },
          { concurrency: 2 }
        )
        assert.isAbove(site.requests("/redirect-to").length, targets.length / 2)
        assert.strictEqual(canary.connections(), 0)
      })
    )
  })
}
