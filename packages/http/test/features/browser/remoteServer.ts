/** A server whose browser sessions have addresses, a small site that they may visit, and one that they may not. */
import { type Playwright, playwright } from "@orbweaver/browser"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { Egress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { BrowserSessions, type Options } from "@orbweaver/core/scrape/BrowserSessions"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { listen, type ListenOptions } from "../../../src/hosts/Node.ts"
import { createServer } from "node:net"
import { WebSocket } from "ws"
import { withKeys } from "../../assembly.ts"

const form = `<title>Form</title><input id="name"><button onclick="document.title = 'Hello ' + document.getElementById('name').value">Greet</button>
<a href="/popup" target="_blank">Open</a><a id="file" href="/file" download>File</a>`

/** Counts connections to an address that the policy refuses. */
export const canaryAt = (host: string, at = 0) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.destroy()
      })
      await new Promise<void>((resolve) => server.listen(at, host, resolve))
      const address = server.address()
      return { connections: () => connections, port: typeof address === "object" ? address!.port : 0, server }
    }),
    ({ server }) => Effect.sync(() => void server.close())
  )

const siteOf = Effect.acquireRelease(
  Effect.promise(() =>
    start({
      routes: {
        // Every visit connects anew.
        "/form": ({ response }) =>
          void response.writeHead(200, { "content-type": "text/html", connection: "close" }).end(form),
        "/popup": ({ response }) =>
          void response.writeHead(200, { "content-type": "text/html" }).end("<title>Popup</title>"),
        "/file": ({ response }) =>
          void response.writeHead(200, { "content-type": "application/octet-stream" }).end("bytes")
      }
    })
  ),
  (site) => Effect.promise(() => site.close())
)

const sessions = (policy: EgressPolicy, { lookup, ...options }: Omit<Given, "ports" | "server">) =>
  BrowserSessions.layer(options).pipe(
    Layer.provide(Layer.orDie(playwright({ lookup }))),
    Layer.provide([Egress.layer(policy), ProxyPool.layerNone])
  )

interface Given extends Options {
  /** Ports that may be visited besides that of the site. */
  readonly ports?: ReadonlyArray<number>
  readonly lookup?: Playwright.Options["lookup"]
  readonly server?: Partial<ListenOptions>
}

export interface Opened {
  readonly id: string
  readonly cdpUrl: string
  readonly liveViewUrl: string
  readonly interactiveLiveViewUrl: string
}

/** Visits are allowed to the site alone. */
export const remoteServer = Effect.fnUntraced(function* ({ ports = [], server, ...options }: Given = {}) {
  const site = yield* siteOf
  const canary = yield* canaryAt("127.0.0.1")
  const policy = { allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port), ...ports] }
  const services = yield* Layer.build(
    withKeys(ApiKeys.layerOpen(), { sessions: sessions(policy, { maxSessionsPerAccount: 4, ...options }) })
  )
  const { url } = yield* Effect.provide(listen({ port: 0, remoteControl: true, ...server }), services)
  const call = (method: string, path: string, body?: object) =>
    Effect.promise(async () => {
      const response = await fetch(`${url}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } })
      })
      const answer: any = await response.json()
      return answer
    })
  const openSession = (body: object = {}): Effect.Effect<Opened> => call("POST", "/v2/browser", body)
  return { url, site, canary, call, openSession }
})

/** A client of the protocol without any manners. */
export const rawClient = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = new WebSocket(url)
      const replies = new Map<number, (reply: any) => void>()
      const events: Array<any> = []
      const waiting = new Set<() => void>()
      const ended = new Promise<number>((resolve) => socket.once("close", resolve))
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(typeof data === "string" ? data : "")
        if (message.id === undefined) {
          events.push(message)
          for (const look of waiting) look()
        } else replies.get(message.id)?.(message)
      })
      await new Promise<void>((resolve, reject) => {
        socket.once("open", resolve)
        socket.once("error", reject)
      })
      let last = 0
      const send = (method: string, params: object = {}, sessionId?: string): Effect.Effect<any> =>
        Effect.promise(
          () =>
            new Promise((resolve) => {
              const id = ++last
              replies.set(id, resolve)
              void ended.then(() => resolve({ id, ended: true }))
              socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
            })
        )
      /** The first message without an id, of those that came and will come. */
      const message = (isIt: (message: any) => boolean): Effect.Effect<any> =>
        Effect.promise(
          () =>
            new Promise((resolve) => {
              const look = () => {
                const found = events.find(isIt)
                if (found === undefined) return
                waiting.delete(look)
                resolve(found)
              }
              waiting.add(look)
              look()
            })
        )
      const event = (method: string, isIt: (params: any) => boolean = () => true): Effect.Effect<any> =>
        Effect.map(
          message((one) => one.method === method && isIt(one.params)),
          ({ params }) => params
        )
      return { socket, send, message, event, events, ended: Effect.promise(() => ended) }
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )

/** The status that answers a connection, and the text that refuses it; the connection is left at once. */
export const answerTo = (url: string) =>
  Effect.callback<{ readonly status: number; readonly error: string }>((resume) => {
    const socket = new WebSocket(url)
    socket.on("error", () => undefined)
    socket.on("open", () => {
      socket.terminate()
      resume(Effect.succeed({ status: 101, error: "" }))
    })
    socket.on("unexpected-response", (_, response) => {
      let text = ""
      response.on("data", (bytes) => (text += String(bytes)))
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, ...JSON.parse(text) })))
    })
  })
