/**
 * The images of a page or of a part of it, in document order (docs/reference/v2.md §6): sources of `img`, lazy ones too,
 * the largest candidate of a `srcset`, sources of `picture`, images that metadata name, icons, backgrounds of inline
 * styles and posters of videos. Absolute, each once; `data:` addresses are kept.
 *
 * What the head names belongs to the page and is given for a part of it too.
 */
import { rangesOf, type Selection } from "../page/Selection.ts"
import { resolver } from "../page/baseUrl.ts"
import { detachString } from "@orbweaver/core/internal/support/detachString"
import { attribute, attributeBit, type Tree } from "../tree/Tree.ts"
import { maxAddresses } from "../tree/limits.ts"
import { lazySourcesOf } from "../page/lazySources.ts"
import { isStandIn } from "../page/standIns.ts"
import { largestCandidate } from "../page/srcset.ts"
import { Tag, tagFlags } from "../tree/tags.ts"

export interface ImageOptions extends Selection {
  /** What addresses are relative to; see `baseUrl` of `Links`. */
  readonly baseUrl: URL
}

export interface ImageDetail {
  /** Absolute, or a `data:` address. */
  readonly url: string
  readonly kind: "background" | "icon" | "image" | "metadata" | "poster"
  /** Alternative text, `""` for a decoration; absent where the page gives none. */
  readonly alt?: string
  readonly node: number
}

/** Absolute addresses, each once; the first 50,000 of them (`maxAddresses`). */
export const images = (tree: Tree, options: ImageOptions): Array<string> => {
  const resolve = resolver(options.baseUrl)
  const found = new Set<string>()
  visitSources(tree, options, (_, __, raw) => {
    if (found.size >= maxAddresses) return
    const url = resolve.image(raw)
    if (url !== undefined) found.add(url)
  })
  return Array.from(found, detachString)
}

/** Every image with its alternative text; an address stands as often as the page shows it. */
export const imageDetails = (tree: Tree, options: ImageOptions): Array<ImageDetail> => {
  const resolve = resolver(options.baseUrl)
  const found: Array<ImageDetail> = []
  visitSources(tree, options, (node, kind, raw) => {
    const url = resolve.image(raw)
    if (url === undefined) return
    const alt = tree.tag[node] === Tag.img && kind === "image" ? attribute(tree, node, "alt") : undefined
    found.push({ url: detachString(url), kind, ...(alt === undefined ? {} : { alt: detachString(alt) }), node })
  })
  return found
}

type Add = (node: number, kind: ImageDetail["kind"], raw: string | undefined) => void

/** Calls `add` with every source as the page writes it. */
const visitSources = (tree: Tree, options: Selection, add: Add): void => {
  if (options.roots !== undefined) {
    const head = headOf(tree)
    if (head >= 0 && !options.roots.includes(0)) visitRanges(tree, rangesOf(tree, { roots: [head] }), add)
  }
  visitRanges(tree, rangesOf(tree, options), add)
}

const visitRanges = (tree: Tree, ranges: ReadonlyArray<number>, add: Add): void => {
  const { attributeMask, tag } = tree
  for (let range = 0; range < ranges.length; range += 2) {
    for (let node = ranges[range]!; node < ranges[range + 1]!; node++) {
      const id = tag[node]!
      if (id === Tag.text) continue
      if (showsImage[id] === 1) visitElement(tree, node, id, add)
      if (attributeMask[node]! & styleBit) {
        const style = attribute(tree, node, "style")
        if (style !== undefined) for (const raw of backgroundsOf(style)) add(node, "background", raw)
      }
    }
  }
}

const showsImage = tagFlags([Tag.img, Tag.source, Tag.meta, Tag.link, Tag.video])

const visitElement = (tree: Tree, node: number, id: number, add: Add): void => {
  switch (id) {
    case Tag.source:
    case Tag.img:
      if (id === Tag.source && tree.tag[tree.parent[node]!] !== Tag.picture) return
      for (const raw of sourcesOf(tree, node)) add(node, "image", raw)
      return
    case Tag.meta: {
      const name =
        attribute(tree, node, "property") ?? attribute(tree, node, "name") ?? attribute(tree, node, "itemprop")
      if (name !== undefined && imageNames.has(name.trim().toLowerCase()))
        add(node, "metadata", attribute(tree, node, "content"))
      return
    }
    case Tag.link: {
      const rel = attribute(tree, node, "rel") ?? ""
      if (/(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?|image_src)(?:\s|$)/i.test(rel))
        add(node, /image_src/i.test(rel) ? "metadata" : "icon", attribute(tree, node, "href"))
      return
    }
    case Tag.video:
      add(node, "poster", attribute(tree, node, "poster"))
  }
}

const styleBit = attributeBit("style")

const imageNames = new Set([
  "og:image",
  "og:image:url",
  "og:image:secure_url",
  "twitter:image",
  "twitter:image:src",
  "image",
  "thumbnailurl",
  "msapplication-tileimage"
])

const sourcesOf = (tree: Tree, node: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  const src = attribute(tree, node, "src")
  const lazy = lazySourcesOf(tree, node)
  // What stands there until the picture is loaded is none.
  if (src !== undefined && (lazy.sources.length === 0 || !isStandIn(src))) found.push(src)
  found.push(...lazy.sources)
  const srcset = attribute(tree, node, "srcset")
  for (const set of [...(srcset === undefined ? [] : [srcset]), ...lazy.sets]) {
    const largest = largestCandidate(set)
    if (largest !== undefined) found.push(largest)
  }
  return found
}

/** Addresses in `url(…)` of an inline style's background or list image. */
const backgroundsOf = (style: string): ReadonlyArray<string> => {
  if (!/background|list-style|image/i.test(style)) return []
  const found: Array<string> = []
  const start = /url\(\s*(["']?)/gi
  for (let match = start.exec(style); match !== null; match = start.exec(style)) {
    const to = style.indexOf(match[1] === "" ? ")" : match[1]!, start.lastIndex)
    if (to < 0) return found
    found.push(style.slice(start.lastIndex, to))
    start.lastIndex = to
  }
  return found
}

const headOf = ({ size, tag }: Tree): number => {
  for (let node = 1; node < size; node++) {
    if (tag[node] === Tag.head) return node
    if (tag[node] === Tag.body) return -1
  }
  return -1
}
