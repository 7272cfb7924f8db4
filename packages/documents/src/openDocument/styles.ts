/** Styles of an OpenDocument file (ODF 1.3 part 3 §16) as far as they mean something. */
import { Mark } from "../markup/html.ts"
import { attr, child, descendant, elements, type Element } from "../bytes/xml.ts"

export interface OdfStyles {
  readonly marks: (name: string | undefined) => number
  readonly paragraph: (name: string | undefined) => {
    readonly code: boolean
    readonly quote: boolean
    readonly title: boolean
    /** An empty paragraph is a line across the page. */
    readonly ruler: boolean
  }
  /** What the list writes before items of that level, from 1. */
  readonly marker: (list: string | undefined, level: number) => "number" | "bullet" | "none"
  /** Tables and slides may be hidden by their style. */
  readonly hidden: (name: string | undefined) => boolean
}

const deepest = 12

/** `parts` are the roots of `styles.xml` and `content.xml`. */
export const readOdfStyles = (parts: ReadonlyArray<Element | undefined>): OdfStyles => {
  const styles = new Map<string, Element>()
  /** Levels as `list|level`. */
  const markers = new Map<string, "number" | "bullet" | "none">()
  const monoFaces = new Set<string>()
  for (const part of parts) {
    for (const group of elements(part).flatMap(elements)) {
      if (group.name === "font-face-decls") {
        for (const face of elements(group)) {
          const family = `${attr(face, "font-family") ?? ""} ${attr(face, "name") ?? ""}`
          if (attr(face, "font-pitch") === "fixed" && /mono|courier|consol|liberation mono/i.test(family))
            monoFaces.add(attr(face, "name") ?? "")
        }
      }
      if (group.name !== "automatic-styles" && group.name !== "styles") continue
      for (const style of elements(group)) {
        const name = attr(style, "style:name") ?? ""
        if (style.name === "style") styles.set(name, style)
        else if (style.name === "list-style") {
          for (const level of elements(style)) {
            const key = `${name}|${attr(level, "level")}`
            if (level.name === "list-level-style-number")
              markers.set(key, (attr(level, "num-format") ?? "") === "" ? "bullet" : "number")
            else markers.set(key, attr(level, "bullet-char")?.trim() === "" ? "none" : "bullet")
          }
        }
      }
    }
  }
  const chain = (name: string | undefined): ReadonlyArray<Element> => {
    const found: Array<Element> = []
    for (let at = name; at !== undefined && found.length < deepest;) {
      const style = styles.get(at)
      if (style === undefined) break
      found.push(style)
      at = attr(style, "parent-style-name")
    }
    return found
  }
  const names = (name: string | undefined): string =>
    [
      name ?? "",
      ...chain(name).map((style) => `${attr(style, "parent-style-name") ?? ""} ${attr(style, "display-name") ?? ""}`)
    ]
      .join(" ")
      .replaceAll("_20_", " ")

  const marks = (name: string | undefined): number => {
    let sum = 0
    const found = chain(name)
    const property = (key: string): string | undefined => {
      for (const style of found) {
        const value = attr(child(style, "text-properties"), key)
        if (value !== undefined) return value
      }
      return undefined
    }
    if (/bold|[6-9]00/.test(property("fo:font-weight") ?? "")) sum |= Mark.bold
    if (/italic|oblique/.test(property("fo:font-style") ?? "")) sum |= Mark.italic
    if ((property("style:text-line-through-style") ?? "none") !== "none") sum |= Mark.strike
    const position = property("style:text-position") ?? ""
    if (/^super|^[1-9]\d*%/.test(position)) sum |= Mark.sup
    else if (/^sub|^-/.test(position)) sum |= Mark.sub
    if (monoFaces.has(property("style:font-name") ?? "") || /source text|teletype|verbatim|\bcode\b/i.test(names(name)))
      sum |= Mark.code
    return sum
  }

  return {
    marks: memo(marks),
    paragraph: memo((name) => {
      const all = names(name)
      return {
        code: /preformatted|source ?code|verbatim|listing/i.test(all),
        quote: /quotations?\b|\bquote\b|block ?text/i.test(all),
        ruler: /horizontal line/i.test(all),
        title: /^(?:title)\b/i.test(all.trim()) || /\sTitle\b/.test(all)
      }
    }),
    marker: (list, level) =>
      markers.get(`${list}|${level}`) ??
      // Some programs give each nested list a style of one level.
      (markers.has(`${list}|2`) ? "bullet" : (markers.get(`${list}|1`) ?? "bullet")),
    hidden: (name) =>
      chain(name).some(
        (style) =>
          attr(child(style, "table-properties"), "display") === "false" ||
          attr(descendant(style, "drawing-page-properties"), "visibility") === "hidden"
      )
  }
}

const memo = <A>(make: (name: string | undefined) => A): ((name: string | undefined) => A) => {
  const made = new Map<string | undefined, { readonly value: A }>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known.value
    const value = make(name)
    made.set(name, { value })
    return value
  }
}
