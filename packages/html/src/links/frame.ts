/**
 * The frame of a page as its tags, roles and plainest names say: what a list of links is asked without. Gentler than
 * main content, which leaves out the links of an article's own lists too.
 */
import { classTest } from "../page/byClass.ts"
import { rangesOf, type Selection } from "../page/Selection.ts"
import { attribute, attributeBit, subtreeEnd, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Landmarks of a site (ARIA in HTML §4). */
const frameRoles = words("banner navigation contentinfo complementary search dialog alertdialog menu menubar")

/** Whole classes and ids. */
const frameNames = words(`
  header site-header page-header-bar masthead top topbar top-bar navbar nav navigation site-nav main-nav menu main-menu
  footer site-footer bottom colophon sidebar side aside widget-area modal popup overlay dialog
  ad ads advert advertisement cookie cookies cookie-banner cookie-consent consent breadcrumb breadcrumbs
  lang-selector language-selector social social-media social-links share sharing skip-link skip-links`)

const named = attributeBit("role") | attributeBit("id") | attributeBit("class")

/** These hold the whole page or its content, whatever they are named. */
const isNeverFrame = (tag: number): boolean =>
  tag === Tag.html || tag === Tag.head || tag === Tag.body || tag === Tag.main || tag === Tag.article

/**
 * The page without its frame; all that was given where nothing else is there. What holds some of `content`, the main
 * content of the page, is no frame, whatever its name says.
 */
export const withoutFrame = (tree: Tree, { drop, roots }: Selection, content: Selection): Selection => {
  const holdsContent = holderOf(tree, content)
  const hasClass = classTest(tree, hasFrameName)
  const left = drop === undefined ? new Uint8Array(tree.size) : drop.slice()
  // A header or an aside of the content belongs to it (HTML §4.3.8).
  let contentEnd = 0
  for (let node = 0; node < tree.size; node++) {
    if (left[node] !== 0) {
      node = subtreeEnd(tree, node) - 1
      continue
    }
    const tag = tree.tag[node]!
    if (isNeverFrame(tag)) {
      if (tag === Tag.main || tag === Tag.article) contentEnd = Math.max(contentEnd, subtreeEnd(tree, node))
      continue
    }
    if (!isFrame(tree, node, tag, node < contentEnd, hasClass) || holdsContent(node, subtreeEnd(tree, node))) continue
    left[node] = 1
    node = subtreeEnd(tree, node) - 1
  }
  return { drop: left, ...(roots === undefined ? {} : { roots }) }
}

/** Whether nodes of a part of the page stand in a range; asked with ranges whose beginnings grow. */
const holderOf = (tree: Tree, part: Selection) => {
  const ranges = rangesOf(tree, part)
  let range = 0
  return (from: number, to: number): boolean => {
    while (range < ranges.length && ranges[range + 1]! <= from) range += 2
    return range < ranges.length && ranges[range]! < to
  }
}

const isFrame = (
  tree: Tree,
  node: number,
  tag: number,
  isContent: boolean,
  hasClass: (node: number) => boolean
): boolean => {
  if (tag === Tag.nav) return true
  if (tag === Tag.header || tag === Tag.footer || tag === Tag.aside) return !isContent
  if (tag === Tag.text || (tree.attributeMask[node]! & named) === 0) return false
  const role = attribute(tree, node, "role")
  if (role !== undefined && frameRoles.has(role.trim().toLowerCase())) return true
  // A link or a word in a sentence has such a name for what happens when it is clicked.
  if (tag !== Tag.unknown && (kind[tag]! & Kind.block) === 0) return false
  const id = attribute(tree, node, "id")
  return (id !== undefined && hasFrameName(id)) || hasClass(node)
}

/** Longer lists of classes name a style, not a part of the page. */
const maxNames = 256

const hasFrameName = (names: string): boolean =>
  names.length <= maxNames &&
  names
    .toLowerCase()
    .split(/\s+/)
    .some((name) => frameNames.has(name))
