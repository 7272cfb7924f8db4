/** Addresses of a page made absolute. */
import { Addresses } from "./Addresses.ts"
import { attribute, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

/**
 * What relative addresses of the page are relative to: its first `<base href>`, else its own address. A base with a
 * `data:` or `javascript:` address does not count (HTML, 4.2.3).
 */
export const baseUrl = (tree: Tree, finalUrl: URL): URL => {
  const { size, tag } = tree
  for (let node = tag.indexOf(Tag.base); node >= 0 && node < size; node = tag.indexOf(Tag.base, node + 1)) {
    const href = attribute(tree, node, "href")
    if (href === undefined) continue
    const base = URL.parse(href.trim(), finalUrl.href)
    return base === null || base.protocol === "data:" || base.protocol === "javascript:" ? finalUrl : base
  }
  return finalUrl
}

/** Schemes that cannot be followed: code, and documents that exist in the page only. */
const unusableSchemes = /^(?:javascript|vbscript|about|blob|data):/i

export interface Resolver {
  /** The absolute address, or undefined when it cannot be parsed or followed or is a mere `#fragment` and no route (`#/view`, `#!view`). */
  readonly link: (raw: string | undefined) => string | undefined
  /** The same for an image: `data:` addresses are kept, fragments mean nothing. */
  readonly image: (raw: string | undefined) => string | undefined
}

/** Remembers what it had to parse: pages repeat their addresses. What it answers may be cut from the page. */
export const resolver = (base: URL): Resolver => {
  const known = new Map<string, string | undefined>()
  const addresses = new Addresses(base)
  const resolve = (raw: string): string | undefined => {
    const plain = addresses.plain(raw)
    if (plain !== "") return plain
    let found = known.get(raw)
    if (found !== undefined || known.has(raw)) return found
    const absolute = URL.parse(raw, base.href)?.href
    found = absolute === undefined || unusableSchemes.test(absolute) ? undefined : absolute
    known.set(raw, found)
    return found
  }
  return {
    link: (raw) => {
      const trimmed = raw?.trim()
      // `#/view` and `#!view` name a view of an application, which is a page of its own in a browser.
      return !trimmed || (trimmed.startsWith("#") && !/^#[/!]./.test(trimmed)) ? undefined : resolve(trimmed)
    },
    image: (raw) => {
      const trimmed = raw?.trim()
      if (!trimmed || trimmed.startsWith("#")) return undefined
      return /^data:/i.test(trimmed) ? trimmed : resolve(trimmed)
    }
  }
}
