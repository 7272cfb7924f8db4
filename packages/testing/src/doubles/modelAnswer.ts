/** What a language model of tests gives for one call. */

const input = 100
const output = 10

/** Tokens that each answer takes. */
export const tokensOfAnswer = input + output

/** The parts of an answer: the text, or the value as JSON, and its tokens. */
export const modelAnswer = (answer: unknown) => [
  { type: "text" as const, text: typeof answer === "string" ? answer : JSON.stringify(answer) },
  {
    type: "finish" as const,
    reason: "stop" as const,
    usage: {
      inputTokens: { uncached: input, total: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 }
    },
    response: undefined
  }
]
