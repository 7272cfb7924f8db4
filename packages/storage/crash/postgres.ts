/** PostgreSQL under the crash suite: a server of its own, behind a proxy that cuts and delays statements. */
import { postgres } from "@orbweaver/storage/postgres"
import { type CrashTarget, type Fault, wait } from "@orbweaver/testing/crash"
import { connect, type Socket } from "node:net"
import { type Postgres, start } from "../test/support/postgres.ts"
import { type Proxy, start as startProxy } from "../test/support/proxy.ts"
import { aroundPostgresCommits } from "./commits.ts"

const none = () => 0

/** Short, so that a run meets it. */
const statementTimeout = 5000

/** Few, so that they can be used up. */
const maxConnections = 40

const faultsOf = (server: Postgres, proxy: Proxy): ReadonlyArray<Fault> => [
  {
    name: "PostgreSQL is killed",
    kills: () => 1,
    happen: async ({ random }) => {
      await server.kill()
      await wait(random.between(0, 2000))
      await server.startAgain()
    }
  },
  {
    name: "PostgreSQL is restarted",
    kills: none,
    happen: async ({ random }) => {
      await server.shutDown()
      await wait(random.between(0, 1000))
      await server.startAgain()
    }
  },
  {
    name: "PostgreSQL cannot be reached",
    kills: none,
    happen: async ({ random }) => {
      proxy.away = true
      await wait(random.between(200, 3000))
      proxy.away = false
    }
  },
  {
    name: "PostgreSQL is out of connections",
    kills: none,
    happen: async ({ random }) => {
      const taken = takeConnections(server.url)
      proxy.cutAll()
      await wait(random.between(1000, 4000))
      for (const socket of taken) socket.destroy()
    }
  },
  {
    name: "PostgreSQL is slow (2 s a statement)",
    kills: none,
    happen: async () => {
      proxy.delay = 2000
      await wait(8000)
      proxy.delay = 0
    }
  },
  {
    name: "PostgreSQL is read-only after a failover",
    kills: none,
    happen: async ({ random }) => {
      await server.execute("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
      proxy.cutAll()
      await wait(random.between(500, 3000))
      await server.execute(
        "SET default_transaction_read_only = off",
        "ALTER SYSTEM RESET default_transaction_read_only",
        "SELECT pg_reload_conf()"
      )
    }
  },
  ...(["before", "after", "silence"] as const).map((fault): Fault => ({
    name: `the network is cut mid-statement (${fault})`,
    kills: none,
    happen: async ({ random }) => {
      for (let cut = 0; cut < (fault === "silence" ? 1 : 3); cut++) {
        proxy.arm(random.between(1, 60), fault)
        for (let waited = 0; waited < 10 && !proxy.struck(); waited++) await wait(100)
        proxy.disarm()
      }
    }
  })),
  { name: "all connections are cut", kills: none, happen: async () => proxy.cutAll() }
]

/** Sessions that do nothing, more than the server has. */
const takeConnections = (url: string): ReadonlyArray<Socket> => {
  const { hostname, port } = new URL(url)
  const parameters = Buffer.from("user\0postgres\0database\0postgres\0\0")
  const hello = Buffer.alloc(8)
  hello.writeInt32BE(8 + parameters.length, 0)
  hello.writeInt32BE(196_608, 4)
  return Array.from({ length: maxConnections * 2 }, () => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on("error", () => undefined)
    socket.write(Buffer.concat([hello, parameters]))
    return socket.resume()
  })
}

let shared: Promise<Postgres> | undefined

export const target: CrashTarget = {
  name: "PostgreSQL",
  stores: (location, { aroundCommit }) => {
    if (aroundCommit !== undefined) aroundPostgresCommits(aroundCommit)
    const [url = "", schema] = location.split("#")
    // Hosts are no limit here.
    return postgres(url, { schema, politeness: { concurrency: 100 }, statementTimeout, maxConnections: 4 })
  },
  open: async (seed) => {
    const server = await (shared ??= start(["-c", `max_connections=${maxConnections}`]))
    const proxy = await startProxy(server.url)
    const schema = `crash_${seed}_${Date.now().toString(36)}`
    return {
      location: `${proxy.url}#${schema}`,
      direct: `${server.url}#${schema}`,
      faults: faultsOf(server, proxy),
      close: proxy.stop
    }
  },
  close: async () => {
    await (await shared)?.stop()
    shared = undefined
  }
}
