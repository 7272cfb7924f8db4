/**
 * A captured page, read to text: the input of every format.
 */
import type { FetchResponse } from "../network/Fetcher.ts"
import type { CaptureOutcome } from "../model/Outcome.ts"
import type { RenderResponse } from "../network/Renderer.ts"
import type { Parsed } from "./Parser.ts"

export interface Page {
  /** The address that was asked for. */
  readonly requested: URL
  readonly response: FetchResponse | RenderResponse
  /** Lower-case media type without parameters, such as `text/html`. */
  readonly mediaType: string
  /** What the parser of that media type made of the bytes. */
  readonly content: Parsed
  /** When the page was captured, in milliseconds since the epoch. */
  readonly capturedAt: number
  /** Whether the page came from the cache; absent when the cache was not asked. */
  readonly cacheState?: "hit" | "miss" | undefined
  /** How the capture went, and every attempt it took. */
  readonly outcome?: CaptureOutcome | undefined
  /** Why no model may be asked about the page; absent when one may. */
  readonly modelRefusal?: string | undefined
  /**
   * Work shared by formats of this page, such as its parsed tree: made once, by
   * the first that asks for `key`.
   */
  readonly shared: <A>(key: object, make: () => A) => A
}

/** A fresh memo for `Page.shared`. */
export const makeShared = (): Page["shared"] => {
  const made = new Map<object, unknown>()
  return <A>(key: object, make: () => A): A => {
    if (made.has(key)) return made.get(key) as A
    const value = make()
    made.set(key, value)
    return value
  }
}
