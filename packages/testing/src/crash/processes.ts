/** The processes of a crawl, each killed and started by its number. */
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Orders } from "./process.ts"
import type { Restart } from "./target.ts"

export interface Processes {
  readonly restart: (number: number, more: Restart) => Promise<{ readonly ended: Promise<unknown> }>
  readonly shiftClock: (millis: number, number?: number) => void
  /** Numbers of those that ended by themselves. */
  readonly ended: () => ReadonlyArray<number>
  /** Address of the server, while it listens. */
  readonly server: () => string | undefined
  readonly stop: () => Promise<void>
}

/** Whether this is the sources, and not what was built of them. */
const isSource = import.meta.url.endsWith(".ts")
const script = fileURLToPath(new URL(isSource ? "./process.ts" : "./process.js", import.meta.url))

export const makeProcesses = (
  common: Pick<Orders, "target" | "location" | "pages" | "latency">,
  log = false
): Processes => {
  const running = new Map<number, ChildProcess>()
  let clock = 0
  let address: string | undefined

  const kill = async (child: ChildProcess | undefined): Promise<void> => {
    if (child === undefined || hasEnded(child)) return
    const gone = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGKILL")
    await gone
  }
  const tell = (child: ChildProcess | undefined, millis: number): void => {
    if (child?.connected === true) child.send({ clock: millis }, () => undefined)
  }

  return {
    restart: async (number, { maxFileBytes, ...more }) => {
      await kill(running.get(number))
      if (number === 0) address = undefined
      const orders: Orders = { ...common, ...more, clock, role: number === 0 ? "server" : "worker" }
      const command = [process.execPath, ...options, script, JSON.stringify(orders)]
      const [file = "", ...rest] =
        maxFileBytes === undefined
          ? command
          : ["bash", "-c", `ulimit -f ${Math.ceil(maxFileBytes / 1024)}; exec "$0" "$@"`, ...command]
      const child = spawn(file, rest, { stdio: ["ignore", "ignore", log ? "inherit" : "ignore", "ipc"] })
      running.set(number, child)
      const ended = new Promise((resolve) => child.once("exit", resolve))
      const begun = new Promise<void>((resolve) =>
        child.once("message", (message: { readonly url?: string }) => {
          if (number === 0) address = message.url
          resolve()
        })
      )
      await Promise.race([begun, ended])
      return { ended }
    },
    shiftClock: (millis, number) => {
      if (number !== undefined) return tell(running.get(number), millis)
      clock = millis
      for (const child of running.values()) tell(child, millis)
    },
    ended: () => [...running].flatMap(([number, child]) => (hasEnded(child) ? [number] : [])),
    server: () => address,
    stop: async () => {
      await Promise.all([...running.values()].map(kill))
    }
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Options that modules are found by. */
const options = isSource
  ? ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"]
  : process.execArgv.filter((argument) => /^--(?:conditions|disable-warning|import)=/.test(argument))
