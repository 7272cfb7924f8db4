/**
 * Lists: `-` items, numbered items, tasks, lists in lists.
 *
 * Items are tight unless one holds several paragraphs. A list that follows another at once gets the other marker (`*` for
 * `-`, `)` for `.`): with the same one the two would be read as one list. The number of an item is that of the page:
 * `start`, `value` and `reversed` count.
 */
import { Tag } from "../../tree/tags.ts"
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
  const continues = before !== undefined && !ordered && !before.ordered && isSingle(w, before.node) && isSingle(w, node)
  if (continues) w.output.setGap(1)
  const other = before !== undefined && before.ordered === ordered && before.other === continues
  if (wrapped) {
    const indent = " ".repeat(parent.width)
    w.output.enter(w.output.hasPendingMarker ? "" : indent, indent)
  }
  lists.push({
    node,
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
  let marker = "- "
  if (list !== undefined) {
    if (list.ordered) {
      const value = integer(w.attributes.get(node, "value"))
      if (value !== undefined) list.number = value
      marker = `${list.number}${list.other ? ")" : "."} `
      list.number = Math.max(0, list.number + list.step)
    } else if (list.other) marker = "* "
    list.width = marker.length
    // The blank line that is owed stands before the item, not in it.
    const blankLines = output.blankLines + (output.owesBlankLine ? 1 : 0)
    list.item = { node, blankLines, lines: output.lines }
  }
  output.enter(marker, " ".repeat(marker.length))
  return descend
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

/** `<input type="checkbox">` at the start of an item makes it a task. */
export const openInput = (w: Writer, node: number): boolean => {
  const { lists, output, run } = w
  const item = lists.at(-1)?.item
  if (item !== undefined && w.flow === Flow.block && run.isEmpty && output.lines === item.lines) {
    if (w.attributes.get(node, "type")?.toLowerCase() === "checkbox") {
      run.addAtom(Mark.raw, w.attributes.has(node, "checked") ? "[x]" : "[ ]")
      run.space = true
    }
  }
  return descend
}
