/**
 * Where scripts that load images late keep the address of a picture: in an attribute whose name ends in `src`, such as
 * `data-src`, `data-pagespeed-lazy-src` or `nitro-lazy-src`, or in one of a few with other names; several candidates in one
 * whose name ends in `srcset`.
 */
import { attributes, type Tree } from "../tree/Tree.ts"

const otherNames = new Set(["data-original", "data-lazyload", "data-image-loader", "data-echo"])

export interface LazySources {
  /** Addresses as the page writes them, that of `data-src` first. */
  readonly sources: ReadonlyArray<string>
  /** Values like that of a `srcset`. */
  readonly sets: ReadonlyArray<string>
}

export const lazySourcesOf = (tree: Tree, node: number): LazySources => {
  const sources: Array<string> = []
  const sets: Array<string> = []
  for (const [name, value] of attributes(tree, node, mayBeLazy)) {
    const address = value.trim()
    if (address === "" || isNoAddress.test(address)) continue
    if (name.endsWith("srcset")) sets.push(address)
    else if (name === "data-src") sources.unshift(address)
    else if (!/\s/.test(address) || otherNames.has(name)) sources.push(address)
  }
  return { sources, sets }
}

const mayBeLazy = (name: string): boolean =>
  name !== "src" && name !== "srcset" && (name.endsWith("src") || name.endsWith("srcset") || otherNames.has(name))

/** What a template or a script left. */
const isNoAddress = /^(?:true|false|null|undefined|\d+)$|\{\{|<%/i
