// Hooks of an application see, change, refuse and count requests: over HTTP, in crawls and in a browser.
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { playwright } from "@orbweaver/browser"
import * as GotScraping from "@orbweaver/fetch/got-scraping"
import * as Impit from "@orbweaver/fetch/impit"
import { httpProxy } from "@orbweaver/testing/internal/TestProxies"
import { Effect } from "effect"
import {
  CaptureError,
  createOrbweaver,
  type FailedAttempt,
  type HostOptions,
  InvalidInput,
  type OnRequest,
  type OnResponse,
  type OrbweaverOptions,
  type Retry,
  type ScrapeOptions
} from "orbweaver"
import { describe, expect, expectTypeOf, it } from "vitest"

const text = "A page with enough words that nobody takes it for an empty shell. ".repeat(10)
const page = (more = "") => `<title>Page</title><p>${text}</p>${more}`

interface Seen {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Two hosts at one server: `127.0.0.1` and `localhost`. */
class Hosts implements AsyncDisposable {
  readonly requests: Array<Seen> = []
  readonly #server: Server

  private constructor(answer: RequestListener) {
    this.#server = createServer((request, response) => {
      this.requests.push({ url: `http://${request.headers.host}${request.url}`, headers: request.headers })
      answer(request, response)
    })
  }

  static async open(answer: (hosts: Hosts) => RequestListener): Promise<Hosts> {
    const hosts: Hosts = new Hosts((request, response) => answer(hosts)(request, response))
    hosts.#server.listen(0, "127.0.0.1")
    await once(hosts.#server, "listening")
    return hosts
  }

  url(path: string, host = "127.0.0.1"): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** Values of a header by the path that was asked for. */
  sent(name: string): Record<string, string | undefined> {
    return Object.fromEntries(
      this.requests.map(({ headers, url }) => [new URL(url).pathname, headers[name]?.toString()])
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const html =
  (body = page()): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end(body)

/** `/to-other` redirects to the other host. */
const redirecting =
  (hosts: Hosts): RequestListener =>
  (request, response) =>
    request.url === "/to-other"
      ? void response.writeHead(302, { location: hosts.url("/arrived", "localhost") }).end()
      : html()(request, response)

const open = (options: OrbweaverOptions) => createOrbweaver({ egress: { allowLocal: true }, ...options })

/** Why the page was not captured. */
const reasonOf = async (scraping: Promise<unknown>) => {
  const error = await scraping.then(
    () => undefined,
    (failure: unknown) => failure
  )
  return error instanceof CaptureError ? error.reason : error
}

describe.each([
  ["undici", undefined],
  ["got-scraping", GotScraping.layer()],
  ["impit", Impit.layer()]
])("hooks around %s", (_, fetcher) => {
  it("see every request and answer, redirects included, and change the headers of each alone", async () => {
    await using hosts = await Hosts.open(redirecting)
    const asked: Array<readonly [string, string | undefined]> = []
    const answered: Array<readonly [string, number]> = []
    await using orb = open({
      fetcher,
      onRequest: ({ from, headers, url }) => {
        asked.push([new URL(url).pathname, from])
        return new URL(url).hostname === "127.0.0.1"
          ? { headers: { Authorization: `Bearer for ${headers["x-own"]}`, "x-own": undefined } }
          : undefined
      },
      onResponse: async ({ bytes, status, tookMs, url }) => {
        answered.push([new URL(url).pathname, status])
        expect(bytes > 0).toBe(status === 200)
        expect(tookMs).toBeGreaterThan(0)
      }
    })
    const document = await orb.scrape(hosts.url("/to-other"), { headers: { "x-own": "mine" } })
    expect(document.markdown).toContain("enough words")
    expect(asked).toEqual([
      ["/to-other", undefined],
      ["/arrived", hosts.url("/to-other")]
    ])
    expect(answered).toEqual([
      ["/to-other", 302],
      ["/arrived", 200]
    ])
    expect(hosts.sent("authorization")).toEqual({ "/to-other": "Bearer for mine", "/arrived": undefined })
    expect(hosts.sent("x-own")).toEqual({ "/to-other": undefined, "/arrived": undefined })
  })

  it("refuse a request before a byte of it leaves, also where a redirect leads there", async () => {
    await using hosts = await Hosts.open(redirecting)
    await using orb = open({
      fetcher,
      onRequest: ({ url }) => (url.endsWith("/arrived") ? { veto: "not that page" } : undefined)
    })
    expect(await reasonOf(orb.scrape(hosts.url("/to-other")))).toMatchObject({
      _tag: "Vetoed",
      hook: "onRequest",
      detail: "not that page"
    })
    expect(hosts.requests.map(({ url }) => new URL(url).pathname)).toEqual(["/to-other"])
  })
})

describe("onRequest", () => {
  it("does not widen what the egress policy allows", async () => {
    await using hosts = await Hosts.open(() => html())
    let asked = 0
    await using orb = createOrbweaver({ onRequest: () => void asked++ })
    expect(await reasonOf(orb.scrape(hosts.url("/")))).toMatchObject({ _tag: "Refused", policy: "private-network" })
    expect(asked).toBe(0)
    expect(hosts.requests).toEqual([])
  })

  it("that throws, gives nonsense or a header of the connection, or hangs, is an error that names it", async () => {
    await using hosts = await Hosts.open(() => html())
    const wrong: ReadonlyArray<readonly [OnRequest, RegExp]> = [
      [
        () => {
          throw new Error("no token")
        },
        /^no token$/
      ],
      [() => Promise.reject(new Error("no token")), /^no token$/],
      [() => "yes" as never, /headers.*veto/],
      [() => ({ headers: { host: "elsewhere.example" } }), /header host/],
      [() => ({ headers: { "x-line": "a\r\nb" } }), /x-line/],
      [() => ({ headers: { "x-number": 1 } as never }), /x-number is no text/],
      [() => new Promise(() => undefined), /did not settle within 50 ms/]
    ]
    for (const [onRequest, detail] of wrong) {
      await using orb = open({ onRequest, hookTimeout: 50 })
      const reason = await reasonOf(orb.scrape(hosts.url("/")))
      expect(reason).toMatchObject({ _tag: "HookFailed", hook: "onRequest", detail: expect.stringMatching(detail) })
    }
    expect(hosts.requests).toEqual([])
  })

  it("that hangs is ended by the time of the page, and told so", async () => {
    await using hosts = await Hosts.open(() => html())
    const ended: Array<boolean> = []
    await using orb = open({
      onRequest: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            ended.push(signal.aborted)
            resolve()
          })
        })
    })
    expect(await reasonOf(orb.scrape(hosts.url("/"), { timeout: 1000 }))).toMatchObject({
      _tag: "HookFailed",
      hook: "onRequest"
    })
    expect(ended).toEqual([true])
  })

  it("is asked about robots.txt and sitemaps, and the pages of a crawl wait while robots.txt is refused", async () => {
    await using hosts = await Hosts.open(() => (request, response) => {
      if (request.url === "/") html(page('<a href="/next">Next</a>'))(request, response)
      else if (request.url?.includes(".txt") || request.url?.includes("sitemap")) response.writeHead(404).end()
      else html()(request, response)
    })
    const asked = new Set<string>()
    const count: OnRequest = ({ url }) => void asked.add(new URL(url).pathname)
    {
      await using orb = open({ onRequest: count })
      const { pages } = await orb.crawl(hosts.url("/"), { limit: 5 }).then((result) => ({ pages: result.data }))
      expect(pages).toHaveLength(2)
    }
    expect([...asked]).toEqual(expect.arrayContaining(["/robots.txt", "/sitemap.xml", "/", "/next"]))
    await using orb = open({ onRequest: ({ url }) => (url.endsWith("/robots.txt") ? { veto: "no" } : undefined) })
    await expect(orb.crawl(hosts.url("/"), { limit: 5 })).rejects.toThrow(/robots/)
  })
})

