/** A part of a site that people name. */
export interface Section {
  readonly name: string
  /** Words of prompts, folded. */
  readonly words: ReadonlyArray<string>
  /** Regular expression on the path of its pages. */
  readonly pattern: string
  /** What is left out instead, where only this part is wanted and its pages have no path of their own. */
  readonly others?: string | undefined
}
