/** `orbweaver agent PROMPT [URL…]`: a model that searches and reads until it can answer, with its steps on stderr. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobId } from "@orbweaver/core/model/Job"
import { Agent, decode } from "@orbweaver/extraction/agent/Agent"
import { optionFields } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import * as environment from "./environment.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { json } from "./flags.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"

export const agent = Command.make(
  "agent",
  {
    prompt: Argument.String("prompt").pipe(Argument.withDescription("What to find out")),
    urls: Argument.String("url").pipe(
      Argument.withDescription("Where to begin (default: the web is searched)"),
      Argument.variadic()
    ),
    options: optionFlags(optionFields),
    json,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const { prompt, urls } = input
    const given = yield* optionsOf(optionFields, input.options)
    const hasSchema = given["schema"] !== undefined
    const options = yield* mapExit(decode({ prompt, ...(urls.length === 0 ? {} : { urls }), ...given }))
    const work = Effect.gen(function* () {
      const engine = yield* Agent
      const store = yield* JobStore
      const { id } = yield* mapExit(
        Effect.mapError(engine.start(options), (error) =>
          error._tag === "AgentUnavailable" ? new Exit({ code: codes.usage, text: error.message }) : error
        )
      )
      const end = yield* follow(engine, id).pipe(Effect.onInterrupt(() => Effect.ignore(store.move(id, "cancelled"))))
      if (input.json) yield* print(JSON.stringify(end, null, 2))
      if (end.status !== "completed") {
        return yield* new Exit({ code: codes.failed, text: end.error ?? `the agent is ${end.status}` })
      }
      if (end.warning !== undefined) yield* note(`warning: ${end.warning}`)
      if (input.json) return
      const sources = end.sources.map(({ title, url }) => `${url} ${title}`)
      const answer = hasSchema ? JSON.stringify(end.data, null, 2) : (end.message ?? "")
      yield* print([answer, ...(hasSchema ? [] : ["", ...sources])].join("\n"))
    })
    const { adapters } = yield* environment.read
    yield* Effect.provide(work, jobLayer(input, adapters))
  })
).pipe(
  Command.withDescription("Let a model search and read until it can answer; needs a model"),
  Command.withExamples([
    { command: "orbweaver agent 'Who founded the company?' https://example.com", description: "Begins at a site" }
  ])
)

/** Prints each step once, until there are no more. */
const follow = Effect.fnUntraced(function* (engine: Agent["Service"], id: JobId) {
  for (let printed = 0; ;) {
    const now = yield* mapExit(engine.status(id))
    for (const { input, reason, tool } of now.steps.slice(printed)) yield* note(`${tool} ${input}: ${reason}`)
    printed = now.steps.length
    if (now.status !== "processing") return now
    yield* Effect.sleep("250 millis")
  }
})
