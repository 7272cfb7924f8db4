/**
 * Opens a connection to a host that egress allows, directly or through a proxy.
 *
 * The name is resolved here, once, and every address judged; a proxy is asked
 * for the address, never for the name, so it cannot lead anywhere else.
 */
import { connect as connectTcp, isIP, type Socket } from "node:net"
import { connect as connectTls, rootCertificates } from "node:tls"
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"
import { judgedLookup, type Lookup, refusalOf, type ResolvedAddress } from "./lookup.ts"

export interface Target {
  /** Name or address, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
}

export interface DialOptions {
  readonly lookup: Lookup
  /** The way out; absent for a direct connection. */
  readonly proxy?: URL | undefined
  /** Certificate authorities trusted for proxies beside those of the platform, in PEM. */
  readonly ca?: string | undefined
  /** Aborted when nobody waits for the connection any more. */
  readonly signal: AbortSignal
}

/** Rejects with `Refused`, with a code of Node, or with `ConnectionFailed` when the proxy says no. */
export const dial = async (egress: EgressService, target: Target, options: DialOptions): Promise<Socket> => {
  const addresses = await resolve(egress, target.host, options.lookup)
  options.signal.throwIfAborted()
  if (options.proxy !== undefined) return throughProxy(options.proxy, pick(addresses), target.port, options)
  return connected(
    connectTcp({
      host: target.host,
      port: target.port,
      autoSelectFamily: true,
      // What was judged is what is connected to: this answers without asking anybody.
      lookup: (_host, wanted, callback) => {
        const first = pick(addresses)
        if (wanted.all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      }
    }),
    options.signal
  )
}

const resolve = (egress: EgressService, host: string, lookup: Lookup): Promise<ReadonlyArray<ResolvedAddress>> => {
  const family = isIP(host)
  if (family !== 0) {
    const refusal = refusalOf(egress, host)
    return refusal === undefined ? Promise.resolve([{ address: host, family }]) : Promise.reject(refusal)
  }
  return new Promise((resolve, reject) =>
    judgedLookup(egress, lookup)(host, (error, addresses) => {
      if (error !== null) reject(error)
      else if (addresses.length > 0) resolve(addresses)
      else reject(Object.assign(new Error(`no address for ${host}`), { code: "ENOTFOUND" }))
    })
  )
}

/** A proxy is asked for one address, and more of them can reach IPv4. */
const pick = (addresses: ReadonlyArray<ResolvedAddress>): ResolvedAddress =>
  addresses.find(({ family }) => family === 4) ?? addresses[0]!

const connected = (socket: Socket, signal: AbortSignal, event = "connect"): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const settle = () => {
      socket.off("error", failed)
      signal.removeEventListener("abort", cancelled)
    }
    const failed = (error: Error) => {
      settle()
      reject(error)
    }
    const cancelled = () => {
      socket.destroy()
      failed(Object.assign(new Error("the connection was cancelled"), { code: "ABORTED" }))
    }
    socket.once("error", failed)
    signal.addEventListener("abort", cancelled)
    socket.once(event, () => {
      settle()
      socket.setNoDelay(true)
      resolve(socket)
    })
  })

