/** A rule finds one kind of personal data in a text by its form. */
import type { Entity, Redaction } from "../../model/RedactPII.ts"

export interface Candidate {
  /** What the pattern matched. */
  readonly text: string
  /** Up to `lookBehind` characters before it. */
  readonly before: string
  /** Up to as many after it. */
  readonly after: string
  readonly aggressive: boolean
}

export interface Rule {
  readonly entity: Entity
  /**
   * Global. Every repetition has an upper bound and every start a boundary behind it, so that hostile texts take
   * linear time.
   */
  readonly pattern: RegExp
  /** Characters of the longest match. Default: 512. */
  readonly longest?: number
  /** How many characters of the match are personal data, from its start: 0 for none. Default: all. */
  readonly length?: (candidate: Candidate) => number
}

/** What is redacted, with rules for what was found in the page besides. */
export interface PageRedaction extends Redaction {
  /** Default: none. */
  readonly known?: ReadonlyArray<Rule>
}

/** Characters that a rule sees before and after a match. */
export const lookBehind = 64
/** Characters of the longest match of most rules. */
export const usualLongest = 512

/** All of the match, or nothing of it. */
export const wholeIf =
  (accepts: (candidate: Candidate) => boolean): NonNullable<Rule["length"]> =>
  (candidate) =>
    accepts(candidate) ? candidate.text.length : 0

/** Words before a number that say that it is no number of a person. A hint, for forms that are ambiguous. */
export const isCatalogNumber = (before: string): boolean =>
  /(?:\b(?:order|invoice|ref(?:erence)?|tracking|article|item|part|serial|sku|isbn|issn|ean|gtin|doi|version|release|build|bestellung|rechnung|commande|pedido)(?:[ -]?(?:no|nr|id|number|code))?|#)[.:#]?[ \t]{0,3}$/i.test(
    before
  )
