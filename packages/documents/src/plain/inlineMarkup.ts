/** Text with the markup of a writer's language, as HTML: the rules of a language are tried wherever one may begin. */
import { safeLink } from "../bytes/office.ts"
import { escapeAttribute, escapeText, image } from "../markup/html.ts"

export interface InlineRule {
  /** The characters that it may begin with. */
  readonly first: string
  /** Sticky; looks at no more than a few hundred characters where it does not match. */
  readonly pattern: RegExp
  /** `inner` reads text inside of the match; nothing where the match is text after all. */
  readonly html: (match: RegExpExecArray, inner: (text: string) => string) => string | undefined
}

/** Marks in marks. */
const maxDepth = 6

/** `starts` finds the places at which a rule may match. */
export const inlineMarkup = (rules: ReadonlyArray<InlineRule>, starts: RegExp): ((text: string) => string) => {
  const byFirst = new Map<string, Array<InlineRule>>()
  for (const rule of rules) for (const sign of rule.first) byFirst.set(sign, [...(byFirst.get(sign) ?? []), rule])
  const read = (text: string, depth: number): string => {
    const inner = (part: string): string => (depth >= maxDepth ? escapeText(part) : read(part, depth + 1))
    const next = new RegExp(starts.source, "gu")
    let out = ""
    let at = 0
    for (let found = next.exec(text); found !== null; found = next.exec(text)) {
      for (const { html, pattern } of byFirst.get(text[found.index] ?? "") ?? []) {
        pattern.lastIndex = found.index
        const match = pattern.exec(text)
        const made = match === null ? undefined : html(match, inner)
        if (match === null || made === undefined) continue
        out += escapeText(text.slice(at, found.index)) + made
        at = found.index + match[0].length
        break
      }
      next.lastIndex = Math.max(at, found.index + 1)
    }
    return out + escapeText(text.slice(at))
  }
  return (text) => read(text, 0)
}

export const link = (address: string, html: string): string => {
  const href = safeLink(address)
  return href === undefined ? html : `<a href="${escapeAttribute(href)}">${html}</a>`
}

/** Signs that end a sentence are no part of an address before them. */
export const bareLink = (written: string): string => {
  const address = written.replace(/[.,;:!?'")\]]{1,10}$/, "")
  return link(address, escapeText(address)) + escapeText(written.slice(address.length))
}

export const picture = (address: string, alt: string): string =>
  safeLink(address) === undefined ? escapeText(alt) : image(address, alt).html
