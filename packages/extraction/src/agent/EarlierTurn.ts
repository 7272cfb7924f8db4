/** The turns of a conversation before the one that an agent works on. */
import * as Schema from "effect/Schema"

/** An earlier turn, as the model is given it. */
export const EarlierTurn = Schema.Struct({
  prompt: Schema.String,
  answer: Schema.String,
  /** Addresses of the pages that it read. */
  sources: Schema.Array(Schema.String)
})
export type EarlierTurn = typeof EarlierTurn.Type

/** The conversation for the model: what an agent answered may hold words of the pages that it read. */
export const conversationText = (conversation: ReadonlyArray<EarlierTurn>): string =>
  conversation
    .map(({ answer, prompt, sources }) =>
      [`They: ${prompt}`, `You: ${answer}`, ...(sources.length === 0 ? [] : [`From: ${sources.join(" ")}`])].join("\n")
    )
    .join("\n\n")
