/**
 * Names of icons that a font shows as signs: `<i class="material-icons">arrow_forward</i>`. Nobody sees the name.
 *
 * What tells them from words: they stand alone in an element without other content, in lower case and without spaces, and
 * the element says that it is an icon. A class `icon` alone may hold a word that is shown, so there the name must be one
 * that no text has (`arrow_forward`), or the page itself must say that it is not read out or translated.
 */
import { attribute, attributeBit, tagNameOf, text, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"

const classBit = attributeBit("class")
const maxName = 40

/** Fonts whose signs are ligatures, and the elements of components that use them. */
const font = /(?:^|[\s_-])(?:material|google|mat|md|mdc|mwc)[\w-]*[_-](?:icons?|symbols?)(?:[\s_-]|$)/i
const named = /(?:^|[\s_-])icons?(?:[\s_-]|$)/i

export const isLigature = (tree: Tree, node: number): boolean => {
  const isCustom = tree.tag[node] === Tag.unknown
  if (!isCustom && (tree.attributeMask[node]! & classBit) === 0) return false
  const child = tree.first[node]!
  if (child < 0 || tree.tag[child] !== Tag.text || tree.next[child]! >= 0) return false
  if (tree.end[child]! - tree.start[child]! > 2 * maxName) return false
  const name = text(tree, child).trim()
  if (name.length > maxName || !/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/.test(name)) return false
  const className = attribute(tree, node, "class") ?? ""
  if (font.test(className)) return true
  if (isCustom && tagNameOf(tree, node).endsWith("-icon")) return true
  return (
    named.test(className) &&
    (name.includes("_") ||
      /(?:^|\s)notranslate(?:\s|$)/.test(className) ||
      attribute(tree, node, "aria-hidden") === "true")
  )
}
