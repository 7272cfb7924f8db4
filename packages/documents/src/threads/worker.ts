/** Entry of a thread that reads documents: one job at a time, a failure posted as data. */
import process from "node:process"
import { getHeapStatistics } from "node:v8"
import { parentPort } from "node:worker_threads"
import { type Failure, failureOf } from "../model/failure.ts"
import { memoryOf } from "./memoryOf.ts"
import type { Progress, ReadOptions, SourceFile } from "../model/Reader.ts"
import { makeReadInner } from "../kinds/readInner.ts"
import { type ReaderName, readers } from "./readers.ts"
import { taskPort } from "@orbweaver/core/internal/support/taskPort"
import type { Started } from "@orbweaver/core/internal/support/ThreadPool"
import type { Parsed } from "@orbweaver/core/reading/Parser"

export interface Job {
  readonly reader: ReaderName
  readonly file: SourceFile
  readonly options: ReadOptions
}

/** A source that is the HTML itself is left out, so that it is posted once. */
export type Answer =
  | { readonly parsed: Omit<Parsed, "source"> & { readonly source?: string } }
  | { readonly failure: Failure }
  | { readonly progress: Progress; readonly usedBytes: number }

const port = taskPort<Job>(parentPort, process)
const post = (answer: Answer | Started): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(answer)
}

port.on("message", (job: Job) => {
  readers[job.reader]()
    .then((read) =>
      read(
        job.file,
        job.options,
        undefined,
        (progress) => post({ progress, usedBytes: memoryOf(getHeapStatistics()) }),
        makeReadInner(job.options, job.file.url)
      )
    )
    .then(({ source, ...parsed }) => post({ parsed: source === parsed.html ? parsed : { ...parsed, source } }))
    .catch((error: unknown) => post({ failure: failureOf(error) }))
})
post({ started: true })
