// Steps that a model takes in an open page: their order, their failures, their bounds and what they cost.
import { assert, describe, it } from "@effect/vitest"
import { type Account, CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { OpenPage, ScriptOutcome } from "@orbweaver/core/network/OpenPage"
import { PageSteps } from "@orbweaver/extraction/internal/browse/PageSteps"
import { scriptedModel } from "@orbweaver/testing/doubles/scripted"
import { ever } from "@orbweaver/testing/internal/jobs"
import { tokensOfAnswer } from "@orbweaver/testing/internal/doubles/modelAnswer"
import { Duration, Effect, Fiber } from "effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { TestClock } from "effect/testing"
import { modelOf } from "../jobs/jobWeb.ts"

const outcome = (more: Partial<ScriptOutcome> = {}): ScriptOutcome => ({
  result: "",
  stdout: "",
  stderr: "",
  killed: false,
  truncated: false,
  ...more
})

/** An open page that answers scripts by a function. `ran` lists them; `outline` is what the page shows. */
const pageOf = (answer: (script: string) => Effect.Effect<ScriptOutcome, CaptureError>, outline = () => "A button") => {
  const ran: Array<string> = []
  const page: OpenPage = {
    url: () => "https://shop.test/",
    run: (script) => {
      if (script.includes("ariaSnapshot")) return Effect.succeed(outcome({ result: outline() }))
      ran.push(script)
      return answer(script)
    },
    goto: () => Effect.die("goto"),
    perform: () => Effect.die("perform"),
    screenshot: () => Effect.die("screenshot"),
    html: () => Effect.die("html"),
    state: () => Effect.die("state"),
    control: () => Effect.die("control"),
    show: () => Effect.die("show"),
    ended: Effect.never
  }
  return { page, ran }
}

const script = (text: string) => ({ script: text, done: false, answer: "" })
const done = (answer: string) => ({ script: "", done: true, answer })

const take = (model: LanguageModel | undefined, page: OpenPage, timeout: Duration.Duration = Duration.seconds(60)) =>
  Effect.provide(
    PageSteps.use((steps) => steps.take(page, "Buy the teapot", timeout)),
    PageSteps.layer(model)
  )

const memory = Effect.provide(Ledger.layerMemory)

describe("steps in words", () => {
  it.effect("are carried out in the order in which the model gives them, each with its result", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([script("click()"), script("read()"), done("Bought")])
      let clicked = false
      const { page, ran } = pageOf(
        (text) => {
          clicked = true
          return Effect.succeed(outcome(text === "read()" ? { stdout: "log\n", result: "8 euros" } : {}))
        },
        () => (clicked ? "A receipt" : "A button")
      )
      const found = yield* take(model, page)
      assert.deepStrictEqual(ran, ["click()", "read()"])
      assert.deepStrictEqual(found, {
        answer: "Bought",
        done: true,
        steps: [
          { script: "click()", result: "" },
          { script: "read()", result: "log\n8 euros" }
        ]
      })
      assert.include(asked[0], "Buy the teapot")
      assert.include(asked[0], "A button")
      assert.include(asked[1], "A receipt")
      assert.notInclude(asked[1], "A button")
      assert.include(asked[2], "Step 2: read()\nResult: log\n8 euros")
    }).pipe(memory)
  )

  it.effect("of which one fails go on: the model and the caller learn which, and why", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([script("wrong()"), script("right()"), done("Bought")])
      const { page, ran } = pageOf((text) =>
        Effect.succeed(outcome(text === "wrong()" ? { result: "half", error: "There is no such button" } : {}))
      )
      const { steps } = yield* take(model, page)
      assert.deepStrictEqual(ran, ["wrong()", "right()"])
      assert.deepStrictEqual(steps[0], { script: "wrong()", result: "half", error: "There is no such button" })
      assert.notProperty(steps[1], "error")
      assert.include(asked[1], "Step 1: wrong()\nResult: There is no such button")
    }).pipe(memory)
  )

  it.effect("end when the model has no script, done or not", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([{ script: " ", done: false, answer: "There is no teapot" }])
      const { page, ran } = pageOf(() => Effect.succeed(outcome()))
      assert.deepStrictEqual(yield* take(model, page), { answer: "There is no teapot", done: false, steps: [] })
      assert.isEmpty(ran)
    }).pipe(memory)
  )

  it.effect("that never come to an end are stopped after fifteen, and say so", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([script("again()")])
      const { page, ran } = pageOf(() => Effect.succeed(outcome()))
      const found = yield* take(model, page)
      assert.lengthOf(ran, 15)
      assert.lengthOf(asked, 15)
      assert.strictEqual(found.answer, "Stopped after 15 steps")
      assert.isFalse(found.done)
      assert.lengthOf(found.steps, 15)
    }).pipe(memory)
  )

  it.effect("whose time is over give the steps that were taken", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([script("first()"), script("second()")])
      const { page } = pageOf((text) => (text === "first()" ? Effect.succeed(outcome()) : Effect.never))
      const fiber = yield* Effect.forkChild(take(model, page, Duration.seconds(30)))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), {
        answer: "Stopped because the time was over",
        done: false,
        steps: [{ script: "first()", result: "" }]
      })
    }).pipe(memory)
  )

  it.effect("whose model does not answer in the time fail, by name", () =>
    Effect.gen(function* () {
      const model = yield* modelOf(() => Effect.never)
      const { page, ran } = pageOf(() => Effect.succeed(outcome()))
      const fiber = yield* Effect.forkChild(Effect.flip(take(model, page, Duration.seconds(30))))
      yield* TestClock.adjust("30 seconds")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error._tag, "FormatError")
      assert.include(error.message, "did not answer in time")
      assert.isEmpty(ran)
    }).pipe(memory)
  )

  it.effect("are asked for again when they do not fit, and fail with a typed error when they never do", () =>
    Effect.gen(function* () {
      const { page } = pageOf(() => Effect.succeed(outcome()))
      const repaired = yield* scriptedModel(["no JSON", done("Bought")])
      const fiber = yield* Effect.forkChild(take(repaired.model, page))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).answer, "Bought")

      const broken = yield* scriptedModel(["no JSON"])
      const failing = yield* Effect.forkChild(Effect.flip(take(broken.model, page)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(failing))._tag, "FormatError")
      assert.lengthOf(broken.asked, 3)
    }).pipe(memory)
  )

  it.effect("end with the page when its browser is gone", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([script("click()")])
      const gone = new CaptureError({ url: "https://shop.test/", reason: new ConnectionFailed({ detail: "closed" }) })
      const { page } = pageOf(() => Effect.fail(gone))
      assert.strictEqual(yield* Effect.flip(take(model, page)), gone)
    }).pipe(memory)
  )

  it.effect("cost the account the tokens of each answer, and none is asked for that cannot be paid", () =>
    Effect.gen(function* () {
      const turns = [script("click()"), done("Bought")]
      const model = yield* modelOf((_, call) => Effect.succeed(turns[call - 1] ?? done("")))
      const { page, ran } = pageOf(() => Effect.succeed(outcome()))
      yield* take(model, page)
      const ledger = yield* Ledger
      assert.strictEqual(yield* ledger.used(localAccount.id, "tokens", ever), 2 * tokensOfAnswer)

      const poor: Account = { ...localAccount, id: "poor", plan: { ...localAccount.plan, tokens: 50 } }
      const once = yield* modelOf((_, call) => (call > 1 ? Effect.die("asked") : Effect.succeed(script("last()"))))
      const error = yield* Effect.flip(Effect.provideService(take(once, page), CurrentAccount, poor))
      assert.strictEqual(error._tag, "InsufficientCredits")
      assert.deepStrictEqual(ran, ["click()", "last()"])
    }).pipe(memory)
  )

  it.effect("show the model and the caller no more than their bounds of what a page or a script says", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([script("read()"), done("y".repeat(30_000))])
      const { page } = pageOf(
        () => Effect.succeed(outcome({ result: "r".repeat(10_000) })),
        () => "o".repeat(100_000)
      )
      const { answer, steps } = yield* take(model, page)
      assert.lengthOf(steps[0]!.result, 4000)
      assert.lengthOf(answer, 20_000)
      assert.isBelow(asked[1]!.length, 47_000)
    }).pipe(memory)
  )

  it.effect("need a model, and say so", () =>
    Effect.gen(function* () {
      const { page, ran } = pageOf(() => Effect.succeed(outcome()))
      const error = yield* Effect.flip(take(undefined, page))
      assert.strictEqual(error._tag, "StepsUnavailable")
      assert.include(error.message, "configure one")
      assert.isEmpty(ran)
    }).pipe(memory)
  )
})
