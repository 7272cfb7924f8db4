// What a page or a script makes the browser send must not end the process, nor fill its memory.
import { boundedPipe } from "../../src/process/boundedPipe.ts"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { PassThrough } from "node:stream"

/** What came of each, in a process of their own with a heap of 128 MiB. */
const outcomesOf = (...kinds: ReadonlyArray<string>): Effect.Effect<Record<string, string>> =>
  Effect.callback((resume) => {
    const child = execFile(
      process.execPath,
      [
        "--max-old-space-size=128",
        "--conditions=@orbweaver/source",
        join(import.meta.dirname, "../support/sendMuch.ts"),
        ...kinds
      ],
      (error, stdout, stderr) => {
        const outcomes = stdout
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as [kind: string, outcome: string])
        const death = error === null ? [] : [["the process", `ended: ${stderr.slice(0, 2000)}`] as const]
        resume(Effect.succeed(Object.fromEntries([...outcomes, ...death])))
      }
    )
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** Browsers take their time over large messages, and the machine has more to do. */
const limit = 400_000

const reply = "The browser's reply exceeds"

describe("a message too large for this process", { concurrent: false }, () => {
  it.live(
    "costs a page nothing that did not need it",
    () =>
      Effect.gen(function* () {
        const kinds = ["logs a string longer than any", "logs often", "throws", "sends a request that is intercepted"]
        assert.deepStrictEqual(yield* outcomesOf(...kinds), Object.fromEntries(kinds.map((kind) => [kind, "the page"])))
      }),
    limit
  )

  it.live(
    "costs an action, or the page that is as large",
    () =>
      Effect.gen(function* () {
        const failed = `ActionFailed: Action 0 (executeJavascript) failed: ${reply}`
        const kinds = ["gives an action a string", "gives an action many values", "has a long id"]
        assert.deepStrictEqual(yield* outcomesOf(...kinds), {
          "gives an action a string": `${failed} 96 MiB`,
          "gives an action many values": `${failed} 1000000 values`,
          "has a long id": "TooLarge: The body is larger than 100663296 bytes"
        })
      }),
    limit
  )

  it.live(
    "costs a call of a session, which goes on",
    () =>
      Effect.gen(function* () {
        const kinds = [
          "gives a result",
          "gives a value of the page",
          "gives many values of the page",
          "reads the page",
          "asks for much at once"
        ]
        assert.deepStrictEqual(yield* outcomesOf(...kinds), {
          "gives a result": `${reply} 96 MiB; then 2`,
          "gives a value of the page": `Error: ${reply} 96 MiB; then 2`,
          "gives many values of the page": `Error: ${reply} 1000000 values; then 2`,
          "reads the page": `Error: ${reply} 96 MiB; then 2`,
          "asks for much at once": "1,Error: Calls of page functions that are ; then 2"
        })
      }),
    limit
  )
})

/** What arrives of these messages, which come in pieces of `size` bytes. */
const received = async (messages: ReadonlyArray<string>, size: number): Promise<ReadonlyArray<object>> => {
  const toBrowser = new PassThrough()
  const fromBrowser = new PassThrough()
  const arrived: Array<object> = []
  const transport = boundedPipe(toBrowser, fromBrowser, () => assert.fail("the browser was ended"))
  const closed = new Promise<void>((resolve) => {
    Object.assign(transport, {
      onmessage: (message: object) => void arrived.push(message),
      onclose: () => resolve()
    })
  })
  const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(""))
  for (let start = 0; start < bytes.length; start += size) fromBrowser.write(bytes.subarray(start, start + size))
  fromBrowser.end()
  await closed
  await new Promise((resolve) => setImmediate(resolve))
  const sent: Buffer | null = toBrowser.read()
  const commands =
    sent === null
      ? []
      : sent
          .toString()
          .split("\0")
          .filter((text) => text !== "")
  return [...arrived, ...commands.map((text) => JSON.parse(text) as object)]
}

describe("the pipe of a browser", { concurrent: false }, () => {
  const next = { id: 8, result: {}, sessionId: "CD" }

  it.effect.each([1_000_000, 65_536, 65_521])("fails a command for its reply, in pieces of %i bytes", (size) =>
    Effect.gen(function* () {
      const large = `{"id":7,"result":{"data":"${"x".repeat(96 * 1024 * 1024)}"},"sessionId":"AB"}`
      assert.deepStrictEqual(yield* Effect.promise(() => received([large, JSON.stringify(next)], size)), [
        { id: 7, error: { code: -32000, message: `${reply} 96 MiB` }, sessionId: "AB" },
        next
      ])
    })
  )

  it.effect("counts the values of a reply and not the characters of its strings", () =>
    Effect.gen(function* () {
      const of = (id: number, value: unknown) => ({ id, result: { value }, sessionId: "AB" })
      const text = of(1, `,[{"\\`.repeat(400_000))
      const list = of(
        2,
        Array.from({ length: 1_000_001 }, () => 0)
      )
      const arrived = yield* Effect.promise(() =>
        received(
          [text, list, next].map((each) => JSON.stringify(each)),
          65_536
        )
      )
      assert.deepStrictEqual(arrived, [
        text,
        { id: 2, error: { code: -32000, message: `${reply} 1000000 values` }, sessionId: "AB" },
        next
      ])
    })
  )

  it.effect("drops events that would be kept, and fails a request whose announcement was dropped", () =>
    Effect.gen(function* () {
      const logged = (length: number) => ({ method: "Runtime.consoleAPICalled", params: { text: "x".repeat(length) } })
      const paused = {
        method: "Fetch.requestPaused",
        params: { requestId: "job-1.0", request: { postData: "x".repeat(96 * 1024 * 1024) } },
        sessionId: "AB"
      }
      const small = logged(1000)
      const messages = [logged(70_000), small, paused, next].map((each) => JSON.stringify(each))
      assert.deepStrictEqual(yield* Effect.promise(() => received(messages, 65_536)), [
        small,
        next,
        {
          id: -1,
          method: "Fetch.failRequest",
          params: { requestId: "job-1.0", errorReason: "Failed" },
          sessionId: "AB"
        }
      ])
    })
  )
})
