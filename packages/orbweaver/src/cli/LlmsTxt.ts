/** `orbweaver llmstxt URL`: llms.txt of a site, and its pages whole as llms-full.txt. */
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { LlmsTxt } from "@orbweaver/extraction/llmstxt/LlmsTxt"
import { decode, LlmsTxtOptions } from "@orbweaver/extraction/internal/llmstxt/LlmsTxtOptions"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { awaitEnd } from "./Extract.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"

export const llmstxt = Command.make(
  "llmstxt",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Where the site begins")),
    options: optionFlags(LlmsTxtOptions.fields),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("Directory that gets llms.txt, and with --full llms-full.txt; stdout when absent"),
      Flag.optional
    ),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const options = yield* mapExit(decode(yield* optionsOf(LlmsTxtOptions.fields, input.options)))
    const work = Effect.gen(function* () {
      const engine = yield* LlmsTxt
      const job = yield* mapExit(engine.start(input.url, options))
      yield* awaitEnd(job.id)
      const { data, error, status } = yield* mapExit(engine.status(job.id))
      if (status !== "completed") return yield* new Exit({ code: codes.failed, text: error ?? `the job is ${status}` })
      if (Option.isNone(input.output)) return yield* print(data.llmsfulltxt ?? data.llmstxt)
      yield* write(input.output.value, "llms.txt", data.llmstxt)
      if (data.llmsfulltxt !== undefined) yield* write(input.output.value, "llms-full.txt", data.llmsfulltxt)
    })
    yield* Effect.provide(work, jobLayer(input))
  })
).pipe(
  Command.withDescription("Write the llms.txt of a site"),
  Command.withExamples([
    { command: "orbweaver llmstxt https://example.com --max-urls 50", description: "To stdout" },
    { command: "orbweaver llmstxt https://example.com --full -o public", description: "Both files into a directory" }
  ])
)

const write = (directory: string, name: string, text: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    yield* Effect.tryPromise({ try: () => makeFolder(directory), catch: (error) => error as Error })
    yield* files.writeFileString(`${directory}/${name}`, text)
    yield* note(`${directory}/${name}`)
  }).pipe(Effect.mapError((error) => new Exit({ code: codes.failed, text: error.message })))
