import { assert, it } from "@effect/vitest"
import { make as makeEgress } from "@orbweaver/core/network/Egress"
import { startSingleClient } from "../src/EgressProxy.ts"
import { Effect } from "effect"
import { type AddressInfo, connect, createServer } from "node:net"

/** A site that answers each connection with these bytes; gives what it was sent. */
const siteThatAnswers = (answer: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let heard = ""
      const server = createServer((socket) => {
        socket.on("error", () => socket.destroy())
        socket.on("data", (chunk) => {
          heard += chunk.toString("latin1")
          const isWhole = heard.startsWith("POST") ? /body(?:\r\n0\r\n\r\n)?$/ : /\r\n\r\n$/
          if (isWhole.test(heard)) socket.end(answer)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { server, heard: () => heard, port: (server.address() as AddressInfo).port }
    }),
    ({ server }) => Effect.sync(() => void server.close())
  )

/** What a client of the proxy gets for these bytes. */
const exchange = (answer: string, request: (port: number) => string) =>
  Effect.gen(function* () {
    const site = yield* siteThatAnswers(answer)
    const proxy = yield* startSingleClient()
    proxy.open({ egress: makeEgress({ allowLocal: true }) })
    const got = yield* Effect.promise(
      () =>
        new Promise<string>((resolve) => {
          const socket = connect(Number(new URL(proxy.address).port), "127.0.0.1", () =>
            socket.write(request(site.port))
          )
          let text = ""
          socket.on("data", (chunk) => (text += chunk.toString("latin1")))
          socket.once("error", () => undefined)
          socket.once("close", () => resolve(text))
        })
    )
    return { heard: site.heard().toLowerCase(), got: got.toLowerCase() }
  })

it.live("passes on no field that is about one connection, in either direction", () =>
  Effect.gen(function* () {
    const { got, heard } = yield* exchange(
      "HTTP/1.1 200 OK\r\nConnection: close, X-Private\r\nX-Private: 1\r\nX-Public: 1\r\nKeep-Alive: timeout=9\r\nProxy-Authenticate: Basic\r\nTrailer: X\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nok",
      (port) =>
        `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close, X-Hop, Content-Length\r\nX-Hop: 1\r\nX-End: 1\r\nTE: trailers\r\nProxy-Connection: close\r\nProxy-Authorization: Basic x\r\nUpgrade: h2c\r\nKeep-Alive: 5\r\n\r\n`
    )
    for (const name of ["x-hop", "te:", "proxy-", "upgrade", "keep-alive:", "nominated"]) assert.notInclude(heard, name)
    assert.include(heard, "x-end: 1")
    assert.match(got, /^http\/1\.1 200/)
    for (const name of ["x-private", "proxy-authenticate", "trailer", "upgrade", "timeout=9"])
      assert.notInclude(got, name)
    assert.include(got, "x-public: 1")
    assert.match(got, /content-length: 2\r\n(?:.*\r\n)*\r\nok$/)
  }).pipe(Effect.scoped)
)

it.live("frames bodies anew, once in each message", () =>
  Effect.gen(function* () {
    const head = (port: number) => `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    const chunked = yield* exchange(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      (port) => `${head(port)}Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`
    )
    // Of a body that is there as a whole the length is known.
    assert.strictEqual(chunked.heard.match(/transfer-encoding: chunked|content-length: 4/g)?.length, 1)
    assert.match(chunked.heard, /\r\n\r\n(?:body|4\r\nbody\r\n0\r\n\r\n)$/)
    assert.strictEqual(chunked.got.match(/transfer-encoding: chunked/g)?.length, 1)
    assert.match(chunked.got, /\r\n\r\n3\r\nabc\r\n0\r\n\r\n$/)
    const sized = yield* exchange(
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
      (port) => `${head(port)}Content-Length: 4\r\n\r\nbody`
    )
    assert.include(sized.heard, "content-length: 4")
    assert.notInclude(sized.heard, "transfer-encoding")
    assert.match(sized.heard, /\r\n\r\nbody$/)
    assert.include(sized.got, "content-length: 3")
  }).pipe(Effect.scoped)
)

it.live("takes no request with two framings", () =>
  Effect.gen(function* () {
    const { heard } = yield* exchange(
      "HTTP/1.1 200 OK\r\n\r\n",
      (port) =>
        `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    )
    assert.strictEqual(heard, "")
  }).pipe(Effect.scoped)
)
