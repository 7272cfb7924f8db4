/** `orbweaver extract URL...`: structured data out of pages or sites, as JSON. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { decode, ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import type { JobId } from "@orbweaver/core/model/Job"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"

export const extract = Command.make(
  "extract",
  {
    urls: Argument.String("url").pipe(
      Argument.withDescription(
        "URLs of pages; https://example.com/shop/* means all pages below. Without URLs the web is searched"
      ),
      Argument.variadic()
    ),
    options: optionFlags(ExtractOptions.fields),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const given = yield* optionsOf(ExtractOptions.fields, input.options)
    const options = yield* mapExit(decode({ ...given, showSources: true }))
    const work = Effect.gen(function* () {
      const extractor = yield* Extractor
      const { invalidURLs, job } = yield* mapExit(extractor.start(input.urls, options))
      for (const url of invalidURLs ?? []) yield* note(`no address: ${url}`)
      yield* awaitEnd(job.id)
      const { data, error, errors = [], sources, status, warning } = yield* mapExit(extractor.status(job.id))
      for (const failure of errors) yield* note(`${failure.url}: ${failure.error}`)
      if (warning !== undefined) yield* note(`warning: ${warning}`)
      if (data === undefined) {
        return yield* new Exit({ code: codes.failed, text: error ?? `the extraction is ${status}` })
      }
      yield* print(JSON.stringify(given["showSources"] === true ? { data, sources } : data, null, 2))
    })
    yield* Effect.provide(work, jobLayer(input))
  })
).pipe(
  Command.withDescription("Extract structured data from pages, whole sites or search results"),
  Command.withExamples([
    {
      command: "orbweaver extract https://example.com/contact --prompt 'phone and email'",
      description: "By names alone"
    },
    {
      command: "orbweaver extract 'https://example.com/shop/*' --schema product.json --sources",
      description: "A shop, by a JSON Schema"
    }
  ])
)

/** Waits for the end of a job; one that is interrupted is cancelled. */
export const awaitEnd = (id: JobId) =>
  mapExit(Stream.runDrain(watch(id))).pipe(
    Effect.onInterrupt(() => Effect.ignore(JobStore.use((store) => store.move(id, "cancelled"))))
  )
