// The Node server itself: bodies that dawdle, shutting down, and watchers that speak the protocol by hand.
import { assert, describe, it } from "@effect/vitest"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { TestSite } from "@orbweaver/testing/TestSite"
import * as Node from "@orbweaver/http/Node"
import { Duration, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { connect } from "node:net"
import { open, withKeys } from "../assembly.ts"
import { account, keys, services } from "../fixtures.ts"
import { watchWith } from "../watching.ts"

const listening = (options: Partial<Node.ListenOptions> = {}) => Node.listen({ port: 0, ...options })

/** Sends bytes as they are and gives everything that comes back. */
const raw = (port: number, text: string, end = false) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text)
      if (end) socket.end()
    })
    let received = ""
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => {
      received += chunk
    })
    socket.on("close", () => resume(Effect.succeed(received)))
    socket.on("error", () => resume(Effect.succeed(received)))
    return Effect.sync(() => socket.destroy())
  })

const head = (length: number, more = "") =>
  `POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`

describe("bodies on the wire", () => {
  const server = Layer.merge(services(), ApiKeys.ApiKeys.layerOpen())

  it.live("that never end are closed by the deadline", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ body: { deadline: Duration.millis(100) } })
      const answer = yield* raw(port, `${head(100)}{"url":`)
      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.include(answer, "The request body did not arrive in time")
    }).pipe(Effect.scoped, Effect.provide(server))
  )

  it.live("that are cut leave the server well", () =>
    Effect.gen(function* () {
      const { port, url } = yield* listening()
      yield* raw(port, `${head(100)}{"url":`, true)
      const response = yield* Effect.promise(() => fetch(`${url}/v0/health/liveness`))
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.scoped, Effect.provide(server))
  )

  it.live("that grow beyond what they announced nothing of are 413", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ body: { maxBytes: 1000 } })
      const chunk = `400\r\n${"x".repeat(1024)}\r\n`
      const answer = yield* raw(
        port,
        `POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n${chunk}${chunk}0\r\n\r\n`
      )
      assert.match(answer, /^HTTP\/1\.1 413 /)
    }).pipe(Effect.scoped, Effect.provide(server))
  )

  it.live("of a GET are ignored, as n8n sends them", () =>
    Effect.gen(function* () {
      const { port } = yield* listening()
      const body = '{"integration":"n8n"}'
      const answer = yield* raw(
        port,
        `GET /v2/team/credit-usage HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      )
      assert.match(answer, /^HTTP\/1\.1 200 /)
    }).pipe(Effect.scoped, Effect.provide(server))
  )
})

describe("a body that is announced to be too large", () => {
  const server = Layer.merge(services(), ApiKeys.ApiKeys.layerOpen())
  const mebibyte = "x".repeat(1024 * 1024)

  /** Sends a head and then up to so many mebibytes, as fast as the server takes them, and gives what came back. */
  const sends = (port: number, head: string, mebibytes: number) =>
    Effect.callback<{ readonly answer: string; readonly error?: string }>((resume) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(head)
        let sent = 0
        const more = () => {
          while (sent < mebibytes && socket.writable) if ((sent++, !socket.write(mebibyte))) return
        }
        socket.on("drain", more)
        more()
      })
      let answer = ""
      socket.setEncoding("latin1")
      socket.on("data", (chunk: string) => (answer += chunk))
      socket.on("end", () => resume(Effect.succeed({ answer })))
      socket.on("error", ({ message }) => resume(Effect.succeed({ answer, error: message })))
      return Effect.sync(() => socket.destroy())
    })

  const post = (path: string, headers: string) => {
    const type = path === "/v2/parse" ? "multipart/form-data; boundary=a" : "application/json"
    return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${headers}\r\n`
  }
  const length = (mebibytes: number) => `Content-Length: ${mebibytes * mebibyte.length}\r\n`

  for (const [what, path, status, headers, mebibytes] of [
    ["of a request", "/v2/scrape", 413, length(11), 0],
    ["of a request that is being sent", "/v2/scrape", 413, length(40), 40],
    ["of an upload", "/v2/parse", 413, length(60), 0],
    ["where nothing is", "/v2/nothing", 404, length(40), 40],
    ["of a length that is not said, and is not read", "/v2/nothing", 404, "Transfer-Encoding: chunked\r\n", 0]
  ] as const) {
    it.live(`${what} is answered ${status} with connection: close, and the connection is closed`, () =>
      Effect.gen(function* () {
        const { port } = yield* listening()
        const { answer, error } = yield* sends(port, post(path, headers), mebibytes)
        assert.isUndefined(error)
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
        assert.match(answer, /^connection: close\r$/im)
        assert.deepInclude(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)), { success: false })
      }).pipe(Effect.scoped, Effect.provide(server))
    )
  }

  it.live("is not asked for, and one that may be read is", () =>
    Effect.gen(function* () {
      const { port } = yield* listening({ body: { maxBytes: 1000 } })
      const expecting = (bytes: number, path = "/v2/scrape") =>
        post(path, `Expect: 100-continue\r\nContent-Length: ${bytes}\r\n`)
      assert.match((yield* sends(port, expecting(1001), 0)).answer, /^HTTP\/1\.1 413 /)
      assert.match((yield* sends(port, expecting(100, "/v2/nothing"), 0)).answer, /^HTTP\/1\.1 404 /)
      const body = '{"url":"http://site.test/b"}'
      const head = expecting(body.length).replace("\r\n", "\r\nConnection: close\r\n")
      const asked = yield* Effect.callback<string>((resume) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(head))
        let answer = ""
        socket.setEncoding("latin1")
        socket.on("data", (chunk: string) => {
          answer += chunk
          if (answer === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body)
        })
        socket.on("close", () => resume(Effect.succeed(answer)))
        return Effect.sync(() => socket.destroy())
      })
      assert.match(asked, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    }).pipe(Effect.scoped, Effect.provide(server))
  )

  it.live("leaves the connections of others as they are: a small body that is not read keeps its own", () =>
    Effect.gen(function* () {
      const { port } = yield* listening()
      const get = "GET /v0/health/liveness HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      const answer = yield* raw(port, `${post("/v2/nothing", "Content-Length: 5\r\n")}12345${get}`)
      assert.match(answer, /^HTTP\/1\.1 404 [^]*HTTP\/1\.1 200 /)
    }).pipe(Effect.scoped, Effect.provide(server))
  )
})

