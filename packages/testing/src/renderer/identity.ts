/** Who the renderer is to a site, and what stays behind: headers, devices, places, storage. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import type { RenderResponse } from "@orbweaver/core/network/Renderer"
import { render, Sites, type Tester, textOf } from "./rendering.ts"

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

/** A script that asks its own site for its cookies, and `url` in the ways that a page has, and waits for all. */
const requestEveryWay = (url: URL) => `
const there = ${JSON.stringify(url.href)}
const ended = (source, ...events) =>
  new Promise((resolve) => { for (const event of events) source.addEventListener(event, resolve) })
const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { src: there }))
await Promise.all([
  fetch("/cookies"),
  fetch(there, { mode: "no-cors", credentials: "include" }),
  ended(frame, "load"),
  ended(new EventSource(there, { withCredentials: true }), "error"),
  ended(new WebSocket(there.replace("http", "ws")), "error", "open")
])`

export const tests = (it: Tester): void => {
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
      assert.isUndefined(there.headers["cookie"])
      const named = yield* render(site.url("/redirect-other?to=/visitor?named"), {
        headers,
        headerOrigins: [site.other("/").origin]
      })
      assert.strictEqual(visitorOf(named).headers["authorization"], "Bearer sesame")
    })
  )

  it.effect("sends the caller's cookies beside those of the site, and to no other port of its host", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      yield* render(site.url("/cookies/set?server=1"), {
        headers: { cookie: "caller=1; server=0" },
        actions: [{ type: "executeJavascript", script: requestEveryWay(site.other("/visitor?other-port")) }]
      })
      const cookies = (path: string) => site.requests(path).map(({ headers }) => headers["cookie"])
      assert.include(cookies("/cookies/set"), "caller=1; server=0")
      assert.include(cookies("/cookies"), "caller=1; server=1")
      const there = site.requests("/visitor").filter(({ path }) => path.includes("other-port"))
      assert.isAtLeast(there.length, 3)
      for (const { headers } of there) assert.strictEqual(headers["cookie"], "server=1")
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

  it.effect("leaves nothing of a page for the next one", () =>
    Effect.gen(function* () {
      const { site } = yield* Sites
      const clean = "cookies=| local=0 session=0"
      for (let visit = 0; visit < 3; visit++) {
        const text = textOf(yield* render(site.url("/storage")))
        assert.include(text, clean)
        assert.include(text, "name= databases=0")
      }
      const other = { ...localAccount, id: "another" }
      const text = textOf(yield* render(site.url("/storage")).pipe(Effect.provideService(CurrentAccount, other)))
      assert.include(text, clean)
    })
  )
}
