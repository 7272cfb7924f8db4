/** Runs scripts of a session, one at a time, and answers what they ask of the open page. */
import type * as Egress from "@orbweaver/core/network/Egress"
import type { ScriptOutcome } from "@orbweaver/core/network/OpenPage"
import * as Schema from "effect/Schema"
import type { Browser, CDPSession, Page } from "playwright-core"
import { detailOf, ignoreClosedPage } from "../tab/errors.ts"
import { firstReply } from "../tab/interrupt.ts"
import { callPage } from "./pageFunctions.ts"
import { type Responses, watchResponses } from "./responses.ts"
import { bindingName, prelude } from "./scriptPage.ts"
import type { Tab } from "../tab/tab.ts"

/** Most characters of each stream and of the result. */
const maxOutput = 200_000
/** Most characters of one question or answer. */
const maxMessage = 10 * 1024 * 1024
/** Most characters of the questions and answers of one script that are under way at the same time. */
const maxUnderWay = 2 * maxMessage
/** Most calls of page functions in one script. */
const maxCalls = 10_000

const tooMuchUnderWay = `Calls of page functions that are under way have more than ${maxUnderWay} characters: await them before others`

/** Timeout of requests to the page that run no script, in milliseconds. */
const defaultTimeout = 30_000

const Step = Schema.Struct({ name: Schema.String, args: Schema.Array(Schema.Unknown) })
const Message = Schema.Union([
  Schema.Struct({ stream: Schema.Literals(["stdout", "stderr"]), text: Schema.String }),
  Schema.Struct({
    id: Schema.Int,
    steps: Schema.Array(Step),
    name: Schema.String,
    args: Schema.Array(Schema.Unknown)
  })
])
const readMessage = Schema.decodeUnknownOption(Schema.fromJsonString(Message))

interface Options {
  readonly browser: Browser
  readonly tab: Tab
  readonly egress: Egress.Service
  /** A proxy that refuses everything. */
  readonly closedProxy: string
}

/** The script that runs now. */
interface CurrentRun {
  readonly deadline: number
  readonly responses: Responses
  stdout: string
  stderr: string
  calls: number
  /** Characters of questions and answers that are under way. */
  underWay: number
  truncated: boolean
}

interface Sandbox {
  readonly page: Page
  readonly cdp: CDPSession
}

interface ScriptRunner {
  /** Rejects when the browser is gone. `timeout` in milliseconds. */
  readonly run: (code: string, timeout: number) => Promise<ScriptOutcome>
}

