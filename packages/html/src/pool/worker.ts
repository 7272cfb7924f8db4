/** The thread's side of the pool: converts what it is sent, one page after the other. */
import { parentPort } from "node:worker_threads"
import { facts } from "../facts/facts.ts"
import { convert, type ConvertInput } from "../convert.ts"
import { InvalidSelector } from "../tree/InvalidSelector.ts"
import type { Answer } from "./Workers.ts"

const answerTo = (input: ConvertInput): Answer => {
  try {
    return { converted: convert(input, facts) }
  } catch (error) {
    if (error instanceof InvalidSelector) return { refused: { selector: error.selector, detail: error.detail } }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on("message", (input: ConvertInput) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answerTo(input))
})
