/** Addresses that an agent reads before its model is asked: those that it was given, and those in its prompt. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Url from "@orbweaver/core/model/Url"
import type { AgentRun } from "./AgentRun.ts"

/** Addresses in one prompt that are looked at. */
const maxInPrompt = 20
const address = /https?:\/\/[^\s"'<>`{}|\\^]+/gi
/** What ends a sentence or closes brackets around an address. */
const closing = /[.,;:!?)\]]+$/

/** Those that may be read, each once, in the order in which they were given. */
export const givenAddresses = Effect.fnUntraced(function* ({
  mayRead,
  request: { prompt, urls = [] }
}: Pick<AgentRun, "mayRead" | "request">) {
  const written = [...prompt.matchAll(address)].slice(0, maxInPrompt).map(([found]) => found.replace(closing, ""))
  const parsed = yield* Effect.forEach([...urls, ...written], (one) => Effect.option(Url.parse(one)))
  return Arr.dedupe(Arr.getSomes(parsed).map(({ href }) => href)).filter(mayRead)
})
