/**
 * A forwarding proxy on loopback for HTTP clients that connect by themselves:
 * native code, libraries without hooks, anything that takes a proxy address.
 * Whatever goes through it is judged by egress and connected to what was judged.
 *
 * ```
 * client ─► CONNECT host:port, or GET http://host/ ─► judgeUrl ─► dial ─► site
 *                                                                  └─► the client's upstream proxy, if any
 * ```
 *
 * Each client has a name and a password of its own: the proxy knows whose
 * connections are whose, can cut those of one client (some libraries leave theirs
 * open when a request is cancelled), and can say afterwards why one failed.
 */
import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, isIP, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { type CaptureReason, Refused } from "@orbweaver/core/model/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"
import { dial } from "./internal/dial.ts"
import { toReason } from "./internal/errors.ts"
import { type Lookup, systemLookup } from "./internal/lookup.ts"

export interface Options {
  readonly lookup?: Lookup | undefined
  /** Connections at once; those beyond it are closed as they come. Default 1024. */
  readonly maxConnections?: number | undefined
}

export interface Client {
  /** The proxy address to configure, with name and password. */
  readonly address: string
  /** Why the proxy last failed to connect for this client, once; the client itself only sees a 502. */
  readonly takeFailure: () => CaptureReason | undefined
  /** Whether an answer was written by the proxy and not by the site. */
  readonly wrote: (headers: Readonly<Record<string, string | undefined>>) => boolean
  /** Cuts all connections of this client and refuses new ones. */
  readonly close: () => void
}

export interface EgressProxy {
  /** A new client; its traffic leaves through `upstream` when given. To be closed by whoever asked for it. */
  readonly client: (upstream?: URL) => Client
}

/** Listens until the scope closes; then everything it carries is cut. */
export const start = (egress: EgressService, options: Options = {}): Effect.Effect<EgressProxy, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Gateway>((resume) => {
      const gateway = new Gateway(egress, options)
      gateway.server.once("error", (error) => resume(Effect.die(error)))
      gateway.server.listen(0, "127.0.0.1", () => resume(Effect.succeed(gateway)))
    }),
    (gateway) => Effect.sync(() => gateway.close())
  )

/** Set on answers of our own; its value is the client's password, which no site knows. */
const mark = "x-orbweaver-egress"

interface Guest {
  readonly password: string
  readonly upstream: URL | undefined
  readonly sockets: Set<Duplex>
  failure: CaptureReason | undefined
}

class Gateway implements EgressProxy {
  readonly server: Server
  readonly #egress: EgressService
  readonly #lookup: Lookup
  readonly #guests = new Map<string, Guest>()
  readonly #sockets = new Set<Duplex>()
  #names = 0

