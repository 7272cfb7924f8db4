/**
 * Poolers of transactions before PostgreSQL: the program of PgBouncer, where a machine has it, and a proxy that behaves like
 * it towards settings of a connection and records the statements that were given a name.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort, owner } from "./postgres.ts"

export interface Pooler {
  /** Address of the database through the pooler. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** PgBouncer in transaction mode over few connections. It refuses settings of a connection, as it does by default. */
export const startPgBouncer = async (program: string, target: string): Promise<Pooler> => {
  const { hostname, port, username } = new URL(target)
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-pooler-"))
  const own = await freePort()
  const settings = `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users")}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
`
  await writeFile(join(folder, "users"), `"${username}" ""\n`)
  await writeFile(join(folder, "settings"), settings)
  await chmod(folder, 0o755)
  const child = spawn(program, [join(folder, "settings")], { ...owner(), stdio: ["ignore", "ignore", "pipe"] })
  const ended = once(child, "exit")
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
  while (!log.includes("process up")) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
    await Promise.race([once(child.stderr, "data"), ended])
  }
  const url = new URL(target)
  url.port = String(own)
  return {
    url: url.href,
    stop: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    }
  }
}

export interface RecordingPooler extends Pooler {
  /** Names of statements that were prepared. */
  readonly named: ReadonlyArray<string>
  /** Settings that were sent at the start of a connection. */
  readonly settings: ReadonlyArray<string>
}

/** Answers settings of a connection with an error, or leaves them out, as PgBouncer does with and without `ignore_startup_parameters`. */
export const startPooler = async (target: string, way: "refuses" | "ignores"): Promise<RecordingPooler> => {
  const { hostname, port } = new URL(target)
  const named: Array<string> = []
  const settings: Array<string> = []
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    let received = Buffer.alloc(0)
    let isStarted = false
    client.on("data", (chunk) => {
      received = Buffer.concat([received, chunk])
      for (;;) {
        // The first message has no type.
        const at = isStarted ? 1 : 0
        if (received.length < at + 4) return
        const length = at + received.readUInt32BE(at)
        if (received.length < length) return
        const message = received.subarray(0, length)
        received = received.subarray(length)
        if (isStarted) {
          if (message[0] === 0x50) named.push(...[message.toString("utf8", 5, message.indexOf(0, 5))].filter(Boolean))
          upstream.write(message)
          continue
        }
        isStarted = true
        const words = message.toString("utf8", 8).split("\0")
        const pairs = words.flatMap((name, at) =>
          at % 2 === 0 && name !== "" ? [[name, words[at + 1]!] as const] : []
        )
        const kept = pairs.filter(([name]) => !/timeout|plan_cache/.test(name))
        settings.push(...pairs.filter((pair) => !kept.includes(pair)).map(([name]) => name))
        if (way === "refuses" && kept.length < pairs.length) {
          client.end(errorMessage("unsupported startup parameter: statement_timeout"))
          return
        }
        const body = Buffer.from(`${kept.flat().join("\0")}\0\0`)
        const head = Buffer.alloc(8)
        head.writeUInt32BE(8 + body.length)
        message.copy(head, 4, 4, 8)
        upstream.write(Buffer.concat([head, body]))
      }
    })
    upstream.pipe(client)
    for (const socket of [client, upstream]) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        client.destroy()
        upstream.destroy()
      })
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, named, settings, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

const errorMessage = (text: string): Buffer => {
  const body = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.alloc(5)
  head.write("E")
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
