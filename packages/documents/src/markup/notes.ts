/** Footnotes and endnotes in the form GitHub renders them, which Markdown writers read back as `[^1]`. */
import type { Raw } from "./html.ts"

export interface Notes {
  /** The number in the text of a note that is read where it stands. */
  readonly add: (html: string) => Raw
  /** The number of a note that lies elsewhere; its HTML is asked for once, after the text. */
  readonly reference: (key: string) => Raw
  /** The section at the end; nothing when nothing was referred to. */
  readonly section: (htmlOf?: (key: string) => string) => string
}

/** Notes are numbered in the order in which the text refers to them. */
export const makeNotes = (): Notes => {
  const numbers = new Map<string, number>()
  const added = new Map<string, string>()
  const reference: Notes["reference"] = (key) => {
    const known = numbers.get(key)
    const number = known ?? numbers.size + 1
    numbers.set(key, number)
    const id = known === undefined ? ` id="fnref-${number}"` : ""
    return { html: `<sup><a href="#fn-${number}"${id}>${number}</a></sup>` }
  }
  return {
    reference,
    add: (html) => {
      const key = `added ${added.size}`
      added.set(key, html)
      return reference(key)
    },
    section: (htmlOf = () => "") => {
      if (numbers.size === 0) return ""
      const items = [...numbers].map(
        ([key, number]) =>
          `<li id="fn-${number}"><p>${added.get(key) ?? htmlOf(key)} <a href="#fnref-${number}">↩</a></p></li>`
      )
      return `\n<section class="footnotes">\n<ol>\n${items.join("\n")}\n</ol>\n</section>`
    }
  }
}
