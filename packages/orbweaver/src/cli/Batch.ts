/** `orbweaver batch URL…`: a list of pages, a document a line. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { BatchOptions, decode as decodeBatch } from "@orbweaver/core/model/BatchOptions"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { counted } from "@orbweaver/core/internal/support/counted"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import { codes, Exit, mapExit } from "./exit.ts"
import { concurrency, list, threads, workerOf } from "./flags.ts"
import { flagNames, optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"
import { failIfNothingReached } from "./failIfNothingReached.ts"
import { withProgress } from "./progress.ts"
import { visitFlags, visitOf } from "./visit.ts"

export const batch = Command.make(
  "batch",
  {
    urls: Argument.String("url").pipe(Argument.withDescription("Addresses"), Argument.variadic()),
    file: Flag.String("file").pipe(Flag.withDescription("File with one URL per line"), Flag.optional),
    format: list("format").pipe(Flag.withAlias("f"), Flag.withDescription("Formats of each page (default markdown)")),
    options: optionFlags(BatchOptions.fields, flagNames(BatchOptions.fields, ["maxConcurrency"])),
    concurrency,
    threads,
    ...visitFlags,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    const urls = [...input.urls]
    if (Option.isSome(input.file)) {
      const files = yield* FileSystem.FileSystem
      const text = yield* Effect.mapError(
        files.readFileString(input.file.value),
        (error) => new Exit({ code: codes.usage, text: error.message })
      )
      urls.push(
        ...text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
      )
    }
    if (urls.length === 0) return yield* new Exit({ code: codes.usage, text: "batch needs URLs, or --file" })
    const work = Effect.gen(function* () {
      const options = yield* mapExit(
        decodeBatch({
          ...(yield* optionsOf(BatchOptions.fields, input.options)),
          ...(Option.isSome(input.concurrency) ? { maxConcurrency: input.concurrency.value } : {}),
          scrapeOptions: {
            formats: input.format.length === 0 ? ["markdown"] : input.format,
            ...(yield* visitOf(input))
          }
        })
      )
      const { invalidURLs, job } = yield* mapExit(Batch.use((engine) => engine.start(urls, options)))
      for (const url of invalidURLs ?? []) yield* note(`no address: ${url}`)
      yield* withProgress(
        job.id,
        watch(job.id).pipe(
          Stream.mapError((error) => new Exit({ code: codes.failed, text: error.message })),
          Stream.runForEach(({ result }) =>
            result === undefined ? Effect.void : print(JSON.stringify(result.document))
          )
        )
      )
      const store = yield* JobStore
      const { counts, statusCounts } = yield* mapExit(store.get(job.id))
      yield* note(`${describePages(counted(counts.completed, "page"), statusCounts)}, ${counts.failed} failed`)
      yield* failIfNothingReached({ id: job.id, counts })
    })
    yield* Effect.provide(work, jobLayer(input, { worker: workerOf(input) }))
  })
).pipe(Command.withDescription("Scrape a list of pages and print one document per line"))
