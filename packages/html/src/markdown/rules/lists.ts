/**
 * Lists: `-` items, numbered items, tasks, lists in lists.
 *
 * Items are tight unless one holds several paragraphs. A list that follows another at once gets the other marker (`*` for
 * `-`, `)` for `.`): with the same one the two would be read as one list. The number of an item is that of the page:
 * `start`, `value` and `reversed` count.
 */
import { Tag } from "../../tree/tags.ts"
import { itemTraits, listPart, wordNumber } from "../structure/itemTraits.ts"
import type { List } from "../structure/openStructures.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, type Writer } from "../writer/Writer.ts"

const startPattern = /^\s*([+-]?\d{1,9})(?!\d)/

const integer = (value: string | undefined): number | undefined => {
  const found = value === undefined ? null : startPattern.exec(value)
  return found === null ? undefined : Math.max(0, Number(found[1]))
}

/** `ul`, `ol`, `menu`, `dir`. */
export const openList = (w: Writer, node: number): boolean => {
  const { lists, run, tree } = w
  const ordered = tree.tag[node] === Tag.ol
  if (w.flow !== Flow.block) {
    if (w.flow === Flow.cell) {
      run.breaks = 0
      run.open(node, Mark.element, ordered ? "ol" : "ul")
    } else w.boundary(1)
    return descend
  }
  const parent = lists.at(-1)
  w.boundary(parent === undefined ? 2 : 1)
  const wrapped = parent !== undefined && parent.item === undefined
  const start = ordered ? numberOfFirst(w, node) : 1
  // A list below the text of a tight item needs no blank line; one that does not start with 1 would not interrupt it.
  if (parent?.item !== undefined) {
    if (ordered && start !== 1) w.output.forceBlankLine()
    else if (w.output.blankLines === parent.item.blankLines) w.output.setGap(1)
  }
  const before = w.lastListEnd === w.output.lines ? w.lastList : undefined
  const part = listPart(w.attributes.get(node, "class"))
  const joins = part !== undefined && before?.of === part.of
  const continues = before !== undefined && !ordered && !before.ordered && isSingle(w, before.node) && isSingle(w, node)
  if (continues || joins) w.output.setGap(1)
  const levels = joins ? before.levels : []
  const other = joins
    ? levels[part.depth]?.other === true
    : before !== undefined && before.ordered === ordered && before.other === continues
  if (wrapped) {
    const indent = " ".repeat(parent.width)
    w.output.enter(w.output.hasPendingMarker ? "" : indent, indent)
  }
  lists.push({
    node,
    of: part?.of,
    depth: part?.depth ?? 0,
    levels,
    ordered,
    other,
    number: start,
    step: ordered && w.attributes.has(node, "reversed") ? -1 : 1,
    item: undefined,
    wrapped,
    width: 0
  })
  return descend
}

/** Some sites write a list for each item: in a row they are one. */
const isSingle = ({ tree }: Writer, list: number): boolean => {
  let items = 0
  for (let child = tree.first[list]!; child >= 0 && items < 2; child = tree.next[child]!)
    if (tree.tag[child] !== Tag.text) items++
  return items === 1
}

const numberOfFirst = (w: Writer, node: number): number => {
  const start = integer(w.attributes.get(node, "start"))
  if (start !== undefined) return start
  if (!w.attributes.has(node, "reversed")) return 1
  let items = 0
  for (let child = w.tree.first[node]!; child >= 0; child = w.tree.next[child]!)
    if (w.tree.tag[child] === Tag.li) items++
  return items
}

export const closeList = (w: Writer, node: number): void => {
  if (w.flow !== Flow.block) {
    if (w.flow === Flow.cell) w.run.closeNode(node)
    w.boundary(1)
    return
  }
  w.boundary(1)
  const list = w.lists.at(-1)
  if (list === undefined || list.node !== node) return
  w.lists.pop()
  if (list.wrapped) {
    w.output.leave()
    w.output.setGap(1)
  } else w.output.separate(2)
  w.lastList = list
  w.lastListEnd = w.output.lines
}

