/**
 * The adoption agency algorithm (HTML, 13.2.6.4.7): the end tag of a formatting element that is not the innermost one.
 *
 * `<b>one<p>two</b>three` becomes `<b>one</b><p><b>two</b>three`. Children move as whole lists, by one link, and the
 * nodes get their final numbers when the document ends. How far elements are moved on the stack is paid from the
 * builder's budget; when it is spent the end tag is ignored.
 */
import type { OpenElement } from "./OpenElements.ts"
import { Trait } from "./traits.ts"
import type { Assembly } from "./Assembly.ts"

export const adopt = (builder: Assembly, name: number): void => {
  const { formatting, open } = builder
  if (open.name[open.current] === name && formatting.indexOf(open.node[open.current]!) < 0) {
    builder.popTo(open.current)
    return
  }
  for (let round = 0; round < 8; round++) {
    const entry = formatting.lastNamed(name)
    if (entry < 0) return builder.endOther(name)
    const at = formatting.isOpen(entry) ? open.indexOf(formatting.nodeAt(entry), name) : 0
    if (at === 0) return formatting.remove(entry)
    if (at < open.nearestScope()) return
    if (open.nearestSpecial() < at) {
      builder.popTo(at)
      return formatting.remove(entry)
    }
    const depth = open.current - at
    if (depth > builder.moveBudget) return
    builder.moveBudget -= depth
    split(builder, at, entry)
  }
}

/** One round: the element at this index of the stack ends before the block inside it and begins again within. */
const split = (builder: Assembly, at: number, entry: number): void => {
  const { formatting, nodes, open } = builder
  const cut = open.cut(at)
  const element = cut[0]!
  const furthest = cut.findIndex((open) => open.tagTraits & Trait.special)
  const block = cut[furthest]!
  const parent = cut[furthest - 1]!
  builder.moved = true
  nodes.unlink(block.node, block.previous)
  if (parent.lastChild === block.node) parent.lastChild = block.previous

  let bookmark = entry
  let last = block
  const kept: Array<OpenElement> = []
  for (let i = furthest - 1, count = 1; i > 0; i--, count++) {
    const between = cut[i]!
    const listed = formatting.indexOf(between.node)
    if (listed < 0) continue
    if (count > 3) {
      formatting.remove(listed)
      if (listed < bookmark) bookmark--
      continue
    }
    const node = builder.copyOf(between.node)
    formatting.replace(listed, node)
    if (last === block) bookmark = listed + 1
    nodes.link(last.node, node, -1)
    last.previous = -1
    last = { ...between, node, lastChild: last.node }
    kept.push(last)
  }
  last.previous = builder.place(last.node)

  const copy: OpenElement = { ...element, node: builder.copyOf(element.node), previous: -1, lastChild: block.lastChild }
  nodes.first[copy.node] = nodes.first[block.node]!
  nodes.parent[copy.node] = block.node
  nodes.first[block.node] = block.lastChild = copy.node
  for (let i = furthest + 1; i < cut.length; i++) {
    const { node } = cut[i]!
    if (nodes.parent[node] === block.node) nodes.parent[node] = copy.node
  }
  const old = formatting.indexOf(element.node)
  formatting.remove(old)
  formatting.insert(old < bookmark ? bookmark - 1 : bookmark, copy.node, element.name)

  for (let i = kept.length - 1; i >= 0; i--) open.restore(kept[i]!)
  open.restore(block)
  open.restore(copy)
  for (let i = furthest + 1; i < cut.length; i++) open.restore(cut[i]!)
}
