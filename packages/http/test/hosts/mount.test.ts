// The API inside other people's servers: beside their routes and body parsers, under a prefix, with WebSocket.
import { serve } from "@hono/node-server"
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { TestSite } from "@orbweaver/testing/TestSite"
import * as Node from "@orbweaver/http/Node"
import { fastifyPlugin, koaMiddleware, middleware } from "@orbweaver/http/mount"
import { routeHandlers } from "@orbweaver/http/next"
import { Server } from "@orbweaver/http"
import { Effect, type Scope } from "effect"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import Koa from "koa"
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { open } from "../assembly.ts"

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

const node = (options: Server.ServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => Node.toNodeHandler(open, options)),
    ({ dispose }) => Effect.promise(dispose)
  )

/** Scrapes, crawls and asks the host's own route; `base` is where the API is. */
const check = (base: string, at: (path: string) => string, host?: string) =>
  Effect.promise(async () => {
    const client = new Firecrawl({ apiUrl: base, apiKey: "any" })
    const { markdown } = await client.scrape(at("/page"))
    assert.include(markdown, "Hello.")
    const { url } = await client.startBatchScrape([at("/page")])
    assert.isTrue(url.startsWith(`${base}/v2/batch/scrape/`), url)
    assert.strictEqual((await fetch(url)).status, 200)
    const bad = await fetch(`${base}/v2/scrape`, {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" }
    })
    assert.strictEqual(bad.status, 400)
    if (host !== undefined) {
      assert.strictEqual(await (await fetch(`${host}/mine`)).text(), "mine")
      const echoed = await fetch(`${host}/echo`, {
        method: "POST",
        body: '{"a":1}',
        headers: { "content-type": "application/json" }
      })
      assert.deepStrictEqual(await echoed.json(), { a: 1 })
    }
  })

/** Watches a crawl to its end, through the host's server. */
const watched = (base: string, at: (path: string) => string) =>
  Effect.promise(async () => {
    const client = new Firecrawl({ apiUrl: base, apiKey: "any" })
    const { id } = await client.startCrawl(at("/site/5/"), { limit: 4, sitemap: "skip" })
    const watcher = client.watcher(id, { kind: "crawl", timeout: 100 })
    const seen: Array<unknown> = []
    watcher.on("document", (document: unknown) => seen.push(document))
    const done = new Promise((resolve, reject) => {
      watcher.on("done", resolve)
      watcher.on("error", reject)
    })
    await watcher.start()
    await done
    assert.strictEqual(seen.length, 4)
  })

const test = <E>(name: string, body: (at: (path: string) => string) => Effect.Effect<void, E, Scope.Scope>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      yield* body((path) => site.url(path).href)
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )

/** Lets watchers in where the host gives its server. */
const upgrading = (server: Pick<HttpServer, "on">, api: Node.NodeHandler) =>
  server.on("upgrade", (request, socket, head) => {
    if (!api.upgrade(request, socket, head)) socket.destroy()
  })

const echoing = (api: Node.NodeHandler) =>
  createServer((request, response) => {
    if (api.handles(request.url ?? "")) return api.handler(request, response)
    if (request.url === "/mine") return response.end("mine")
    return request.pipe(response)
  })

