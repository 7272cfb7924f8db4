/**
 * A process in the place of a thread: a hostile file that is read there can end or fill that process alone.
 *
 * It runs under the permission model of Node.js (https://nodejs.org/api/permissions.html): without child processes, further
 * threads and addons. The code that a build carries is sent to it, so it writes no file, reads none outside of the folders that
 * it is given, and makes no code of text; from source it may read files. Node.js 24 does not restrict its network, Node.js 25 does.
 *
 * Before the first task it starts a thread that looks at the whole process every 20 ms, because heap limits of V8 leave
 * typed arrays out, and because a process that computes hears nothing. That thread kills its process when it takes more
 * memory than it may, and when the process that started it is gone.
 */
import { isolatedProgram } from "./isolatedProgram.ts"
import { type Started, type ThreadWorker, TooMuchMemory } from "./ThreadPool.ts"
import type { ThreadEntry } from "./threadEntry.ts"

/** Reads hostile input in processes of its own. */
export interface Isolation {
  /** Resident memory of one process, in MiB; it is killed beyond it. 768 when absent. */
  readonly memory?: number | undefined
}

/** What `isolated` means: `true` takes the defaults. */
export const isolationOf = (isolated: Isolation | boolean | undefined): Isolation | undefined =>
  isolated === true ? {} : isolated === false ? undefined : isolated

/** What is used of `node:child_process`, which core does not import. */
type Spawn = (command: string, args: ReadonlyArray<string>, options: typeof processOptions) => ChildProcess

/** What is used of the process that starts another one. */
interface Starter {
  readonly execPath: string
  readonly versions: { readonly [name: string]: string | undefined }
}

interface ChildProcess {
  readonly channel?: { ref(): void; unref(): void } | null | undefined
  readonly exitCode: number | null
  readonly signalCode: string | null
  on(event: "message", listener: (message: unknown) => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  on(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown
  send(message: object, callback: (error: Error | null) => void): boolean
  kill(signal: "SIGKILL"): boolean
  ref(): void
  unref(): void
}

const processOptions: {
  env: Record<string, string>
  serialization: "advanced"
  stdio: ["ignore", "ignore", "ignore", "ipc"]
  windowsHide: boolean
} = { env: {}, serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"], windowsHide: true }

const defaultMebibytes = 768
/** The limit of V8, which ends the process without a word, comes behind that of the thread which watches. */
const heapFactor = 2

export class IsolatedThread<M> implements ThreadWorker<M> {
  private readonly child: ChildProcess
  private readonly memory: number
  private isStopped = false

  /** `readable`: folders that it may read; none when absent. */
  constructor(
    spawn: Spawn,
    { execPath, versions }: Starter,
    { options, script }: ThreadEntry,
    isolation: Isolation,
    readable: ReadonlyArray<string> = []
  ) {
    const other = ["bun", "deno", "electron"].find((name) => versions[name] !== undefined)
    if (other !== undefined) throw new Error(`isolated processes need Node.js, and this is ${other}`)
    this.memory = isolation.memory ?? defaultMebibytes
    const rights =
      options.eval === true
        ? ["--disallow-code-generation-from-strings", ...readable.map((folder) => `--allow-fs-read=${folder}`)]
        : ["--allow-fs-read=*"]
    const heap = `--max-old-space-size=${this.memory * heapFactor}`
    const flags = [...options.execArgv, "--permission", "--allow-worker", ...rights, heap]
    this.child = spawn(execPath, [...flags, "--eval", isolatedProgram], processOptions)
    const entry = options.eval === true ? { code: script } : { module: String(script) }
    this.send({ ...entry, maxBytes: this.memory * 1024 * 1024 })
  }

  on(event: "message", listener: (message: M | Started) => void): void
  on(event: "error", listener: (error: unknown) => void): void
  on(event: "exit", listener: (code: number | string | null) => void): void
  on(
    ...[event, listener]:
      | ["message", (message: M | Started) => void]
      | ["error", (error: unknown) => void]
      | ["exit", (code: number | string | null) => void]
  ): void {
    if (event === "message") this.child.on(event, (message) => listener(message as M | Started))
    else if (event === "error") {
      this.child.on(event, listener)
      this.child.on("exit", (_, signal) => {
        // Killed by its own thread, or by a system without memory.
        if (signal === "SIGKILL" && !this.isStopped) listener(new TooMuchMemory(this.memory))
      })
    } else this.child.on(event, (code, signal) => listener(code ?? signal))
  }

  /** Copies the task, always. */
  postMessage(task: object, _transfer?: ReadonlyArray<ArrayBuffer>): void {
    this.send(task)
  }

  /** What does not reach a process that has ended is lost with it; its `exit` event comes anyway. */
  private send(message: object): void {
    this.child.send(message, () => {})
  }

  ref(): void {
    this.child.ref()
    this.child.channel?.ref()
  }

  unref(): void {
    this.child.unref()
    this.child.channel?.unref()
  }

  async terminate(): Promise<void> {
    const { child } = this
    if (child.exitCode !== null || child.signalCode !== null) return
    this.isStopped = true
    // Whoever waits for its end is to live to see it.
    child.ref()
    await new Promise<void>((resolve) => {
      child.on("exit", () => resolve())
      child.on("error", () => resolve())
      child.kill("SIGKILL")
    })
  }
}
