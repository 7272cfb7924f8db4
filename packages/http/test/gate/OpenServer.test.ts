// A server without keys: which names and websites it answers.
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import type { Server } from "@orbweaver/http"
import * as Node from "@orbweaver/http/Node"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { request as send } from "node:http"
import { open, withKeys } from "../assembly.ts"
import { clientOf, keys, KeysTest, services, ServicesTest } from "../fixtures.ts"

const openServices = Layer.merge(services(), ApiKeys.ApiKeys.layerOpen())

interface Answer {
  readonly status: number
  readonly allowed: string | undefined
  readonly body: string
}

/** Asks a listening server under a name of the caller's, as a rebound one makes a browser do. */
const ask = (port: number, headers: Record<string, string>, method = "GET", path = "/v0/health/liveness") =>
  Effect.callback<Answer>((resume) => {
    const request = send({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let body = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => (body += part))
      response.on("end", () => {
        const allowed = response.headers["access-control-allow-origin"]
        resume(Effect.succeed({ status: response.statusCode ?? 0, allowed, body }))
      })
    })
    // A WebSocket that was let in.
    request.on("upgrade", (response, socket) => {
      socket.destroy()
      resume(Effect.succeed({ status: response.statusCode ?? 0, allowed: undefined, body: "" }))
    })
    request.on("error", (error) => resume(Effect.die(error)))
    request.end()
  })

const options: Server.ServerOptions = {
  publicUrl: "https://api.example.com",
  allowedHosts: ["Scraper.internal", ".lan.example"],
  allowedOrigins: ["https://app.example.com"]
}

const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="
}

