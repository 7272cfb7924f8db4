// The doors of an API that is mounted in the server of somebody else, who may have read the body already.
import { assert, describe, it } from "@effect/vitest"
import { fastifyPlugin, middleware } from "@orbweaver/http/mount"
import * as Node from "@orbweaver/http/Node"
import { Server } from "@orbweaver/http"
import { TestSite } from "@orbweaver/testing/TestSite"
import { Effect, Layer, type Scope } from "effect"
import express from "express"
import Fastify from "fastify"
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { open } from "../assembly.ts"
import { McpTools } from "../../src/doors/mcp/McpTools.ts"
import { doors } from "./served.ts"

const listening = (server: HttpServer) =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
      )
    }),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((done) => server.close(done))
      })
  )

const tools = Layer.succeed(McpTools, { name: "test", version: "1", instructions: "", load: Effect.succeed([]) })
const services = Layer.merge(open, tools)

const mounted = (options: Server.ServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => Node.toNodeHandler(services, { doors, ...options })),
    ({ dispose }) => Effect.promise(dispose)
  )

const initialize = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } })
}

/** Reads a page by each way that the reader has, and by another door. */
const check = (base: string, site: (path: string) => URL) =>
  Effect.promise(async () => {
    const page = site("/echo").href
    const plain = await (await fetch(`${base}/r/${page}?a=b`)).text()
    assert.include(plain, "/echo?a=b")
    const encoded = await fetch(`${base}/r/${encodeURIComponent(`${page}?a=b`)}?format=content`)
    assert.match(await encoded.text(), /^Title: .*\n\nURL Source: .*\?a=b\n/)
    const headers = { "content-type": "application/json" }
    const posted = await fetch(`${base}/r`, { method: "POST", headers, body: JSON.stringify({ url: `${page}?c` }) })
    assert.include(await posted.text(), "/echo?c")
    const body = JSON.stringify({ urls: [site("/page").href] })
    const loaded = await (await fetch(`${base}/open-webui/load`, { method: "POST", headers, body })).json()
    assert.include(JSON.stringify(loaded), "Hello.")
    assert.include(await (await fetch(`${base}/mcp`, initialize)).text(), '"serverInfo":{"name":"test"')
  })

const test = (name: string, body: Effect.Effect<void, never, TestSite | Scope.Scope>) =>
  it.live(name, () => Effect.scoped(body).pipe(Effect.provide(TestSite.layer)))

describe("the doors of a mounted API", () => {
  test(
    "are open in Express, below a path and behind a body parser",
    Effect.gen(function* () {
      const site = yield* TestSite
      const app = express()
      app.use(express.json())
      app.use("/scraping", middleware(yield* mounted()))
      yield* check(`${yield* listening(createServer(app))}/scraping`, site.url)
    })
  )

  test(
    "are open in Express with a prefix",
    Effect.gen(function* () {
      const site = yield* TestSite
      const app = express()
      app.use(middleware(yield* mounted({ prefix: "/scraping" })))
      yield* check(`${yield* listening(createServer(app))}/scraping`, site.url)
    })
  )

  test(
    "are open in Fastify",
    Effect.gen(function* () {
      const site = yield* TestSite
      const api = yield* mounted({ prefix: "/scraping" })
      const app = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const fastify = Fastify()
          await fastify.register(fastifyPlugin(api), { prefix: "/scraping" })
          await fastify.listen({ port: 0, host: "127.0.0.1" })
          return fastify
        }),
        (fastify) => Effect.promise(() => fastify.close())
      )
      const { port } = app.server.address() as AddressInfo
      yield* check(`http://127.0.0.1:${port}/scraping`, site.url)
    })
  )

  test(
    "are open over a web handler",
    Effect.gen(function* () {
      const site = yield* TestSite
      const { handler, handles } = yield* Effect.acquireRelease(
        Effect.sync(() => Server.toWebHandler(services, { doors })),
        ({ dispose }) => Effect.promise(dispose)
      )
      const url = `http://localhost/r/${site.url("/echo").href}?a=b`
      assert.isTrue(handles(url))
      assert.include(yield* Effect.promise(async () => (await handler(new Request(url))).text()), "/echo?a=b")
      const asked = new Request("http://localhost/mcp", initialize)
      assert.include(yield* Effect.promise(async () => (await handler(asked)).text()), '"protocolVersion":"2025-06-18"')
    })
  )
})
