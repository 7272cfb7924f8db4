/** The thread's side of the pool: reads and converts what it is sent, one page after the other. */
import { parentPort } from "node:worker_threads"
import { readPage } from "@orbweaver/core/reading/readPage"
import { facts } from "../facts/facts.ts"
import { convert } from "../convert.ts"
import { InvalidSelector } from "../tree/InvalidSelector.ts"
import type { Answer, WorkerMessage, Work } from "./Workers.ts"

const post = (message: WorkerMessage): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

const runWork = (work: Work): Answer => {
  try {
    if (!("answered" in work)) return { converted: convert(work.input, facts, (part) => post({ part })) }
    const { text, ...read } = readPage(work.answered)
    return { converted: convert({ ...work.input, html: text }, facts), read }
  } catch (error) {
    if (error instanceof InvalidSelector) return { refused: { selector: error.selector, detail: error.detail } }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on("message", (work: Work) => post(runWork(work)))
post({ started: true })
