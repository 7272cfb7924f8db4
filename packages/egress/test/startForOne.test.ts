import { assert, describe, it } from "@effect/vitest"
import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { make as makeEgress } from "@orbweaver/core/network/Egress"
import { start } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { type Rules, startSingleClient } from "../src/EgressProxy.ts"
import type { Lookup, ResolvedAddress } from "../src/Lookup.ts"

const running = Effect.acquireRelease(
  Effect.promise(() => start()),
  (site) => Effect.promise(() => site.close())
)

const rules = (more: Partial<Rules> = {}): Rules => ({
  egress: makeEgress({ allowLocal: true }),
  maxBytes: 1_000_000,
  ...more
})

/** Status and body of a page asked for through the gate; 0 when the connection was cut. */
const ask = (server: string, url: string): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server)
    const asked = httpRequest(
      { agent: false, host: hostname, port, path: url, headers: { host: new URL(url).host } },
      (response) => {
        let body = ""
        response.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }))
        response.on("error", () => resolve({ status: 0, body }))
      }
    )
    asked.on("error", () => resolve({ status: 0, body: "" }))
    asked.end()
  })

/** First line that the gate answers to a tunnel. */
const tunnel = (server: string, authority: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server)
    const socket = connect(Number(port), hostname, () =>
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
    )
    socket.once("data", (chunk) => {
      resolve(chunk.toString("latin1").split("\r\n", 1)[0]!)
      socket.destroy()
    })
    socket.once("error", () => resolve("error"))
    socket.once("close", () => resolve("closed"))
  })

describe("an egress proxy for one client", () => {
  it.live("lets nothing through until it is opened, nor after it is shut", () =>
    Effect.gen(function* () {
      const site = yield* running
      const proxy = yield* startSingleClient()
      const page = () => Effect.promise(() => ask(proxy.address, site.url("/page").href))
      assert.strictEqual((yield* page()).status, 403)
      proxy.open(rules())
      assert.strictEqual((yield* page()).status, 200)
      proxy.pause()
      assert.strictEqual((yield* page()).status, 403)
      proxy.open(rules())
      proxy.cut()
      assert.strictEqual((yield* page()).status, 403)
      assert.strictEqual(site.requests("/page").length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("judges every address of a name, and connects to what it judged", () =>
    Effect.gen(function* () {
      const site = yield* running
      const port = site.url("/").port
      // The first answer is public, the second is this machine: a rebinding.
      const answers: Array<ReadonlyArray<ResolvedAddress>> = [
        [
          { address: "192.0.2.1", family: 4 },
          { address: "127.0.0.1", family: 4 }
        ],
        [{ address: "127.0.0.1", family: 4 }],
        [{ address: "::ffff:127.0.0.1", family: 6 }],
        []
      ]
      let lookups = 0
      const lookup: Lookup = (_, callback) => callback(null, answers[Math.min(lookups++, answers.length - 1)]!)
      const proxy = yield* startSingleClient({ lookup })
      proxy.open(rules({ egress: makeEgress({}) }))
      const url = new URL(`http://rebinding.example:${port}/page`)
      const reasons: Array<string | undefined> = []
      for (let time = 0; time < 4; time++) {
        yield* Effect.promise(() => ask(proxy.address, url.href))
        const reason = proxy.failure(url)
        reasons.push(reason?._tag === "Refused" ? reason.policy : reason?._tag)
      }
      assert.deepStrictEqual(reasons, ["private-network", "private-network", "private-network", "DnsFailed"])
      assert.strictEqual(site.connections(), 0)
      assert.strictEqual(lookups, 4)
    }).pipe(Effect.scoped)
  )

  it.live("judges tunnels as it judges pages", () =>
    Effect.gen(function* () {
      const site = yield* running
      const port = site.url("/").port
      const proxy = yield* startSingleClient()
      proxy.open(rules({ egress: makeEgress({ allowNetworks: ["127.0.0.1"], ports: [Number(port)] }) }))
      const answers = yield* Effect.forEach(
        [
          `127.0.0.1:${port}`,
          `localhost:${port}`,
          "127.0.0.1:22",
          `[::1]:${port}`,
          `user@127.0.0.1:${port}`,
          `127.0.0.1:${port}/path`,
          "169.254.169.254:443",
          "2130706433:22"
        ],
        (authority) => Effect.promise(() => tunnel(proxy.address, authority))
      )
      assert.deepStrictEqual(
        answers.map((line) => line.split(" ")[1]),
        ["200", "403", "403", "403", "403", "400", "403", "403"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("cuts what is under way when it is shut, and when a page loads too much", () =>
    Effect.gen(function* () {
      const site = yield* running
      const proxy = yield* startSingleClient()
      proxy.open(rules())
      const pending = ask(proxy.address, site.url("/hang").href)
      yield* Effect.suspend(() => (site.requests("/hang").length > 0 ? Effect.void : Effect.fail("not yet"))).pipe(
        Effect.delay("10 millis"),
        Effect.eventually
      )
      proxy.cut()
      assert.strictEqual((yield* Effect.promise(() => pending)).status, 0)
      proxy.open(rules({ maxBytes: 100_000 }))
      yield* Effect.promise(() => ask(proxy.address, site.url("/endless").href))
      assert.isTrue(proxy.overflowed())
    }).pipe(Effect.scoped)
  )

  it.live("survives answers that break the protocol", () =>
    Effect.gen(function* () {
      const site = yield* running
      const proxy = yield* startSingleClient()
      for (const path of [
        "/garbage",
        "/reset",
        "/close",
        "/bad-chunk",
        "/two-lengths",
        "/bad-length",
        "/header-bomb-long",
        "/cut"
      ]) {
        proxy.open(rules())
        yield* Effect.promise(() => ask(proxy.address, site.url(path).href))
      }
      proxy.open(rules())
      assert.strictEqual((yield* Effect.promise(() => ask(proxy.address, site.url("/page").href))).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("gives an empty refusal to hosts that are not wanted, and does not call it a failure", () =>
    Effect.gen(function* () {
      const site = yield* running
      const proxy = yield* startSingleClient()
      proxy.open(rules({ isUnwanted: (host) => host === "127.0.0.1" }))
      assert.strictEqual((yield* Effect.promise(() => ask(proxy.address, site.url("/page").href))).status, 403)
      assert.isUndefined(proxy.failure(site.url("/page")))
    }).pipe(Effect.scoped)
  )
})
