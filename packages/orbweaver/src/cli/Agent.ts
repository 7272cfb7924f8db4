/** `orbweaver agent PROMPT [URL…]`: a model that searches and reads until it can answer, with its steps on stderr. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobId } from "@orbweaver/core/model/Job"
import { Agent, decode } from "@orbweaver/extraction/agent/Agent"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import * as environment from "./environment.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { duration, json, readJson } from "./flags.ts"
import { note, print } from "./print.ts"

export const agent = Command.make(
  "agent",
  {
    prompt: Argument.String("prompt").pipe(Argument.withDescription("What to find out")),
    urls: Argument.String("url").pipe(
      Argument.withDescription("Where to begin (default: the web is searched)"),
      Argument.variadic()
    ),
    schema: Flag.String("schema").pipe(
      Flag.withDescription("JSON Schema of the data, as JSON or the path of a file"),
      Flag.optional
    ),
    maxCredits: Flag.Int("max-credits").pipe(Flag.withDescription("Credits to use (default 100)"), Flag.optional),
    maxSteps: Flag.Int("max-steps").pipe(Flag.withDescription("Tools to call (default 20)"), Flag.optional),
    time: duration("time").pipe(Flag.withDescription("Time limit, 10s to 1h (default 5m)"), Flag.optional),
    strict: Flag.Boolean("strict").pipe(
      Flag.withDescription("Read pages below the given addresses only, and do not search"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    json,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const { maxCredits, maxSteps, prompt, schema, strict, time, urls } = input
    const options = yield* mapExit(
      decode({
        prompt,
        ...(urls.length === 0 ? {} : { urls }),
        ...(Option.isSome(schema) ? { schema: yield* readJson("schema", schema.value) } : {}),
        ...(Option.isSome(maxCredits) ? { maxCredits: maxCredits.value } : {}),
        ...(Option.isSome(maxSteps) ? { maxSteps: maxSteps.value } : {}),
        ...(Option.isSome(time) ? { timeLimit: Duration.toSeconds(time.value) } : {}),
        ...(strict ? { strictConstrainToURLs: true } : {})
      })
    )
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
      const answer = Option.isSome(schema) ? JSON.stringify(end.data, null, 2) : (end.message ?? "")
      yield* print([answer, ...(Option.isSome(schema) ? [] : ["", ...sources])].join("\n"))
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
