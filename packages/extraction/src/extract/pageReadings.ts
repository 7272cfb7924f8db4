/** What single pages of an extraction say, before it is put together. */
import type { StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { Document } from "@orbweaver/core/model/Document"
import * as Effect from "effect/Effect"
import { mergeInSteps, type PageReading } from "../json/mergeReadings.ts"
import { readingOf } from "./Reading.ts"

/** A page of an extraction. */
export interface ExtractedPage {
  /** The address that answered. */
  readonly url: string
  readonly metadata: Document["metadata"]
  /**
   * What this page alone says, as its evidence has it: not checked against the schema, and without what a model reads.
   * Absent where it says nothing.
   */
  readonly data?: unknown
}

export const readingsOf = ({ document, url }: StoredResult): ReadonlyArray<PageReading> =>
  readingOf(document).map(({ sources, value }) => ({
    url: document.metadata.url || url,
    value,
    sources,
    titles: titlesOf(document)
  }))

/** What the page calls itself and its site. */
export const titlesOf = ({ metadata }: Document): string =>
  [metadata.title, metadata["ogTitle"], metadata["ogSiteName"], metadata["og:site_name"]]
    .filter((title) => typeof title === "string")
    .join(" | ")

export const pageOf = (result: StoredResult): Effect.Effect<ExtractedPage> =>
  Effect.map(mergeInSteps(readingsOf(result)), ({ value }) => ({
    url: result.document.metadata.url || result.url,
    metadata: result.document.metadata,
    ...(value === undefined ? {} : { data: value })
  }))