describe("a server without keys", () => {
  const hosts: ReadonlyArray<readonly [host: string, answered: boolean]> = [
    ["localhost:3002", true],
    ["localhost.", true],
    ["console.localhost", true],
    ["127.0.0.1", true],
    ["127.8.9.1:80", true],
    ["[::1]:3002", true],
    ["api.example.com", true],
    ["scraper.internal:3002", true],
    ["box.lan.example", true],
    ["evil.example", false],
    ["evil.example:3002", false],
    ["localhost.evil.example", false],
    ["127.0.0.1.nip.io", false],
    ["127.0.0.1.evil.example", false],
    ["notlan.example", false],
    ["lan.example", false],
    ["0.0.0.0", false],
    ["10.0.0.7", false],
    ["[::ffff:10.0.0.7]", false],
    ["localhost@evil.example", false]
  ]
  it.live.each(hosts)("reached as %s: answers %s", ([host, answered]) =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0, ...options })
      const { allowed, body, status } = yield* ask(port, { host })
      assert.strictEqual(status, answered ? 200 : 403)
      assert.isUndefined(allowed)
      if (!answered) {
        assert.strictEqual(JSON.parse(body).code, "HOST_NOT_ALLOWED")
        assert.include(body, JSON.stringify(host).slice(1, -1))
      }
    }).pipe(Effect.scoped, Effect.provide(openServices))
  )

  const origins: ReadonlyArray<readonly [origin: string, answered: boolean]> = [
    ["http://localhost:3002", true],
    ["https://localhost:3002", true],
    ["https://app.example.com", true],
    ["https://api.example.com", true],
    ["http://localhost:8080", false],
    ["http://127.0.0.1:3002", false],
    ["http://app.example.com", false],
    ["https://evil.example", false],
    ["null", false]
  ]
  it.live.each(origins)("called by a page of %s: answers %s", ([origin, answered]) =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0, ...options })
      for (const method of ["GET", "OPTIONS"]) {
        const { allowed, status } = yield* ask(port, { host: "localhost:3002", origin }, method)
        assert.strictEqual(status, answered ? (method === "GET" ? 200 : 204) : 403)
        assert.strictEqual(allowed, answered ? origin : undefined)
      }
    }).pipe(Effect.scoped, Effect.provide(openServices))
  )

  it.live("does no work for a request that it refuses", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(openServices)
      const body = { url: "https://a.test/", formats: ["markdown"] }
      const { status } = yield* call("POST", "/v2/scrape", body, { headers: { host: "rebound.example" } })
      assert.strictEqual(status, 403)
      const fromPage = { headers: { host: "127.0.0.1", origin: "https://evil.example" } }
      assert.strictEqual((yield* call("POST", "/v2/scrape", body, fromPage)).status, 403)
      assert.strictEqual((yield* call("POST", "/v2/scrape", body, { headers: { host: "127.0.0.1" } })).status, 200)
    }).pipe(Effect.scoped)
  )

  const fromSites: ReadonlyArray<readonly [headers: Record<string, string>, answered: boolean]> = [
    [{}, true],
    [{ "sec-fetch-site": "none" }, true],
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "cross-site" }, false],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, false],
    [{ "sec-fetch-site": "cross-site", origin: "https://app.example.com" }, true],
    [{ "sec-fetch-site": "cross-site", origin: "null" }, false]
  ]
  it.live("runs no operation for a picture, a frame or a form of another website", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const { port } = yield* Node.listen({ port: 0, ...options, console: { get: () => undefined } })
      const operations: ReadonlyArray<readonly [method: string, path: string]> = [
        ["GET", `/console/api/image?url=${encodeURIComponent(site.url("/image.png").href)}`],
        ["HEAD", `/console/api/image?url=${encodeURIComponent(site.url("/image.png").href)}`],
        ["GET", "/console/api/jobs"],
        ["GET", "/v2/crawl/active"],
        ["POST", "/v1/scrape"],
        ["POST", "/v2/scrape"]
      ]
      for (const [headers, answered] of fromSites) {
        const before = site.requests("/image.png").length
        for (const [method, path] of operations) {
          const { body, status } = yield* ask(port, { host: "localhost:3002", ...headers }, method, path)
          assert.strictEqual(status !== 403, answered, JSON.stringify([headers, method, path, body]))
          if (!answered && method !== "HEAD") assert.strictEqual(JSON.parse(body).code, "ORIGIN_NOT_ALLOWED")
        }
        assert.strictEqual(site.requests("/image.png").length - before, answered ? 2 : 0)
      }
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(open, TestSite.layer)))
  )

  it.live("shows what it has made to other websites, which link to it, but nothing of its console", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const { url } = yield* Node.listen({ port: 0, console: { get: () => undefined } })
      const get = (path: string, headers: Record<string, string> = {}) =>
        Effect.promise(() => fetch(`${url}${path}`, { headers }))
      const image = `/console/api/image?url=${encodeURIComponent(site.url("/image.png").href)}`
      for (const path of [image, "/console/api/jobs", "/console/", "/console/api/nothing"]) {
        assert.strictEqual((yield* get(path)).headers.get("cross-origin-resource-policy"), "same-origin", path)
      }
      for (const path of ["/openapi.json", "/docs", "/v0/health/liveness"]) {
        assert.strictEqual((yield* get(path, { "sec-fetch-site": "cross-site" })).status, 200, path)
      }
      assert.strictEqual((yield* get("/blobs/none.png", { "sec-fetch-site": "cross-site" })).status, 404)
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(open, TestSite.layer)))
  )

  it.live("answers every website where its operator allows that", () =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0, allowedOrigins: ["*"] })
      const headers = { host: "localhost:3002", "sec-fetch-site": "cross-site" }
      assert.strictEqual((yield* ask(port, headers, "GET", "/v2/crawl/active")).status, 200)
    }).pipe(Effect.scoped, Effect.provide(open))
  )

  it.live("answers any name where something before it decides who gets there", () =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0, allowedHosts: ["*"] })
      assert.strictEqual((yield* ask(port, { host: "any.example" })).status, 200)
      assert.strictEqual((yield* ask(port, { host: "any.example", origin: "https://evil.example" })).status, 403)
    }).pipe(Effect.scoped, Effect.provide(openServices))
  )

  const sockets: ReadonlyArray<readonly [name: string, headers: Record<string, string>, status: number]> = [
    ["its own machine", { host: "localhost" }, 101],
    ["a page of its own", { host: "localhost", origin: "http://localhost" }, 101],
    ["a rebound name", { host: "evil.example", origin: "http://evil.example" }, 403],
    ["another website", { host: "localhost", origin: "https://evil.example" }, 403]
  ]
  it.live.each(sockets)("watched by %s", ([, headers, expected]) =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0 })
      const { status } = yield* ask(port, { ...handshake, ...headers }, "GET", "/v2/crawl/some-job")
      assert.strictEqual(status, expected)
    }).pipe(Effect.scoped, Effect.provide(open))
  )
})

describe("a server with keys", () => {
  it.live("answers under every name, and lets every website read", () =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0 })
      const headers = { host: "api.example.com", origin: "https://app.example", authorization: `Bearer ${keys.rich}` }
      const { allowed, status } = yield* ask(port, headers, "GET", "/v2/team/credit-usage")
      assert.strictEqual(status, 200)
      assert.strictEqual(allowed, "*")
    }).pipe(Effect.scoped, Effect.provide(ServicesTest))
  )

  it.live("is watched from any website", () =>
    Effect.gen(function* () {
      const { port } = yield* Node.listen({ port: 0 })
      const headers = { ...handshake, host: "api.example.com", origin: "https://app.example" }
      assert.strictEqual((yield* ask(port, headers, "GET", "/v2/crawl/some-job")).status, 101)
    }).pipe(Effect.scoped, Effect.provide(withKeys(KeysTest)))
  )
})
