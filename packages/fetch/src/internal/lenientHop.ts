/**
 * One exchange over a connection of its own, for answers that undici's parser refuses and browsers read: their head is
 * repaired on the way. The connection is opened by the dialer, which asks the egress policy.
 */
import type { IncomingMessage } from "node:http"
import { isIP, type Socket } from "node:net"
import { Duplex } from "node:stream"
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import { dial } from "@orbweaver/egress/dial"
import { type AddressPolicy, type Lookup, systemLookup } from "@orbweaver/egress/internal/Lookup"
import { BodyReader, feed } from "../BodyReader.ts"
import { type Answer, type Hop, isRedirect, joinHeaders } from "../Engine.ts"
import { repairHead } from "./repairHead.ts"

interface Options {
  readonly lookup?: Lookup | undefined
  readonly ca?: string | undefined
  readonly maxHeaderBytes?: number | undefined
}

export const lenientHop = async (
  egress: AddressPolicy,
  { ca, lookup = systemLookup, maxHeaderBytes = 64 * 1024 }: Options,
  hop: Hop,
  signal: AbortSignal
): Promise<Answer> => {
  const { proxy, url } = hop
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80)
  const opened = await dial(egress, { host: url.hostname, port }, { lookup, proxy, ca, signal })
  const socket = url.protocol === "https:" ? await secured(opened, hop, ca, signal) : opened
  return exchange(new RepairedConnection(socket, maxHeaderBytes), hop, signal, maxHeaderBytes)
}

const secured = async (socket: Socket, hop: Hop, ca: string | undefined, signal: AbortSignal): Promise<Socket> => {
  const { connect, rootCertificates } = await import("node:tls")
  const host = hop.url.hostname.replace(/^\[(.*)\]$/, "$1")
  return new Promise((resolve, reject) => {
    const tls = connect({
      socket,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: !hop.skipTlsVerification,
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] })
    })
    const cancel = () => tls.destroy(aborted)
    signal.addEventListener("abort", cancel)
    tls.once("error", reject)
    tls.once("secureConnect", () => {
      tls.off("error", reject)
      signal.removeEventListener("abort", cancel)
      resolve(tls)
    })
    if (signal.aborted) cancel()
  })
}

const exchange = async (
  connection: RepairedConnection,
  hop: Hop,
  signal: AbortSignal,
  maxHeaderSize: number
): Promise<Answer> => {
  const { request } = await import("node:http")
  return new Promise((resolve, reject) => {
    let reader: BodyReader | undefined
    let answered: IncomingMessage | undefined
    const { host, pathname, search } = hop.url
    const sent = request({
      path: pathname + search,
      headers: { ...hop.headers, host, connection: "close" },
      createConnection: () => connection,
      insecureHTTPParser: true,
      maxHeaderSize
    })
    const cancel = () => end(aborted)
    const end = (error?: unknown) => {
      signal.removeEventListener("abort", cancel)
      reader?.destroy()
      sent.destroy()
      connection.destroy()
      if (error !== undefined) reject(connection.refusal ?? error)
    }
    signal.addEventListener("abort", cancel)
    if (signal.aborted) return cancel()
    hop.reach("waiting for the answer")
    const fail = (error: unknown) => {
      // As browsers, what has arrived is the page where the connection ends before its length.
      if (reader?.endEarly() !== true) end(error)
    }
    sent.on("error", (error) => {
      if (answered?.complete !== true) fail(error)
    })
    sent.once("response", (response) => {
      answered = response
      hop.reach("reading the body")
      const headers = joinHeaders(response.headers)
      const status = response.statusCode ?? 0
      const answer = { status, headers, setCookie: response.headers["set-cookie"] ?? [] }
      if (isRedirect(status) && headers["location"] !== undefined) {
        resolve({ ...answer, body: new Uint8Array() })
        return end()
      }
      reader = new BodyReader(
        headers["content-encoding"],
        hop,
        (error, body, cut, endedEarly) => {
          end(error)
          if (error === undefined) resolve({ ...answer, body, cut, endedEarly, faults: [...connection.faults] })
        },
        headers["content-type"] ?? "text/html"
      )
      reader.announce(Number(headers["content-length"]))
      response.on("error", fail)
      feed(response, reader)
    })
    sent.end()
  })
}

/** What an answer begins with. */
const protocol = "HTTP/1."

/** A connection whose answers have their heads repaired; their bodies pass as they are. */
class RepairedConnection extends Duplex {
  readonly faults = new Set<string>()
  /** Why the head cannot be repaired. */
  refusal: ConnectionFailed | undefined
  readonly #socket: Socket
  readonly #maxHead: number
  /** What of the head has arrived, in Latin-1; undefined once the body goes on. */
  #head: string | undefined = ""

  constructor(socket: Socket, maxHead: number) {
    super({ autoDestroy: true })
    this.#socket = socket
    this.#maxHead = maxHead
    socket.on("data", (chunk: Buffer) => this.#take(chunk))
    socket.once("end", () => this.push(null))
    socket.once("error", (error) => this.destroy(error))
    socket.once("close", () => this.destroy())
    socket.pause()
  }

  #take(chunk: Buffer): void {
    if (this.#head === undefined) return this.#pass(chunk)
    this.#head += chunk.toString("latin1")
    if (!this.#head.startsWith(protocol.slice(0, this.#head.length))) {
      // No HTTP at all: the parser says so.
      const whole = Buffer.from(this.#head, "latin1")
      this.#head = undefined
      return this.#pass(whole)
    }
    for (;;) {
      const end = /\r?\n\r?\n/.exec(this.#head)
      if (end === null) break
      const size = end.index + end[0].length
      const head = this.#head.slice(0, size)
      const rest: string = this.#head.slice(size)
      // An interim answer comes before the one that counts.
      if (/^HTTP\/1\.[01] 1(?!01)\d\d\b/.test(head)) {
        this.faults.add("an interim answer that nobody asked for")
        this.#head = rest
        continue
      }
      try {
        const repaired = repairHead(head)
        for (const fault of repaired.faults) this.faults.add(fault)
        this.#head = undefined
        return this.#pass(Buffer.from(repaired.head + rest, "latin1"))
      } catch (error) {
        this.refusal = error as ConnectionFailed
        this.destroy(this.refusal)
        return
      }
    }
    if (this.#head.length > this.#maxHead) {
      this.refusal = new ConnectionFailed({ detail: "UND_ERR_HEADERS_OVERFLOW" })
      this.destroy(this.refusal)
    }
  }

  #pass(chunk: Buffer): void {
    if (!this.push(chunk)) this.#socket.pause()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}

/** Error that ends a cancelled request; it reaches no caller. */
const aborted = Object.assign(new Error("the request was cancelled"), { code: "ABORTED" })