export const openItem = (w: Writer, node: number): boolean => {
  const { lists, output, run } = w
  if (w.flow !== Flow.block) {
    if (w.flow === Flow.cell) {
      run.breaks = 0
      run.open(node, Mark.element, "li")
    } else w.boundary(1)
    return descend
  }
  w.boundary(1)
  const list = lists.at(-1)
  const { depth, done, ordered = list?.ordered === true } = itemTraits(w.tree, node)
  if (list === undefined) output.enter(`- ${taskMark(done)}`, "  ")
  else beginItem(w, list, node, { depth, done, ordered, value: integer(w.attributes.get(node, "value")) })
  return descend
}

interface NewItem {
  readonly depth: number
  readonly done: boolean | undefined
  readonly ordered: boolean
  /** The number that the page gives the item. */
  readonly value: number | undefined
}

const taskMark = (done: boolean | undefined): string => (done === undefined ? "" : done ? "[x] " : "[ ] ")

/** Writes the marker of an item, indented as deep as the item stands below others of the same list. */
const beginItem = (w: Writer, list: List, node: number, { depth, done, ordered, value }: NewItem): void => {
  const { output } = w
  const at = Math.min(list.depth + depth, list.levels.length)
  const known = list.levels[at]
  const isFlat = list.depth + depth === 0
  const next = isFlat ? list.number : known?.ordered === ordered ? known.number + list.step : 1
  const number = ordered ? (value ?? next) : 0
  if (ordered && isFlat) list.number = Math.max(0, number + list.step)
  const marker = ordered ? `${number}${list.other ? ")" : "."} ` : list.other ? "* " : "- "
  const indent = at === 0 ? 0 : list.levels[at - 1]!.end
  list.width = indent + marker.length
  list.levels.length = at
  list.levels.push({ end: list.width, ordered, number, other: list.other })
  // The blank line that is owed stands before the item, not in it.
  const blankLines = output.blankLines + (output.owesBlankLine ? 1 : 0)
  list.item = { node, blankLines, lines: output.lines }
  output.enter(`${" ".repeat(indent)}${marker}${taskMark(done)}`, " ".repeat(list.width))
}

/** A paragraph that is a list item of Word. */
export const openWordItem = (w: Writer, node: number, item: { readonly of: string; readonly depth: number }): void => {
  const before = w.lastListEnd === w.output.lines ? w.lastList : undefined
  const number = wordNumber(w.tree, node)
  const of = `word ${item.of}`
  const isSame = before?.of === of
  w.boundary(2)
  if (isSame) w.output.setGap(1)
  const list: List = {
    node,
    of,
    depth: item.depth,
    levels: isSame ? before.levels : [],
    ordered: number !== undefined,
    other: isSame ? before.other : before?.ordered === (number !== undefined) && !before.other,
    number: number ?? 1,
    step: 1,
    item: undefined,
    wrapped: false,
    width: 0
  }
  w.lists.push(list)
  beginItem(w, list, node, { depth: 0, done: undefined, ordered: list.ordered, value: number })
}

export const closeWordItem = (w: Writer, node: number): void => {
  closeItem(w, node)
  const list = w.lists.pop()
  w.output.separate(2)
  w.lastList = list
  w.lastListEnd = w.output.lines
}

export const closeItem = (w: Writer, node: number): void => {
  const { lists, output, run } = w
  if (w.flow !== Flow.block) {
    if (w.flow === Flow.cell) {
      run.closeNode(node)
      run.breaks = 0
    } else w.boundary(1)
    return
  }
  w.boundary(1)
  const used = output.leave()
  const list = lists.at(-1)
  const item = list?.item
  if (list === undefined || item === undefined) return
  if (used) output.setGap(output.blankLines > item.blankLines ? 2 : 1)
  list.item = undefined
}