describe("what Node refuses by itself", () => {
  const server = Layer.merge(services(), ApiKeys.ApiKeys.layerOpen())
  const hostless = "GET /v0/health/liveness HTTP/1.1\r\nConnection: close\r\n\r\n"
  const get = (headers: string) => `GET /v2/team/credit-usage HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
  const cases: ReadonlyArray<readonly [string, string, number, RegExp]> = [
    ["bytes that are no HTTP", "nonsense\r\n\r\n", 400, /not valid HTTP\/1\.1/],
    ["two lengths", get("Content-Length: 1\r\nContent-Length: 2\r\n"), 400, /not valid HTTP\/1\.1/],
    ["no Host", hostless, 400, /no Host header/],
    ["headers of 20 KB", get(`X-Long: ${"x".repeat(20_000)}\r\n`), 431, /larger than 16384 bytes/],
    ["another expectation", get("Connection: close\r\nExpect: 200-maybe\r\n"), 417, /100-continue/],
    [
      "long extensions of chunks",
      `POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`,
      413,
      /larger than 16384 bytes/
    ]
  ]
  for (const [what, sent, status, error] of cases) {
    it.live(`has the envelope of every error: ${what}`, () =>
      Effect.gen(function* () {
        const { port, url } = yield* listening()
        const answer = yield* raw(port, sent)
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
        const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))
        assert.deepInclude(body, { success: false, code: "BAD_REQUEST" })
        assert.match(body.error, error)
        const next = yield* Effect.promise(() => fetch(`${url}/v0/health/liveness`))
        assert.strictEqual(next.status, 200)
      }).pipe(Effect.scoped, Effect.provide(server))
    )
  }
})

describe("listening", () => {
  it.effect("without keys is for loopback only", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Node.listen({ port: 0, host: "0.0.0.0" })))
      assert.strictEqual(error._tag, "OpenToNetwork")
      assert.include(error.message, "give keys, or listen on 127.0.0.1")
    }).pipe(Effect.provide(Layer.merge(services(), ApiKeys.ApiKeys.layerOpen())))
  )

  it.live("on a port that is taken says so", () =>
    Effect.gen(function* () {
      const { port } = yield* listening()
      const error = yield* Effect.flip(listening({ port }))
      assert.strictEqual(error._tag, "CannotListen")
      assert.include(error.message, `127.0.0.1:${port}`)
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(services(), ApiKeys.ApiKeys.layerOpen())))
  )

  it.live("ends after the requests that are running", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const scope = yield* Scope.make()
      const { url } = yield* Scope.provide(listening(), scope)
      const running = fetch(`${url}/v2/scrape`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ url: site.url("/slow-headers?ms=400").href, maxAge: 0 })
      })
      while (site.requests("/slow-headers").length === 0) yield* Effect.sleep(5)
      yield* Scope.close(scope, Exit.void)
      const response = yield* Effect.promise(() => running)
      assert.strictEqual(response.status, 200)
      const refused = yield* Effect.promise(() =>
        fetch(url).then(
          () => false,
          () => true
        )
      )
      assert.isTrue(refused)
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(open, TestSite.layer)))
  )

  it.live("says what it waits for when it ends, and answers 503 to what takes longer than its grace", () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const scope = yield* Scope.make()
      const lines: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => void lines.push(message))])
      const { url } = yield* Scope.provide(listening({ gracefulShutdown: "200 millis" }), scope)
      const running = fetch(`${url}/v2/scrape?key=secret`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ url: site.url("/hang").href, maxAge: 0 })
      })
      while (site.requests("/hang").length === 0) yield* Effect.sleep(5)
      yield* Effect.provide(Scope.close(scope, Exit.void), logger)
      const response = yield* Effect.promise(() => running)
      assert.strictEqual(response.status, 503)
      assert.strictEqual(response.headers.get("retry-after"), "5")
      assert.deepInclude(yield* Effect.promise(() => response.json()), { success: false, code: "SERVER_STOPPING" })
      const text = lines.flat().map(String).join("\n")
      assert.include(text, "Stopping: waiting up to 200ms for 1 request: POST /v2/scrape")
      assert.include(text, "Stopping: after 200ms there is no answer to 1 request: POST /v2/scrape")
      assert.notInclude(text, "secret")
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(open, TestSite.layer)))
  )
})

const teams = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, account: account("rich") },
  { key: keys.other, account: account("other") }
])

const post = (url: string, path: string, body: object, key = keys.rich) =>
  Effect.promise(async () => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body)
    })
    return (await response.json()) as { id: string }
  })

describe("watching by hand", () => {
  const test = <E>(
    name: string,
    body: (parts: {
      readonly url: string
      readonly at: (path: string) => string
    }) => Effect.Effect<void, E, Scope.Scope>
  ) =>
    it.live(name, () =>
      Effect.gen(function* () {
        const site = yield* TestSite
        const { url } = yield* listening()
        yield* body({ url, at: (path) => site.url(path).href })
      }).pipe(Effect.scoped, Effect.provide(Layer.merge(withKeys(teams), TestSite.layer)))
    )

  test("echoes the key as subprotocol, sends every page once and in order, and closes with done", ({ at, url }) =>
    Effect.gen(function* () {
      const urls = Array.from({ length: 12 }, (_, page) => at(`/site/20/p/${page}`))
      const { id } = yield* post(url, "/v2/batch/scrape", { urls })
      const found = yield* Effect.forEach(
        ["/v2/batch/scrape/", "/v2/crawl/", "/v1/crawl/", "/v1/batch/scrape/"],
        (path) => watchWith(`${url}${path}${id}`, [keys.rich]),
        { concurrency: "unbounded" }
      )
      const status = yield* Effect.promise(async () =>
        (await fetch(`${url}/v2/crawl/${id}`, { headers: { authorization: `Bearer ${keys.rich}` } })).json()
      )
      const order = (status as { data: ReadonlyArray<{ metadata: { url: string } }> }).data.map(
        ({ metadata }) => metadata.url
      )
      for (const { code, frames, protocol, reason } of found) {
        assert.strictEqual(protocol, keys.rich)
        assert.strictEqual(code, 1000)
        assert.strictEqual(reason, '{"type":"done"}')
        assert.strictEqual(frames[0]?.type, "catchup")
        assert.isFalse("next" in frames[0]!.data)
        const pages = [...frames[0]!.data.data, ...frames.slice(1).map(({ data }) => data)]
        assert.isTrue(frames.slice(1).every(({ type }) => type === "document"))
        assert.deepStrictEqual(
          pages.map(({ metadata }) => metadata.url),
          order
        )
      }
    }))

  test("sends a done frame to those who authenticate by header, and to nobody else", ({ at, url }) =>
    Effect.gen(function* () {
      const { id } = yield* post(url, "/v2/batch/scrape", { urls: [at("/page")] })
      const header = { authorization: `Bearer ${keys.rich}` }
      const { code, frames, protocol } = yield* watchWith(`${url}/v2/crawl/${id}`, [], header)
      assert.strictEqual(code, 1000)
      assert.strictEqual(protocol, "")
      const done = frames.at(-1)!
      assert.strictEqual(done.type, "done")
      assert.deepInclude(done.data, { status: "completed", total: 1, completed: 1, creditsUsed: 1 })
      assert.isFalse("data" in done.data)
    }))

  test("closes with a code that says why not", ({ at, url }) =>
    Effect.gen(function* () {
      const { id } = yield* post(url, "/v2/batch/scrape", { urls: [at("/page")] })
      const cases: ReadonlyArray<readonly [path: string, key: string, code: number, error: string]> = [
        [`/v2/crawl/${id}`, "fc-nobody", 3000, "Unauthorized: Invalid token"],
        [`/v2/crawl/${id}`, keys.other, 3003, "Forbidden"],
        ["/v2/crawl/00000000-0000-4000-8000-000000000000", keys.rich, 1008, "Job not found"]
      ]
      for (const [path, key, code, error] of cases) {
        const closed = yield* watchWith(url + path, [key])
        assert.strictEqual(closed.code, code)
        assert.deepStrictEqual(JSON.parse(closed.reason), { type: "error", error })
        assert.deepStrictEqual(closed.frames, [])
      }
    }))

  test("refuses an upgrade anywhere else", ({ url }) =>
    Effect.gen(function* () {
      const refused = yield* Effect.exit(watchWith(`${url}/v2/scrape`, [keys.rich]))
      assert.strictEqual(refused._tag, "Failure")
    }))

  const handshake = (path: string, key = "fc-nobody") =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: ${key}\r\n\r\n`
  const some = "/v2/crawl/00000000-0000-4000-8000-000000000000"

  /** A client that answers nothing, and keeps its side open until the server has destroyed the connection. */
  const silent = (url: string, text: string) =>
    Effect.callback<string>((resume) => {
      const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true })
      let received = ""
      socket.setEncoding("latin1")
      socket.on("data", (chunk: string) => (received += chunk))
      // What is sent to a connection that is only closed on one side is taken without a word.
      const probe = () => socket.write("x".repeat(1000), (error) => (error == null ? setImmediate(probe) : undefined))
      socket.on("end", probe)
      socket.on("error", () => resume(Effect.succeed(received)))
      socket.write(text)
      return Effect.sync(() => socket.destroy())
    })

  test("closes those that are refused for want of a key, however many, without waiting for their answer", ({ url }) =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach(
        Array.from({ length: 150 }, () => handshake(some)),
        (text) => silent(url, text),
        { concurrency: "unbounded" }
      ).pipe(
        // The protocol lets a server wait for 30.
        Effect.timeout("20 seconds")
      )
      for (const answer of answers) {
        assert.match(answer, /^HTTP\/1\.1 101 /)
        assert.include(answer, "Unauthorized: Invalid token")
      }
    }))

  test("closes both sides of a connection whose upgrade it refuses, and outlives one that is reset", ({ url }) =>
    Effect.gen(function* () {
      assert.match(yield* silent(url, handshake("/v2/scrape")), /^HTTP\/1\.1 404 [^]*"success":false/)
      yield* Effect.callback<void>((resume) => {
        const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true })
        socket.write(handshake("/v2/scrape"))
        socket.on("data", () => {
          socket.resetAndDestroy()
          resume(Effect.void)
        })
      })
      const alive = yield* Effect.promise(() => fetch(`${url}/v0/health/liveness`))
      assert.strictEqual(alive.status, 200)
    }))

  test("shows the end of a job that is cancelled", ({ at, url }) =>
    Effect.gen(function* () {
      const { id } = yield* post(url, "/v2/crawl", { url: at("/site/50/"), delay: 1, sitemap: "skip" })
      const watcher = yield* Effect.forkScoped(watchWith(`${url}/v2/crawl/${id}`, [keys.rich]))
      yield* Effect.sleep(200)
      yield* Effect.promise(() =>
        fetch(`${url}/v2/crawl/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${keys.rich}` } })
      )
      const { code, reason } = yield* Fiber.join(watcher)
      assert.strictEqual(code, 1000)
      assert.strictEqual(reason, '{"type":"done"}')
    }))
})
