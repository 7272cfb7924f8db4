/**
 * What a page may cost. A page is cut where it reaches a limit, before memory is taken for more, and its tree says so.
 * The largest real pages, such as standards on one page, stay below half of each.
 */
import { maxHtmlLength } from "@orbweaver/core/internal/reading/maxHtmlLength"

/** UTF-16 units of source. */
export const maxLength = maxHtmlLength
/** Elements and texts. */
export const maxNodes = 1_000_000
/** Attributes of all elements. */
export const maxAttributes = 1_000_000
/** Open elements. One that would nest deeper becomes a sibling of the innermost, so no content is lost. */
export const maxDepth = 10_000
/** Different names of elements that HTML does not know; all others count as one name. */
export const maxNames = 20_000
/** UTF-16 units of a text made of a page: HTML and Markdown end there, since either may grow far beyond its source. */
export const maxTextLength = 24_000_000
/** Addresses in a list of links or images. */
export const maxAddresses = 50_000

/** Where the source was cut. */
export interface Cut {
  readonly limit: "characters" | "nodes" | "attributes"
  readonly max: number
  /** UTF-16 units that were read. */
  readonly at: number
  /** UTF-16 units of the whole source. */
  readonly of: number
}

export const describeCut = ({ at, limit, max, of }: Cut): string =>
  `The page was cut after ${at} of ${of} characters: it has more than ${max} ${limit}.`
