/**
 * Panels of tabs stand under the labels of their tabs: `role="tab"` and `role="tabpanel"` (ARIA 1.2), the labels and
 * blocks of Material for MkDocs, and the radio buttons before the blocks of VitePress. A row of tabs whose panels all have their label is not written itself.
 */
import { attribute, attributeBit, subtreeEnd, textContent, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"

export interface TabLabels {
  readonly labels: ReadonlyMap<number, string>
  /** Rows of tabs, or tabs of a row that holds its panels, that are written as labels of their panels. */
  readonly rows: ReadonlySet<number>
}

interface Row {
  readonly node: number
  readonly tabs: Array<number>
  readonly panels: Array<number>
}

const roleBit = attributeBit("role")
const classBit = attributeBit("class")
const maxLabel = 80
/** Tabs and panels that are paired on a page. */
const maxTabs = 2_000

/** Reads the whole page: asked for when the first row or panel is met. */
export const tabLabelsOf = (tree: Tree): TabLabels => {
  const rows = rowsOf(tree)
  const labels = new Map<number, string>()
  const writtenAsLabels = new Set<number>()
  for (const { node, panels, tabs } of rows) {
    const byId = new Map(tabs.map((tab) => [attribute(tree, tab, "id"), tab]))
    const byPanel = new Map(tabs.map((tab) => [attribute(tree, tab, "aria-controls"), tab]))
    let paired = 0
    for (const [index, panel] of panels.entries()) {
      const tab =
        (attribute(tree, panel, "id") === undefined ? undefined : byPanel.get(attribute(tree, panel, "id"))) ??
        (attribute(tree, panel, "aria-labelledby") === undefined
          ? undefined
          : byId.get(attribute(tree, panel, "aria-labelledby"))) ??
        (tabs.length === panels.length ? tabs[index] : undefined)
      if (tab === undefined) continue
      const label = textContent(tree, tab).replace(/\s+/g, " ").trim()
      if (label === "" || label.length > maxLabel) continue
      paired++
      if (!startsWithHeading(tree, panel, label)) labels.set(panel, label)
    }
    if (paired !== tabs.length) continue
    // Some shops put the panels between the tabs.
    const last = subtreeEnd(tree, node)
    if (panels.some((panel) => panel > node && panel < last)) for (const tab of tabs) writtenAsLabels.add(tab)
    else writtenAsLabels.add(node)
  }
  return { labels, rows: writtenAsLabels }
}

/** Rows of tabs, each with the panels that follow it up to the next row. */
const rowsOf = (tree: Tree): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let seen = 0
  for (let node = 1; node < tree.size && seen < maxTabs; node++) {
    const mask = tree.attributeMask[node]!
    if (tree.tag[node] === Tag.text || (mask & (roleBit | classBit)) === 0) continue
    const role = (mask & roleBit) === 0 ? undefined : attribute(tree, node, "role")
    const last = rows.at(-1)
    const name = (mask & classBit) === 0 || role !== undefined ? undefined : attribute(tree, node, "class")
    if (role === "tablist") rows.push({ node, tabs: [], panels: [] })
    else if (role === "tab") last?.tabs.push(node)
    else if (role === "tabpanel" || name === "tabbed-block") last?.panels.push(node)
    else if (name === "tabbed-labels" || name?.startsWith("tabbed-labels ") === true) {
      rows.push({ node, tabs: childrenOf(tree, node).filter((child) => tree.tag[child] === Tag.label), panels: [] })
    } else if (name === "tabs") {
      const row = radioRow(tree, node)
      if (row === undefined) continue
      rows.push(row)
    } else continue
    seen++
  }
  return rows.filter(({ panels, tabs }) => tabs.length > 1 && panels.length > 0)
}

/** Elements in an element; no more than may be paired. */
const childrenOf = (tree: Tree, node: number): ReadonlyArray<number> => {
  const children: Array<number> = []
  for (let child = tree.first[node]!; child >= 0 && children.length <= maxTabs; child = tree.next[child]!)
    if (tree.tag[child] !== Tag.text) children.push(child)
  return children
}

/** A row of nothing but radio buttons and their labels, with as many blocks in the element behind it. */
const radioRow = (tree: Tree, node: number): Row | undefined => {
  const children = childrenOf(tree, node)
  const tabs = children.filter((child) => tree.tag[child] === Tag.label)
  const isRow =
    children.length === 2 * tabs.length && children.every((child, at) => at % 2 === 1 || tree.tag[child] === Tag.input)
  let behind = tree.next[node]!
  while (behind >= 0 && tree.tag[behind] === Tag.text) behind = tree.next[behind]!
  if (!isRow || behind < 0) return undefined
  const panels = childrenOf(tree, behind)
  return panels.length === tabs.length ? { node, tabs, panels: [...panels] } : undefined
}

/** Whether a panel says its label itself, in a heading at its start. */
const startsWithHeading = (tree: Tree, panel: number, label: string): boolean => {
  const end = Math.min(subtreeEnd(tree, panel), panel + 12)
  for (let at = panel + 1; at < end; at++)
    if ((kind[tree.tag[at]!]! & Kind.heading) !== 0)
      return textContent(tree, at).replace(/\s+/g, " ").trim().toLowerCase() === label.toLowerCase()
  return false
}
