/**
 * What a browser keeps of the sites that it was at: cookies, `localStorage` and IndexedDB. Renderers begin with what an
 * earlier page or session left, and give back what the page leaves.
 */
import type * as Schema from "effect/Schema"

/** As the renderer that wrote it reads it again: Playwright's storage state for `@orbweaver/browser`. */
export type BrowserState = Schema.Json

/** Goes along with a request: a renderer reads `initial`, and sets `left` once the page is done. */
export interface StateHolder {
  /** What the browser begins with; nothing when absent. */
  readonly initial: BrowserState | undefined
  /** Whether what the page leaves is wanted. */
  readonly isWanted: boolean
  left: BrowserState | undefined
}
