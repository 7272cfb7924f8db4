/**
 * What a crawl follows besides the links of the text: sitemaps (`<link rel=sitemap>`), the pages before and after this one in
 * a series (`rel=next`, `rel=prev`; HTML §4.6.7), the page that visitors are sent to (`<meta http-equiv=refresh>`), and the
 * links of drawings.
 */
import { readRefresh } from "@orbweaver/core/internal/reading/refresh"
import { detachString } from "@orbweaver/core/internal/support/detachString"
import { resolver } from "../page/baseUrl.ts"
import { attribute, hasAttribute, subtreeEnd, tagNameOf, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

export interface HeadLinks {
  /** Absolute addresses, each once. */
  readonly pages: ReadonlyArray<string>
  readonly sitemaps: ReadonlyArray<string>
}

/** More of a kind than these are left out. */
const maxLinks = 1000

export const headLinks = (tree: Tree, base: URL): HeadLinks => {
  const resolve = resolver(base)
  const pages = new Set<string>()
  const sitemaps = new Set<string>()
  const add = (found: Set<string>, raw: string | undefined): void => {
    const url = resolve.link(raw)
    if (url !== undefined && found.size < maxLinks) found.add(detachString(url))
  }
  for (const node of nodesOf(tree, Tag.link)) {
    const rel = (attribute(tree, node, "rel") ?? "").toLowerCase().split(/\s+/)
    if (rel.includes("sitemap")) add(sitemaps, attribute(tree, node, "href"))
    if (rel.includes("next") || rel.includes("prev")) add(pages, attribute(tree, node, "href"))
  }
  for (const node of nodesOf(tree, Tag.meta)) {
    if (attribute(tree, node, "http-equiv")?.trim().toLowerCase() !== "refresh") continue
    add(pages, readRefresh(attribute(tree, node, "content") ?? "")?.target)
  }
  let drawn = 0
  for (const drawing of nodesOf(tree, Tag.svg)) {
    // A drawing inside of another was read with it.
    for (let node = Math.max(drawn, drawing); node < subtreeEnd(tree, drawing) && pages.size < maxLinks; node++) {
      if (tree.tag[node] !== Tag.unknown) continue
      // SVG 1.1 named the attribute differently.
      const name = hasAttribute(tree, node, "href") ? "href" : "xlink:href"
      if (hasAttribute(tree, node, name) && tagNameOf(tree, node) === "a") add(pages, attribute(tree, node, name))
    }
    drawn = Math.max(drawn, subtreeEnd(tree, drawing))
  }
  return { pages: [...pages], sitemaps: [...sitemaps] }
}

function* nodesOf({ size, tag }: Tree, id: number): Generator<number> {
  for (let node = tag.indexOf(id); node >= 0 && node < size; node = tag.indexOf(id, node + 1)) yield node
}
