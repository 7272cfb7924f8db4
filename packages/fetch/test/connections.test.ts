import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { assert, it } from "@effect/vitest"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { Patience } from "@orbweaver/testing"
import * as Engines from "@orbweaver/fetch/Engines"
import { defaultUserAgent } from "../src/identity.ts"
import * as Undici from "@orbweaver/fetch/Undici"
import { start } from "@orbweaver/testing/TestSite"
import { Context, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { httpProxy, silentProxy } from "@orbweaver/testing/internal/TestProxies"
import { makePhaseRecorder } from "@orbweaver/core/internal/model/Timings"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

const build = (options: Undici.Options = {}) =>
  Effect.map(
    Layer.build(Undici.layer(options).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))),
    (context) => Context.get(context, Fetcher)
  )

const asked = (url: URL, timeout = Duration.seconds(10)) => ({ url, timeout, maxBytes: 1_000_000 })

it.live("uses a connection again, and closes it with the layer", () =>
  Effect.gen(function* () {
    const running = yield* Effect.acquireRelease(
      Effect.promise(() => start()),
      (site) => Effect.promise(() => site.close())
    )
    const scope = yield* Scope.make()
    const fetcher = yield* build().pipe(Scope.provide(scope))
    for (let i = 0; i < 5; i++) {
      // A redirect with a short body keeps it, too.
      yield* fetcher.fetch(asked(running.url("/redirect-to?to=/page")))
      yield* Effect.sleep("5 millis")
    }
    assert.strictEqual(running.connections(), 1)
    const hanging = yield* Effect.forkChild(fetcher.fetch(asked(running.url("/hang"))).pipe(Effect.flip))
    while (running.requests("/hang").length === 0) yield* Effect.sleep("5 millis")
    yield* Scope.close(scope, Exit.void)
    assert.strictEqual(yield* Effect.promise(() => running.requests("/hang")[0]!.ended), "cut")
    assert.strictEqual((yield* Fiber.join(hanging)).reason._tag, "ConnectionFailed")
  }).pipe(Effect.scoped)
)

it.live("sends a request again when the server closed the idle connection it went out on, and once only", () =>
  Effect.gen(function* () {
    let requests = 0
    const sockets: Array<Socket> = []
    // Answers the first request of a connection and drops the connection at the second.
    const server = createServer((socket) => {
      sockets.push(socket)
      let answered = false
      socket.on("error", () => socket.destroy())
      socket.on("data", (chunk) => {
        if (!chunk.includes("\r\n\r\n")) return
        requests++
        if (answered || chunk.includes("/never")) return void socket.destroy()
        answered = true
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
      })
    })
    const port = yield* Effect.acquireRelease(
      Effect.promise(
        () => new Promise<number>((r) => server.listen(0, "127.0.0.1", () => r((server.address() as AddressInfo).port)))
      ),
      () => Effect.sync(() => void server.close())
    )
    const fetcher = yield* build()
    const url = (path: string) => new URL(path, `http://127.0.0.1:${port}`)
    assert.strictEqual((yield* fetcher.fetch(asked(url("/a")))).status, 200)
    yield* Effect.sleep("5 millis")
    assert.strictEqual((yield* fetcher.fetch(asked(url("/b")))).status, 200)
    assert.strictEqual(requests, 3)
    const error = yield* fetcher.fetch(asked(url("/never"))).pipe(Effect.flip)
    assert.strictEqual(error.reason._tag, "ConnectionFailed")
    assert.isAtMost(requests, 5)
  }).pipe(Effect.scoped)
)

it.live("lets go of a connection that is still being opened when nobody waits for it any more", () =>
  Effect.gen(function* () {
    const silent = yield* silentProxy
    const fetcher = yield* build()
    const url = new URL(`https://127.0.0.1:${silent.port}/`)
    const error = yield* Patience.withEnoughTime(
      (timeout) => fetcher.fetch(asked(url, timeout)).pipe(Effect.flip),
      silent.isOpen
    )
    assert.strictEqual(error.reason._tag, "TimedOut")
    yield* Effect.promise(() => silent.closed)
  }).pipe(Effect.scoped)
)

