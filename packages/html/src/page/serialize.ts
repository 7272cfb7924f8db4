/**
 * A tree, or parts of it, as HTML (HTML, 13.3 "Serializing HTML fragments"). Parsing the result gives the same nodes,
 * except where HTML itself cannot say them (13.3, the note on "do not roundtrip").
 */
import { maxTextLength } from "../tree/limits.ts"
import { flattened } from "../tree/references.ts"
import { attributes, tagNameOf, text, textContent, walk, type Tree } from "../tree/Tree.ts"
import { Kind, kind, Tag } from "../tree/tags.ts"

interface SerializeOptions {
  /** Non-zero at the top of each subtree to leave out. */
  readonly drop?: Uint8Array | undefined
  /** Leaves out every element for which this is true. */
  readonly omit?: ((node: number, tag: number) => boolean) | undefined
  /** HTML that is written instead of an element, where it is not undefined. */
  readonly instead?: ((node: number) => string | undefined) | undefined
  /** The attributes to write; all of them as they are when absent. */
  readonly attributesOf?: ((node: number, tag: number) => ReadonlyArray<readonly [string, string]>) | undefined
}

/** The HTML of the given subtrees, one after the other; what begins beyond `maxTextLength` is left out. */
export const serialize = (tree: Tree, roots: ReadonlyArray<number>, options: SerializeOptions = {}): string => {
  const { drop, instead, omit, attributesOf = (node: number) => attributes(tree, node) } = options
  const parts: Array<string> = []
  let html = ""
  /** UTF-16 units of `parts`. */
  let length = 0
  const flush = (): void => {
    length += html.length
    parts.push(flattened(html))
    html = ""
  }
  const addLong = (value: string, escape: (part: string) => string): void => {
    for (let at = 0; at < value.length; at += longestPart) {
      html += escape(value.slice(at, at + longestPart))
      flush()
      if (length >= maxTextLength) return
    }
  }
  const enter = (node: number, tag: number): boolean | void => {
    if (html.length > longestPart) flush()
    if (length >= maxTextLength) return false
    if (tag === Tag.text) {
      const value = text(tree, node)
      if (value.length > longestPart) addLong(value, escapeText)
      else html += escapeText(value)
      return
    }
    if (tag === Tag.document) return
    if ((drop !== undefined && drop[node] !== 0) || omit?.(node, tag) === true) return false
    const other = instead?.(node)
    if (other !== undefined) {
      addLong(other, (part) => part)
      return false
    }
    html += `<${tagNameOf(tree, node)}`
    for (const [name, value] of attributesOf(node, tag)) {
      html += ` ${name}="`
      if (value.length > longestPart) addLong(value, escapeAttribute)
      else html += escapeAttribute(value)
      html += '"'
    }
    html += ">"
    const bits = kind[tag]!
    if (bits & Kind.void) return false
    if (bits & Kind.rawText) {
      addLong(textContent(tree, node), (part) => part)
      html += `</${tagNameOf(tree, node)}>`
      return false
    }
    if (dropsFirstLineFeed(tag) && startsWithLineFeed(tree, node)) html += "\n"
  }
  for (const root of roots) {
    walk(tree, root, enter, (node, tag) => {
      if (tag !== Tag.document) html += `</${tagNameOf(tree, node)}>`
    })
  }
  if (parts.length === 0) return html
  parts.push(html)
  return parts.join("")
}

/** UTF-16 units that are put together before they are made one string. */
const longestPart = 65_536

const dropsFirstLineFeed = (tag: number): boolean => tag === Tag.pre || tag === Tag.textarea || tag === Tag.listing

const startsWithLineFeed = (tree: Tree, node: number): boolean => {
  const child = tree.first[node]!
  return child >= 0 && tree.tag[child] === Tag.text && text(tree, child).startsWith("\n")
}

const special = /[&<>\u00a0]/
const specials = /[&<>\u00a0]/g
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\u00a0": "&nbsp;" }

const escapeText = (value: string): string => {
  if (!special.test(value)) return value
  return value.replace(specials, (character) => references[character]!)
}

const escapeAttribute = (value: string): string => {
  const escaped = escapeText(value)
  return escaped.includes('"') ? escaped.replaceAll('"', "&quot;") : escaped
}
