/**
 * A process of Chromium, driven over a pipe that the kernel closes with this process, however that ends; Chromium then
 * ends too, so that not even `kill -9` leaves an orphan. It is ours and not Playwright's, because that sets no bound on
 * what comes through the pipe.
 */
import { spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { type BoundedPipe, boundedPipe } from "./boundedPipe.ts"
import { killTree } from "./processes.ts"

interface StartOptions {
  readonly path: string
  readonly args: ReadonlyArray<string>
  readonly environment: Record<string, string>
}

interface ChromiumProcess {
  /** The leader of a process group that all its processes belong to. */
  readonly pid: number
  readonly transport: BoundedPipe
  readonly kill: () => void
  /** Resolves when the process has ended, with the reason or else the first line of its error output. */
  readonly ended: Promise<string>
}

/** Longest wait for a browser to end by itself, in milliseconds; then it is killed. */
const endLimit = 5000
/** Characters of the error output that are kept. */
const maxErrorOutput = 2000

export const startChromium = async ({ args, environment, path }: StartOptions): Promise<ChromiumProcess> => {
  const child = spawn(path, [...args, "--remote-debugging-pipe"], {
    env: environment,
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"]
  })
  const { pid } = child
  if (pid === undefined) throw await new Promise<Error>((resolve) => child.once("error", resolve))
  child.on("error", () => undefined)
  let errorOutput = ""
  child.stdio[2]!.on("data", (bytes: Buffer) => {
    if (errorOutput.length < maxErrorOutput) errorOutput += bytes.toString().slice(0, maxErrorOutput)
  })
  const kill = () => {
    // The number of a process that has ended may be another's by now.
    if (child.exitCode === null && child.signalCode === null) killTree(pid)
  }
  let deadline: NodeJS.Timeout | undefined
  const end = () => {
    deadline ??= setTimeout(kill, endLimit).unref()
  }
  const ended = new Promise<string>((resolve) => {
    child.once("exit", () => {
      clearTimeout(deadline)
      resolve(/.*FATAL.*/.exec(errorOutput)?.[0] ?? errorOutput.trim().split("\n", 1)[0]!)
    })
  })
  const fromBrowser = child.stdio[4] as Readable
  fromBrowser.once("close", end)
  return { pid, ended, kill, transport: boundedPipe(child.stdio[3] as Writable, fromBrowser, end) }
}
