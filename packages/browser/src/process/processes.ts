/** The processes of a browser: what they use, and how they end. */
import { readFile } from "node:fs/promises"
import { kill as signal } from "node:process"
import type { CDPSession } from "playwright-core"

interface ProcessMemory {
  readonly pid: number
  /** `browser`, `renderer`, `GPU`, … (CDP `SystemInfo.ProcessInfo`). */
  readonly type: string
  /** Resident bytes that it does not share. */
  readonly bytes: number
}

const pageSize = 4096

/** Memory of every process of a browser; empty where there is no `/proc`. */
export const memoryOf = async (cdp: CDPSession): Promise<ReadonlyArray<ProcessMemory>> => {
  if (process.platform !== "linux") return []
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo")
  const found = await Promise.all(
    processInfo.map(async ({ id, type }) => {
      // proc(5): size, resident and shared, in pages.
      const statm = await readFile(`/proc/${id}/statm`, "latin1").catch(() => "0 0 0")
      const [, resident = 0, shared = 0] = statm.split(" ").map(Number)
      return { pid: id, type, bytes: (resident - shared) * pageSize }
    })
  )
  return found
}

/** Ends a browser and its children; Playwright starts it as the leader of a process group. */
export const killTree = (pid: number): void => {
  kill(process.platform === "win32" ? pid : -pid)
}

export const kill = (pid: number): void => {
  try {
    signal(pid, "SIGKILL")
  } catch {
    // It is gone already.
  }
}
