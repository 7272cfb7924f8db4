/** What actions on a page made. */

/** Bytes of a picture or document that the page produced. */
export interface Artifact {
  readonly mediaType: "image/png" | "image/jpeg" | "application/pdf"
  readonly bytes: Uint8Array
}

/** Results of the actions, each kind in the order it was made. */
export interface ActionResults {
  readonly screenshots: ReadonlyArray<Artifact>
  readonly scrapes: ReadonlyArray<{ readonly url: string; readonly html: string }>
  readonly javascriptReturns: ReadonlyArray<{ readonly type: string; readonly value: unknown }>
  readonly pdfs: ReadonlyArray<Artifact>
}
