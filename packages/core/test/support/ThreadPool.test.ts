// With real threads and in real time: what ends them is the platform's.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { carriedThread } from "../../src/support/threadEntry.ts"
import { type ThreadLoss, ThreadPool, type ThreadPoolOptions, type ThreadTask } from "../../src/support/ThreadPool.ts"

/** Each word is a task of its own kind. */
const code = `
  const { parentPort, threadId } = require("node:worker_threads")
  const kept = []
  parentPort.on("message", (word) => {
    while (word === "hangs");
    // In small steps: V8 ends the whole process for one that goes far beyond the heap.
    for (let last; word === "grows"; ) last = { last }
    if (word === "dies") process.exit(3)
    if (word === "throws") throw new Error("broken")
    if (word === "hoards") return void kept.push(new Uint8Array(96 * 1024 * 1024).fill(1))
    if (word === "waits") return
    parentPort.postMessage({ part: word.slice(0, 1) })
    parentPort.postMessage({ part: word.slice(1), threadId })
  })
  parentPort.postMessage({ started: true })`

interface Reply {
  readonly part: string
  /** With the last part. */
  readonly threadId?: number
}

interface Result {
  readonly word: string
  readonly threadId: number
}

const makePool = (options: Partial<ThreadPoolOptions<Worker>> & { readonly started?: Array<Worker> } = {}) =>
  ThreadPool.make<Reply, Worker>({
    size: 1,
    placed: carriedThread(code),
    load: () => Promise.resolve({ threadCode: () => code }),
    start: ({ options: how, script }) => {
      const worker = new Worker(script, {
        ...how,
        resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 }
      })
      options.started?.push(worker)
      return worker
    },
    ...options
  })

const run = (
  pool: ThreadPool<Reply, Worker>,
  word: string,
  more: Partial<ThreadTask<Reply, Worker, Result, ThreadLoss>> = {}
): Effect.Effect<Result, ThreadLoss> =>
  Effect.suspend(() => {
    let read = ""
    return pool.run<Result, ThreadLoss>({
      post: (worker) => {
        read = ""
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(word)
      },
      resultOf: ({ part, threadId }) => {
        read += part
        return threadId === undefined ? undefined : Effect.succeed({ word: read, threadId })
      },
      withoutResult: (loss) => Effect.fail(loss),
      timeout: 30_000,
      ...more
    })
  })

/** The word, or why there is none. */
const outcome = (...args: Parameters<typeof run>) =>
  Effect.match(run(...args), { onSuccess: ({ word }) => word, onFailure: ({ reason }) => reason })

/** From now on, whoever waits for it. */
const exitOf = (worker: Worker) => {
  const exit = once(worker, "exit")
  return Effect.promise(() => exit)
}

