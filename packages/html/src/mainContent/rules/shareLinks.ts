/**
 * Links that hand the address of a page to other sites: to share it, to send it, to sign in and come back. Buttons for
 * that are named in every language, and some not at all; what they have in common is that links to several sites carry
 * one address in their query.
 */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import type { Features } from "../features/Features.ts"
import type { Cuts } from "./Cuts.ts"
import { Rule } from "./Rule.ts"

/** Sites that must be handed the same address. */
const minSites = 2
/** Links looked at, and characters of an address. */
const maxLinks = 5_000
const maxAddress = 2_000
/** Characters of a box of such links, beside the links themselves: "Share this article". */
const maxLabel = 60
/** Characters on a link. */
const maxName = 30
/** Nodes of a box. */
const maxNodes = 400

/** Cuts the boxes of such links. */
export const cutShareLinks = (features: Features, cuts: Cuts): void => {
  const { body, end, tree } = features
  /** By the address that is handed on. */
  const given = new Map<string, { readonly sites: Set<string>; readonly links: Array<number> }>()
  let links = 0
  for (let node = body + 1; node < tree.size && links < maxLinks; node++) {
    if (cuts.drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    if (tree.tag[node] !== Tag.a) continue
    links++
    const found = handedOn(tree, node)
    if (found === undefined) continue
    const known = given.get(found.address) ?? { sites: new Set(), links: [] }
    known.sites.add(found.site)
    known.links.push(node)
    given.set(found.address, known)
  }
  for (const { links, sites } of given.values()) if (sites.size >= minSites) cutBoxes(features, cuts, links)
}

/** A parameter whose value is an absolute address, or a text that holds one. */
const inQuery = /[?&][^=&#]{1,30}=[^&#]*?(https?(?::|%3A)(?:\/|%2F){2}[^&#\s]+)/i

const handedOn = (tree: Tree, link: number): { readonly address: string; readonly site: string } | undefined => {
  const href = attribute(tree, link, "href") ?? ""
  if (href.length > maxAddress || !href.includes("?")) return undefined
  const address = inQuery.exec(href)?.[1]
  if (address === undefined) return undefined
  const site = /^\s*(?:https?:)?\/\/([^/?#]+)/i.exec(href)?.[1] ?? /^\s*([a-z][a-z\d+.-]*):/i.exec(href)?.[1]
  if (site === undefined) return undefined
  const decoded = decode(address)
  // A site that hands its own addresses to itself counts what is clicked.
  return decoded === undefined || hostOf(decoded) === hostOf(`https://${site}`)
    ? undefined
    : { address: withoutQuery(decoded), site: site.toLowerCase() }
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const hostOf = (address: string): string | undefined => URL.parse(address)?.hostname.replace(/^www\./, "")

/** Sites add where a visitor came from. */
const withoutQuery = (address: string): string => address.replace(/[?#\s].*$/s, "").replace(/\/$/, "")

/** Cuts the largest elements around links that have little more text than they, and hardly any other links. */
const cutBoxes = (features: Features, cuts: Cuts, links: ReadonlyArray<number>): void => {
  const { body, end, isBlock, linked, prose, text, tree } = features
  const isGiven = new Set(links)
  const isBox = (node: number): boolean =>
    prose[node] === 0 &&
    text[node]! - linked[node]! <= maxLabel &&
    end[node]! - node <= maxNodes &&
    !cuts.isImmune(node) &&
    isMostly(tree, node, end[node]!, isGiven)
  for (const link of links) {
    if (text[link]! > maxName) continue
    let box = link
    for (let up = tree.parent[link]!; up > body && cuts.drop[box] === 0 && isBox(up); up = tree.parent[up]!) box = up
    // A link among words is part of a sentence.
    if (cuts.drop[box] === 0 && isBlock[box] === 1) cuts.cut(box, Rule.shareLinks)
  }
}

/** Whether at least half of the links below a node are of those given. */
const isMostly = (tree: Tree, from: number, to: number, given: ReadonlySet<number>): boolean => {
  let all = 0
  let some = 0
  for (let node = from; node < to; node++) {
    if (tree.tag[node] !== Tag.a) continue
    all++
    if (given.has(node)) some++
  }
  return 2 * some >= all
}