it.live("keeps a connection that is being opened as long as one of its requests waits", () =>
  Effect.gen(function* () {
    const running = yield* site
    const lookedUp = Promise.withResolvers<() => void>()
    const fetcher = yield* build({
      connectionsPerOrigin: 1,
      lookup: (_, callback) => lookedUp.resolve(() => callback(null, [{ address: "127.0.0.1", family: 4 }]))
    })
    const url = new URL(`http://slow.example:${running.url("/").port}/page`)
    const first = yield* Effect.forkChild(fetcher.fetch(asked(url)))
    const second = yield* Effect.forkChild(fetcher.fetch(asked(url)))
    const answer = yield* Effect.promise(() => lookedUp.promise)
    yield* Fiber.interrupt(first)
    answer()
    assert.strictEqual((yield* Fiber.join(second)).status, 200)
  }).pipe(Effect.scoped)
)

it.live("trusts the authorities it is given", () =>
  Effect.gen(function* () {
    const running = yield* site
    const fetcher = yield* build({ ca: running.ca })
    assert.strictEqual((yield* fetcher.fetch(asked(running.tls("valid", "/page")))).status, 200)
    const error = yield* fetcher.fetch(asked(running.tls("unknown-authority", "/page"))).pipe(Effect.flip)
    assert.strictEqual(error.reason._tag === "TlsFailed" && error.reason.detail, "UNABLE_TO_VERIFY_LEAF_SIGNATURE")
  }).pipe(Effect.scoped)
)

