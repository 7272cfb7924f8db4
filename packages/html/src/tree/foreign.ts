/**
 * SVG and MathML in HTML (HTML, 13.2.6.5 "The rules for parsing tokens in foreign content").
 *
 * The elements of MathML that have a tag id keep it; all others, and all inside `svg`, are `Tag.unknown`.
 */
import type { Assembly } from "./Assembly.ts"
import { Tag } from "./tags.ts"
import { breaksOut as breakingNames, foreign, integrationPoint, Trait } from "./traits.ts"

/** True of an element, by its traits, in which HTML does not begin again. */
export const isForeignPlain = (current: number): boolean =>
  (current & foreign) !== 0 && (current & (Trait.mathText | Trait.htmlInside)) === 0

/** True when the start tag is foreign in the current node, given its traits. */
export const isForeignStart = (assembly: Assembly, current: number): boolean => {
  const { id } = assembly
  if (current & Trait.htmlInside) return false
  if (current & Trait.mathText) return id === Tag.mglyph || id === Tag.malignmark
  return id !== Tag.svg || assembly.open.tag[assembly.open.current] !== Tag.annotationXml
}

/** True when the start tag ends foreign content. */
export const breaksOut = (assembly: Assembly): boolean => {
  // "image" has the id of img, and is an element of SVG here.
  if (assembly.id === Tag.img) return assembly.zoneStart - assembly.nameStart === "img".length
  if (assembly.id !== Tag.font) return breakingNames[assembly.id] === 1
  return ["color", "face", "size"].some((name) => assembly.tokenAttribute(name) !== undefined)
}

/** Opens a foreign element; `namespace` is `Trait.svg` or `Trait.math`. */
export const insertForeign = (assembly: Assembly, namespace: number): void => {
  const { id } = assembly
  let bits = namespace | Trait.slow
  let tag: number = id
  if (namespace === Trait.math) {
    if (id < Tag.svg) tag = Tag.unknown
    if (id === Tag.mi || id === Tag.mo || id === Tag.mn || id === Tag.ms || id === Tag.mtext) {
      bits |= integrationPoint | Trait.mathText
    } else if (id === Tag.annotationXml) {
      bits |= integrationPoint
      const encoding = assembly.tokenAttribute("encoding")?.toLowerCase()
      if (encoding === "text/html" || encoding === "application/xhtml+xml") bits |= Trait.htmlInside
    }
  } else if (id !== Tag.svg) {
    tag = Tag.unknown
    const name = assembly.tokenName()
    if (name === "title" || name === "desc" || name === "foreignobject") bits |= integrationPoint | Trait.htmlInside
  }
  const name = foreignName(assembly)
  const node = assembly.nodes.add(tag, assembly.zoneStart, assembly.zoneEnd, assembly.mask, assembly.attribute)
  const previous = assembly.place(node)
  if (!assembly.selfClosing) assembly.open.push(node, name, tag, bits, previous, -1)
}

/** The name of a tag in foreign content: kept apart from the HTML elements of the same name. */
export const foreignName = (assembly: Assembly): number => assembly.intern(`/${assembly.tokenName()}`)
