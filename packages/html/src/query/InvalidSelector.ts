/**
 * A selector of the caller that cannot be used: it does not parse, is not supported, or costs too much on this page.
 *
 * A class of its own and no `Schema.TaggedError`: it is all that a worker thread would load effect for, which takes it
 * longer than its first pages.
 */
export class InvalidSelector extends Error {
  readonly _tag = "InvalidSelector"
  readonly selector: string
  readonly detail: string

  constructor({ detail, selector }: { readonly selector: string; readonly detail: string }) {
    super(`The selector ${JSON.stringify(selector)} cannot be used: ${detail}`)
    this.name = "InvalidSelector"
    this.selector = selector
    this.detail = detail
  }
}
