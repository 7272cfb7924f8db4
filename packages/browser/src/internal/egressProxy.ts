/**
 * The only way out for a browser: a forwarding proxy on loopback that asks
 * `Egress` about everything, so that redirects, subresources, WebSockets,
 * service workers and prefetches are judged like the page itself.
 *
 * ```
 * tab ─► gate (a port of its own) ─► judgeUrl ─► resolve once ─► judgeAddress ─► connect to that address
 * ```
 *
 * Every browser context has its own gate, so the gate knows on whose behalf a
 * request is made, can be shut when the request is cancelled, and can say
 * afterwards why a page did not load. A name is resolved inside the connection
 * and the connection is made to what was judged: there is no second lookup.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns"
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse
} from "node:http"
import { type AddressInfo, connect as netConnect, isIP, type LookupFunction, Socket } from "node:net"
import { Duplex } from "node:stream"
import { CaptureReason, ConnectionFailed, DnsFailed, Refused } from "@orbweaver/core/model/CaptureError"
import type { Service as Dialer, Target } from "@orbweaver/core/network/Dialer"
import type { Service as Egress } from "@orbweaver/core/network/Egress"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { endToEnd, requestHeaders } from "./endToEnd.ts"

/** All addresses of a host name; rejects when it has none. */
export type Resolver = (hostname: string) => Promise<ReadonlyArray<LookupAddress>>

export interface GateRules {
  readonly egress: Egress
  /** The way out; absent for direct connections. */
  readonly upstream?: { readonly proxy: URL; readonly dialer: Dialer } | undefined
  /** Hosts that are not worth a byte, such as advertisers; they get an empty refusal. */
  readonly unwanted: (hostname: string) => boolean
  /** Largest sum of bytes a page may load, in bytes. */
  readonly maxBytes: number
}

export interface Gate {
  /** Address for the browser's proxy setting. */
  readonly server: string
  /** Lets traffic through under these rules, and forgets what happened before. */
  readonly open: (rules: GateRules) => void
  /** Refuses everything new; connections stay, for the next page of the same account. */
  readonly pause: () => void
  /** Refuses everything and cuts what is under way, at once. */
  readonly shut: () => void
  /** Why the host could not be reached since the gate was opened; undefined when it was. */
  readonly failure: (url: URL) => CaptureReason | undefined
  /** Whether the page loaded more than `maxBytes`. */
  readonly overflowed: () => boolean
}

/** On answers of the gate itself, which stand for those of a host (RFC 9209). */
const ownAnswer = { "proxy-status": "orbweaver" }
export const isOwnAnswer = (headers: Readonly<Record<string, string>>): boolean =>
  headers["proxy-status"] === ownAnswer["proxy-status"]

/** Connections of one page at a time; a browser opens six for each host. */
const maxConnections = 256
const maxFailures = 1000
const maxHeaderSize = 64 * 1024

const systemResolver: Resolver = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error)
    )
  })

export const makeGate = (resolver: Resolver = systemResolver): Effect.Effect<Gate, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listen(resolver)),
      ({ close }) => Effect.promise(close)
    ),
    ({ gate }) => gate
  )

class Denied extends Error {
  readonly reason: CaptureReason
  constructor(reason: CaptureReason) {
    super(reason.message)
    this.reason = reason
  }
}