export const makeRunner = ({ browser, closedProxy, egress, tab }: Options): ScriptRunner => {
  let sandbox: Sandbox | undefined
  let current: CurrentRun | undefined

  const write = (run: CurrentRun, stream: "stdout" | "stderr", text: string) => {
    const room = maxOutput - run[stream].length
    if (text.length + 1 > room) run.truncated = true
    run[stream] += `${text}\n`.slice(0, Math.max(0, room))
  }

  const sendAnswer = (cdp: CDPSession, text: string) =>
    cdp.send("Runtime.evaluate", { expression: `__orbweaverAnswer(${JSON.stringify(text)})` })

  const answer = async (cdp: CDPSession, payload: string): Promise<unknown> => {
    const run = current
    const message = payload.length > maxMessage ? undefined : readMessage(payload)
    if (run === undefined || message?._tag !== "Some") return
    if ("stream" in message.value) return write(run, message.value.stream, message.value.text)
    const { id, ...call } = message.value
    const remaining = () => Math.max(1, run.deadline - performance.now())
    const textOf = (outcome: object) => JSON.stringify({ id, url: tab.page.url(), ...outcome })
    // Without an await, so that a refused question is not held while the script is too busy to read the answer.
    if (run.underWay + payload.length > maxUnderWay) return sendAnswer(cdp, textOf({ error: tooMuchUnderWay }))
    let held = payload.length
    run.underWay += held
    let text: string
    try {
      if (++run.calls > maxCalls) throw new Error(`A script calls page functions at most ${maxCalls} times`)
      const value = await callPage({ tab, egress, responses: run.responses, remaining }, call)
      try {
        text = textOf({ value })
      } catch (error) {
        throw new Error(`The value of ${call.name} cannot be written as JSON: ${detailOf(error)}`, { cause: error })
      }
      if (text.length > maxMessage) {
        throw new Error(`The value of ${call.name} is larger than ${maxMessage} characters of JSON: ask for less of it`)
      }
      if (run.underWay + text.length > maxUnderWay) throw new Error(tooMuchUnderWay)
    } catch (error) {
      text = textOf({ error: detailOf(error) })
    }
    held += text.length
    run.underWay += text.length
    try {
      await sendAnswer(cdp, text)
    } finally {
      run.underWay -= held
    }
  }

  const open = async (): Promise<Sandbox> => {
    const context = await browser.newContext({
      proxy: { server: closedProxy },
      serviceWorkers: "block",
      acceptDownloads: false
    })
    const page = await context.newPage()
    context.on("page", (other) => {
      other.close().catch(ignoreClosedPage)
    })
    const cdp = await context.newCDPSession(page)
    await cdp.send("Runtime.enable")
    await cdp.send("Runtime.addBinding", { name: bindingName })
    cdp.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === bindingName) answer(cdp, payload).catch(ignoreClosedPage)
    })
    await cdp.send("Runtime.evaluate", { expression: prelude(maxMessage) })
    return { page, cdp }
  }

  /** False also when a timer of an earlier script keeps the page busy, or has crashed it. */
  const isReady = async ({ cdp, page }: Sandbox): Promise<boolean> =>
    !page.isClosed() &&
    (await firstReply(
      cdp.send("Runtime.evaluate", { expression: "typeof globalThis.__orbweaverAnswer" }).then(
        ({ result }) => result.value === "function",
        () => false
      )
    )) === true

  const close = async () => {
    const old = sandbox
    sandbox = undefined
    await old?.page.context().close().catch(ignoreClosedPage)
  }

  const evaluate = async ({ cdp }: Sandbox, code: string): Promise<{ result: string; error?: string }> => {
    const asked = { replMode: true, awaitPromise: true } as const
    let answered = await cdp.send("Runtime.evaluate", { ...asked, expression: code })
    // A `return` stands in a function; nothing has run yet.
    if (/Illegal return statement/.test(answered.exceptionDetails?.exception?.description ?? "")) {
      answered = await cdp.send("Runtime.evaluate", { ...asked, expression: `(async () => {\n${code}\n})()` })
    }
    const { objectId, subtype } = answered.result
    if (answered.exceptionDetails === undefined && subtype === "promise" && objectId !== undefined) {
      answered = await cdp.send("Runtime.awaitPromise", { promiseObjectId: objectId })
    }
    const { exceptionDetails, result } = answered
    if (exceptionDetails !== undefined) return { result: "", error: thrownText(exceptionDetails) }
    if (result.objectId === undefined) {
      const plain = result.value ?? result.unserializableValue
      return { result: result.type === "undefined" ? "" : typeof plain === "string" ? plain : JSON.stringify(plain) }
    }
    const written = await cdp.send("Runtime.callFunctionOn", {
      objectId: result.objectId,
      // As an argument, because `this` would turn a symbol into an object.
      arguments: [{ objectId: result.objectId }],
      functionDeclaration: `(value) => globalThis.__orbweaverText(value).slice(0, ${maxOutput + 1})`,
      returnByValue: true
    })
    if (written.exceptionDetails !== undefined) {
      return {
        result: "",
        error: `The result of the script cannot be written as JSON: ${thrownText(written.exceptionDetails)}`
      }
    }
    return { result: String(written.result.value ?? "") }
  }

  return {
    run: async (code, timeout) => {
      const run: CurrentRun = {
        deadline: performance.now() + timeout,
        responses: watchResponses(tab.page),
        stdout: "",
        stderr: "",
        calls: 0,
        underWay: 0,
        truncated: false
      }
      if (sandbox === undefined || !(await isReady(sandbox))) {
        await close()
        sandbox = await open()
      }
      await sandbox.cdp.send("Runtime.evaluate", {
        expression: `__orbweaverAnswer(${JSON.stringify(JSON.stringify({ id: 0, url: tab.page.url() }))})`
      })
      current = run
      let timer: ReturnType<typeof setTimeout> | undefined
      const overdue = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), timeout)
      })
      const evaluated = await Promise.race([
        evaluate(sandbox, code).catch((error: unknown) => ({ result: "", error: detailOf(error) })),
        overdue
      ])
      clearTimeout(timer)
      current = undefined
      run.responses.stop()
      tab.page.setDefaultTimeout(defaultTimeout)
      const error = evaluated === undefined ? `The script did not end within ${timeout} ms` : evaluated.error
      if (error !== undefined) write(run, "stderr", error)
      // What still runs in it, an endless loop included, ends with it.
      if (evaluated === undefined) await close()
      if (!browser.isConnected()) throw new Error("browser has been closed")
      const result = evaluated?.result ?? ""
      return {
        result: result.slice(0, maxOutput),
        stdout: run.stdout,
        stderr: run.stderr,
        ...(error === undefined ? {} : { error: error.split("\n", 1)[0]!.slice(0, 2000) || "Uncaught error" }),
        killed: evaluated === undefined,
        truncated: run.truncated || result.length > maxOutput
      }
    }
  }
}

/** What was thrown, also when it is no error: `throw null` has no description. */
const thrownText = ({ exception, text }: ExceptionDetails): string =>
  exception === undefined ? text : (exception.description ?? `Uncaught ${String(exception.value)}`)

interface ExceptionDetails {
  readonly text: string
  readonly exception?: { readonly description?: string; readonly value?: unknown }
}
