/**
 * Carries out in a browser session what a caller asks for in words: the model sees the page as people with a screen
 * reader do, answers with a script, sees what came of it, and so on until it is done.
 *
 * ```
 * outline of the page ─► model ─► script, run as a caller's own ─► result, new outline ─► model ─► … ─► answer
 * ```
 *
 * What a page says may try to direct the model. Its scripts can do what those of the caller can, and no more: they run in
 * a page, under the same egress policy.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { type InsufficientCredits, Ledger } from "@orbweaver/core/accounts/Ledger"
import type { CaptureError } from "@orbweaver/core/model/CaptureError"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { promptOf, timedOut } from "@orbweaver/core/network/ModelClient"
import type { OpenPage } from "@orbweaver/core/network/OpenPage"
import { generateObject } from "../model/generateObject.ts"
import { paid } from "../model/meteredModel.ts"

/** Steps in words need a model, and this installation has none. */
export class StepsUnavailable extends Schema.TaggedError<StepsUnavailable>()("StepsUnavailable", {}) {
  override get message() {
    return "Steps in words need a model: configure one, or send JavaScript instead of a prompt"
  }
}

/** One script of the model, and what came of it. */
export interface PageStep {
  readonly script: string
  readonly result: string
  readonly error?: string | undefined
}

export interface StepsOutcome {
  /** What the model answers, or how far it came. */
  readonly answer: string
  /** Whether it came to an end within the bounds. */
  readonly done: boolean
  readonly steps: ReadonlyArray<PageStep>
}

export type StepsError = StepsUnavailable | CaptureError | FormatError | InsufficientCredits | StoreError

export interface Service {
  /** Whether there is a model. */
  readonly available: boolean
  /** Within `timeout` and `bounds.steps`; the page is left as the last step left it. */
  readonly take: (page: OpenPage, prompt: string, timeout: Duration.Duration) => Effect.Effect<StepsOutcome, StepsError>
}

export const bounds = {
  steps: 15,
  /** Characters of the outline of a page, and of what one script gave. */
  outline: 40_000,
  output: 4_000,
  answer: 20_000
} as const
/** Longest time of one script. */
const scriptLimit = Duration.seconds(20)

export class PageSteps extends Context.Service<PageSteps, Service>()("@orbweaver/extraction/PageSteps") {
  static readonly layer = (model?: LanguageModel): Layer.Layer<PageSteps, never, Ledger> =>
    Layer.effect(PageSteps, make(model))
}

const Answer = Schema.Struct({ script: Schema.String, done: Schema.Boolean, answer: Schema.String })

const instructions = `You operate a web page for somebody. You get what they want, your steps so far with their results, and an outline of the page.
Answer with "script": the next few lines of JavaScript, with Playwright's functions of "page" (await page.click(selector), page.fill, page.press, page.goto(url), page.getByRole(role, { name }).click(), page.getByText, page.locator, page.textContent); its last expression is given back to you. There is no other function, no import, and one page only.
When what they want is done, or cannot be done, answer with "done": true, an empty script, and "answer": what they wanted to know, or what was done, or why it could not be done.`

const make = Effect.fnUntraced(function* (model?: LanguageModel) {
  const ledger = yield* Ledger

  const outlineOf = (page: OpenPage) =>
    Effect.map(
      page.run(`(await page.title()) + "\\n" + (await page.locator("body").ariaSnapshot())`, scriptLimit),
      ({ result }) => `${page.url()}\n${result}`.slice(0, bounds.outline)
    )

  const nextStep = Effect.fnUntraced(function* (
    model: LanguageModel,
    prompt: string,
    steps: ReadonlyArray<PageStep>,
    outline: string
  ) {
    const history = steps
      .map(({ error, result, script }, index) => `Step ${index + 1}: ${script}\nResult: ${error ?? result}`)
      .join("\n")
    const messages = promptOf({
      format: "interact",
      instructions,
      request: `What they want: ${prompt}`,
      page: `${history}\n\nThe page now:\n${outline}`
    })
    const { result } = yield* paid(
      { id: `interact/${crypto.randomUUID()}/tokens`, reason: "interact" },
      generateObject(model, { format: "interact", messages, schema: Answer })
    ).pipe(Effect.provideService(Ledger, ledger))
    return Result.isSuccess(result) ? result.success : yield* Effect.fail(result.failure)
  })

  return PageSteps.of({
    available: model !== undefined,
    take: Effect.fn("PageSteps.take")(function* (page: OpenPage, prompt: string, timeout: Duration.Duration) {
      if (model === undefined) return yield* new StepsUnavailable()
      const steps: Array<PageStep> = []
      const walk = Effect.gen(function* () {
        while (steps.length < bounds.steps) {
          const { answer, done, script } = yield* nextStep(model, prompt, steps, yield* outlineOf(page))
          if (done || script.trim() === "") return { answer: answer.slice(0, bounds.answer), done, steps }
          const { error, result, stdout } = yield* page.run(script, Duration.min(scriptLimit, timeout))
          steps.push({
            script,
            result: `${stdout}${result}`.slice(0, bounds.output),
            ...defined({ error })
          })
        }
        return { answer: `Stopped after ${bounds.steps} steps`, done: false, steps }
      })
      return yield* Effect.timeoutOrElse(walk, {
        duration: timeout,
        orElse: () =>
          steps.length === 0
            ? Effect.fail(timedOut("interact"))
            : Effect.succeed({ answer: "Stopped because the time was over", done: false, steps })
      })
    })
  })
})