describe("onResponse", () => {
  it("corrects headers before the answer is read", async () => {
    await using hosts = await Hosts.open(
      () => (_, response) =>
        void response.writeHead(200, { "content-type": "application/x-unheard-of", "x-gone": "1" }).end(`\0${page()}`)
    )
    await using orb = open({ onResponse: () => ({ headers: { "content-type": "text/html", "x-gone": undefined } }) })
    const document = await orb.scrape(hosts.url("/"))
    expect(document.markdown).toContain("enough words")
    expect(document.metadata.contentType).toBe("text/html")
  })

  it("refuses an answer", async () => {
    await using hosts = await Hosts.open(() => html())
    await using orb = open({ onResponse: ({ bytes }) => ({ veto: `${bytes > 100 ? "many" : "few"} bytes` }) })
    expect(await reasonOf(orb.scrape(hosts.url("/")))).toMatchObject({
      _tag: "Vetoed",
      hook: "onResponse",
      detail: "many bytes"
    })
  })
})

describe("retry", () => {
  /** Answers with the status until the page was asked for often enough. */
  const failing =
    (status: number, times: number) =>
    (hosts: Hosts): RequestListener =>
    (request, response) =>
      hosts.requests.filter(({ url }) => url.endsWith(request.url!)).length <= times
        ? void response.writeHead(status, { "x-why": "later" }).end(page())
        : html()(request, response)

  it("tries an answer again that is final otherwise, and learns what it was", async () => {
    await using hosts = await Hosts.open(failing(404, 3))
    const failures: Array<FailedAttempt> = []
    await using orb = open({
      retry: (failed) => {
        failures.push(failed)
        return "1 milli"
      }
    })
    expect((await orb.scrape(hosts.url("/a"))).metadata.statusCode).toBe(200)
    expect(
      failures.map(({ attempt, kind, response }) => [attempt, kind, response?.status, response?.headers["x-why"]])
    ).toEqual([1, 2, 3].map((attempt) => [attempt, "http-error", 404, "later"]))
  })

  it("ends attempts that there would be, and leaves the others to us", async () => {
    await using hosts = await Hosts.open(() => (request) => void request.socket.destroy())
    const reasons: Array<string | undefined> = []
    await using orb = open({
      retry: ({ error }) => {
        reasons.push(error?._tag)
        return false
      }
    })
    expect(await reasonOf(orb.scrape(hosts.url("/")))).toMatchObject({ _tag: "ConnectionFailed" })
    expect(reasons).toEqual(["ConnectionFailed"])
    const before = hosts.requests.length
    await using patient = open({ retry: () => undefined })
    await reasonOf(patient.scrape(hosts.url("/")))
    await using plain = open({})
    const between = hosts.requests.length
    await reasonOf(plain.scrape(hosts.url("/")))
    expect(between - before).toBe(hosts.requests.length - between)
  })

  it("is bounded by ten attempts, by the time of the page, and by what it may give", async () => {
    await using hosts = await Hosts.open(() => (_, response) => void response.writeHead(500).end(page()))
    await using eager = open({ retry: () => 0 })
    expect((await eager.scrape(hosts.url("/"))).metadata.statusCode).toBe(500)
    expect(hosts.requests).toHaveLength(10)
    await using slow = open({ retry: () => "1 hour" })
    expect((await slow.scrape(hosts.url("/"))).metadata.statusCode).toBe(500)
    expect(hosts.requests).toHaveLength(11)
    await using wrong = open({ retry: () => "soon" as never })
    expect(await reasonOf(wrong.scrape(hosts.url("/")))).toMatchObject({ _tag: "HookFailed", hook: "retry" })
  })

  it("decides about the pages of jobs too", async () => {
    await using hosts = await Hosts.open(failing(404, 2))
    await using orb = open({ retry: ({ attempt, response }) => (response?.status === 404 && attempt < 3 ? 1 : false) })
    const { data } = await orb.batchScrape([hosts.url("/a")])
    expect(data.map(({ metadata }) => metadata.statusCode)).toEqual([200])
    expect(hosts.requests).toHaveLength(3)
  })
})

