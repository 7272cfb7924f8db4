/** Entry of a thread that reads documents: one job at a time, a failure posted as data. */
import { parentPort } from "node:worker_threads"
import { type Failure, failureOf } from "./failure.ts"
import type { ReadOptions, SourceFile } from "./Reader.ts"
import { type ReaderName, readers } from "./readers.ts"
import type { Parsed } from "@orbweaver/core/Parsers"

export interface Job {
  readonly reader: ReaderName
  readonly file: SourceFile
  readonly options: ReadOptions
}

export type Answer = { readonly parsed: Parsed } | { readonly failure: Failure }

parentPort?.on("message", (job: Job) => {
  void readers[job.reader]()
    .then((read) => read(job.file, job.options))
    .then(
      (parsed): Answer => ({ parsed }),
      (error: unknown): Answer => ({ failure: failureOf(error) })
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    .then((answer) => parentPort?.postMessage(answer))
})
