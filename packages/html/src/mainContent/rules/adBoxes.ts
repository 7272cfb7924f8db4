/**
 * Finds the boxes of advertising and consent services in a page that was only fetched. Known services are known by the
 * names that they give their boxes; a box that a site calls an advertisement itself is one when it is short.
 */
import { adBoxes } from "@orbweaver/core/internal/reading/adBoxes"
import { classTest } from "../../page/byClass.ts"
import { attribute, attributeBit, subtreeEnd, tagNameOf, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"

const classes: ReadonlySet<string> = new Set(adBoxes.classes)
const ids: ReadonlySet<string> = new Set(adBoxes.ids)

/** Names that sites give to places for advertisements. Whole names only: a list of classified ads is content. */
const placeNames: ReadonlySet<string> = new Set(
  `ad advert advertisement advertisements advertising ad-banner ad-block ad-box ad-container ad-frame ad-label ad-placeholder
   ad-slot ad-space ad-unit ad-wrap ad-wrapper adbanner adbox adslot adunit adwrapper banner-ad dfp-ad google-ad google-ads
   leaderboard-ad sidebar-ad sponsored-ad top-ad`.split(/\s+/)
)

/** Characters of source within a place for advertisements, and such places on a page: more are content. */
const maxPlaceLength = 3000
const maxPlaces = 20

const named = attributeBit("class") | attributeBit("id")

/** Marks the top of each box in `drop`. Linear in the page. */
export const dropAdBoxes = (tree: Tree, drop: Uint8Array): void => {
  const places: Array<number> = []
  const isService = serviceBoxTest(tree)
  const isNamedPlace = classTest(tree, (names) => names.split(/\s+/).some((name) => placeNames.has(name)))
  for (let node = 1; node < tree.size; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text || drop[node] !== 0) continue
    if (tag === Tag.iframe ? isAdFrame(tree, node) : tag === Tag.unknown && isAdElement(tree, node)) {
      drop[node] = 1
      continue
    }
    if ((tree.attributeMask[node]! & named) === 0 || tag === Tag.body || tag === Tag.html) continue
    if (isService(node)) drop[node] = 1
    else if (isNamedPlace(node) || placeNames.has(attribute(tree, node, "id") ?? "")) places.push(node)
  }
  if (places.length > maxPlaces) return
  for (const node of places) if (isShort(tree, node)) drop[node] = 1
}

/** Whether an element is the box of a known service, by its names. */
export const serviceBoxTest = (tree: Tree): ((node: number) => boolean) => {
  const hasClass = classTest(tree, (names) => names.split(/\s+/).some((name) => classes.has(name)))
  return (node) => {
    if (hasClass(node)) return true
    const id = attribute(tree, node, "id") ?? ""
    return ids.has(id) || hasAdPrefix(id)
  }
}

const hasAdPrefix = (id: string): boolean => id !== "" && adBoxes.idPrefixes.some((prefix) => id.startsWith(prefix))

const isAdElement = (tree: Tree, node: number): boolean =>
  (adBoxes.elements as ReadonlyArray<string>).includes(tagNameOf(tree, node))

const isAdFrame = (tree: Tree, node: number): boolean => {
  const source = attribute(tree, node, "src") ?? ""
  return adBoxes.frameHosts.some((host) => source.includes(host))
}

/** A box with a title of the page in it, or much text, is no advertisement whatever its name. */
const isShort = (tree: Tree, node: number): boolean => {
  const end = subtreeEnd(tree, node)
  let length = 0
  for (let at = node; at < end; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.h1 || tag === Tag.main || tag === Tag.article) return false
    if (tag === Tag.text && tree.tag[tree.parent[at]!] !== Tag.script) length += tree.end[at]! - tree.start[at]!
    if (length > maxPlaceLength) return false
  }
  return true
}