describe("hosts", () => {
  it("get their headers at every hop of theirs and no other host does; the caller's own win", async () => {
    await using hosts = await Hosts.open(redirecting)
    await using orb = open({
      hosts: {
        "*": { headers: { "x-all": "yes" } },
        "127.0.0.1": { headers: new Headers({ authorization: "Bearer of the host", "x-all": "special" }) },
        "*.example.org": { headers: { "x-never": "1" } }
      }
    })
    await orb.scrape(hosts.url("/to-other"))
    expect(hosts.sent("authorization")).toEqual({ "/to-other": "Bearer of the host", "/arrived": undefined })
    expect(hosts.sent("x-all")).toEqual({ "/to-other": "special", "/arrived": "yes" })
    await orb.scrape(hosts.url("/own"), { headers: { authorization: "Bearer of the caller" } })
    expect(hosts.sent("authorization")["/own"]).toBe("Bearer of the caller")
    expect(Object.values(hosts.sent("x-never")).filter((value) => value !== undefined)).toEqual([])
  })

  it("are reached through their own proxy, fetched and rendered, and other hosts are not", async () => {
    await using hosts = await Hosts.open(redirecting)
    await Effect.gen(function* () {
      const [own, pooled] = yield* Effect.all([httpProxy(), httpProxy()])
      const scrape = (options: OrbweaverOptions, path: string, scraping: ScrapeOptions = {}) =>
        Effect.promise(async () => {
          await using orb = open({ hosts: { localhost: { proxy: own.url } }, ...options })
          await orb.scrape(hosts.url(path, path === "/direct" ? "localhost" : undefined), { maxAge: 0, ...scraping })
        })
      yield* scrape({}, "/to-other")
      expect(own.asked()).toHaveLength(1)
      yield* scrape({ proxies: [pooled.url] }, "/to-other")
      expect([own.asked().length, pooled.asked().length]).toEqual([2, 1])
      yield* scrape({ proxies: [pooled.url], renderer: playwright() }, "/direct", { waitFor: 1 })
      expect(own.asked().length).toBeGreaterThan(2)
      expect(pooled.asked()).toHaveLength(1)
    }).pipe(Effect.scoped, Effect.runPromise)
  })

  it("need a renderer where their engine is a browser", async () => {
    await using hosts = await Hosts.open(() => html())
    await using orb = open({ hosts: { "127.0.0.1": { engine: "browser" } } })
    expect(await reasonOf(orb.scrape(hosts.url("/")))).toMatchObject({ _tag: "NeedsBrowser" })
  })

  it("are refused by their field where they are no hosts or their settings are none", () => {
    const wrong: ReadonlyArray<readonly [Record<string, unknown>, RegExp]> = [
      [{ "https://example.com/": {} }, /host names/],
      [{ "example.com:8080": {} }, /host names/],
      [{ "example.com": { delay: "1 hour" } }, /delay/],
      [{ "example.com": { proxy: "ftp://proxy" } }, /proxy/],
      [{ "example.com": { engine: "curl" } }, /engine/],
      [{ "example.com": { headers: { host: "x" } } }, /host/],
      [{ "example.com": { cookies: "x" } }, /cookies/]
    ]
    for (const [hosts, message] of wrong) {
      expect(() => createOrbweaver({ hosts: hosts as never })).toThrow(InvalidInput)
      expect(() => createOrbweaver({ hosts: hosts as never })).toThrow(message)
    }
  })
})

