/** What is written, and relative to which address. */

export interface MarkdownOptions {
  /** What addresses of the page are relative to: its URL, or that of its `base` element. */
  readonly baseUrl: URL
  /** Writes `<Base64-Image-Removed>` for images that are part of the page itself. */
  readonly removeBase64Images?: boolean | undefined
}

/** Which part of a page is written. */
export interface MarkdownPart {
  /** Nodes to write in document order, none inside another; the whole page when absent. */
  readonly roots?: ReadonlyArray<number> | undefined
  /** Not 0 for a node that is left out with everything in it. */
  readonly drop?: Uint8Array | undefined
}