  constructor(egress: EgressService, options: Options) {
    this.#egress = egress
    this.#lookup = options.lookup ?? systemLookup
    this.server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
      this.#forward(request, response).catch(() => response.destroy())
    })
    this.server.maxConnections = options.maxConnections ?? 1024
    this.server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#tunnel(request, socket, head).catch(() => socket.destroy())
    })
    this.server.on("connection", (socket: Socket) => hold(this.#sockets, socket))
    this.server.on("clientError", (_error, socket) => socket.destroy())
  }

  client(upstream?: URL): Client {
    const name = String(this.#names++)
    const password = SecureRandom.uuidV4Unsafe()
    const guest: Guest = { password, upstream, sockets: new Set(), failure: undefined }
    this.#guests.set(name, guest)
    return {
      address: `http://${name}:${password}@127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      takeFailure: () => {
        const { failure } = guest
        guest.failure = undefined
        return failure
      },
      wrote: (headers) => headers[mark] === password,
      close: () => {
        this.#guests.delete(name)
        for (const socket of guest.sockets) socket.destroy()
      }
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#guests.clear()
    this.server.close()
  }

  #guestOf(request: IncomingMessage): Guest | undefined {
    const [scheme, credentials] = (request.headers["proxy-authorization"] ?? "").split(" ")
    if (scheme?.toLowerCase() !== "basic" || credentials === undefined) return undefined
    const [name = "", password] = Buffer.from(credentials, "base64").toString("latin1").split(":")
    const guest = this.#guests.get(name)
    if (guest === undefined || guest.password !== password) return undefined
    hold(guest.sockets, request.socket)
    return guest
  }

  async #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const guest = this.#guestOf(request)
    if (guest === undefined)
      return void socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${challenge}\r\n\r\n`)
    // The scheme is not said: the port is all there is to judge.
    const url = URL.parse(`https://${request.url ?? ""}`)
    if (url === null || url.pathname !== "/") return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")
    const site = await this.#open(guest, url, socket)
    if (site === undefined) return void socket.end(`HTTP/1.1 502 Bad Gateway\r\n${mark}: ${guest.password}\r\n\r\n`)
    site.once("close", () => socket.end())
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
    site.write(head)
    site.pipe(socket)
    socket.pipe(site)
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const guest = this.#guestOf(request)
    if (guest === undefined) {
      const [name, value] = challenge.split(": ") as [string, string]
      return void response.writeHead(407, { [name]: value, connection: "close" }).end()
    }
    const fail = () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502, { [mark]: guest.password, connection: "close" }).end()
    }
    const url = URL.parse(request.url ?? "")
    if (url === null || url.protocol !== "http:") return void response.writeHead(400).end()
    const site = await this.#open(guest, url, response)
    if (site === undefined) return fail()
    const outgoing = httpRequest({
      createConnection: () => site,
      method: request.method,
      path: url.pathname + url.search,
      headers: endToEnd(request.rawHeaders),
      setDefaultHeaders: false,
      maxHeaderSize: 64 * 1024
    })
    let answer: IncomingMessage | undefined
    outgoing.once("error", (error) => {
      // Bytes after the end of an answer are nobody's business, nor is what a client did that left.
      if (answer?.complete === true || response.destroyed) return
      guest.failure = reasonOf(error, url)
      fail()
    })
    outgoing.once("response", (incoming) => {
      answer = incoming
      try {
        response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? "", endToEnd(incoming.rawHeaders))
      } catch (error) {
        // Such as a status below 100, which can be received and not be sent.
        guest.failure = reasonOf(error, url)
        outgoing.destroy()
        return fail()
      }
      // A body that is cut must be cut for the client too.
      incoming.once("error", () => response.destroy())
      incoming.pipe(response)
    })
    request.pipe(outgoing)
  }

  /** Undefined when the connection may not or cannot be made: the guest's `failure` says why. */
  async #open(guest: Guest, url: URL, client: Duplex | ServerResponse): Promise<Socket | undefined> {
    const controller = new AbortController()
    const cancel = () => controller.abort()
    client.once("close", cancel)
    try {
      const verdict = this.#egress.judgeUrl(url)
      if (!verdict.allowed) throw new Refused({ policy: verdict.policy, detail: verdict.detail })
      const socket = await dial(this.#egress, targetOf(url), {
        lookup: this.#lookup,
        proxy: guest.upstream,
        signal: controller.signal
      })
      hold(this.#sockets, socket)
      client.once("close", () => socket.destroy())
      return socket
    } catch (error) {
      if (!controller.signal.aborted) guest.failure = reasonOf(error, url)
      return undefined
    } finally {
      client.off("close", cancel)
    }
  }
}

const challenge = 'Proxy-Authenticate: Basic realm="orbweaver"'

const hold = (sockets: Set<Duplex>, socket: Duplex): void => {
  if (sockets.has(socket)) return
  sockets.add(socket)
  socket.on("error", () => socket.destroy())
  socket.once("close", () => sockets.delete(socket))
}

const targetOf = (url: URL) => {
  const address = url.hostname.replace(/^\[(.*)\]$/, "$1")
  return {
    host: isIP(address) === 0 ? url.hostname : address,
    port: Number(url.port) || (url.protocol === "https:" ? 443 : 80)
  }
}

const reasonOf = (error: unknown, url: URL): CaptureReason =>
  toReason(error, { host: url.hostname, skipTlsVerification: false })

/** The fields that are for the site, as they were written and in their order (RFC 9110 section 7.6.1). */
const endToEnd = (rawHeaders: ReadonlyArray<string>): Array<string> => {
  const kept: Array<string> = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (!/^(?:proxy-.*|connection|keep-alive|te|trailer|upgrade)$/i.test(rawHeaders[i]!)) {
      kept.push(rawHeaders[i]!, rawHeaders[i + 1]!)
    }
  }
  return kept
}
