/** Who wrote a page and when, as its readers see it, each read once and only when asked for. */
import type { Tree } from "../tree/Tree.ts"
import { folded, type SiteNames } from "./authorNames.ts"
import { BylineArea } from "./bylineArea.ts"
import { type FoundAuthors, type PlacedAuthors, VisibleAuthors } from "./visibleAuthors.ts"
import { VisibleDates, type VisibleDatesFound } from "./visibleDates.ts"

export class VisibleBylineReader {
  readonly #area: BylineArea
  readonly #reader: VisibleAuthors
  #authors: { readonly found: PlacedAuthors | undefined } | undefined

  constructor(tree: Tree, page: { readonly title: string; readonly language: string; readonly site: SiteNames }) {
    this.#area = new BylineArea(tree, page)
    this.#reader = new VisibleAuthors(this.#area)
  }

  /** Whether the lines around the headline name one of the authors. */
  mentions(names: ReadonlyArray<string>): boolean {
    const plain = names.map(folded)
    return this.#area.near().some((line) => {
      const text = folded(line.text)
      return plain.some((name) => name !== "" && text.includes(name))
    })
  }

  authors(): PlacedAuthors | undefined {
    this.#authors ??= { found: this.#reader.find() }
    return this.#authors.found
  }

  /** The authors whom a byline beside the headline names. */
  beside(): FoundAuthors | undefined {
    const found = this.authors()
    return found?.isNear === true ? found : undefined
  }

  /** A date beside a byline that stands away from the headline is found once the authors have been read. */
  dates(): VisibleDatesFound {
    return new VisibleDates(this.#area, this.#reader.byline).find()
  }
}
