/**
 * The `html` format: what is shown of a page, as HTML that stands on its own (contract: cleaned HTML).
 *
 * Without the head, scripts, styles, noscript, meta, link and templates; addresses absolute; of the candidates of a
 * `srcset` only the largest, as `src`.
 */
import { largestCandidate } from "./srcset.ts"
import { serialize } from "./serialize.ts"
import { attribute, attributeBit, attributes, type Tree } from "../tree/Tree.ts"
import { Tag, tagFlags } from "../tree/tags.ts"

interface CleanHtmlOptions {
  /** Subtrees to write, in document order; the whole document when absent. */
  readonly roots?: ReadonlyArray<number> | undefined
  /** Non-zero at the top of each subtree to leave out. */
  readonly drop?: Uint8Array | undefined
  /** Address of the page; a `base` element in it counts from there. Without it addresses stay as they are. */
  readonly baseUrl?: string | undefined
}

export const cleanHtml = (tree: Tree, options: CleanHtmlOptions = {}): string => {
  const base = baseOf(tree, options.baseUrl)
  const resolved = new Map<string, string>()
  const resolve = (address: string): string => {
    if (base === undefined || isWhole(address)) return address
    let absolute = resolved.get(address)
    if (absolute === undefined) {
      absolute = URL.parse(address, base)?.href ?? address
      resolved.set(address, absolute)
    }
    return absolute
  }
  return serialize(tree, options.roots ?? [1], {
    drop: options.drop,
    omit: (_, tag) => removed[tag] === 1,
    attributesOf: (node, tag) => {
      const all = attributes(tree, node)
      if ((tree.attributeMask[node]! & addressBits) === 0) return all
      const largest =
        tag === Tag.img || tag === Tag.source ? largestCandidate(attribute(tree, node, "srcset") ?? "") : undefined
      const written: Array<readonly [string, string]> = []
      for (const [name, value] of all) {
        if (name === "srcset" || name === "sizes") {
          if (largest === undefined) written.push([name, value])
        } else if (name === "src") {
          if (largest === undefined) written.push([name, resolve(value)])
        } else written.push(name === "href" || name === "poster" ? [name, resolve(value)] : [name, value])
      }
      if (largest !== undefined) written.push(["src", resolve(largest)])
      return written
    }
  })
}

/** The address that relative ones count from: the first `base` with an `href`, itself relative to the page. */
const baseOf = (tree: Tree, pageUrl: string | undefined): string | undefined => {
  if (pageUrl === undefined) return undefined
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag[node] !== Tag.base) continue
    const href = attribute(tree, node, "href")
    if (href !== undefined) return URL.parse(href.trim(), pageUrl)?.href ?? pageUrl
  }
  return pageUrl
}

/** Addresses that resolving would not change, or only rewrite at length. */
const isWhole = (address: string): boolean => /^\s*(?:data:|javascript:|mailto:|tel:|blob:)/i.test(address)

const removed = tagFlags([
  Tag.head,
  Tag.script,
  Tag.style,
  Tag.noscript,
  Tag.meta,
  Tag.link,
  Tag.base,
  Tag.title,
  Tag.template
])

const addressBits = ["href", "src", "srcset", "sizes", "poster"].reduce((bits, name) => bits | attributeBit(name), 0)
