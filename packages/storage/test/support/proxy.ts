/**
 * A TCP proxy on loopback between the stores and PostgreSQL, for tests of bad
 * networks. It reads as much of the protocol as it takes to count statements
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
import { createServer, connect, type Socket } from "node:net"

/**
 * What happens to a connection at a statement: it is cut before the server has
 * read it, cut before the client has read the answer, or neither side hears of
 * the other again.
 */
export type Fault = "before" | "after" | "silence"

export interface Proxy {
  /** Address of the database through the proxy. */
  readonly url: string
  /** Statements since the last call of `arm`. */
  readonly statements: () => number
  /** The fault happens at the statement with this number, counted from now; returns whether that of the last call did. */
  readonly arm: (at: number, fault: Fault) => void
  /** Nothing happens any more. */
  readonly disarm: () => void
  /** Whether the fault has happened. */
  readonly struck: () => boolean
  /** Milliseconds that every statement waits. */
  delay: number
  /** Refuses connections, and cuts those there are. */
  away: boolean
  readonly cutAll: () => void
  readonly stop: () => Promise<void>
}

/** Codes of messages that have no type: they begin a connection. */
const sslRequest = 80_877_103
const cancelRequest = 80_877_102

export const start = async (target: string): Promise<Proxy> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let statements = 0
  let at = Infinity
  let fault: Fault = "before"
  let struck = false
  let away = false

  const server = createServer((client) => {
    if (away) return void client.destroy()
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    client.setNoDelay(true)
    let silent = false
    let cutAtAnswer = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    const readStatements = statementReader()
    client.on("data", (chunk) => {
      if (silent) return
      for (let rest = readStatements(chunk); rest > 0; rest--) {
        if (++statements !== at) continue
        struck = true
        if (fault === "before") return void client.destroy()
        if (fault === "silence") return void (silent = true)
        cutAtAnswer = true
      }
      if (proxy.delay > 0) setTimeout(() => upstream.writable && upstream.write(chunk), proxy.delay)
      else upstream.write(chunk)
    })
    upstream.on("data", (chunk) => {
      if (silent) return
      if (cutAtAnswer) client.destroy()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === "object" && address !== null ? address.port : 0)

  const cutAll = (): void => sockets.forEach((socket) => socket.destroy())
  const proxy: Proxy = {
    url: url.href,
    statements: () => statements,
    arm: (number, what) => {
      statements = 0
      at = number
      fault = what
      struck = false
    },
    disarm: () => void (at = Infinity),
    struck: () => struck,
    delay: 0,
    get away() {
      return away
    },
    set away(value) {
      away = value
      if (value) cutAll()
    },
    cutAll,
    stop: async () => {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return proxy
}

/** Counts the statements that end in each piece of what a client sends. */
const statementReader = () => {
  let buffer = Buffer.alloc(0)
  let begun = false
  return (chunk: Buffer | string): number => {
    buffer = Buffer.concat([buffer, Buffer.from(chunk)])
    let found = 0
    for (;;) {
      const header = begun ? 5 : 4
      if (buffer.length < Math.max(header, begun ? 5 : 8)) return found
      const length = buffer.readInt32BE(header - 4) + header - 4
      if (buffer.length < length) return found
      if (begun) {
        // A simple query, or the end of an extended one.
        if (buffer[0] === 0x51 || buffer[0] === 0x53) found++
      } else {
        const code = buffer.readInt32BE(4)
        begun = code !== sslRequest && code !== cancelRequest
      }
      buffer = buffer.subarray(length)
    }
  }
}
