/** Where the pages of a job go, one after the other. */
import { invalid } from "@orbweaver/core/model/InvalidInput"
import type { Document } from "../options/documents.ts"

/** What a sink needs of a document; it may hold anything else. */
export interface SinkDocument {
  readonly metadata: Document["metadata"]
}

export interface Sink<D = SinkDocument> {
  /** Called for one document at a time; the next comes once it has ended, and the job waits meanwhile. */
  write(document: D): unknown
  /** Called once, after the last document. */
  end?(): unknown
  /** Called once in place of `end` where a write or the job failed, or the signal aborted. */
  abort?(reason: unknown): unknown
}

/** A sink, or a function that is given each document. */
export type SinkInput<D> = Sink<D> | ((document: D) => unknown)

/** Throws `InvalidInput` for what can write nothing. */
export const sinkOf = <D>(input: SinkInput<D>): Sink<D> => {
  if (typeof input === "function") return { write: input }
  // Programs without types may give the path of a file.
  if (typeof input?.write !== "function") {
    throw invalid("sink", [], 'Expected a sink such as `jsonLines("pages.jsonl")`, or a function')
  }
  return input
}

/** Events of a watcher, for example, hold their document in `result`. */
const requireDocument = (page: unknown): void => {
  if ((page as SinkDocument | undefined)?.metadata === undefined) {
    throw invalid(
      "pages",
      [],
      "Expected documents with `metadata`, such as those of `pages()` or `followJob(id).pages()`"
    )
  }
}

/**
 * Writes documents into a sink as they come, and gives how many there were. Reading stops while the sink writes.
 * What the source or the sink throws aborts the sink and is thrown.
 */
export const writePages = async <D>(pages: AsyncIterable<D> | Iterable<D>, input: SinkInput<D>): Promise<number> => {
  const sink = sinkOf(input)
  let count = 0
  try {
    for await (const page of pages) {
      requireDocument(page)
      await sink.write(page)
      count += 1
    }
    await sink.end?.()
  } catch (error) {
    try {
      await sink.abort?.(error)
    } catch {
      // The first error says what went wrong.
    }
    throw error
  }
  return count
}
