/** `orbweaver research QUESTION`: searches, reads and writes a report, with its steps on stderr. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { decode, DeepResearch } from "@orbweaver/extraction/research/DeepResearch"
import { ResearchOptions } from "@orbweaver/extraction/internal/research/ResearchOptions"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import * as environment from "./environment.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { json } from "./flags.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"

export const research = Command.make(
  "research",
  {
    question: Argument.String("question").pipe(Argument.withDescription("What to find out")),
    options: optionFlags(ResearchOptions.fields),
    json,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const options = yield* mapExit(decode(yield* optionsOf(ResearchOptions.fields, input.options)))
    const work = Effect.gen(function* () {
      const engine = yield* DeepResearch
      const store = yield* JobStore
      const { id } = yield* mapExit(engine.start(input.question, options))
      const end = yield* follow(engine, id).pipe(Effect.onInterrupt(() => Effect.ignore(store.move(id, "cancelled"))))
      if (input.json) yield* print(JSON.stringify(end, null, 2))
      if (end.status !== "completed") {
        return yield* new Exit({ code: codes.failed, text: end.error ?? `the research is ${end.status}` })
      }
      if (input.json) return
      const sources = end.sources.map(({ title, url }, index) => `[${index + 1}] ${title ?? url} ${url}`)
      yield* print([end.finalAnalysis ?? "", "", ...sources].join("\n"))
    })
    const { adapters } = yield* environment.read
    yield* Effect.provide(work, jobLayer(input, adapters))
  })
).pipe(
  Command.withDescription("Research a question on the web, with sources; needs a model"),
  Command.withExamples([
    { command: "orbweaver research 'How do orb weavers hear?' --pages 10", description: "A report in Markdown" }
  ])
)

/** Prints each step once, until there are no more. */
const follow = Effect.fnUntraced(function* (
  engine: DeepResearch["Service"],
  id: Parameters<DeepResearch["Service"]["status"]>[0]
) {
  for (let printed = 0; ;) {
    const now = yield* mapExit(engine.status(id))
    for (const { message, status } of now.activities.slice(printed)) {
      yield* note(status === "error" ? `warning: ${message}` : message)
    }
    printed = now.activities.length
    if (now.status !== "processing") return now
    yield* Effect.sleep("250 millis")
  }
})
