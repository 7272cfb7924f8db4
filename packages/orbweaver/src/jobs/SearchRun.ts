/** A search that runs: awaited it is all results by source, read it is a stream of results. */
import type { FoundResult, SearchResult, SearchResults } from "@orbweaver/core/search/Searcher"
import type { Source } from "@orbweaver/core/model/SearchHit"
import { callerOf, locate } from "../instance/calls.ts"
import type { Document } from "../options/documents.ts"

/** A hit, and the page behind it where formats were asked for: its document, or why there is none. */
export interface SearchPage<D = Document> extends Omit<SearchResult, "document"> {
  readonly document?: D | undefined
}

export interface SearchResultsOf<D = Document> extends Omit<SearchResults, "sources"> {
  /** The sources that were asked for; a source without results is an empty list. */
  readonly sources: Readonly<Partial<Record<Source, ReadonlyArray<SearchPage<D>>>>>
}

/** A run causes no unhandled rejection: only the promises and loops that you use reject. */
export interface SearchRun<D = Document> extends Promise<SearchResultsOf<D>> {
  /**
   * Results in the order in which they are whole. They wait in memory for a slow reader, since a search has a deadline;
   * there are no more than `limit` for each source. Leaving the loop before its end ends the search.
   */
  readonly pages: () => AsyncGenerator<SearchPage<D> & { readonly source: Source }, void, void>
}

/** Runs a search and reports each result as it comes. */
export type SearchWork = (
  onResult: (result: FoundResult) => void,
  signal: AbortSignal
) => Promise<SearchResultsOf<unknown>>

/** Starts the search at once. `method` is what the application called. */
export const makeSearchRun = (
  search: SearchWork,
  signal: AbortSignal | undefined,
  method: (...input: never) => unknown
): SearchRun<any> => {
  const caller = callerOf(method)
  const found: Array<FoundResult> = []
  const left = new AbortController()
  let wake = Promise.withResolvers<void>()
  const tell = () => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  let ended = false
  const result = search(
    (each) => {
      found.push(each)
      tell()
    },
    signal === undefined ? left.signal : AbortSignal.any([signal, left.signal])
  )
    .catch((error: unknown) => {
      throw locate(error, caller)
    })
    .finally(() => {
      ended = true
      tell()
    })
  // The promises and the iterator of the run reject.
  result.catch(() => undefined)

  async function* pages() {
    let isWhole = false
    try {
      for (let at = 0; ;) {
        // Taken before the list is looked at, so that nothing is missed.
        const next = wake.promise
        const page = found[at]
        if (page !== undefined) {
          at += 1
          yield page
        } else if (ended) break
        else await next
      }
      isWhole = true
      await result
    } finally {
      if (!isWhole) left.abort()
    }
  }
  return Object.assign(result, { pages }) as SearchRun<any>
}
