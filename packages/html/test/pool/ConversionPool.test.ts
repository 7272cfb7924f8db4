import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { MayUseThreads } from "@orbweaver/core/internal/reading/MayUseThreads"
import type { Worker } from "node:worker_threads"
import { isHeavier, make } from "../../src/pool/ConversionPool.ts"
import { input } from "../page.ts"

/** Takes half a second to convert: enough to be caught at it. */
const endless = "<table><tr><td>x".repeat(400_000)

describe("the weight of a page", () => {
  it("is its length and fifty for each tag", () => {
    assert.isFalse(isHeavier("x".repeat(100), 100))
    assert.isTrue(isHeavier("x".repeat(101), 100))
    assert.isFalse(isHeavier("<b>x</b>", 108))
    assert.isTrue(isHeavier("<b>x</b>", 107))
    assert.isFalse(isHeavier("<b>x</b>".repeat(1_000), Infinity))
  })
})

describe("the conversion pool", { concurrent: false }, () => {
  for (const isolated of [false, true]) {
    it.live(`gives the same ${isolated ? "in an isolated process" : "on a thread"} as in place`, () =>
      Effect.gen(function* () {
        const page = input(`<h1>Títle €</h1><p>${"text ".repeat(100)}<a href=/x>link</a></p>`, {
          wanted: ["markdown", "links", "metadata"]
        })
        const inPlace = yield* make({ threshold: Infinity })
        const onThread = yield* make({ threshold: 0, threads: 1, isolated })
        assert.deepStrictEqual(yield* onThread.convert(page), yield* inPlace.convert(page))
      })
    )
  }

  it.live("gives up a page that takes more memory than an isolated process may have", () =>
    Effect.gen(function* () {
      // The modules take 120 MiB when they are read from source, this page more than 400.
      const pool = yield* make({ threshold: 0, threads: 1, isolated: { memory: 256 } })
      const page = input("<a href=/x title=y>x".repeat(800_000), { wanted: ["markdown", "html", "links", "metadata"] })
      const { detail } = yield* Effect.flip(Effect.catchTag(pool.convert(page), "InvalidSelector", Effect.die))
      assert.strictEqual(detail, "it takes more than 256 MiB of memory (isolated.memory)")
      assert.strictEqual((yield* pool.convert(input("<p>next"))).markdown, "next")
    })
  )

  it.live("gives the same on a thread as in place where texts are long", () =>
    Effect.gen(function* () {
      const page = input(`<p>${"word & € ".repeat(200_000)}`, { wanted: ["markdown", "html", "metadata"] })
      const inPlace = yield* make({ threshold: Infinity })
      const onThread = yield* make({ threshold: 0, threads: 1 })
      const both = [yield* onThread.convert(page), yield* inPlace.convert(page)] as const
      assert.isAbove(both[1].markdown!.length, 1_000_000)
      assert.isTrue(both[0].markdown === both[1].markdown && both[0].html === both[1].html)
      assert.deepStrictEqual(both[0].metadata, both[1].metadata)
      assert.strictEqual((yield* onThread.convert(input("<p>next"))).markdown, "next")
    })
  )

  it.live("says the same of a page that is cut, of which a thread is sent no more than it reads", () =>
    Effect.gen(function* () {
      const page = input(`<p>${"word ".repeat(3_300_000)}`, { wanted: ["links"] })
      const pool = yield* make({ threshold: 100_000, threads: 1 })
      const made = yield* pool.convert(page)
      assert.strictEqual(made.cut?.of, page.html.length)
      assert.deepStrictEqual(made, yield* (yield* make({ threshold: Infinity })).convert(page))
    })
  )

  it.live("converts more pages than it has threads", () =>
    Effect.gen(function* () {
      const pool = yield* make({ threshold: 0, threads: 2 })
      const pages = Array.from({ length: 20 }, (_, i) => input(`<p>page ${i}</p>`))
      const all = yield* Effect.forEach(pages, (page) => pool.convert(page), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        all.map(({ markdown }) => markdown),
        pages.map((_, i) => `page ${i}`)
      )
    })
  )

  it.live("gives a refused selector back as such", () =>
    Effect.gen(function* () {
      const pool = yield* make({ threshold: 0, threads: 1 })
      const error = yield* Effect.flip(pool.convert(input("<p>x", { excludeTags: ["a["] })))
      assert.strictEqual(error._tag, "InvalidSelector")
    })
  )

  it.live("fails a page that takes too long", () =>
    Effect.gen(function* () {
      const pool = yield* make({ threshold: 0, threads: 1, timeout: "20 millis" })
      const error = yield* Effect.flip(pool.convert(input(endless)))
      assert.deepInclude(error, { _tag: "ConversionFailed", reason: "timeout" })
    })
  )

  it.live("ends the thread of a page that nobody wants any more, and goes on with a new one", () =>
    Effect.gen(function* () {
      const pool = yield* make({ threshold: 0, threads: 1 })
      const running = yield* Effect.forkChild(pool.convert(input(endless)), { startImmediately: true })
      yield* Fiber.interrupt(running)
      assert.strictEqual((yield* pool.convert(input("<p>next"))).markdown, "next")
    })
  )

  it.live("fails a page that runs out of memory, and goes on with a new thread", () =>
    Effect.gen(function* () {
      const pool = yield* make({ threshold: 0, threads: 1, memory: 24 })
      const error = yield* Effect.flip(
        pool.convert(input(`<p>${"<b title='é'>x</b>".repeat(600_000)}`, { wanted: ["html"] }))
      )
      assert.deepInclude(error, { _tag: "ConversionFailed", reason: "crashed" })
      assert.strictEqual((yield* pool.convert(input("<p>next"))).markdown, "next")
    })
  )

  it.live("refuses pages beyond those that may wait", () =>
    Effect.gen(function* () {
      const pool = yield* make({ threshold: 0, threads: 1, waiting: 1 })
      const running = yield* Effect.forkChild(pool.convert(input(endless)), { startImmediately: true })
      const waiting = yield* Effect.forkChild(pool.convert(input("<p>x")), { startImmediately: true })
      const error = yield* Effect.flip(pool.convert(input("<p>y")))
      assert.deepInclude(error, { _tag: "ConversionFailed", reason: "busy" })
      yield* Fiber.interrupt(running)
      assert.strictEqual((yield* Fiber.join(waiting)).markdown, "x")
    })
  )

  it.live("shares small pages that wait for their turn with a thread, where they may", () =>
    Effect.gen(function* () {
      const { answers } = yield* countThreads
      const pool = yield* make({ threads: 1 })
      const convert = (page: number) => pool.convert(input(`<h1>Page ${page}</h1><p>€ ${"word ".repeat(2_000)}`))
      const pages = Array.from({ length: 40 }, (_, page) => page)
      const together = Effect.forEach(pages, convert, { concurrency: "unbounded" })
      const inPlace = yield* together
      assert.strictEqual(answers.count, 0)
      yield* Effect.gen(function* () {
        while (answers.count < 10) assert.deepStrictEqual(yield* together, inPlace)
        // One alone is converted where it is.
        const before = answers.count
        yield* Effect.forEach(pages.slice(0, 5), (page) => Effect.delay(convert(page), "5 millis"))
        assert.strictEqual(answers.count, before)
      }).pipe(Effect.provideService(MayUseThreads, true), Effect.timeout("20 seconds"))
    })
  )

  it.live("keeps small pages from isolated processes and from threads that the pool does not have", () =>
    Effect.gen(function* () {
      const { answers, started } = yield* countThreads
      for (const options of [{ isolated: true }, { threads: 0 }, { threshold: Infinity }]) {
        const pool = yield* make(options)
        const pages = Array.from({ length: 20 }, (_, page) => pool.convert(input(`<p>page ${page}`)))
        const all = yield* Effect.provideService(Effect.all(pages, { concurrency: "unbounded" }), MayUseThreads, true)
        assert.deepStrictEqual(
          all.map(({ markdown }) => markdown),
          pages.map((_, page) => `page ${page}`)
        )
      }
      assert.deepStrictEqual([started.count, answers.count], [0, 0])
    })
  )

  it.live("ends its threads with its scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const pool = yield* Effect.provideService(make({ threshold: 0, threads: 1 }), Scope.Scope, scope)
      yield* pool.convert(input("<p>x"))
      yield* Scope.close(scope, Exit.void)
      const error = yield* Effect.flip(pool.convert(input("<p>y")))
      assert.strictEqual(error._tag, "ConversionFailed")
    })
  )
})

/** Threads that start from now on, and what they answer besides that they have started. */
const countThreads = Effect.gen(function* () {
  const started = { count: 0 }
  const answers = { count: 0 }
  const onWorker = (worker: Worker) => {
    started.count++
    worker.on("message", (message: object) => void ("started" in message || answers.count++))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("worker", onWorker)),
    () => Effect.sync(() => process.off("worker", onWorker))
  )
  return { started, answers }
})