describe("in a browser", { concurrent: false }, () => {
  const renderer = playwright()
  const rendered = { waitFor: 1, maxAge: 0 } satisfies ScrapeOptions

  it("hooks see what the page loads, and what they add goes to no other host", async () => {
    await using hosts = await Hosts.open((all) => (request, response) => {
      if (request.url === "/") {
        html(
          page(
            `<img src="/picture"><img src="${all.url("/foreign", "localhost")}"><img src="/refused"><img src="/moved">`
          )
        )(request, response)
      } else if (request.url === "/moved") {
        response.writeHead(302, { location: all.url("/moved-there", "localhost") }).end()
      } else html()(request, response)
    })
    const answers: Array<number> = []
    await using orb = open({
      renderer,
      hosts: { "127.0.0.1": { headers: { "x-host": "canary" }, engine: "browser" } },
      onRequest: ({ engine, url }) => {
        expect(engine).toBe("browser")
        if (url.endsWith("/refused")) return { veto: "no" }
        return new URL(url).hostname === "127.0.0.1" ? { headers: { "x-hook": "canary" } } : undefined
      },
      onResponse: ({ engine, status }) => void (engine === "browser" && answers.push(status))
    })
    const { markdown, metadata } = await orb.scrape(hosts.url("/"), { maxAge: 0, formats: ["markdown", "screenshot"] })
    expect(markdown).toContain("enough words")
    expect(metadata.outcome?.attempts.map(({ engine }) => engine)).toEqual(["browser"])
    expect(answers).toEqual([200])
    for (const name of ["x-hook", "x-host"]) {
      const sent = hosts.sent(name)
      expect(sent).toMatchObject({ "/": "canary", "/picture": "canary", "/moved": "canary" })
      expect(sent["/foreign"]).toBeUndefined()
      expect(sent["/moved-there"]).toBeUndefined()
      expect(Object.keys(sent)).toEqual(expect.arrayContaining(["/foreign", "/moved-there"]))
      expect(Object.keys(sent)).not.toContain("/refused")
    }
  })

  it("a page that a hook refuses, or fails on, is an error that names it", async () => {
    await using hosts = await Hosts.open(redirecting)
    await using orb = open({
      renderer,
      onRequest: ({ url }) => {
        if (url.endsWith("/arrived")) return { veto: "not that host" }
        if (url.endsWith("/broken")) throw new Error("a fault of the hook")
      }
    })
    expect(await reasonOf(orb.scrape(hosts.url("/to-other"), rendered))).toMatchObject({
      _tag: "Vetoed",
      detail: "not that host"
    })
    expect(await reasonOf(orb.scrape(hosts.url("/broken"), rendered))).toMatchObject({
      _tag: "HookFailed",
      detail: "a fault of the hook"
    })
    expect(hosts.requests.map(({ url }) => new URL(url).pathname)).toEqual(["/to-other"])
  })

  it("a hook that fails on a part leaves the page, which says so", async () => {
    await using hosts = await Hosts.open(() => html(page('<script src="/part.js"></script>')))
    await using orb = open({
      renderer,
      onRequest: ({ url }) => {
        if (url.endsWith("/part.js")) throw new Error("a fault of the hook")
      }
    })
    const { markdown, warning } = await orb.scrape(hosts.url("/"), rendered)
    expect(markdown).toContain("enough words")
    expect(warning).toContain("/part.js")
    expect(warning).toContain("onRequest")
  })

  it("a host whose engine is fetch is not rendered by itself", async () => {
    await using hosts = await Hosts.open(() => html('<div id="root"></div><script src="/app.js"></script>'))
    await using orb = open({ renderer, hosts: { "127.0.0.1": { engine: "fetch" } } })
    const { metadata } = await orb.scrape(hosts.url("/"))
    expect(metadata.outcome).toMatchObject({ kind: "empty", attempts: [{ engine: "fetch" }] })
  })
})

it("hooks and options have types that need no cast", () => {
  const onRequest: OnRequest = async ({ url }) => ({ headers: { "x-url": url } })
  const onResponse: OnResponse = ({ status }) => (status === 451 ? { veto: "law" } : undefined)
  const retry: Retry = ({ attempt }) => (attempt < 3 ? 500 : false)
  const hosts: Record<string, HostOptions> = { "example.com": { delay: 2, engine: "fetch" } }
  expectTypeOf({ onRequest, onResponse, retry, hosts }).toExtend<OrbweaverOptions>()
  expectTypeOf<{ formats: ["markdown"]; timeout: "5 seconds" }>().toExtend<ScrapeOptions>()
  expect([onRequest, onResponse, retry].every((hook) => typeof hook === "function")).toBe(true)
})
