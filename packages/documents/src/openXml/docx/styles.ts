/** Styles of a Word file (ECMA-376 part 1 §17.7): what a paragraph or run means by its style. */
import { attr, child, children, type Element } from "../../bytes/xml.ts"

interface ParagraphStyle {
  /** From 1; absent for text. */
  readonly heading: number | undefined
  /** From 0, for entries of a table of contents. */
  readonly contents: number | undefined
  readonly code: boolean
  readonly quote: boolean
  /** An empty paragraph is a line across the page. */
  readonly ruler: boolean
  /** List of the style, where it has one. */
  readonly list: { readonly id: string; readonly level: number } | undefined
}

interface RunStyle {
  readonly bold: boolean
  readonly italic: boolean
  readonly code: boolean
}

export interface Styles {
  readonly paragraph: (id: string | undefined) => ParagraphStyle
  readonly run: (id: string | undefined) => RunStyle
}

const codeName =
  /\bcode\b|source ?code|html (?:preformatted|code|typewriter|sample)|preformatted|verbatim|macro text|listing|quelltext/i
const quoteName = /\bquote\b|quotation|block text|zitat|citation/i
const rulerName = /^horizontal (?:line|rule)$/i

/** Deepest chain of styles that a style is based on. */
const deepest = 12

export const readStyles = (root: Element | undefined): Styles => {
  const byId = new Map(children(child(root, "styles"), "style").map((style) => [attr(style, "styleId") ?? "", style]))
  const chain = (id: string | undefined): ReadonlyArray<Element> => {
    const found: Array<Element> = []
    let at = id
    while (at !== undefined && found.length < deepest) {
      const style = byId.get(at)
      if (style === undefined || found.includes(style)) break
      found.push(style)
      at = attr(child(style, "basedOn"), "val")
    }
    return found
  }
  const first = <A>(styles: ReadonlyArray<Element>, read: (style: Element) => A | undefined): A | undefined => {
    for (const style of styles) {
      const value = read(style)
      if (value !== undefined) return value
    }
    return undefined
  }

  const paragraph = memo((id): ParagraphStyle => {
    const styles = chain(id)
    // A file without style definitions still names them.
    const names =
      styles.length === 0 && id !== undefined ? [id] : styles.map((style) => attr(child(style, "name"), "val") ?? "")
    return {
      heading: headingOf(names) ?? first(styles, (style) => outlineLevel(child(style, "pPr"))),
      contents: contentsOf(names),
      code: names.some((name) => codeName.test(name)),
      quote: names.some((name) => quoteName.test(name)),
      ruler: names.some((name) => rulerName.test(name)),
      list: first(styles, (style) => listOf(child(style, "pPr")))
    }
  })
  const run = memo((id): RunStyle => {
    const styles = chain(id)
    const has = (name: string) => first(styles, (style) => toggle(child(style, "rPr"), name)) ?? false
    return {
      bold: has("b"),
      italic: has("i"),
      code:
        styles.some((style) => codeName.test(attr(child(style, "name"), "val") ?? "")) ||
        styles.some((style) => isMono(attr(child(style, "rPr", "rFonts"), "ascii")))
    }
  })
  return { paragraph, run }
}

const memo = <A>(make: (id: string | undefined) => A): ((id: string | undefined) => A) => {
  const made = new Map<string | undefined, A>()
  return (id) => {
    const known = made.get(id)
    if (known !== undefined) return known
    const value = make(id)
    made.set(id, value)
    return value
  }
}

/** Built-in styles keep their English name in every language of Word. */
const headingOf = (names: ReadonlyArray<string>): number | undefined => {
  for (const name of names) {
    const level = /^heading ?([1-9])$/i.exec(name)?.[1]
    if (level !== undefined) return Math.min(6, Number(level))
    if (/^title$/i.test(name)) return 1
  }
  return undefined
}

const contentsOf = (names: ReadonlyArray<string>): number | undefined => {
  const level = names.map((name) => /^toc ?([1-9])$/i.exec(name)?.[1]).find((found) => found !== undefined)
  return level === undefined ? undefined : Number(level) - 1
}

/** Level from 1 of `outlineLvl`; 9 in the file means text. */
export const outlineLevel = (properties: Element | undefined): number | undefined => {
  const value = Number(attr(child(properties, "outlineLvl"), "val") ?? 9)
  return value >= 0 && value < 9 ? Math.min(6, value + 1) : undefined
}

export const listOf = (properties: Element | undefined): ParagraphStyle["list"] => {
  const numbering = child(properties, "numPr")
  const id = attr(child(numbering, "numId"), "val")
  return id === undefined
    ? undefined
    : { id, level: Math.min(8, Math.max(0, Number(attr(child(numbering, "ilvl"), "val") ?? 0) || 0)) }
}

/** A property that is on by its presence and off by `val`. */
export const toggle = (properties: Element | undefined, name: string): boolean | undefined => {
  const element = child(properties, name)
  return element === undefined ? undefined : !/^(?:0|false|off|none)$/i.test(attr(element, "val") ?? "1")
}

export const isMono = (font: string | undefined): boolean =>
  font !== undefined && /courier|consol|mono|menlo|lucida console|typewriter|source code|fira code/i.test(font)
