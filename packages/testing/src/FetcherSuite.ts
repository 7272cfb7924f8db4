/**
 * What every `Fetcher` must do, against the test site of this package (given by the
 * caller, for core knows no platform) and under real time, for sockets have no
 * other.
 */
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { type CaptureReason, Overloaded } from "@orbweaver/core/model/CaptureError"
import { make as makeEgress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { Fetcher, type FetchRequest, type Service } from "@orbweaver/core/network/Fetcher"
import { atPort, egressCases } from "./egressCases.ts"
import { withEnoughTime } from "./patience.ts"

/** What the suite needs of `TestSite`. */
export interface Site {
  readonly url: (path: string) => URL
  readonly other: (path: string) => URL
  readonly tls: (kind: "self-signed" | "expired" | "wrong-host" | "unknown-authority", path: string) => URL
  readonly requests: (path?: string) => ReadonlyArray<{
    readonly path: string
    readonly ended: Promise<"whole" | "cut">
    readonly bytesSent: () => number
  }>
  readonly connections: () => number
}

export interface Subject {
  /** The engine under a policy; `resolve` answers for names instead of the operating system. */
  readonly fetcher: (policy: EgressPolicy, resolve?: (host: string) => ReadonlyArray<string>) => Layer.Layer<Fetcher>
  /** The engine gives what has arrived of a body whose connection ends early; others may fail. */
  readonly keepsEarlyEnds?: boolean | undefined
  /** The engine decodes bodies by itself, and fails where others keep what can be read. */
  readonly decodesStrictly?: boolean | undefined
  /** A site of its own for the suite, with TLS. */
  readonly site: Effect.Effect<Site, never, Scope.Scope>
}

type Tag = CaptureReason["_tag"]

/** Pages that do not end, and how far they come. */
const slow: ReadonlyArray<readonly [path: string, phase: string]> = [
  ["/hang?deadline", "waiting for the answer"],
  ["/slow-headers?deadline", "waiting for the answer"],
  ["/slow-body?deadline", "reading the body"],
  ["/endless-chunks?deadline", "reading the body"]
]
type Options = Partial<Omit<FetchRequest, "url">>

class Local extends Context.Service<Local, { readonly site: Site; readonly fetcher: Service }>()(
  "@orbweaver/testing/FetcherSuite/Local"
) {}

/** Outcomes of pages that misbehave, as typed reasons. */
const hostile: ReadonlyArray<readonly [path: string, options: Options, reason: Tag]> = [
  ["/endless", {}, "TooLarge"],
  ["/huge", {}, "TooLarge"],
  ["/bad-chunk", {}, "ConnectionFailed"],
  ["/bad-length", {}, "ConnectionFailed"],
  ["/two-lengths", {}, "ConnectionFailed"],
  ["/reset", {}, "ConnectionFailed"],
  ["/close", {}, "ConnectionFailed"],
  ["/garbage", {}, "ConnectionFailed"],
  ["/header-bomb", {}, "ConnectionFailed"],
  ["/header-bomb-long", {}, "ConnectionFailed"],
  ["/redirect-loop", {}, "TooManyRedirects"],
  ["/redirect/21", {}, "TooManyRedirects"],
  ["/redirect-bad", {}, "ConnectionFailed"],
  ["/redirect-to?to=file:///etc/passwd", {}, "Refused"],
  ["/redirect-to?to=http://user:secret@example.com/", {}, "Refused"],
  ["/encoded-damaged/gzip", {}, "ConnectionFailed"],
  ["/encoded-damaged/br", {}, "ConnectionFailed"],
  ["/encoded-damaged/zstd", {}, "ConnectionFailed"],
  ["/bomb/gzip", {}, "TooLarge"],
  ["/bomb/deflate", {}, "TooLarge"],
  ["/bomb/br", {}, "TooLarge"],
  ["/bomb/zstd", {}, "TooLarge"],
  ["/bomb/gzip,gzip", {}, "TooLarge"],
  ["/encoded/gzip,gzip,gzip,gzip", {}, "Unsupported"]
]

export const suite = (name: string, subject: Subject): void => {
  const layer = Layer.effect(
    Local,
    Effect.gen(function* () {
      const site = yield* subject.site
      const context = yield* Layer.build(subject.fetcher({ allowLocal: true }))
      return { site, fetcher: Context.get(context, Fetcher) }
    })
  )

  const request = (url: URL, options: Options = {}): FetchRequest => ({
    url,
    timeout: Duration.seconds(45),
    maxBytes: 1_000_000,
    ...options
  })

  const fetch = Effect.fnUntraced(function* (path: string, options?: Options) {
    const { fetcher, site } = yield* Local
    return yield* fetcher.fetch(request(site.url(path), options))
  })

  const text = (body: Uint8Array) => new TextDecoder().decode(body)

  const echo = Effect.fnUntraced(function* (path: string, options?: Options) {
    const { body } = yield* fetch(path, options)
    return JSON.parse(text(body)) as { path: string; headers: Record<string, string | undefined> }
  })

  /** Runs one request through an engine of its own. */
  const fetchUnder = Effect.fnUntraced(function* (
    policy: EgressPolicy,
    url: URL,
    resolve?: (host: string) => ReadonlyArray<string>
  ) {
    const context = yield* Layer.build(subject.fetcher(policy, resolve))
    return yield* Context.get(context, Fetcher).fetch(request(url))
  }, Effect.scoped)

  it.layer(layer, { timeout: "120 seconds", excludeTestServices: true })(`Fetcher (${name})`, (it) => {
    it.effect("returns the bytes, the status and lower-case headers", () =>
      Effect.gen(function* () {
        const response = yield* fetch("/page")
        assert.strictEqual(response.status, 200)
        assert.include(text(response.body), "<title>Page</title>")
        assert.match(response.headers["content-type"] ?? "", /^text\/html/)
      })
    )

    it.effect("gives error pages back as pages", () =>
      Effect.gen(function* () {
        for (const status of [400, 401, 403, 404, 410, 429, 500, 503]) {
          const response = yield* fetch(`/status/${status}`)
          assert.strictEqual(response.status, status)
          assert.include(text(response.body), `Status ${status}`)
        }
        assert.strictEqual((yield* fetch("/too-many?after=7")).headers["retry-after"], "7")
      })
    )

    it.effect("gives empty, untyped and binary bodies back byte for byte", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* fetch("/empty")).body.byteLength, 0)
        assert.strictEqual(text((yield* fetch("/untyped")).body), "<p>No type.</p>")
        assert.deepStrictEqual([...(yield* fetch("/binary")).body.subarray(0, 4)], [0, 31, 62, 93])
      })
    )

    it.effect("does not decode text", () =>
      Effect.gen(function* () {
        const { body, headers } = yield* fetch("/charset/iso-8859-1")
        assert.include(new TextDecoder("iso-8859-1").decode(body), "café crème")
        assert.include(headers["content-type"], "iso-8859-1")
      })
    )

    it.effect("reads a body without a length to its end, and no further than its length", () =>
      Effect.gen(function* () {
        assert.strictEqual(text((yield* fetch("/no-length")).body), "<p>until the end")
        assert.strictEqual(text((yield* fetch("/short-length")).body), "<p>ab")
      })
    )

    it.effect("sends the caller's headers, and an agent and languages of its own when none are given", () =>
      Effect.gen(function* () {
        const own = yield* echo("/echo")
        for (const header of ["user-agent", "accept", "accept-language", "accept-encoding"]) {
          assert.isNotEmpty(own.headers[header], header)
        }
        const { headers } = yield* echo("/echo", {
          headers: { "User-Agent": "Mine/1.0", "X-Token": "t", Cookie: "a=b", "Accept-Language": "de" }
        })
        assert.strictEqual(headers["user-agent"], "Mine/1.0")
        assert.strictEqual(headers["x-token"], "t")
        assert.strictEqual(headers["cookie"], "a=b")
        assert.strictEqual(headers["accept-language"], "de")
      })
    )

    it.effect("keeps the framing of requests to itself", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        const { headers } = yield* echo("/echo", {
          headers: { Host: "elsewhere.example", "Content-Length": "5", "Transfer-Encoding": "chunked", Connection: "x" }
        })
        assert.strictEqual(headers["host"], site.url("/").host)
        assert.notStrictEqual(headers["content-length"], "5")
        assert.isUndefined(headers["transfer-encoding"])
      })
    )

    it.effect("refuses headers that cannot be sent, before it connects", () =>
      Effect.gen(function* () {
        const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x-${i}`, "v"]))
        for (const headers of [
          { "x-a": "one\r\nx-b: two" },
          { "x-a": "nul\0" },
          { "x-a": "snow ☃" },
          { "x a": "space" },
          { "": "empty" },
          { "x-a:": "colon" },
          { "x-long": "v".repeat(100_000) },
          many
        ]) {
          const error = yield* fetch("/echo?refused-header", { headers }).pipe(Effect.flip)
          assert.strictEqual(error.reason._tag === "Refused" && error.reason.policy, "header")
        }
        const { site } = yield* Local
        assert.isEmpty(site.requests("/echo").filter(({ path }) => path.endsWith("refused-header")))
      })
    )

    it.effect("follows redirects and says where it ended", () =>
      Effect.gen(function* () {
        for (const status of [301, 302, 303, 307, 308]) {
          const response = yield* fetch(`/redirect-to?status=${status}&to=/page%23part`)
          assert.strictEqual(response.url.pathname + response.url.hash, "/page#part")
        }
        assert.strictEqual((yield* fetch("/redirect/20#kept")).url.hash, "#kept")
        assert.strictEqual((yield* fetch("/redirect-slow-body")).url.pathname, "/page")
      })
    )

    it.effect("gives a redirect that leads nowhere back as a page", () =>
      Effect.gen(function* () {
        const response = yield* fetch("/redirect-none")
        assert.strictEqual(response.status, 302)
        assert.include(text(response.body), "Nobody says where")
      })
    )

    it.effect("reads UTF-8 in a location as browsers do", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* fetch("/redirect-utf8")).url.search, "?q=caf%C3%A9")
      })
    )

    it.effect("brings a cookie back that a redirect set", () =>
      Effect.gen(function* () {
        assert.include(text((yield* fetch("/redirect-cookie")).body), "Welcome back")
        assert.include(text((yield* fetch("/redirect-cookie", { headers: { cookie: "mine=1" } })).body), "Welcome back")
      })
    )

    it.effect("keeps credentials within their origin", () =>
      Effect.gen(function* () {
        const headers = {
          authorization: "Bearer sesame",
          cookie: "session=1",
          "x-api-key": "secret",
          "accept-language": "fr"
        }
        const same = yield* echo("/redirect-to?to=/echo", { headers })
        assert.strictEqual(same.headers["authorization"], "Bearer sesame")
        assert.strictEqual(same.headers["x-api-key"], "secret")
        const { site } = yield* Local
        const back = encodeURIComponent(`/redirect-to?to=${encodeURIComponent(site.url("/echo").href)}`)
        for (const path of ["/redirect-other?to=/echo", `/redirect-other?to=${back}`]) {
          const other = yield* echo(path, { headers })
          for (const secret of ["authorization", "cookie", "x-api-key"]) {
            assert.isUndefined(other.headers[secret], `${path} ${secret}`)
          }
          assert.strictEqual(other.headers["accept-language"], "fr")
        }
        const named = yield* echo("/redirect-other?to=/echo", { headers, headerOrigins: [site.other("/").origin] })
        assert.strictEqual(named.headers["authorization"], "Bearer sesame")
        assert.strictEqual(named.headers["x-api-key"], "secret")
      })
    )

    it.effect("decodes every content coding and up to three of them", () =>
      Effect.gen(function* () {
        const { body: plain } = yield* fetch("/encoded/none")
        const lenient = subject.decodesStrictly === true ? [] : ["deflate-raw"]
        for (const codings of ["gzip", "br", "deflate", ...lenient, "zstd", "gzip,br", "deflate,zstd,gzip"]) {
          assert.strictEqual(text((yield* fetch(`/encoded/${codings}`)).body), text(plain), codings)
        }
      })
    )

    it.effect("reads encodings that are broken at their end as browsers do", () =>
      Effect.gen(function* () {
        const plain = text((yield* fetch("/encoded/none")).body)
        assert.strictEqual(text((yield* fetch("/encoded-unknown")).body), plain)
        if (subject.decodesStrictly === true) {
          for (const path of ["/encoded-cut/gzip", "/encoded-cut/br", "/encoded-lie/gzip"]) {
            const error = yield* fetch(path).pipe(Effect.flip)
            assert.strictEqual(error.reason._tag, "ConnectionFailed", path)
          }
          return
        }
        for (const codings of ["gzip", "deflate", "deflate-raw", "br", "zstd", "gzip,br"]) {
          const cut = text((yield* fetch(`/encoded-cut/${codings}`)).body)
          assert.isTrue(plain.startsWith(cut), `cut ${codings}`)
          assert.strictEqual((yield* fetch(`/encoded-empty/${codings}`)).body.byteLength, 0, `empty ${codings}`)
        }
        assert.isNotEmpty((yield* fetch("/encoded-cut/gzip")).body)
        assert.strictEqual(text((yield* fetch("/encoded-tail/gzip")).body), plain)
        assert.strictEqual(text((yield* fetch("/encoded-lie/gzip")).body), plain)
      })
    )

    it.effect("takes a body of exactly the limit, and none that is larger", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* fetch("/binary", { maxBytes: 4096 })).body.byteLength, 4096)
        const error = yield* fetch("/binary", { maxBytes: 4095 }).pipe(Effect.flip)
        assert.strictEqual(error.reason._tag, "TooLarge")
        const { byteLength } = (yield* fetch("/encoded/gzip")).body
        assert.strictEqual((yield* fetch("/encoded/gzip", { maxBytes: byteLength })).body.byteLength, byteLength)
        const bomb = yield* fetch("/encoded/gzip", { maxBytes: byteLength - 1 }).pipe(Effect.flip)
        assert.strictEqual(bomb.reason._tag, "TooLarge")
      })
    )

    it.effect("cuts a body that is larger than the limit where it is asked to, and leaves the rest with the site", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        const whole = yield* fetch("/binary", { maxBytes: 4096, cutAtLimit: true })
        assert.isUndefined(whole.cut)
        const part = yield* fetch("/binary", { maxBytes: 100, cutAtLimit: true })
        assert.isTrue(part.cut)
        assert.deepStrictEqual(part.body, whole.body.subarray(0, 100))
        for (const path of ["/endless", "/huge", "/bomb/gzip", "/bomb/br", "/bomb/zstd", "/bomb/gzip,gzip"]) {
          const { body, cut } = yield* fetch(`${path}?cut`, { cutAtLimit: true })
          assert.isTrue(cut, path)
          assert.strictEqual(body.byteLength, 1_000_000, path)
          const seen = site.requests(path).find((asked) => asked.path.endsWith("?cut"))
          yield* Effect.promise(() => seen!.ended)
          assert.isBelow(seen!.bytesSent(), 20_000_000, path)
        }
        assert.strictEqual((yield* fetch("/page")).status, 200)
      })
    )

    for (const path of ["/endless", "/bomb/gzip", "/bomb/zstd", "/bomb/gzip,gzip"]) {
      it.effect(`reads no further while there is no room for the body: ${path}`, () =>
        Effect.gen(function* () {
          let isPaused = false
          let whilePaused = 0
          let pauses = 0
          const admit = async (): Promise<undefined> => {
            if (isPaused) whilePaused++
            isPaused = true
            pauses++
            for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
            isPaused = false
          }
          const error = yield* fetch(path, { admit }).pipe(Effect.flip)
          assert.strictEqual(error.reason._tag, "TooLarge")
          assert.isAbove(pauses, 1)
          assert.strictEqual(whilePaused, 0)
        })
      )
    }

    it.effect("gives up a body for which there will be no room", () =>
      Effect.gen(function* () {
        const refused = new Overloaded({ detail: "no room", retryAfterSeconds: 1 })
        const error = yield* fetch("/endless", { admit: () => Promise.resolve(refused) }).pipe(Effect.flip)
        assert.strictEqual(error.reason._tag, "Overloaded")
      })
    )

    it.effect("says how far a page came that did not end in time", () =>
      Effect.gen(function* () {
        yield* Effect.forEach(
          slow,
          ([path, phase]) =>
            withEnoughTime(
              (timeout) =>
                fetch(path, { timeout }).pipe(
                  Effect.flip,
                  Effect.map(({ reason }) => (reason._tag === "TimedOut" ? reason.phase : reason._tag))
                ),
              (reached) => reached === phase
            ).pipe(Effect.map((reached) => assert.strictEqual(reached, phase, path))),
          { concurrency: "unbounded" }
        )
      })
    )

    for (const [path, options, reason] of hostile) {
      it.effect(`fails with ${reason} on ${path}`, () =>
        Effect.gen(function* () {
          const error = yield* fetch(path, options).pipe(Effect.flip)
          assert.strictEqual(error._tag, "CaptureError")
          assert.strictEqual(error.reason._tag, reason, error.message)
        })
      )
    }

    for (const path of ["/cut", "/cut-chunked"]) {
      it.effect(`gives what has arrived of ${path} and says that it ended early, or fails with ConnectionFailed`, () =>
        Effect.gen(function* () {
          const result = yield* Effect.result(fetch(path))
          if (Result.isFailure(result)) {
            assert.notStrictEqual(subject.keepsEarlyEnds, true)
            return assert.strictEqual(result.failure.reason._tag, "ConnectionFailed")
          }
          assert.isTrue(result.success.endedEarly)
          assert.strictEqual(text(result.success.body), "<p>half")
        })
      )
    }

    it.effect("goes on serving while everything misbehaves at once", () =>
      Effect.gen(function* () {
        const outcomes = yield* Effect.forEach(
          [...slow.map(([path]) => [path, {}] as const), ...hostile, ...hostile],
          ([path, options]) =>
            fetch(`${path}${path.includes("?") ? "&" : "?"}together`, {
              timeout: Duration.seconds(2),
              ...options
            }).pipe(Effect.match({ onFailure: ({ reason }) => reason._tag, onSuccess: () => "page" })),
          { concurrency: "unbounded" }
        )
        assert.notInclude(outcomes, "page")
        assert.strictEqual((yield* fetch("/page")).status, 200)
      })
    )

    it.effect("stops a bomb long before its end", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        yield* fetch("/bomb/gzip?stops", { maxBytes: 1_000_000 }).pipe(Effect.flip)
        const seen = site.requests("/bomb/gzip").find(({ path }) => path.endsWith("?stops"))
        assert.strictEqual(yield* Effect.promise(() => seen!.ended), "cut")
        assert.isBelow(seen!.bytesSent(), 5_000_000)
      })
    )

    it.effect("names DNS, connection and TLS failures", () =>
      Effect.gen(function* () {
        const { fetcher, site } = yield* Local
        const dns = yield* fetcher.fetch(request(new URL("http://does-not-exist.invalid/"))).pipe(Effect.flip)
        assert.strictEqual(dns.reason._tag, "DnsFailed")
        const closed = yield* fetcher.fetch(request(new URL("http://127.0.0.1:4/"))).pipe(Effect.flip)
        assert.strictEqual(closed.reason._tag, "ConnectionFailed")
        for (const kind of ["self-signed", "expired", "wrong-host", "unknown-authority"] as const) {
          const url = site.tls(kind, "/page")
          const error = yield* fetcher.fetch(request(url)).pipe(Effect.flip)
          assert.strictEqual(error.reason._tag, "TlsFailed", kind)
          const response = yield* fetcher.fetch(request(url, { skipTlsVerification: true }))
          assert.strictEqual(response.status, 200, kind)
          const again = yield* fetcher.fetch(request(url)).pipe(Effect.flip)
          assert.strictEqual(again.reason._tag, "TlsFailed", `${kind}, after a request that skipped verification`)
        }
        const mistaken = new URL(site.url("/page").href.replace("http:", "https:"))
        const plain = yield* fetcher.fetch(request(mistaken)).pipe(Effect.flip)
        assert.strictEqual(plain.reason._tag, "TlsFailed")
      })
    )

    it.effect("lets go of the connection when nobody waits any more", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        for (const path of ["/slow-body?interrupted", "/hang?interrupted", "/endless-chunks?interrupted"]) {
          const fiber = yield* Effect.forkChild(fetch(path))
          const seen = () => site.requests().find((asked) => asked.path === path)
          while (seen() === undefined) yield* Effect.sleep("5 millis")
          yield* Fiber.interrupt(fiber)
          assert.strictEqual(yield* Effect.promise(() => seen()!.ended), "cut", path)
        }
        const late = yield* withEnoughTime(
          (timeout) =>
            fetch("/hang?late", { timeout }).pipe(
              Effect.flip,
              Effect.map(() => site.requests("/hang").find(({ path }) => path.endsWith("?late")))
            ),
          (seen) => seen !== undefined
        )
        assert.strictEqual(yield* Effect.promise(() => late!.ended), "cut")
      })
    )

    it.effect("refuses every address and trick of the table before a byte leaves", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        const context = yield* Layer.build(subject.fetcher({}))
        const strict = Context.get(context, Fetcher)
        for (const { expected, url: written } of egressCases) {
          const url = URL.parse(atPort(written, site.url("/").port))
          if (expected === "allowed" || url === null) continue
          url.searchParams.set("canary", "direct")
          const error = yield* strict.fetch(request(url)).pipe(Effect.flip)
          assert.strictEqual<unknown>(error.reason._tag === "Refused" && error.reason.policy, expected, written)
        }
        assert.isEmpty(site.requests().filter(({ path }) => path.includes("canary=direct")))
      })
    )

    it.effect("refuses them as targets of redirects too", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        const policy: EgressPolicy = { allowNetworks: ["127.0.0.1"] }
        const egress = makeEgress(policy)
        const context = yield* Layer.build(subject.fetcher(policy))
        const fetcher = Context.get(context, Fetcher)
        for (const { url: written } of egressCases) {
          const location = atPort(written, site.url("/").port)
          const from = site.url(`/redirect-to?to=${encodeURIComponent(location)}`)
          const target = /^[\x21-\x7e]+$/.test(location) ? URL.parse(location, from.href) : null
          const verdict = target === null ? undefined : egress.judgeUrl(target)
          if (verdict === undefined || verdict.allowed) continue
          const error = yield* fetcher.fetch(request(from)).pipe(Effect.flip)
          assert.strictEqual(error.reason._tag === "Refused" && error.reason.policy, verdict.policy, written)
        }
      })
    )

    it.effect("refuses a name for any one of its addresses", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        const url = new URL(`http://trick.example:${site.url("/").port}/echo?canary=dns`)
        const policy: EgressPolicy = { allowNetworks: ["127.0.0.1"] }
        for (const addresses of [["10.0.0.1"], ["127.0.0.1", "169.254.169.254"], ["::1"], ["::ffff:127.0.0.2"]]) {
          const error = yield* fetchUnder(policy, url, () => addresses).pipe(Effect.flip)
          assert.strictEqual(error.reason._tag, "Refused", addresses.join())
        }
        const strict = yield* fetchUnder({}, url, () => ["127.0.0.1"]).pipe(Effect.flip)
        assert.strictEqual(strict.reason._tag, "Refused")
        const unknown = yield* fetchUnder(policy, url, () => []).pipe(Effect.flip)
        assert.strictEqual(unknown.reason._tag, "DnsFailed")
        assert.isEmpty(site.requests().filter(({ path }) => path.includes("canary=dns")))
      })
    )

    it.effect("resolves a name once and connects to what it judged", () =>
      Effect.gen(function* () {
        const { site } = yield* Local
        let asked = 0
        // A resolver that turns to a private address as soon as it was believed.
        const rebind = () => (asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"])
        const { port } = site.url("/")
        const policy: EgressPolicy = { allowNetworks: ["127.0.0.1"] }
        const response = yield* fetchUnder(policy, new URL(`http://rebind.example:${port}/echo`), rebind)
        assert.strictEqual(JSON.parse(text(response.body)).headers.host, `rebind.example:${port}`)
        assert.strictEqual(asked, 1)
      })
    )

    it.effect("judges ports and the lists of the instance and of the account", () =>
      Effect.gen(function* () {
        const { fetcher, site } = yield* Local
        const port = Number(site.url("/").port)
        const elsewhere = site.url("/redirect-other?to=/echo?canary=port")
        const ports = yield* fetchUnder({ allowLocal: true, ports: [port] }, elsewhere).pipe(Effect.flip)
        assert.strictEqual(ports.reason._tag === "Refused" && ports.reason.policy, "port")
        assert.isEmpty(site.requests("/echo").filter(({ path }) => path.endsWith("canary=port")))
        const blocked = yield* fetchUnder({ allowLocal: true, block: ["127.0.0.0/8"] }, site.url("/page")).pipe(
          Effect.flip
        )
        assert.strictEqual(blocked.reason._tag === "Refused" && blocked.reason.policy, "block-list")
        const account = yield* fetcher
          .fetch(request(site.url("/page")))
          .pipe(
            Effect.provideService(CurrentAccount, { ...localAccount, egress: { block: ["127.0.0.1"] } }),
            Effect.flip
          )
        assert.strictEqual(account.reason._tag === "Refused" && account.reason.policy, "block-list")
      })
    )
  })
}
