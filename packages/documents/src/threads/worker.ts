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
import type { PagePicture, PictureOptions } from "../pdf/pictures/pagePicture.ts"
import type { ReadResult } from "../model/Reader.ts"

/** Reads a file. */
export interface Job {
  readonly reader: ReaderName
  readonly file: SourceFile
  readonly options: ReadOptions
}

/** Makes a picture of a page of a PDF. */
export interface PictureJob {
  readonly file: SourceFile
  readonly picture: PictureOptions
}

/** A source that is the HTML itself is left out, so that it is posted once. */
export type Answer =
  | { readonly parsed: Omit<ReadResult, "source"> & { readonly source?: string } }
  | { readonly picture: PagePicture }
  | { readonly failure: Failure }
  | { readonly progress: Progress; readonly usedBytes: number }

const port = taskPort<Job | PictureJob>(parentPort, process)
const post = (answer: Answer | Started): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(answer)
}

const read = async (job: Job): Promise<Answer> => {
  const reader = await readers[job.reader]()
  const { source, ...parsed } = await reader(
    job.file,
    job.options,
    undefined,
    (progress) => post({ progress, usedBytes: memoryOf(getHeapStatistics()) }),
    makeReadInner(job.options, job.file.url)
  )
  return { parsed: source === parsed.html ? parsed : { ...parsed, source } }
}

const picture = async (job: PictureJob): Promise<Answer> => {
  const { readPagePicture } = await import("../pdf/pictures/pagePicture.ts")
  return { picture: await readPagePicture(job.file, job.picture) }
}

port.on("message", (job: Job | PictureJob) => {
  const answering = "picture" in job ? picture(job) : read(job)
  answering.then(post).catch((error: unknown) => post({ failure: failureOf(error) }))
})
post({ started: true })
