/** Where the pages of a job go, one after the other. */
import { invalid } from "@orbweaver/core/model/InvalidInput"
import type { Document } from "../options/documents.ts"

/** What a sink needs of a document; it may hold anything else. */
export interface SinkDocument {
  readonly metadata: Document["metadata"]
}

/** Requests a file. Rejects where the egress policy refuses it, it is too large, or no answer comes. */
export type Download = (
  url: string,
  options: { readonly maxBytes: number }
) => Promise<{
  readonly status: number
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}>

/** What a sink may use of the job that writes into it. */
export interface SinkContext {
  /** By the fetcher, and so the egress policy, of the instance; absent where pages come from elsewhere. */
  readonly download?: Download | undefined
  /** Says what a caller should know, such as what was left out; `to` adds it to the `warning` of the job. */
  readonly warn?: ((text: string) => void) | undefined
}

export interface Sink<D = SinkDocument> {
  /** Called once, before the first document. */
  open?(context: SinkContext): unknown
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
export const writePages = async <D>(
  pages: AsyncIterable<D> | Iterable<D>,
  input: SinkInput<D>,
  context: SinkContext = {}
): Promise<number> => {
  const sink = sinkOf(input)
  let count = 0
  try {
    await sink.open?.(context)
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
