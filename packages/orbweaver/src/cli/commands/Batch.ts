/** `orbweaver batch URL…`: a list of pages, a document a line, or one JSON array. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { BatchOptions, decode as decodeBatch } from "@orbweaver/core/model/BatchOptions"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { counted } from "@orbweaver/core/internal/support/counted"
import { jobLayer } from "../settings/adapters.ts"
import { type Exit, mapExit, usage } from "../output/exit.ts"
import { json, list, optionalText, workerOf } from "../flags/flags.ts"
import { note, print } from "../output/print.ts"
import { documentsOf, pageJobFlags, pageJobOptions } from "./pageJob.ts"
import { failIfNothingReached } from "../output/failIfNothingReached.ts"
import { withProgress } from "../output/progress.ts"
import { readUrls } from "../flags/urlList.ts"

export const batch = Command.make(
  "batch",
  {
    urls: Argument.String("url").pipe(Argument.withDescription("Addresses"), Argument.variadic()),
    file: optionalText("file", "File with one URL per line, - for stdin; lines that begin with # are skipped"),
    format: list("format").pipe(Flag.withAlias("f"), Flag.withDescription("Formats of each page (default markdown)")),
    json: json.pipe(Flag.withDescription("Print one JSON array instead of a document per line")),
    ...pageJobFlags(BatchOptions.fields)
  },
  Effect.fn(function* (input) {
    const urls = [...input.urls]
    // A list may be longer than what can be spread into a call.
    if (Option.isSome(input.file)) for (const url of yield* readUrls(input.file.value)) urls.push(url)
    if (urls.length === 0) return yield* usage("batch needs URLs, or --file")
    const work = Effect.gen(function* () {
      const options = yield* mapExit(decodeBatch(yield* pageJobOptions(BatchOptions.fields, input, input.format)))
      const { invalidURLs, job } = yield* mapExit(Batch.use((engine) => engine.start(urls, options)))
      for (const url of invalidURLs ?? []) yield* note(`invalid address, left out: ${url}`)
      const documents = Stream.map(documentsOf(job.id), (document) => JSON.stringify(document))
      yield* withProgress(job.id, input.json ? printArray(documents) : Stream.runForEach(documents, print))
      const store = yield* JobStore
      const { counts, statusCounts } = yield* mapExit(store.get(job.id))
      yield* note(`${describePages(counted(counts.completed, "page"), statusCounts)}, ${counts.failed} failed`)
      yield* failIfNothingReached({ id: job.id, counts })
    })
    yield* Effect.provide(work, jobLayer(input, { worker: workerOf(input) }))
  })
).pipe(Command.withDescription("Scrape a list of pages and print one document per line"))

/** Prints the texts as the elements of one JSON array, which is whole when the job fails or is stopped, too. */
const printArray = <R>(elements: Stream.Stream<string, Exit, R>) =>
  Effect.suspend(() => {
    let count = 0
    return Stream.runForEach(elements, (text) => print(`${count++ === 0 ? "[" : ","}${text}`)).pipe(
      Effect.onExit(() => Effect.ignore(Effect.suspend(() => print(count === 0 ? "[]" : "]"))))
    )
  })
