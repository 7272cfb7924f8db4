/** Proxies on loopback that a test can look into: http, https and socks5, and one that never answers. */
import { createServer as createHttp, type Server as HttpServer } from "node:http"
import { createServer as createHttps } from "node:https"
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

export interface TestProxy {
  readonly url: string
  /** What was asked for, `host:port`, oldest first. */
  readonly asked: () => ReadonlyArray<string>
}

const serve = (server: Server | HttpServer): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<number>((resolve) => {
          server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
        })
    ),
    () => Effect.sync(() => void server.close())
  )

const join = (a: Socket, b: Socket) => {
  for (const socket of [a, b]) socket.on("error", () => socket.destroy())
  a.pipe(b)
  b.pipe(a)
  a.once("close", () => b.destroy())
  b.once("close", () => a.destroy())
}

/** Speaks CONNECT, and wants the password that its address has. */
export const httpProxy = (answer = 200, tls?: { readonly cert: string; readonly key: string }) =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const server = tls === undefined ? createHttp() : createHttps(tls)
    server.on("connect", (request, socket: Socket, head) => {
      asked.push(request.url ?? "")
      const authorized = request.headers["proxy-authorization"] === `Basic ${btoa("user:word")}`
      if (answer !== 200 || !authorized) return socket.end(`HTTP/1.1 ${authorized ? answer : 407} No\r\n\r\n`)
      const { hostname, port } = new URL(`http://${request.url}`)
      const site = connect(Number(port), hostname, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n")
        site.write(head)
      })
      join(site, socket)
    })
    const port = yield* serve(server)
    return {
      url: `${tls === undefined ? "http" : "https"}://user:word@127.0.0.1:${port}`,
      asked: () => asked
    } satisfies TestProxy
  })

/** SOCKS5 with a password (RFC 1928, RFC 1929); each message arrives whole on loopback. */
export const socksProxy = Effect.gen(function* () {
  const asked: Array<string> = []
  const server = createTcp((socket) => {
    socket.on("error", () => socket.destroy())
    socket.once("data", (hello) => {
      socket.write(Buffer.from([5, hello.includes(2) ? 2 : 0xff]))
      socket.once("data", (auth) => {
        const word = auth.subarray(3 + auth[1]!).toString()
        socket.write(Buffer.from([1, word === "word" ? 0 : 1]))
        socket.once("data", (request) => {
          const address = request[3] === 1 ? request.subarray(4, 8).join(".") : "::1"
          const port = request.readUInt16BE(request.length - 2)
          asked.push(`${address}:${port}`)
          const site = connect(port, address, () => {
            socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
            join(site, socket)
          })
          site.once("error", () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])))
        })
      })
    })
  })
  const port = yield* serve(server)
  return { url: `socks5://user:word@127.0.0.1:${port}`, asked: () => asked } satisfies TestProxy
})

/** Speaks CONNECT and drops the connection: when it is asked, or once the tunnel is open. */
export const droppingProxy = (when: "asked" | "open") =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const server = createHttp()
    server.on("connect", (request, socket: Socket) => {
      asked.push(request.url ?? "")
      socket.on("error", () => socket.destroy())
      if (when === "asked") return socket.destroy()
      socket.write("HTTP/1.1 200 OK\r\n\r\n")
      socket.once("data", () => socket.destroy())
    })
    const port = yield* serve(server)
    return { url: `http://127.0.0.1:${port}`, asked: () => asked } satisfies TestProxy
  })

/** Takes connections and never says a word; `closed` when the first is given up, `isOpen` once there was one. */
export const silentProxy = Effect.gen(function* () {
  const closed = Promise.withResolvers<void>()
  let isOpen = false
  const server = createTcp((socket) => {
    isOpen = true
    socket.on("error", () => socket.destroy())
    socket.resume()
    socket.once("close", () => closed.resolve())
  })
  const port = yield* serve(server)
  return { port, url: `http://user:word@127.0.0.1:${port}`, closed: closed.promise, isOpen: () => isOpen }
})
