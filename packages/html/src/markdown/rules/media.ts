/**
 * Frames, films, sounds and other embedded documents: a link to what the page shows there.
 */
import { subtreeEnd, text } from "../../tree/Tree.ts"
import { Tag, tagFlags } from "../../tree/tags.ts"
import { filmAddressOf } from "../../page/customElements.ts"
import { escapeDestination } from "../../page/Addresses.ts"
import { escapeLabel } from "../text/escape.ts"
import { Mark } from "../text/Run.ts"
import { descend, skip, type Writer } from "../writer/Writer.ts"

/** What stands for an element that is no text: a link, one around a poster, or a picture. */
export interface Media {
  /** An address that Markdown can hold as it stands. */
  readonly address: string
  readonly label: string
  readonly poster: string
  readonly isPicture: boolean
}

/** True for the elements that `mediaOf` knows. */
export const isMedia = (tag: number): boolean => mediaTags[tag] === 1

const mediaTags = tagFlags([Tag.iframe, Tag.frame, Tag.embed, Tag.video, Tag.audio, Tag.object])

export const openMedia = (w: Writer, node: number): boolean => {
  const media = mediaOf(w, node)
  if (media === undefined) return w.tree.tag[node] === Tag.object ? descend : skip
  const { address, isPicture, poster } = media
  const label = escapeLabel(media.label)
  if (isPicture) w.run.addImage(address, label)
  // A link in a link is none.
  else if (poster === "" && w.run.inLink) w.run.addText(label)
  else {
    w.boundary(2)
    w.run.addAtom(Mark.raw, poster === "" ? `[${label}](${address})` : `[![${label}](${poster})](${address})`)
    w.boundary(2)
  }
  return skip
}

/** `undefined` for what shows nothing; the content of an `object` is shown then. */
export const mediaOf = (w: Writer, node: number): Media | undefined => {
  switch (w.tree.tag[node]) {
    case Tag.video:
    case Tag.audio:
      return filmOf(w, node)
    case Tag.object:
      return objectOf(w, node)
    default:
      return frameOf(w, node)
  }
}

const frameOf = (w: Writer, node: number): Media | undefined => {
  const source = w.attributes.get(node, "src") ?? filmAddressOf(w.tree, node)
  const address = reachable(
    w,
    isBlank(source) ? (w.attributes.get(node, "data-src") ?? w.attributes.get(node, "data-lazy-src") ?? "") : source
  )
  // Flash is shown by no browser any more.
  if (address === "" || /\.swf(?:[?#]|$)/i.test(address) || isTracker(w, node, address)) return undefined
  return link(address, labelOf(w, node, "embed"))
}

/** What stands inside of a film or a sound is for browsers that cannot play them. */
const filmOf = (w: Writer, node: number): Media | undefined => {
  const name = w.tree.tag[node] === Tag.video ? "video" : "audio"
  const address = reachable(
    w,
    w.attributes.get(node, "src") ?? w.attributes.get(node, "data-src") ?? firstSource(w, node)
  )
  if (address === "") return undefined
  const poster = name === "video" ? reachable(w, w.attributes.get(node, "poster") ?? "") : ""
  return { ...link(address, labelOf(w, node, name)), poster }
}

/** Types of which nothing is left to be seen, and those that are pictures. */
const isObsoleteType = /shockwave|silverlight|x-java|x-oleobject/i
const isPictureType = /^image\//i

/**
 * A link to the data of an `object`, labelled by its title or by what stands in it, which is shown when the data cannot be.
 * A link in it that leads to the data says more. Pictures are pictures.
 */
const objectOf = (w: Writer, node: number): Media | undefined => {
  const type = w.attributes.get(node, "type") ?? ""
  const address = isObsoleteType.test(type) ? "" : reachable(w, w.attributes.get(node, "data") ?? "")
  if (address === "" || linksTo(w, node, address)) return undefined
  const isPicture = isPictureType.test(type) || /\.(?:svg|png|jpe?g|gif|webp)$/i.test(address)
  if (isPicture && inside(w, node, (at) => w.tree.tag[at] === Tag.img) >= 0) return undefined
  const label = labelOf(w, node, fallbackText(w, node, isPicture ? "" : "embed"))
  return { ...link(address, label), isPicture }
}

const link = (address: string, label: string): Media => ({ address, label, poster: "", isPicture: false })

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
  return line === "" ? otherwise : line
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
