/**
 * What a person finds on a page: its text, links, cells of tables and pictures. Read apart from the code that is tested, by
 * what HTML and ARIA say of elements and by the tables in `docs/reference/markdown.md`.
 */
import { attribute, hasAttribute, text, type Tree, walk } from "../../src/tree/Tree.ts"
import { kind, Kind, Tag } from "../../src/tree/tags.ts"

export interface PageFacts {
  /** Letters and digits in order. */
  readonly text: string
  /** Addresses of links with a label, without those into the page itself. */
  readonly links: ReadonlySet<string>
  /** Letters and digits of the cells that hold some. */
  readonly cells: ReadonlySet<string>
  /** Those of tables with rows of several cells and header cells, which cannot be layout. */
  readonly dataCells: ReadonlySet<string>
  readonly pictures: ReadonlySet<string>
}

const lettersOf = (content: string): string => content.replace(/[^\p{L}\p{M}\p{N}]/gu, "")

const isHidden = (tree: Tree, node: number): boolean =>
  hasAttribute(tree, node, "hidden") ||
  hasAttribute(tree, node, "popover") ||
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(tree, node, "style") ?? "") ||
  (attribute(tree, node, "aria-hidden") === "true" && tree.tag[node] !== Tag.math)

/** Controls, and what is for browsers that lack a feature. */
const isNoText = (tree: Tree, node: number): boolean => {
  switch (tree.tag[node]) {
    case Tag.button:
      return !hasAttribute(tree, node, "aria-expanded")
    case Tag.select:
    case Tag.textarea:
    case Tag.noscript:
    case Tag.svg:
    case Tag.object:
    case Tag.video:
    case Tag.audio:
    case Tag.iframe:
      return true
    case Tag.dialog:
      return !hasAttribute(tree, node, "open")
    default:
      return (kind[tree.tag[node]!]! & Kind.skip) !== 0
  }
}

export const pageFactsOf = (tree: Tree, base: string): PageFacts => {
  let all = ""
  const links = new Set<string>()
  const cells = new Set<string>()
  const dataCells = new Set<string>()
  const pictures = new Set<string>()
  const tables: Array<{ readonly cells: Array<string>; hasHeader: boolean }> = []
  const starts = { link: 0, cell: 0 }
  const addressOf = (raw: string): string =>
    (URL.parse(raw, base)?.href ?? raw).replace(/[[\]|\\^`{}]/g, encodeURIComponent)
  walk(
    tree,
    0,
    (node, tag) => {
      if (tag === Tag.text) {
        all += lettersOf(text(tree, node))
        return
      }
      if (tag > Tag.unknown && (isNoText(tree, node) || isHidden(tree, node))) return false
      if (tag === Tag.table) tables.push({ cells: [], hasHeader: false })
      if (tag === Tag.th && tables.length > 0) tables.at(-1)!.hasHeader = true
      if (tag === Tag.td || tag === Tag.th) starts.cell = all.length
      if (tag === Tag.a) starts.link = all.length
      const source = tag === Tag.img ? attribute(tree, node, "src") : undefined
      if (source !== undefined && source !== "" && !source.startsWith("data:")) pictures.add(addressOf(source))
      return
    },
    (node, tag) => {
      if ((tag === Tag.td || tag === Tag.th) && all.length > starts.cell) {
        cells.add(all.slice(starts.cell))
        tables.at(-1)?.cells.push(all.slice(starts.cell))
      }
      if (tag === Tag.table) {
        const table = tables.pop()!
        if (table.hasHeader) for (const cell of table.cells) dataCells.add(cell)
      }
      const href = attribute(tree, node, "href")
      if (tag !== Tag.a || href === undefined || all.length === starts.link) return
      const address = addressOf(href)
      if (!address.startsWith(base)) links.add(address)
    }
  )
  return { text: all, links, cells, dataCells, pictures }
}
