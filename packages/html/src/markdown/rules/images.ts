/**
 * Images: the picture the page means, not the one that stands there until it is loaded.
 *
 * A script that loads images late keeps the address in `data-src` and its relatives and a placeholder in `src`; the
 * largest candidate of a `srcset` stands for the image, as in cleaned HTML, and a source of `<picture>` when `src` is no
 * picture.
 * Emoji and formulas drawn as images become their text. Images of one pixel count visitors and are left out.
 */
import { attributes, isWhitespace, type Tree } from "../../tree/Tree.ts"
import { lazySourcesOf } from "../../page/lazySources.ts"
import { isPlaceholder } from "../../page/standIns.ts"
import { largestCandidate } from "../../page/srcset.ts"
import { Tag } from "../../tree/tags.ts"
import { escapeDestination } from "../../page/Addresses.ts"
import { escapeLabel, escapeTitle } from "../text/escape.ts"
import { writeDrawnFormula } from "./math.ts"
import { skip, type Writer } from "../writer/Writer.ts"

export const openImage = (w: Writer, node: number): boolean => {
  writeImage(w, node)
  return skip
}

/** Writes an image; false when it has nothing to show. */
const writeImage = (w: Writer, node: number): boolean => {
  const { run, tree } = w
  if (isPixel(w, node)) return false
  const description = (w.attributes.get(node, "alt") ?? "").replace(/\s+/g, " ").trim()
  const className = w.attributes.get(node, "class") ?? ""
  if (description !== "" && className !== "" && isEmoji(className)) {
    run.addText(description)
    return true
  }
  if (writeDrawnFormula(w, node, className, description)) return true
  const source = sourceOf(w, node)
  if (source === "" || (isData(source) && hasCopy(tree, node))) return false
  if (description === "" && spacer.test(source)) return false
  if (description !== "" && w.lastTex === description && isDrawnCopy(tree, node)) {
    w.lastTex = ""
    return false
  }
  const destination = destinationOf(w, source, description)
  if (destination === "") return false
  const title = w.attributes.get(node, "title")?.replace(/\s+/g, " ").trim() ?? ""
  const target = title === "" || title === description ? destination : `${destination} "${escapeTitle(title)}"`
  const label = description === "" ? "" : escapeLabel(description)
  run.addImage(target, label)
  w.lastImageParent = tree.parent[node]!
  return true
}

const isEmoji = (className: string): boolean => /\b(?:emoji|twemoji|wp-smiley)\b/.test(className)

