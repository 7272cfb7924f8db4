/** Starts `childServer.ts`, and kills it as a machine that loses its power does. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { ChildOptions } from "./childServer.ts"

const script = fileURLToPath(new URL("childServer.ts", import.meta.url))

export interface KillableServer {
  readonly url: string
  readonly kill: () => Promise<void>
}

export const startKillable = async (options: ChildOptions): Promise<KillableServer> => {
  const child = spawn(process.execPath, ["--conditions=@orbweaver/source", script, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const url = await firstLine(child)
  return {
    url,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    }
  }
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it listened`)))
    createInterface(child.stdout!).once("line", resolve)
  })
