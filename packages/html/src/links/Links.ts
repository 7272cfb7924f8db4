/**
 * The links of a page or of a part of it, in document order.
 *
 * `links` is the `links` format (docs/reference/v2.md §6): absolute addresses, each once, without mere `#fragments` (routes such as `#/view` stay),
 * with `mailto:`, without what cannot be parsed or followed. `linkDetails` gives a crawler more about each.
 */
import { rangesOf, type Selection } from "../page/Selection.ts"
import { baseUrl, type Resolver, resolver } from "../page/baseUrl.ts"
import { detachString } from "@orbweaver/core/internal/support/detachString"
import { maxAddresses } from "../tree/limits.ts"
import { attribute, hasAttribute, subtreeEnd, text, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

export { baseUrl }

export interface LinkOptions extends Selection {
  /** What addresses are relative to; see `baseUrl`. */
  readonly baseUrl: URL
}

export interface LinkDetail {
  /** Absolute; the fragment is kept. */
  readonly url: string
  /** `a`, `area`, a frame (`frame`, `iframe`), or a `link` of the head. */
  readonly kind: "anchor" | "area" | "frame" | "link"
  /** What an anchor says, or the `alt` of its image, in one line of at most 300 characters; `""` otherwise. */
  readonly text: string
  /** Lower-case tokens of `rel`, such as `canonical`, `alternate`, `next`, `prev`, `nofollow`. */
  readonly rel: ReadonlyArray<string>
  /** `rel` has `nofollow`. */
  readonly nofollow: boolean
  readonly hreflang?: string
  /** Media type, such as `application/rss+xml` of a feed. */
  readonly type?: string
  readonly node: number
}

/** Absolute addresses of the anchors, areas and frames, each once; the first 50,000 of them (`maxAddresses`). */
export const links = (tree: Tree, options: LinkOptions): Array<string> => {
  const resolve = resolver(options.baseUrl)
  const found = new Set<string>()
  const ranges = rangesOf(tree, options)
  for (let range = 0; range < ranges.length; range += 2) {
    for (let node = ranges[range]!; node < ranges[range + 1]!; node++) {
      const url = targetOf(tree, node, tree.tag[node]!, resolve)
      if (url !== undefined) found.add(url)
      if (found.size >= maxAddresses) return Array.from(found, detachString)
    }
  }
  return Array.from(found, detachString)
}

/** Every link with what is known about it; an address stands as often as it is linked. */
export const linkDetails = (tree: Tree, options: LinkOptions): Array<LinkDetail> => {
  const resolve = resolver(options.baseUrl)
  const found: Array<LinkDetail> = []
  // Anchors do not nest, so one at a time is open.
  let openAnchor = -1
  let anchorEnd = -1
  let linkText = ""
  const close = (): void => {
    const last = found.at(-1)
    if (openAnchor >= 0 && last !== undefined)
      found[found.length - 1] = {
        ...last,
        text: detachString(linkText.replaceAll(/\s+/g, " ").trim().slice(0, longestText))
      }
    openAnchor = -1
    linkText = ""
  }
  const read = (node: number): void => {
    const id = tree.tag[node]!
    if (openAnchor >= 0) {
      if (node >= anchorEnd) close()
      else if (linkText.length < longestText) {
        if (id === Tag.text) linkText += text(tree, node)
        else if (id === Tag.img) linkText += ` ${attribute(tree, node, "alt") ?? ""} `
      }
    }
    const url = id === Tag.link ? resolve.link(attribute(tree, node, "href")) : targetOf(tree, node, id, resolve)
    if (url === undefined) return
    const rel = (attribute(tree, node, "rel") ?? "").toLowerCase().split(/\s+/).filter(Boolean).map(detachString)
    const hreflang = attribute(tree, node, "hreflang")
    const type = attribute(tree, node, "type")
    found.push({
      url: detachString(url),
      kind: id === Tag.a ? "anchor" : id === Tag.area ? "area" : id === Tag.link ? "link" : "frame",
      text: id === Tag.area ? detachString((attribute(tree, node, "alt") ?? "").slice(0, longestText)) : "",
      rel,
      nofollow: rel.includes("nofollow"),
      ...(hreflang === undefined ? {} : { hreflang: detachString(hreflang) }),
      ...(type === undefined ? {} : { type: detachString(type) }),
      node
    })
    if (id !== Tag.a) return
    openAnchor = node
    anchorEnd = subtreeEnd(tree, node)
  }
  const ranges = rangesOf(tree, options)
  for (let range = 0; range < ranges.length; range += 2)
    for (let node = ranges[range]!; node < ranges[range + 1]!; node++) read(node)
  close()
  return found
}

const longestText = 300

const targetOf = (tree: Tree, node: number, id: number, resolve: Resolver): string | undefined => {
  if (id === Tag.a || id === Tag.area) return resolve.link(attribute(tree, node, "href"))
  if ((id === Tag.iframe || id === Tag.frame) && hasAttribute(tree, node, "src"))
    return resolve.link(attribute(tree, node, "src"))
  return undefined
}