/** Pictures that only take up room, by their file name. */
const spacer =
  /(?:^|\/)(?:spacer|blank|clear|pixel|transparent|trans|shim|dot|placeholder|lazy|loading|1x1)(?:[-_.][\w-]*)?\.(?:gif|png|svg|webp)(?:[?#]|$)/i

/** A picture right behind the hidden formula that it shows. */
const isDrawnCopy = (tree: Tree, node: number): boolean => {
  let before = tree.first[tree.parent[node]!]!
  let element = -1
  for (let steps = 0; steps < maxSiblings && before >= 0 && before < node; steps++, before = tree.next[before]!)
    if (tree.tag[before] !== Tag.text) element = before
  return element >= 0 && (tree.tag[element] === Tag.math || tree.tag[tree.first[element]!] === Tag.math)
}

/** Siblings of a picture that are looked at. */
const maxSiblings = 200

/** A placeholder of a few bytes has no description and says nothing. */
const shortPlaceholder = 200

const destinationOf = (w: Writer, source: string, description: string): string => {
  if (!isData(source)) return w.addresses.link(source)
  if (description === "" ? source.length < shortPlaceholder : isPlaceholder(source)) return ""
  return w.removeBase64Images ? "<Base64-Image-Removed>" : escapeDestination(source)
}

/** The absolute address of an image for HTML, `""` when it has none to show. */
export const imageAddress = (w: Writer, node: number): string => {
  const source = sourceOf(w, node)
  if (source === "" || isPixel(w, node)) return ""
  if (isData(source)) return w.removeBase64Images ? "" : source
  return w.addresses.resolve(source)
}

const placeholder = /placeholder|blank|spacer|transparent|loading|lazy|pixel|1x1|grey\.|gray\./i

/** The address of the picture as the page writes it, `""` when there is none. */
const sourceOf = (w: Writer, node: number): string => {
  const plain = (w.attributes.get(node, "src") ?? "").trim()
  const { sets, sources } = lazySourcesOf(w.tree, node)
  const lazy = sources[0] ?? largest(sets[0])
  if (lazy !== "" && !isData(lazy)) return lazy
  const sized = largest(w.attributes.get(node, "srcset"))
  if (sized !== "" && !isData(sized)) return sized
  const isInPicture = w.tree.tag[w.tree.parent[node]!] === Tag.picture
  if (plain !== "" && !isData(plain) && !(isInPicture && placeholder.test(plain))) return plain
  const candidate = sized || fromPicture(w, node)
  if (candidate !== "") return candidate
  return isData(plain) && !isPlaceholder(plain) ? plain : named(w.tree, node) || plain
}

const imageName = /^[^\s"'{]+\.(?:jpe?g|png|webp|avif|gif)(?:[?#]\S*)?$/i

/** The address of a picture in an attribute with an unknown name, for one that is a placeholder. */
const named = (tree: Tree, node: number): string => {
  for (const [name, value] of attributes(tree, node))
    if (name.startsWith("data-") && value.includes("/") && imageName.test(value.trim())) return value.trim()
  return ""
}

/** The largest candidate of the `source` elements before an image in a `<picture>`. */
const fromPicture = (w: Writer, node: number): string => {
  const { tree } = w
  const parent = tree.parent[node]!
  if (tree.tag[parent] !== Tag.picture) return ""
  for (let child = tree.first[parent]!; child >= 0 && child < node; child = tree.next[child]!) {
    if (tree.tag[child] !== Tag.source) continue
    const found = largest(w.attributes.get(child, "srcset") ?? lazySourcesOf(tree, child).sets[0])
    if (found !== "" && !isData(found)) return found
  }
  return ""
}

const largest = (set: string | undefined): string => (set === undefined ? "" : (largestCandidate(set) ?? ""))

const isData = (source: string): boolean => /^data:/i.test(source)

/** One pixel, or a line that makes room or draws a rule. */
const isPixel = (w: Writer, node: number): boolean => {
  const width = isTiny(w.attributes.get(node, "width"))
  const height = isTiny(w.attributes.get(node, "height"))
  return (width && height) || ((width || height) && (w.attributes.get(node, "alt") ?? "").trim() === "")
}

const isTiny = (size: string | undefined): boolean => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size)

const isBeforeImage = (tree: Tree, node: number): boolean => {
  let at = tree.next[node]!
  while (at >= 0 && isWhitespace(tree, at)) at = tree.next[at]!
  return at >= 0 && tree.tag[at] === Tag.img
}

/** Whether a `noscript` with an image, the one that is meant, follows a picture that is part of the page. */
const hasCopy = (tree: Tree, image: number): boolean => {
  let after = tree.next[image]!
  while (after >= 0 && isWhitespace(tree, after)) after = tree.next[after]!
  if (after < 0 || tree.tag[after] !== Tag.noscript) return false
  for (let at = after + 1, seen = 0; at < tree.size && seen < 16 && tree.parent[at]! >= after; at++, seen++)
    if (tree.tag[at] === Tag.img) return true
  return false
}

/**
 * `noscript` next to an image that a script loads holds the same image for browsers without scripts. It counts when the
 * page has no other there; text in it ("please enable JavaScript") never does.
 */
export const openNoscript = (w: Writer, node: number): boolean => {
  const { tree } = w
  if (w.lastImageParent === tree.parent[node] || isBeforeImage(tree, node)) return skip
  for (let at = node + 1, seen = 0; at < tree.size && seen < 16 && tree.parent[at]! >= node; at++, seen++) {
    if (tree.tag[at] !== Tag.img || w.attributes.has(at, "hidden")) continue
    if (!/display\s*:\s*none/i.test(w.attributes.get(at, "style") ?? "") && writeImage(w, at)) {
      w.lastImageParent = tree.parent[node]!
      break
    }
  }
  return skip
}
