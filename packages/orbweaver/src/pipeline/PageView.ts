/** A captured page as functions of the application see it. */
import type { Page } from "@orbweaver/core/reading/Page"
import * as Effect from "effect/Effect"

export interface PageView {
  /** The address that answered, after redirects. A file that was given without one has an address of the host `upload.invalid`. */
  readonly url: URL
  /** The address that was asked for. */
  readonly requestedUrl: URL
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Lower-case, without parameters, such as `text/html`. */
  readonly mediaType: string
  /** The bytes as they came; not a copy. */
  readonly bytes: Uint8Array
  /** The source as text. */
  readonly source: string
  /** The HTML that formats read: the source of a web page, or what a parser made of a file. */
  readonly html: string
  /** Whether the cache answered; absent when it was not asked. */
  readonly cacheState?: "hit" | "miss" | undefined
  readonly capturedAt: Date
}

/** Texts are decoded when they are first read. */
export const viewOf = (page: Page): PageView => ({
  url: page.response.url,
  requestedUrl: page.requested,
  status: page.response.status,
  headers: page.response.headers,
  mediaType: page.mediaType,
  bytes: page.response.body,
  cacheState: page.cacheState,
  capturedAt: new Date(page.capturedAt),
  get source() {
    return page.content.source
  },
  get html() {
    return page.content.html
  }
})

/** What a function of the application gives, at once or later. */
export type Awaitable<A> = A | PromiseLike<A>

/**
 * Runs a function of the application. Its signal aborts when the scrape ends before it, by its timeout for example;
 * the scrape does not wait for a function that ignores it.
 */
export const call = <A, E>(
  work: (signal: AbortSignal) => Awaitable<A>,
  onError: (detail: string, cause: unknown) => E
): Effect.Effect<A, E> =>
  Effect.tryPromise({
    try: async (signal) => work(signal),
    catch: (cause) => onError(cause instanceof Error ? cause.message : String(cause), cause)
  })
