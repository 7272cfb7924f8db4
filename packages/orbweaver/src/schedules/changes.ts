/** What changed since the run before, as the documents of a result say it (`changeTracking`). */

export interface PageChanged {
  readonly url: string
  readonly status: "new" | "changed" | "removed"
  /** The change as a unified diff, where the format was asked for with `git-diff`. */
  readonly diff?: string | undefined
}

interface Tracked {
  readonly metadata?: { readonly url?: string; readonly sourceURL?: string }
  readonly changeTracking?: { readonly changeStatus?: string; readonly diff?: { readonly text?: string } }
}

interface Documents {
  readonly data?: unknown
  readonly sources?: unknown
  readonly document?: unknown
}

/** Documents of a scrape, of a crawl or batch, and of a search. */
const documentsOf = (result: unknown): ReadonlyArray<Tracked> => {
  if (Array.isArray(result)) return result.flatMap(documentsOf)
  if (typeof result !== "object" || result === null) return []
  const { data, document, sources } = result as Documents
  if (Array.isArray(data)) return data as ReadonlyArray<Tracked>
  if (typeof sources === "object" && sources !== null) return Object.values(sources).flatMap(documentsOf)
  return [document ?? result]
}

export const changesOf = (result: unknown): ReadonlyArray<PageChanged> =>
  documentsOf(result).flatMap(({ changeTracking, metadata }) => {
    const status = changeTracking?.changeStatus
    if (status !== "new" && status !== "changed" && status !== "removed") return []
    const diff = changeTracking?.diff?.text
    return [{ url: metadata?.url ?? metadata?.sourceURL ?? "", status, ...(diff === undefined ? {} : { diff }) }]
  })
