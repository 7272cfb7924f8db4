/**
 * Frames, films, sounds and other embedded documents: a link to what the page shows there.
 */
import { subtreeEnd, text } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { filmAddressOf } from "../../page/customElements.ts"
import { escapeDestination } from "../../page/Addresses.ts"
import { escapeLabel } from "../text/escape.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** `iframe`, `frame`, `embed`. */
export const openFrame = (w: Writer, node: number): boolean => {
  const source = w.attributes.get(node, "src") ?? filmAddressOf(w.tree, node)
  const address = reachable(
    w,
    isBlank(source) ? (w.attributes.get(node, "data-src") ?? w.attributes.get(node, "data-lazy-src") ?? "") : source
  )
  // Flash is shown by no browser any more.
  const isFilm = address !== "" && !/\.swf(?:[?#]|$)/i.test(address)
  if (isFilm && !isTracker(w, node, address)) writeLink(w, labelOf(w, node, "embed"), address)
  return skip
}

/** `video`, `audio`: what stands inside is for browsers that cannot play them. */
export const openMedia = (w: Writer, node: number): boolean => {
  const { tree } = w
  const name = tree.tag[node] === Tag.video ? "video" : "audio"
  const address = reachable(
    w,
    w.attributes.get(node, "src") ?? w.attributes.get(node, "data-src") ?? firstSource(w, node)
  )
  if (address === "") return skip
  const poster = name === "video" ? reachable(w, w.attributes.get(node, "poster") ?? "") : ""
  const label = labelOf(w, node, name)
  if (poster === "") writeLink(w, label, address)
  else writeRaw(w, `[![${label}](${poster})](${address})`)
  return skip
}

/** Types of which nothing is left to be seen, and those that are pictures. */
const isObsoleteType = /shockwave|silverlight|x-java|x-oleobject/i
const isPicture = /^image\//i

/**
 * `object`: a link to its data, labelled by its title or by what stands in it, which is shown when the data cannot be. A link in
 * it that leads to the data says more. Pictures are pictures.
 */
export const openObject = (w: Writer, node: number): boolean => {
  const type = w.attributes.get(node, "type") ?? ""
  const address = isObsoleteType.test(type) ? "" : reachable(w, w.attributes.get(node, "data") ?? "")
  if (address === "" || linksTo(w, node, address)) return descend
  if (isPicture.test(type) || /\.(?:svg|png|jpe?g|gif|webp)$/i.test(address)) {
    if (inside(w, node, (at) => w.tree.tag[at] === Tag.img) >= 0) return descend
    w.run.addImage(address, labelOf(w, node, fallbackText(w, node, "")))
    return skip
  }
  writeLink(w, labelOf(w, node, fallbackText(w, node, "embed")), address)
  return skip
}

/** Nodes of what stands in an object that are looked at: it is a line or two. */
const insideNodes = 64

/** The first nodes inside an element for which `isWanted`, or -1. */
const inside = ({ tree }: Writer, node: number, isWanted: (at: number) => boolean): number => {
  for (let at = node + 1; at < tree.size && at <= node + insideNodes && tree.parent[at]! >= node; at++)
    if (isWanted(at)) return at
  return -1
}

const linksTo = (w: Writer, node: number, address: string): boolean =>
  inside(w, node, (at) => w.tree.tag[at] === Tag.a && reachable(w, w.attributes.get(at, "href") ?? "") === address) >= 0

/** Characters of a label. */
const longestLabel = 80

/** The text shown instead of an object, unless it speaks of the browser. */
const fallbackText = (w: Writer, node: number, otherwise: string): string => {
  let all = ""
  inside(w, node, (at) => {
    if (w.tree.tag[at] === Tag.text) all += text(w.tree, at)
    return all.length > 2 * longestLabel
  })
  const line = all.replace(/\s+/g, " ").trim()
  return line === "" || line.length > longestLabel || /browser|plug-?in|flash|support/i.test(line) ? otherwise : line
}

const isBlank = (source: string): boolean => source === "" || /^(?:about:|data:|javascript:)/i.test(source)

const reachable = (w: Writer, source: string): string => {
  if (source === "") return ""
  const address = w.addresses.resolve(source)
  return /^https?:/i.test(address) ? escapeDestination(address) : ""
}

/** Invisible frames, such as trackers. */
const isTracker = (w: Writer, node: number, address: string): boolean => {
  const tiny = (size: string | undefined): boolean => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size)
  return (
    tiny(w.attributes.get(node, "width")) ||
    tiny(w.attributes.get(node, "height")) ||
    /^https?:\/\/(?:www\.googletagmanager\.com|[^/]*\.doubleclick\.net|www\.google\.com\/recaptcha)/.test(address)
  )
}

const labelOf = (w: Writer, node: number, otherwise: string): string => {
  const label = w.attributes.get(node, "title") ?? w.attributes.get(node, "aria-label") ?? ""
  const line = label.replace(/\s+/g, " ").trim()
  return escapeLabel(line === "" ? otherwise : line)
}

const firstSource = (w: Writer, node: number): string => {
  const { tag } = w.tree
  const end = subtreeEnd(w.tree, node)
  for (let at = node + 1; at < end; at++) {
    if (tag[at] !== Tag.source) continue
    const source = w.attributes.get(at, "src")
    if (source !== undefined && source !== "") return source
  }
  return ""
}

const writeLink = (w: Writer, label: string, address: string): void => {
  // A link in a link is none.
  if (w.run.inLink) w.run.addText(label)
  else writeRaw(w, `[${label}](${address})`)
}

const writeRaw = (w: Writer, markdown: string): void => {
  w.boundary(2)
  w.run.addAtom(Mark.raw, w.flow === Flow.cell ? markdown.replaceAll("|", "\\|") : markdown)
  w.boundary(2)
}