it.live("says who asks, and whom to write to", () =>
  Effect.gen(function* () {
    const running = yield* site
    const fetcher = yield* build()
    const { body } = yield* fetcher.fetch(asked(running.url("/echo")))
    assert.strictEqual(JSON.parse(new TextDecoder().decode(body)).headers["user-agent"], defaultUserAgent)
    assert.match(defaultUserAgent, /Orbweaver.*\+https:\/\//)
  }).pipe(Effect.scoped)
)

it.live("waits as long as it takes when the limit is longer than a timer counts", () =>
  Effect.gen(function* () {
    const running = yield* site
    const fetcher = yield* build()
    assert.strictEqual((yield* fetcher.fetch(asked(running.url("/page"), Duration.infinity))).status, 200)
    assert.strictEqual((yield* fetcher.fetch(asked(running.url("/page"), Duration.days(100)))).status, 200)
  }).pipe(Effect.scoped)
)

it.live("gives each request to the engine of its class", () =>
  Effect.gen(function* () {
    const running = yield* site
    const layer = Engines.layer({
      basic: Undici.layer({ userAgent: "basic" }),
      stealth: Undici.layer({ userAgent: "stealth" })
    }).pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
    const fetcher = Context.get(yield* Layer.build(layer), Fetcher)
    assert.isTrue(fetcher.stealth)
    for (const proxy of ["basic", "stealth"] as const) {
      const { body } = yield* fetcher.fetch({ ...asked(running.url("/echo")), proxy })
      assert.strictEqual(JSON.parse(new TextDecoder().decode(body)).headers["user-agent"], proxy)
    }
  }).pipe(Effect.scoped)
)

/** A resolver that answers each question when it is told to. */
const heldLookup = () => {
  const pending: Array<() => void> = []
  const lookup: NonNullable<Undici.Options["lookup"]> = (_, callback) =>
    void pending.push(() => callback(null, [{ address: "127.0.0.1", family: 4 }]))
  return { lookup, pending }
}

const ways = {
  "without TLS": { secure: false, proxied: false, opening: ["dns", "connect"] },
  "over TLS": { secure: true, proxied: false, opening: ["dns", "connect", "tls"] },
  "over TLS through a proxy": { secure: true, proxied: true, opening: ["dns", "connect", "tls"] }
} as const

for (const [way, { opening, proxied, secure }] of Object.entries(ways)) {
  it.live(`tells each of some requests to one host of the connection that was opened for it, ${way}`, () =>
    Effect.gen(function* () {
      const running = yield* site
      const { lookup, pending } = heldLookup()
      const proxies = proxied ? ProxyPool.layer({ proxies: [{ url: (yield* httpProxy()).url }] }) : ProxyPool.layerNone
      const fetcher = yield* Effect.map(
        Layer.build(
          Undici.layer({ lookup, ca: running.ca, connectionsPerOrigin: 2 }).pipe(
            Layer.provide([Egress.layer({ allowLocal: true }), proxies])
          )
        ),
        (context) => Context.get(context, Fetcher)
      )
      const url = secure ? running.tls("valid", "/page") : running.url("/page")
      url.hostname = "localhost"
      const begin = Effect.gen(function* () {
        const timings = yield* makePhaseRecorder
        const fiber = yield* Effect.forkChild(fetcher.fetch({ ...asked(url), timings }))
        return { fiber, phases: () => timings.timings().map(({ phase }) => phase) }
      })
      const first = yield* begin
      while (pending.length < 1) yield* Effect.sleep("1 millis")
      const second = yield* begin
      while (pending.length < 2) yield* Effect.sleep("1 millis")
      // There is no third connection: it gets that of the second when it is free.
      const third = yield* begin
      pending[1]!()
      yield* Fiber.join(second.fiber)
      yield* Fiber.join(third.fiber)
      const whole = [...opening, "firstByte", "download"]
      assert.deepStrictEqual([first.phases(), second.phases(), third.phases()], [[], whole, ["firstByte", "download"]])
      pending[0]!()
      yield* Fiber.join(first.fiber)
      assert.deepStrictEqual([first.phases(), second.phases()], [whole, whole])
      assert.strictEqual(pending.length, 2)
    }).pipe(Effect.scoped)
  )
}

it.live("tells nobody of a connection that is opened while no request is handed over", () =>
  Effect.gen(function* () {
    // Answers one request on each connection: those that wait get a connection once the one before is closed.
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy())
      socket.once("data", () => {
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")
      })
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
      () => Effect.sync(() => void server.close())
    )
    const fetcher = yield* build({ lookup: lookupOf(() => ["127.0.0.1"]), connectionsPerOrigin: 1 })
    const url = new URL(`http://pages.test:${(server.address() as AddressInfo).port}/`)
    const one = Effect.gen(function* () {
      const timings = yield* makePhaseRecorder
      yield* fetcher.fetch({ ...asked(url), timings })
      return timings.timings().map(({ phase }) => phase)
    })
    const [first, ...later] = yield* Effect.all([one, one, one], { concurrency: "unbounded" })
    assert.deepStrictEqual(first, ["dns", "connect", "firstByte", "download"])
    for (const phases of later) assert.deepStrictEqual(phases, ["firstByte", "download"])
  }).pipe(Effect.scoped)
)

it.live("tells the phases of a request, without DNS and connect where a connection is used again", () =>
  Effect.gen(function* () {
    const running = yield* Effect.acquireRelease(
      Effect.promise(() => start()),
      (site) => Effect.promise(() => site.close())
    )
    const fetcher = yield* build({ lookup: lookupOf(() => ["127.0.0.1"]) })
    const url = running.url("/page")
    url.hostname = "pages.test"
    const phasesOf = Effect.gen(function* () {
      const timings = yield* makePhaseRecorder
      yield* fetcher.fetch({ ...asked(url), timings })
      return timings.timings().map(({ phase }) => phase)
    })
    assert.sameMembers([...(yield* phasesOf)], ["dns", "connect", "firstByte", "download"])
    yield* Effect.sleep("5 millis")
    assert.sameMembers([...(yield* phasesOf)], ["firstByte", "download"])
  }).pipe(Effect.scoped)
)
