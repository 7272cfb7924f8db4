/**
 * A forwarding proxy on loopback for what connects by itself: browsers, native
 * HTTP clients, anything that takes a proxy address. Whatever goes through it is
 * judged by egress and connected to what was judged.
 *
 * ```
 * client ─► CONNECT host:port, or GET http://host/ ─► judgeUrl ─► dial ─► site
 *                                                                  └─► the client's upstream proxy, if any
 * ```
 *
 * The proxy knows whose connections are whose: it can cut those of one client
 * (some libraries leave theirs open when a request is cancelled), and can say
 * afterwards why one failed. Clients share one port and are distinguished by a
 * password (`start`), or have a port of their own (`startForOne`), for a browser
 * asks each password of its user.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type CaptureReason, Refused } from "@orbweaver/core/model/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"
import { ClientState, portOf, type Rules } from "./internal/clientState.ts"
import { forward } from "./internal/forward.ts"
import { type Lookup, systemLookup } from "./Lookup.ts"

export type { Rules } from "./internal/clientState.ts"

export interface Options {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted for upstream proxies in addition to those of the platform, in PEM. */
  readonly ca?: string | undefined
  /** Connections at once; those beyond it are closed as they come. Default 1024, and 256 for one client. */
  readonly maxConnections?: number | undefined
}

export interface ProxyClient {
  /** The proxy address to configure, with name and password where clients share a port. */
  readonly address: string
  /** Lets traffic through under these rules, and forgets what happened before. */
  readonly open: (rules: Rules) => void
  /** Refuses everything new; connections stay, for the next traffic under the same upstream. */
  readonly pause: () => void
  /** Refuses everything and cuts what is under way, at once. */
  readonly cut: () => void
  /** Cuts what is under way; new requests go through under the same rules. */
  readonly drop: () => void
  /** As `cut`, for good. */
  readonly close: () => void
  /** Why the host of `url` could not be reached since `open`; undefined when it was. */
  readonly failure: (url: URL) => CaptureReason | undefined
  /** Why the proxy last failed to connect, once; the client itself only sees a 403 or 502. */
  readonly takeFailure: () => CaptureReason | undefined
  /** Whether an answer was written by the proxy and not by the site. */
  readonly isOwnAnswer: (headers: Readonly<Record<string, string | undefined>>) => boolean
  /** Whether more than `maxBytes` were loaded since `open`. */
  readonly overflowed: () => boolean
}

export interface EgressProxy {
  /** A new client, open; its traffic leaves through `upstream` when given. The caller closes it. */
  readonly client: (upstream?: URL) => ProxyClient
}

/** Listens until the scope closes; then everything it carries is cut. */
export const start = (egress: EgressService, options: Options = {}): Effect.Effect<EgressProxy, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const clients = new Map<string, ClientState>()
        return {
          clients,
          listener: await listen((request) => byPassword(clients, request), options.maxConnections ?? 1024)
        }
      }),
      ({ clients, listener }) => {
        for (const client of clients.values()) client.cut()
        return Effect.promise(listener.close)
      }
    ),
    ({ clients, listener: { port } }): EgressProxy => {
      let names = 0
      return {
        client: (upstream) => {
          const state = stateOf(options)
          const name = String(names++)
          clients.set(name, state)
          state.open({ egress, upstream })
          return clientOf(state, `http://${name}:${state.secret}@127.0.0.1:${port}`, () => {
            clients.delete(name)
            state.cut()
          })
        }
      }
    }
  )

/** One client on a port of its own, closed with the scope. It refuses everything until it is opened. */
export const startSingleClient = (options: Options = {}): Effect.Effect<ProxyClient, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const state = stateOf(options)
        return { state, listener: await listen(() => state, options.maxConnections ?? 256) }
      }),
      ({ listener, state }) => {
        state.cut()
        return Effect.promise(listener.close)
      }
    ),
    ({ listener, state }) => clientOf(state, `http://127.0.0.1:${listener.port}`, () => state.cut())
  )

const stateOf = ({ ca, lookup = systemLookup }: Options): ClientState =>
  new ClientState({ lookup, ca, secret: crypto.randomUUID() })

