/** The command line in a process of its own, for tests of what only a process has: signals, pipes and the launcher. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { CommandOptions, CommandResult, RunningCommand } from "./commandLine.ts"

/** The launcher of the command. */
export const bin = fileURLToPath(new URL("../../bin/orbweaver.js", import.meta.url))

export const startProcess = (
  args: ReadonlyArray<string>,
  { env = {}, stdin = "", signal = "SIGTERM" }: CommandOptions & { readonly signal?: "SIGINT" | "SIGTERM" } = {}
): RunningCommand => {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, ...env } })
  const text = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk))
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk))
  child.stdin.end(stdin)
  // Its output has ended then too.
  const result = once(child, "close").then(([code]): CommandResult => ({ code, ...text }))
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    result,
    interrupt: () => {
      child.kill(signal)
      return result
    }
  }
}

/** The next line of an output. */
export const nextLine = async (output: NodeJS.ReadableStream): Promise<string> => {
  const [line] = await once(createInterface(output), "line")
  return line
}
