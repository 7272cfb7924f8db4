// With real processes and in real time: what ends them is the platform's.
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { carriedThread } from "../../src/support/threadEntry.ts"
import { IsolatedThread, isolationOf } from "../../src/support/isolatedThread.ts"
import { type ThreadLoss, ThreadPool } from "../../src/support/ThreadPool.ts"

/** Tries what it is told to, and answers what came of it. */
const code = `
  const answer = (what) => process.send({ what: String(what) })
  const tries = {
    echo: (text) => text,
    read: () => require("node:fs").readFileSync("/etc/hostname", "utf8"),
    write: () => require("node:fs").writeFileSync("/tmp/written-by-an-isolated-thread", "x"),
    spawn: () => require("node:child_process").execFileSync("true"),
    thread: () => new (require("node:worker_threads").Worker)("1", { eval: true, execArgv: [] }),
    code: () => new Function("return 1")(),
    environment: () => JSON.stringify(process.env),
    hangs: () => { for (;;); },
    hoards: () => { for (const kept = []; ; ) kept.push(new Uint8Array(8 * 1024 * 1024).fill(1)) },
    dies: () => process.exit(3),
    pid: () => process.pid
  }
  process.on("message", ([name, given]) => {
    try { answer(tries[name](given)) } catch (error) { answer(error.code ?? error.message) }
  })
  process.send({ started: true })`

interface Answer {
  readonly what: string
}

/** Prints the number of the process in which it starts an endless task. */
const starter = `
  import { spawn } from "node:child_process"
  import { carriedThread } from ${JSON.stringify(new URL("../../src/support/threadEntry.ts", import.meta.url))}
  import { IsolatedThread } from ${JSON.stringify(new URL("../../src/support/isolatedThread.ts", import.meta.url))}
  const worker = new IsolatedThread(spawn, process, carriedThread(${JSON.stringify(code)}), {})
  worker.on("message", ({ started, what }) => {
    if (started) worker.postMessage(["pid"])
    else {
      worker.postMessage(["hangs"])
      setTimeout(() => console.log(what), 200)
    }
  })`

/** The process is gone, at once or soon. */
const ended = (pid: number) =>
  Effect.promise(() => vi.waitFor(() => assert.throws(() => process.kill(pid, 0), "ESRCH"), { timeout: 10_000 }))

const makePool = (memory = 256) =>
  ThreadPool.make<Answer, IsolatedThread<Answer>>({
    size: 1,
    prefersCarried: true,
    placed: undefined,
    load: () => Promise.resolve({ threadCode: () => code }),
    start: (entry) => new IsolatedThread(spawn, process, entry, { memory })
  })

const run = (pool: ThreadPool<Answer, IsolatedThread<Answer>>, name: string, given = "", timeout = 20_000) =>
  pool.run<string, ThreadLoss>({
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
    post: (worker) => worker.postMessage([name, given]),
    resultOf: ({ what }) => Effect.succeed(what),
    withoutResult: Effect.fail,
    timeout
  })

describe("a process in the place of a thread", () => {
  it.live("has no files, processes, threads, environment of the host, nor code from text", () =>
    Effect.gen(function* () {
      const pool = yield* makePool()
      for (const name of ["read", "write", "spawn", "thread"]) {
        assert.strictEqual(yield* run(pool, name), "ERR_ACCESS_DENIED", name)
      }
      assert.include(yield* run(pool, "code"), "Code generation from strings disallowed")
      assert.strictEqual(yield* run(pool, "environment"), "{}")
    })
  )

  it.live("takes and gives long texts", () =>
    Effect.gen(function* () {
      const pool = yield* makePool(512)
      const text = "word & € ".repeat(400_000)
      assert.isTrue((yield* run(pool, "echo", text)) === text)
    })
  )

  it.live("is killed beyond its memory, which heap limits leave out, and the next one goes on", () =>
    Effect.gen(function* () {
      const pool = yield* makePool(160)
      const loss = yield* Effect.flip(run(pool, "hoards"))
      assert.deepStrictEqual(loss, {
        reason: "memory",
        detail: "it takes more than 160 MiB of memory (isolated.memory)"
      })
      assert.strictEqual(yield* run(pool, "echo", "next"), "next")
    })
  )

  it.live("is ended when it takes too long, and told apart from one that ends by itself", () =>
    Effect.gen(function* () {
      const pool = yield* makePool()
      const pid = Number(yield* run(pool, "pid"))
      assert.strictEqual((yield* Effect.flip(run(pool, "hangs", "", 100))).reason, "timeout")
      yield* ended(pid)
      assert.deepStrictEqual(yield* Effect.flip(run(pool, "dies")), {
        reason: "crashed",
        detail: "its thread ended with code 3"
      })
    })
  )

  it.live("ends with the pool, and when interrupted", () =>
    Effect.gen(function* () {
      const pid = yield* Effect.scoped(
        Effect.gen(function* () {
          const pool = yield* makePool()
          const pid = Number(yield* run(pool, "pid"))
          yield* Effect.timeoutOption(run(pool, "hangs"), 100)
          yield* ended(pid)
          return Number(yield* run(pool, "pid"))
        })
      )
      yield* ended(pid)
    })
  )

  it.live("ends when the process that started it is killed, even while it computes", () =>
    Effect.gen(function* () {
      const parent = spawn(process.execPath, [
        "--conditions=@orbweaver/source",
        "--input-type=module",
        "--eval",
        starter
      ])
      parent.stderr.pipe(process.stderr)
      const [line] = yield* Effect.promise(() => once(parent.stdout.setEncoding("utf8"), "data"))
      const pid = Number(line)
      assert.isAbove(pid, 0)
      parent.kill("SIGKILL")
      yield* ended(pid)
    })
  )

  it.live("says which programs cannot start one", () =>
    Effect.gen(function* () {
      const versions = { node: "24.3.0", bun: "1.3.0" }
      const pool = yield* ThreadPool.make<Answer, IsolatedThread<Answer>>({
        size: 1,
        placed: carriedThread(code),
        load: () => Promise.resolve({ threadCode: () => code }),
        start: (entry) => new IsolatedThread(spawn, { execPath: process.execPath, versions }, entry, {})
      })
      assert.deepStrictEqual(yield* Effect.flip(run(pool, "echo")), {
        reason: "unavailable",
        detail: "isolated processes need Node.js, and this is bun"
      })
    })
  )

  it("is asked for with true, or with its memory", () => {
    assert.deepStrictEqual([undefined, false, true, { memory: 9 }].map(isolationOf), [
      undefined,
      undefined,
      {},
      { memory: 9 }
    ])
  })
})
