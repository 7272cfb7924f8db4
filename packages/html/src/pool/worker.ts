/** The thread's side of the pool: reads and converts what it is sent, one page after the other. */
import { parentPort } from "node:worker_threads"
import process from "node:process"
import { readPage } from "@orbweaver/core/internal/reading/readPage"
import { facts } from "../facts/facts.ts"
import { convert } from "../convert/convert.ts"
import { InvalidSelector } from "../query/InvalidSelector.ts"
import { ReusedMemory } from "../tree/Memory.ts"
import { taskPort } from "@orbweaver/core/internal/support/taskPort"
import type { Started } from "@orbweaver/core/internal/support/ThreadPool"
import type { Answer, WorkerMessage, Work } from "./Workers.ts"

const port = taskPort<Work>(parentPort, process)
const post = (message: WorkerMessage | Started): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(message)
}

const memory = new ReusedMemory()

const runWork = (work: Work): Answer => {
  try {
    if (!("answered" in work)) return { converted: convert(work.input, facts, (part) => post({ part }), memory) }
    const { text, ...read } = readPage(work.answered)
    return { converted: convert({ ...work.input, html: text }, facts, undefined, memory), read }
  } catch (error) {
    if (error instanceof InvalidSelector) return { refused: { selector: error.selector, detail: error.detail } }
    return { failed: error instanceof Error ? error.message : String(error) }
  } finally {
    memory.release()
  }
}

port.on("message", (work: Work) => post(runWork(work)))
post({ started: true })
