/**
 * An answer of a model that fits one of our own schemas, and what it took:
 * answers that do not fit go back with the reason, and their tokens are counted too.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AiError } from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { failedBy, limits, timedOut, unusable, withinAnswerTime } from "@orbweaver/core/network/ModelClient"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import type { ModelOutcome } from "./meteredModel.ts"
import { answerText } from "./answerText.ts"
import { readAnswers, refusedText } from "./readAnswers.ts"

type Messages = ReadonlyArray<{ readonly role: "system" | "user"; readonly content: string }>

interface ObjectRequest<A, I extends Record<string, any>> {
  /** On whose behalf, for errors. */
  readonly format: string
  /** As `promptOf` makes them. */
  readonly messages: Effect.Effect<Messages, FormatError>
  readonly schema: Schema.Codec<A, I>
}

export const generateObject = <A, I extends Record<string, any>>(
  model: LanguageModel,
  { format, messages: makeMessages, schema }: ObjectRequest<A, I>
): Effect.Effect<ModelOutcome<A>> => {
  const tokens = { input: 0, output: 0 }
  const decode = Schema.decodeUnknownOption(schema)

  const ask = (messages: Messages, complaint: string): Effect.Effect<string, AiError> => {
    // In the last message: some providers want that roles take turns.
    const prompt = messages.map(({ content, role }, at) => ({
      role,
      content: complaint !== "" && at === messages.length - 1 ? `${content}\n\n${complaint}` : content
    }))
    const sent = prompt.map(({ content }) => content).join("\n")
    return answerText(model.generateObject({ prompt, objectName: "answer", schema }), sent, tokens)
  }

  const answer = Effect.gen(function* () {
    const messages = yield* makeMessages
    let complaint = ""
    for (let attempt = 0; ; attempt++) {
      const text = yield* ask(messages, complaint)
      // What is cut may be half of an order.
      const answers = readAnswers(text)
      for (const { isCut, value } of answers) {
        const fitting = isCut ? Option.none() : decode(value)
        if (Option.isSome(fitting)) return fitting.value
      }
      const refusal = answers.length === 0 ? refusedText(text) : "the model's answer is not of the form asked for"
      if (attempt >= limits.retries) return yield* unusable(format, refusal)
      complaint = `Your last answer was refused: ${refusal}. Answer with the JSON object alone.`
    }
  })

  return withinAnswerTime(answer, limits.answer, () => Effect.fail(timedOut(format))).pipe(
    Effect.mapError((error): FormatError => (error._tag === "FormatError" ? error : failedBy(format, error))),
    Effect.result,
    Effect.map((result): ModelOutcome<A> => ({
      result,
      tokens: { ...tokens }
    }))
  )
}