describe("mounted in", () => {
  test("node:http, beside its own routes, with WebSocket", (at) =>
    Effect.gen(function* () {
      const api = yield* node()
      const server = echoing(api)
      upgrading(server, api)
      const base = yield* listening(server)
      yield* check(base, at, base)
      yield* watched(base, at)
    }))

  test("node:http, under a prefix, with WebSocket", (at) =>
    Effect.gen(function* () {
      const api = yield* node({ prefix: "/deep/er" })
      const server = echoing(api)
      upgrading(server, api)
      const host = yield* listening(server)
      yield* check(`${host}/deep/er`, at, host)
      yield* watched(`${host}/deep/er`, at)
    }))

  test("Express, before its body parser", (at) =>
    Effect.gen(function* () {
      const app = express()
      app.use(middleware(yield* node()))
      app.use(express.json())
      app.get("/mine", (_, response) => void response.send("mine"))
      app.post("/echo", (request, response) => void response.json(request.body))
      const base = yield* listening(createServer(app))
      yield* check(base, at, base)
    }))

  for (const prefix of [undefined, "/scraping"] as const) {
    test(`Express, after its body parser, under a path${prefix === undefined ? "" : " with WebSocket"}`, (at) =>
      Effect.gen(function* () {
        const api = yield* node(prefix === undefined ? {} : { prefix })
        const app = express()
        app.use(express.json())
        app.use("/scraping", middleware(api))
        app.get("/mine", (_, response) => void response.send("mine"))
        app.post("/echo", (request, response) => void response.json(request.body))
        const server = createServer(app)
        upgrading(server, api)
        const base = yield* listening(server)
        yield* check(`${base}/scraping`, at, base)
        if (prefix !== undefined) yield* watched(`${base}/scraping`, at)
        assert.strictEqual((yield* Effect.promise(() => fetch(`${base}/scraping/other`))).status, 404)
      }))
  }

  test("Express, after a parser that keeps bytes: uploads too", (at) =>
    Effect.gen(function* () {
      const app = express()
      app.use(express.raw({ type: () => true, limit: "1mb" }))
      app.use(middleware(yield* node()))
      const base = yield* listening(createServer(app))
      yield* check(base, at)
      yield* Effect.promise(async () => {
        const client = new Firecrawl({ apiUrl: base, apiKey: "any" })
        const { markdown } = await client.parse({
          data: "<h1>Grüße</h1>",
          filename: "a.html",
          contentType: "text/html"
        })
        assert.strictEqual(markdown?.trim(), "# Grüße")
      })
    }))

  for (const [kept, parser] of [
    ["values", express.json({ limit: "5mb" })],
    ["text", express.text({ type: () => true, limit: "5mb" })],
    ["bytes", express.raw({ type: () => true, limit: "5mb" })]
  ] as const) {
    test(`Express, after a parser that keeps ${kept}: bodies of too many values are refused`, () =>
      Effect.gen(function* () {
        const app = express()
        app.use(parser)
        app.use(middleware(yield* node()))
        const base = yield* listening(createServer(app))
        const body = JSON.stringify({ url: "http://site.test/", formats: Array.from({ length: 25_000 }, () => ({})) })
        const response = yield* Effect.promise(() =>
          fetch(`${base}/v2/scrape`, { method: "POST", headers: { "content-type": "application/json" }, body })
        )
        assert.strictEqual(response.status, 400)
        const { details } = (yield* Effect.promise(() => response.json())) as { details: ReadonlyArray<object> }
        assert.deepInclude(details[0], { code: "too_big", maximum: 20_000, path: [] })
      }))
  }

  test("Express, after something that reads bodies and keeps nothing, which is said at once", () =>
    Effect.gen(function* () {
      const app = express()
      app.use((request, _, next) => void request.resume().on("end", next))
      app.use(middleware(yield* node()))
      const base = yield* listening(createServer(app))
      for (const path of ["/v2/scrape", "/v2/parse"]) {
        const type = path === "/v2/parse" ? "multipart/form-data; boundary=x" : "application/json"
        const response = yield* Effect.promise(() =>
          fetch(base + path, { method: "POST", headers: { "content-type": type }, body: "{}" })
        )
        assert.strictEqual(response.status, 400)
        assert.include(yield* Effect.promise(() => response.text()), "consumed the request body")
      }
    }))

  for (const prefix of [undefined, "/scraping"] as const) {
    test(`Fastify${prefix === undefined ? "" : ", under a prefix"}`, (at) =>
      Effect.gen(function* () {
        const app = Fastify()
        app.get("/mine", () => "mine")
        app.post("/echo", ({ body }) => body)
        const api = yield* node(prefix === undefined ? {} : { prefix })
        yield* Effect.promise(async () => {
          await app.register(fastifyPlugin(api), prefix === undefined ? {} : { prefix })
        })
        upgrading(app.server, api)
        const base = yield* Effect.acquireRelease(
          Effect.promise(() => app.listen({ port: 0, host: "127.0.0.1" })),
          () => Effect.promise(() => app.close())
        )
        yield* check(base + (prefix ?? ""), at, base)
        yield* watched(base + (prefix ?? ""), at)
      }))
  }

  for (const parses of [false, true]) {
    test(`Koa, ${parses ? "after a body parser, under a prefix" : "with none"}, with WebSocket`, (at) =>
      Effect.gen(function* () {
        const app = new Koa()
        const prefix = parses ? "/scraping" : ""
        const api = yield* node(parses ? { prefix: "/scraping" } : {})
        if (parses) {
          app.use(async (context, next) => {
            let text = ""
            for await (const chunk of context.req) text += String(chunk)
            try {
              Object.assign(context.request, { body: text === "" ? undefined : JSON.parse(text) })
            } catch {
              Object.assign(context.request, { body: text })
            }
            await next()
          })
        }
        app.use(koaMiddleware(api))
        app.use((context) => {
          context.body =
            context.path === "/mine" ? "mine" : parses ? (context.request as { body?: unknown }).body : context.req
        })
        const server = createServer(app.callback())
        upgrading(server, api)
        const base = yield* listening(server)
        yield* check(base + prefix, at, base)
        yield* watched(base + prefix, at)
      }))
  }

  const hono = (fetch: (request: Request) => Response | Promise<Response>) =>
    Effect.acquireRelease(
      Effect.callback<{ readonly base: string; readonly server: HttpServer }>((resume) => {
        const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
          resume(Effect.succeed({ base: `http://127.0.0.1:${port}`, server: server as HttpServer }))
        )
      }),
      ({ server }) =>
        Effect.promise(() => {
          server.closeAllConnections()
          return new Promise<void>((done) => server.close(() => done()))
        })
    )

  const own = (handles: (path: string) => boolean, handler: (request: Request) => Promise<Response>) => {
    const app = new Hono()
    app.use(({ req }, next) => (handles(req.path) ? handler(req.raw) : next()))
    app.get("/mine", (context) => context.text("mine"))
    app.post("/echo", async (context) => context.json(await context.req.json()))
    return app.fetch
  }

  test("Hono and every runtime that speaks fetch, beside its own routes", (at) =>
    Effect.gen(function* () {
      const { handler, handles } = yield* Effect.acquireRelease(
        Effect.sync(() => Server.toWebHandler(open)),
        ({ dispose }) => Effect.promise(dispose)
      )
      const { base } = yield* hono(own(handles, handler))
      yield* check(base, at, base)
    }))

  test("Hono on Node, under a prefix, with WebSocket", (at) =>
    Effect.gen(function* () {
      const api = yield* node({ prefix: "/scraping" })
      const { base, server } = yield* hono(own(api.handles, api.fetch))
      upgrading(server, api)
      yield* check(`${base}/scraping`, at, base)
      yield* watched(`${base}/scraping`, at)
    }))

  test("route files of Next.js", (at) =>
    Effect.gen(function* () {
      const { GET, POST } = yield* Effect.acquireRelease(
        Effect.sync(() => routeHandlers(open, { prefix: "/api/scraping", allowedHosts: ["app.test"] })),
        ({ dispose }) => Effect.promise(dispose)
      )
      yield* Effect.promise(async () => {
        const base = "https://app.test/api/scraping"
        const json = { method: "POST", headers: { "content-type": "application/json" } }
        const scraped = await POST(
          new Request(`${base}/v2/scrape`, { ...json, body: JSON.stringify({ url: at("/page") }) })
        )
        const { data } = (await scraped.json()) as { data: { markdown: string } }
        assert.include(data.markdown, "Hello.")
        const started = await POST(
          new Request(`${base}/v2/batch/scrape`, { ...json, body: JSON.stringify({ urls: [at("/page")] }) })
        )
        const { id, url } = (await started.json()) as { id: string; url: string }
        assert.strictEqual(url, `${base}/v2/batch/scrape/${id}`)
        assert.strictEqual((await GET(new Request(url))).status, 200)
      })
    }))
})