const throughProxy = async (
  proxy: URL,
  { address, family }: ResolvedAddress,
  port: number,
  { ca, signal }: DialOptions
): Promise<Socket> => {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, "$1")
  const isTls = proxy.protocol === "https:"
  const isSocks = proxy.protocol.startsWith("socks5")
  const proxyPort = Number(proxy.port) || (isSocks ? 1080 : isTls ? 443 : 80)
  const opening = isTls
    ? connected(
        connectTls({
          host,
          port: proxyPort,
          servername: isIP(host) === 0 ? host : "",
          ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] })
        }),
        signal,
        "secureConnect"
      )
    : connected(connectTcp({ host, port: proxyPort, autoSelectFamily: true }), signal)
  const socket = await opening.catch((error: unknown) => {
    throw isCancelled(error) ? error : refusal("cannot be reached", error)
  })
  const cancel = () => socket.destroy()
  signal.addEventListener("abort", cancel)
  try {
    const reader = new Reader(socket)
    if (isSocks) await socks5(socket, reader, proxy, address, family, port)
    else await httpConnect(socket, reader, proxy, family === 6 ? `[${address}]` : address, port)
    reader.giveBack()
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** RFC 9110 section 9.3.6. */
const httpConnect = async (socket: Socket, reader: Reader, proxy: URL, host: string, port: number): Promise<void> => {
  const { password, username } = credentialsOf(proxy)
  const authorization =
    username === "" ? "" : `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}\r\n`
  socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n${authorization}\r\n`)
  const answer = (await reader.until("\r\n\r\n")).toString("latin1")
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]
  if (status?.startsWith("2") !== true) throw refusal(status === undefined ? "does not speak HTTP" : `said ${status}`)
}

/** RFC 1928, and RFC 1929 for the password. */
const socks5 = async (
  socket: Socket,
  reader: Reader,
  proxy: URL,
  address: string,
  family: number,
  port: number
): Promise<void> => {
  const { password, username } = credentialsOf(proxy)
  socket.write(Buffer.from(username === "" ? [5, 1, 0] : [5, 2, 0, 2]))
  const [version, method] = await reader.take(2)
  if (version !== 5 || method === 0xff) throw refusal("accepts none of our SOCKS methods")
  if (method === 2) {
    const name = Buffer.from(username)
    const word = Buffer.from(password)
    socket.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([word.length]), word]))
    const [, status] = await reader.take(2)
    if (status !== 0) throw refusal("refuses the password")
  }
  const bytes = addressBytes(address, family)
  socket.write(
    Buffer.concat([Buffer.from([5, 1, 0, family === 6 ? 4 : 1]), bytes, Buffer.from([port >> 8, port & 0xff])])
  )
  const [, reply, , kind] = await reader.take(4)
  if (reply !== 0) throw refusal(`said SOCKS ${reply}`)
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0)
  await reader.take(length + 2)
}

const addressBytes = (address: string, family: number): Buffer => {
  if (family === 4) return Buffer.from(address.split(".").map(Number))
  // The URL parser writes every IPv6 address in one way, IPv4 endings included.
  const canonical = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1)
  const [head = "", tail] = canonical.split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const before = groups(head)
  const after = groups(tail ?? "")
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return Buffer.from(
    [...before, ...zeros, ...after].flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 0xff]
    })
  )
}

const credentialsOf = (proxy: URL) => ({
  username: decodeURIComponent(proxy.username),
  password: decodeURIComponent(proxy.password)
})

/** `proxy:` in the detail tells a failure of the proxy from one of the site. */
const refusal = (what: string, cause?: unknown): ConnectionFailed => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : ""
  return new ConnectionFailed({ detail: `proxy: it ${what}${code}` })
}

const isCancelled = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ABORTED"

/** More than any proxy says before the tunnel is open. */
const maxAnswer = 16 * 1024

/** Reads what a proxy says, and puts back what came after it. */
class Reader {
  readonly #socket: Socket
  #held = Buffer.alloc(0)
  #wake: (() => void) | undefined
  #error: Error | undefined
  // Read when there is something, never flowing: whoever gets the socket next must miss nothing.
  readonly #onReadable = () => {
    for (let chunk: Buffer | null; (chunk = this.#socket.read() as Buffer | null) !== null;) {
      this.#held = Buffer.concat([this.#held, chunk])
    }
    this.#wake?.()
  }
  readonly #onEnd = (error?: unknown) => {
    this.#error = refusal("closed the connection", error)
    this.#wake?.()
  }

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on("readable", this.#onReadable)
    socket.on("error", this.#onEnd)
    socket.on("close", this.#onEnd)
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more()
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  async until(mark: string): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      if (at >= 0) return this.take(at + mark.length)
      await this.#more()
    }
  }

  giveBack(): void {
    this.#socket.off("readable", this.#onReadable)
    this.#socket.off("error", this.#onEnd)
    this.#socket.off("close", this.#onEnd)
    if (this.#held.length > 0) this.#socket.unshift(this.#held)
  }

  #more(): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    if (this.#held.length > maxAnswer) throw refusal("says too much")
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
    })
  }
}
