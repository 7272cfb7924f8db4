/** A connection to an address that egress has judged, opened by a proxy: HTTP CONNECT or SOCKS5. */
import { isIP, type Socket } from "node:net"
import { connect as connectTls, rootCertificates } from "node:tls"
import { ConnectionFailed, withCause } from "@orbweaver/core/model/CaptureError"
import { SocksClient } from "socks"
import { systemLookup, type ResolvedAddress } from "../Lookup.ts"
import { cancelled, connectFirst } from "./connectFirst.ts"

interface ProxyOptions {
  readonly ca?: string | undefined
  readonly signal: AbortSignal
}

/** Rejects with `ConnectionFailed` whose detail begins with `proxy:`, or with `cancelled` when aborted. */
export const throughProxy = async (
  proxy: URL,
  address: ResolvedAddress,
  port: number,
  { ca, signal }: ProxyOptions
): Promise<Socket> => {
  const socket = await reach(proxy, ca, signal).catch((error: unknown) => {
    throw signal.aborted ? cancelled() : refusal("cannot be reached", error)
  })
  const cancel = () => socket.destroy()
  signal.addEventListener("abort", cancel)
  try {
    if (signal.aborted) throw cancelled()
    if (proxy.protocol.startsWith("socks5")) await socks5(socket, proxy, address, port)
    else await httpConnect(socket, proxy, address.family === 6 ? `[${address.address}]` : address.address, port)
    return socket
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? cancelled() : error
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** The proxies are the application's own: their addresses are not judged. */
const reach = async (proxy: URL, ca: string | undefined, signal: AbortSignal): Promise<Socket> => {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, "$1")
  const isTls = proxy.protocol === "https:"
  const port = Number(proxy.port) || (proxy.protocol.startsWith("socks5") ? 1080 : isTls ? 443 : 80)
  const addresses = await new Promise<ReadonlyArray<ResolvedAddress>>((resolve, reject) => {
    const family = isIP(host)
    if (family !== 0) resolve([{ address: host, family }])
    else systemLookup(host, (error, found) => (error === null ? resolve(found) : reject(error)))
  })
  const socket = await connectFirst(addresses, port, signal)
  if (!isTls) return socket
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      servername: isIP(host) === 0 ? host : "",
      host,
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] })
    })
    const settle = () => {
      secure.off("error", failed)
      signal.removeEventListener("abort", cancel)
    }
    const failed = (error: Error) => {
      settle()
      secure.destroy()
      reject(error)
    }
    const cancel = () => failed(cancelled())
    signal.addEventListener("abort", cancel)
    secure.once("error", failed)
    secure.once("secureConnect", () => {
      settle()
      resolve(secure)
    })
  })
}

/** RFC 1928, and RFC 1929 for the password. */
const socks5 = async (socket: Socket, proxy: URL, { address }: ResolvedAddress, port: number): Promise<void> => {
  const { password, username } = credentialsOf(proxy)
  try {
    await SocksClient.createConnection({
      command: "connect",
      existing_socket: socket,
      destination: { host: address, port },
      // The caller's signal is the deadline.
      timeout: maxTimeout,
      proxy: {
        host: proxy.hostname,
        port: Number(proxy.port) || 1080,
        type: 5,
        ...(username === "" ? {} : { userId: username, password })
      }
    })
  } catch (error) {
    throw refusal("refused the connection", error)
  }
}

/** The longest a timer of the platform counts, in milliseconds. */
const maxTimeout = 2 ** 31 - 1

/** RFC 9110 section 9.3.6. */
const httpConnect = async (socket: Socket, proxy: URL, host: string, port: number): Promise<void> => {
  const { password, username } = credentialsOf(proxy)
  const authorization =
    username === "" ? "" : `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}\r\n`
  socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n${authorization}\r\n`)
  const answer = await readHead(socket)
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]
  if (status?.startsWith("2") !== true)
    throw refusal(status === undefined ? "does not speak HTTP" : `answered ${status}`)
}

/** More than any proxy says before the tunnel is open, in bytes. */
const maxAnswer = 16 * 1024

/** Reads up to the empty line, and leaves in the socket what came after it. */
const readHead = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const settle = () => {
      socket.off("readable", read)
      socket.off("error", ended)
      socket.off("close", ended)
    }
    // Read when there is something, never flowing: the next reader of the socket must miss nothing.
    const read = () => {
      for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null) !== null;) {
        head = Buffer.concat([head, chunk])
        const end = head.indexOf("\r\n\r\n")
        if (end >= 0) {
          settle()
          if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
          return resolve(head.toString("latin1", 0, end))
        }
        if (head.length > maxAnswer) {
          settle()
          return reject(refusal("says too much"))
        }
      }
    }
    const ended = (error?: unknown) => {
      settle()
      reject(refusal("closed the connection", error))
    }
    socket.on("readable", read)
    socket.on("error", ended)
    socket.on("close", ended)
  })

const credentialsOf = (proxy: URL) => ({
  username: decodeURIComponent(proxy.username),
  password: decodeURIComponent(proxy.password)
})

/** The prefix `proxy:` in the detail distinguishes a failure of the proxy from one of the site. */
const refusal = (what: string, cause?: unknown): ConnectionFailed => {
  const code =
    typeof cause === "object" && cause !== null && "code" in cause
      ? ` (${String(cause.code)})`
      : cause instanceof Error && cause.message !== ""
        ? ` (${cause.message.slice(0, 100)})`
        : ""
  return withCause(new ConnectionFailed({ detail: `proxy: it ${what}${code}` }), cause)
}