const listen = async (resolver: Resolver): Promise<{ readonly gate: Gate; readonly close: () => Promise<void> }> => {
  let rules: GateRules | undefined
  /** Proxy of the connections that are open. */
  let way: string | undefined
  let bytes = 0
  let overflowed = false
  const failures = new Map<string, CaptureReason>()
  const sockets = new Set<Duplex>()
  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    return socket
  }

  /** Aborted when the gate is shut: a connection may still be opening. */
  let cut = new AbortController()

  const openSocket = async (target: Target): Promise<Socket> => {
    const { egress, upstream } = rules!
    const { signal } = cut
    const socket =
      upstream === undefined
        ? netConnect({ ...target, lookup: judgedLookup, noDelay: true })
        : await upstream.dialer.dial(target, { egress, proxy: upstream.proxy, signal })
    if (!(socket instanceof Socket)) throw new ConnectionFailed({ detail: "the dialer gave no socket of Node" })
    track(socket)
    if (upstream === undefined) {
      await new Promise<void>((resolve, reject) => {
        socket.once("connect", () => resolve())
        socket.once("error", reject)
        socket.once("close", () => reject(new Error("ECONNABORTED")))
      })
    }
    if (signal.aborted) socket.destroy()
    return socket
  }

  /** The agent takes the socket by its callback when none is returned. */
  const hand = async (
    target: Target,
    callback: ((error: Error | null, socket: Duplex) => void) | undefined
  ): Promise<void> => {
    let socket: Socket
    try {
      socket = await openSocket(target)
    } catch (error) {
      return callback?.(error as Error, new Duplex())
    }
    return callback?.(null, socket)
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    if (rules?.upstream !== undefined) {
      const target = { host: String(options.host), port: Number(options.port) }
      void hand(target, callback)
      return undefined
    }
    const socket = createConnection(options, callback)
    if (socket != null) track(socket)
    return socket
  }

  const fail = (url: URL, reason: CaptureReason) => {
    if (failures.size < maxFailures) failures.set(hostKey(url), reason)
  }

  const judge = (url: URL): CaptureReason | "unwanted" | undefined => {
    if (rules === undefined) return new Refused({ policy: "block-list", detail: "the page is closed" })
    const verdict = rules.egress.judgeUrl(url)
    if (!verdict.allowed) return new Refused({ policy: verdict.policy, detail: verdict.detail })
    return rules.unwanted(url.hostname) ? "unwanted" : undefined
  }

  const resolve = async (hostname: string): Promise<ReadonlyArray<LookupAddress>> => {
    const egress = rules?.egress
    const addresses = await resolver(hostname).catch(() => [])
    if (addresses.length === 0) throw new Denied(new DnsFailed({ host: hostname }))
    for (const { address } of addresses) {
      const verdict = egress?.judgeAddress(address)
      if (verdict?.allowed !== true) {
        const policy = verdict?.policy ?? "block-list"
        throw new Denied(new Refused({ policy, detail: `${hostname} is ${verdict?.detail ?? address}` }))
      }
    }
    return addresses
  }

  /** Used by the connection itself, so what is judged is what is connected to. */
  const judgedLookup: LookupFunction = async (hostname, options, callback) => {
    let addresses: ReadonlyArray<LookupAddress>
    try {
      addresses = await resolve(hostname)
    } catch (error) {
      return callback(error as Error, "", 4)
    }
    if (options.all === true) return callback(null, [...addresses])
    return callback(null, addresses[0]!.address, addresses[0]!.family)
  }

  const reasonOf = (error: Error): CaptureReason =>
    error instanceof Denied
      ? error.reason
      : isReason(error)
        ? error
        : new ConnectionFailed({
            detail: "code" in error && typeof error.code === "string" ? error.code : error.message
          })

  const count = (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (rules === undefined || bytes <= rules.maxBytes) return
    overflowed = true
    shut()
  }

  const shut = () => {
    rules = undefined
    cut.abort()
    for (const socket of sockets) socket.destroy()
    agent.destroy()
  }

  const refuse = (response: ServerResponse, status: number) => {
    response.writeHead(status, { "content-length": "0", "cache-control": "no-store", ...ownAnswer }).end()
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? "")
    if (url === null || url.protocol !== "http:") return refuse(response, 400)
    const denied = judge(url)
    if (denied !== undefined) {
      if (denied !== "unwanted") fail(url, denied)
      return refuse(response, 403)
    }
    let outgoing: ClientRequest
    try {
      outgoing = httpRequest({
        agent,
        host: bare(url.hostname),
        port: url.port === "" ? 80 : Number(url.port),
        method: request.method ?? "GET",
        path: url.pathname + url.search,
        headers: requestHeaders(request),
        setHost: false,
        lookup: judgedLookup,
        maxHeaderSize
      })
    } catch {
      return refuse(response, 400)
    }
    outgoing.on("response", (answer) => {
      answer.on("data", count)
      answer.on("error", () => response.destroy())
      try {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders))
      } catch {
        // Node reads what it would not write, such as a status below 100.
        fail(url, new ConnectionFailed({ detail: "ERR_INVALID_HTTP_RESPONSE" }))
        return response.destroy()
      }
      answer.pipe(response)
    })
    outgoing.on("error", (error) => {
      // What the browser gave up itself says nothing of the host.
      if (response.destroyed) return
      fail(url, reasonOf(error))
      if (response.headersSent) response.destroy()
      else refuse(response, error instanceof Denied ? 403 : 502)
    })
    response.on("close", () => outgoing.destroy())
    request.pipe(outgoing)
  }

  const onConnect = (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy())
    const url = URL.parse(`https://${request.url ?? ""}`)
    // An authority and nothing else: `https://host:port/`.
    if (url === null || url.pathname !== "/" || url.search !== "") return client.end("HTTP/1.1 400 Bad Request\r\n\r\n")
    const denied = judge(url)
    if (denied !== undefined) {
      if (denied !== "unwanted") fail(url, denied)
      return client.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
    }
    const join = (server: Socket) => {
      if (client.destroyed) return server.destroy()
      server.on("error", () => client.destroy())
      server.on("close", () => client.destroy())
      client.on("close", () => server.destroy())
      server.on("data", count)
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      if (head.length > 0) server.write(head)
      return client.pipe(server).pipe(client)
    }
    return openSocket({ host: bare(url.hostname), port: url.port === "" ? 443 : Number(url.port) }).then(
      join,
      (error: Error) => {
        if (client.destroyed) return
        fail(url, reasonOf(error))
        client.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n")
      }
    )
  }

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, maxHeaderSize })
  server.on("connection", (socket) => (sockets.size >= maxConnections ? socket.destroy() : track(socket)))
  server.on("request", onRequest)
  server.on("connect", (request, client, head) => void onConnect(request, client, head))
  // WebSockets come by CONNECT; an upgrade in absolute form is nobody we know.
  server.on("upgrade", (_, socket) => socket.destroy())
  server.on("clientError", (_, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  server.unref()

  const gate: Gate = {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (next) => {
      // What stayed open leads the old way.
      if (next.upstream?.proxy.href !== way) shut()
      way = next.upstream?.proxy.href
      cut = new AbortController()
      rules = next
      bytes = 0
      overflowed = false
      failures.clear()
    },
    pause: () => {
      rules = undefined
    },
    shut,
    failure: (url) => failures.get(hostKey(url)),
    overflowed: () => overflowed
  }
  const close = () =>
    new Promise<void>((resolve) => {
      shut()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { gate, close }
}

const isReason = Schema.is(CaptureReason)

/** Host and port; the scheme is not known inside a tunnel. */
const hostKey = (url: URL): string =>
  `${url.hostname}:${url.port === "" ? (url.protocol === "http:" ? 80 : 443) : url.port}`

/** IPv6 literals stand in brackets in a URL and without in a socket address. */
const bare = (hostname: string): string => {
  const inner = hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(inner) === 6 ? inner : hostname
}
