/**
 * What the tables of one file may fill together. A few bytes can say a cell a million times: by a repeat
 * (OpenDocument), by a shared string (Open XML), or by two cells at far corners with nothing between them.
 */

/** Most fields, empty ones included. A page has room for so many with a text in each (`maxNodes` of `@orbweaver/html`). */
const maxFields = 500_000
/** Most UTF-16 units of the HTML in them: with the tags of all fields they are what is read of a page (`maxHtmlLength`). */
const maxLength = 10_000_000

export class TableBudget {
  #fields = maxFields
  #length = maxLength

  /** Whether one more field may be filled. */
  takeField(): boolean {
    this.#fields--
    return this.#fields >= 0
  }

  /** Whether a field may hold that much HTML. */
  takeText(length: number): boolean {
    this.#length -= length
    return this.#length >= 0
  }

  get warnings(): ReadonlyArray<string> {
    if (this.#fields < 0) return [`Tables are cut: those of a file may fill ${maxFields} fields.`]
    return this.#length < 0 ? [`Tables are cut: those of a file may hold ${maxLength} characters.`] : []
  }
}