const clientOf = (state: ClientState, address: string, close: () => void): ProxyClient => ({
  address,
  open: (rules) => state.open(rules),
  pause: () => state.pause(),
  cut: () => state.cut(),
  drop: () => state.drop(),
  close,
  failure: (url) => state.failure(url),
  takeFailure: () => state.takeFailure(),
  isOwnAnswer: (headers) => headers["proxy-status"] === markOf(state),
  overflowed: () => state.overflowed
})

/** On answers of our own (RFC 9209); no site knows the secret. */
const markOf = ({ secret }: ClientState): string => `orbweaver; details="${secret}"`

const byPassword = (clients: ReadonlyMap<string, ClientState>, request: IncomingMessage): ClientState | undefined => {
  const [scheme, credentials] = (request.headers["proxy-authorization"] ?? "").split(" ")
  if (scheme?.toLowerCase() !== "basic" || credentials === undefined) return undefined
  const [name = "", password] = Buffer.from(credentials, "base64").toString("latin1").split(":")
  const client = clients.get(name)
  return client?.secret === password ? client : undefined
}

const maxHeaderSize = 64 * 1024
const challenge = 'Basic realm="orbweaver"'

interface Listener {
  readonly port: number
  readonly close: () => Promise<void>
}

const listen = async (
  identify: (request: IncomingMessage) => ClientState | undefined,
  maxConnections: number
): Promise<Listener> => {
  const server: Server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, maxHeaderSize })
  const sockets = new Set<Socket>()
  server.maxConnections = maxConnections
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy())
    socket.once("close", () => sockets.delete(socket))
  })
  server.on("request", (request, response) => onRequest(identify(request), request, response))
  server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy())
    onConnect(identify(request), request, socket, head).catch(() => socket.destroy())
  })
  server.on("clientError", (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  // Open connections keep the process alive; a listening port does not.
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}

const onRequest = (client: ClientState | undefined, request: IncomingMessage, response: ServerResponse): void => {
  const answer = (status: number, headers: Readonly<Record<string, string>> = {}) => {
    response
      .writeHead(status, { "content-length": "0", "cache-control": "no-store", connection: "close", ...headers })
      .end()
  }
  if (client === undefined) return answer(407, { "proxy-authenticate": challenge })
  client.hold(request.socket)
  const own = (status: number) => answer(status, { "proxy-status": markOf(client) })
  const url = URL.parse(request.url ?? "")
  if (url === null || url.protocol !== "http:") return own(400)
  const denied = client.judge(url)
  if (denied !== undefined) {
    if (denied !== "unwanted") client.fail(url, denied)
    return own(403)
  }
  return forward(client, url, request, response, (error) => {
    // What the client gave up itself says nothing of the site.
    if (response.destroyed) return
    const reason = client.fail(url, error)
    if (response.headersSent) response.destroy()
    else own(reason instanceof Refused ? 403 : 502)
  })
}

const onConnect = async (
  client: ClientState | undefined,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer
): Promise<void> => {
  const answer = (line: string, ...fields: ReadonlyArray<string>) =>
    void socket.end([`HTTP/1.1 ${line}`, "content-length: 0", ...fields, "", ""].join("\r\n"))
  if (client === undefined) return answer("407 Proxy Authentication Required", `proxy-authenticate: ${challenge}`)
  client.hold(socket)
  // An authority and nothing else: `https://host:port/`. The scheme inside is not known: the port is judged.
  const url = URL.parse(`https://${request.url ?? ""}`)
  if (url === null || url.pathname !== "/" || url.search !== "") return answer("400 Bad Request")
  const mark = `proxy-status: ${markOf(client)}`
  const denied = client.judge(url)
  if (denied !== undefined) {
    if (denied !== "unwanted") client.fail(url, denied)
    return answer("403 Forbidden", mark)
  }
  let site: Socket
  try {
    site = await client.dial(url, portOf(url))
  } catch (error) {
    if (socket.destroyed) return
    const refused = client.fail(url, error) instanceof Refused
    return answer(refused ? "403 Forbidden" : "502 Bad Gateway", mark)
  }
  if (socket.destroyed) return void site.destroy()
  socket.once("close", () => site.destroy())
  site.once("close", () => socket.destroy())
  site.on("data", (chunk: Buffer) => client.count(chunk.byteLength))
  socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
  if (head.length > 0) site.write(head)
  site.pipe(socket)
  socket.pipe(site)
}