describe("a thread", () => {
  for (const small of [false, true]) {
    it.live(`that hangs is ended, and ${small ? "small" : "large"} tasks behind it have their whole time`, () =>
      Effect.gen(function* () {
        const pool = yield* makePool()
        const words = ["first", "hangs", "behind", "hangs", "last"]
        const outcomes = yield* Effect.forEach(words, (word) => outcome(pool, word, { small, timeout: 300 }), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(outcomes, ["first", "timeout", "behind", "timeout", "last"])
      })
    )
  }

  for (const [word, loss] of [
    ["dies", { reason: "crashed", detail: "its thread ended with code 3" }],
    ["throws", { reason: "crashed", detail: "broken" }],
    ["grows", { reason: "memory", detail: "" }]
  ] as const) {
    it.live(`that ${word} loses its task alone, and the next one gets a new thread`, () =>
      Effect.gen(function* () {
        const pool = yield* makePool()
        const [lost, next] = yield* Effect.all([Effect.flip(run(pool, word)), outcome(pool, "next")], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(lost, loss)
        assert.strictEqual(next, "next")
      })
    )
  }

  it.live("is ended when its task takes too much memory outside of the heap", () =>
    Effect.gen(function* () {
      const pool = yield* makePool()
      const excess = async (worker: Worker) => {
        const { external_memory: bytes } = await worker.getHeapStatistics()
        return bytes > 64 * 1024 * 1024 ? "more than 64 MiB" : undefined
      }
      const loss = yield* Effect.flip(run(pool, "hoards", { excess }))
      assert.deepStrictEqual(loss, { reason: "memory", detail: "more than 64 MiB" })
      assert.strictEqual(yield* outcome(pool, "next", { excess }), "next")
    })
  )

  it.live("ends with the task that nobody wants any more, and stays for a small one", () =>
    Effect.gen(function* () {
      const started: Array<Worker> = []
      const pool = yield* makePool({ started })
      const { threadId } = yield* run(pool, "first")
      const small = yield* Effect.forkChild(run(pool, "small", { small: true }), { startImmediately: true })
      yield* Fiber.interrupt(small)
      assert.strictEqual((yield* run(pool, "second")).threadId, threadId)
      const large = yield* Effect.forkChild(run(pool, "hangs"), { startImmediately: true })
      const exit = exitOf(started[0]!)
      yield* Fiber.interrupt(large)
      yield* exit
      assert.notStrictEqual((yield* run(pool, "third")).threadId, threadId)
    })
  )

  it.live("ends with a task that takes much, and others get a new one", () =>
    Effect.gen(function* () {
      const started: Array<Worker> = []
      const pool = yield* makePool({ started })
      const before = yield* run(pool, "before")
      const [large, after] = yield* Effect.all([run(pool, "large", { endsThread: true }), run(pool, "after")], {
        concurrency: "unbounded"
      })
      assert.strictEqual(large.word, "large")
      assert.strictEqual(after.word, "after")
      assert.strictEqual(large.threadId, before.threadId)
      assert.notStrictEqual(after.threadId, large.threadId)
      assert.strictEqual(started.length, 2)
    })
  )

  it.live("ends when it was idle for long, and a new one starts with the next task", () =>
    Effect.gen(function* () {
      const started: Array<Worker> = []
      const pool = yield* makePool({ started, idle: 50 })
      yield* run(pool, "first")
      yield* exitOf(started[0]!)
      assert.strictEqual(yield* outcome(pool, "next"), "next")
      assert.lengthOf(started, 2)
    })
  )
})

describe("the pool", () => {
  it.live("posts small tasks ahead, and gives each its own parts in turn", () =>
    Effect.gen(function* () {
      const pool = yield* makePool({ size: 2 })
      const words = Array.from({ length: 40 }, (_, at) => `word ${at}`)
      const all = yield* Effect.forEach(words, (word) => run(pool, word, { small: true }), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        all.map(({ word }) => word),
        words
      )
      assert.strictEqual(new Set(all.map(({ threadId }) => threadId)).size, 2)
    })
  )

  it.live("starts for tasks that do not wait, and takes those of the time after its start", () =>
    Effect.gen(function* () {
      const started: Array<Worker> = []
      const pool = yield* makePool({ started })
      const first = yield* Effect.forEach(["one", "two"], (word) => outcome(pool, word, { small: true, waits: false }))
      assert.deepStrictEqual(first, ["busy", "busy"])
      assert.strictEqual(started.length, 1)
      yield* Effect.promise(() => once(started[0]!, "message"))
      assert.strictEqual(yield* outcome(pool, "three", { small: true, waits: false }), "three")
    })
  )

  it.live("takes no more tasks that do not wait than it is posted ahead", () =>
    Effect.gen(function* () {
      const pool = yield* makePool()
      yield* run(pool, "first")
      yield* Effect.forEach(
        ["waits", "ahead", "last"],
        (word) => Effect.forkChild(outcome(pool, word, { small: true, waits: false }), { startImmediately: true }),
        { discard: true }
      )
      assert.strictEqual(yield* outcome(pool, "late", { small: true, waits: false }), "busy")
    })
  )

  it.live("refuses tasks beyond those that may wait, and one that gives up its place makes room", () =>
    Effect.gen(function* () {
      const pool = yield* makePool({ maxWaiting: 1 })
      const running = yield* Effect.forkChild(run(pool, "waits"), { startImmediately: true })
      const waiting = yield* Effect.forkChild(run(pool, "waiting"), { startImmediately: true })
      assert.deepStrictEqual(yield* Effect.flip(run(pool, "third")), {
        reason: "busy",
        detail: "1 wait for a thread already"
      })
      yield* Fiber.interrupt(waiting)
      const fourth = yield* Effect.forkChild(outcome(pool, "fourth"), { startImmediately: true })
      yield* Fiber.interrupt(running)
      assert.strictEqual(yield* Fiber.join(fourth), "fourth")
    })
  )

  it.live("loads the code that a build carries where the module does not stand", () =>
    Effect.gen(function* () {
      const pool = yield* makePool({ placed: undefined, size: 2 })
      const all = yield* Effect.all([outcome(pool, "first"), outcome(pool, "second")], { concurrency: "unbounded" })
      assert.deepStrictEqual(all, ["first", "second"])
    })
  )

  it.live("loads that code where the module is there for the program alone, which reads it out of an archive", () =>
    Effect.gen(function* () {
      const started: Array<Worker> = []
      const script = new URL("archive.zip/worker.mjs", import.meta.url)
      const pool = yield* makePool({ placed: { script, options: { execArgv: [] } }, size: 2, started })
      const words = ["first", "second", "third", "fourth"]
      const all = yield* Effect.forEach(words, (word) => outcome(pool, word, { small: true }), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(all, words)
      const before = started.length
      assert.strictEqual(yield* outcome(pool, "later"), "later")
      assert.strictEqual(started.length, before)
    })
  )

  const absent = { script: new URL("absent.mjs", import.meta.url), options: { execArgv: [] } }
  for (const [where, options] of [
    ["no code is carried", { placed: undefined, load: () => Promise.resolve({ threadCode: () => "" }) }],
    ["its code cannot be loaded", { placed: undefined, load: () => Promise.reject(new Error("not there")) }],
    [
      "its module is not there and no code is carried",
      { placed: absent, load: () => Promise.resolve({ threadCode: () => "" }) }
    ],
    [
      "the host allows no threads",
      {
        start: () => {
          throw new Error("not allowed")
        }
      }
    ]
  ] as const) {
    it.live(`says that threads are unavailable where ${where}, to all tasks`, () =>
      Effect.gen(function* () {
        const pool = yield* makePool(options)
        const both = yield* Effect.all([outcome(pool, "first"), outcome(pool, "second")], { concurrency: "unbounded" })
        assert.deepStrictEqual(both, ["unavailable", "unavailable"])
        assert.strictEqual(yield* outcome(pool, "later"), "unavailable")
      })
    )
  }

  it.live("ends its threads with its scope, and fails the tasks that are left", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const started: Array<Worker> = []
      const pool = yield* Effect.provideService(makePool({ started }), Scope.Scope, scope)
      yield* run(pool, "first")
      const words = ["hangs", "waiting"]
      const left = yield* Effect.forkChild(
        Effect.forEach(words, (word) => outcome(pool, word), { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      const exit = exitOf(started[0]!)
      yield* Scope.close(scope, Exit.void)
      yield* exit
      assert.deepStrictEqual(yield* Fiber.join(left), ["crashed", "crashed"])
      assert.strictEqual(yield* outcome(pool, "later"), "crashed")
    })
  )
})
