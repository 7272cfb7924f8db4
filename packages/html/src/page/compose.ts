/**
 * One document of a page that is several: the declarative shadow trees of its elements with what is slotted into them
 * (HTML §4.12.3, DOM §4.2.2.4), and the documents that its frames hold in `srcdoc` (HTML §4.8.5), as a browser shows
 * them. Pages without either are left alone.
 */
import { serialize } from "./serialize.ts"
import { parse } from "../tree/parse.ts"
import type { Memory } from "../tree/Memory.ts"
import { attribute, hasAttribute, subtreeEnds, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

/** Frames in frames in frames: deeper ones are left out. */
const maxFrameDepth = 4

export const compose = (tree: Tree, memory: Memory): Tree => {
  const hasShadow = hasElement(tree, Tag.template, "shadowrootmode")
  const hasFrames = hasElement(tree, Tag.iframe, "srcdoc")
  if (!hasShadow && !hasFrames) return tree
  const html = composedHtml(tree, hasShadow, hasFrames ? maxFrameDepth : 0)
  if (html === undefined) return tree
  const composed = parse(html, memory)
  return tree.cut === undefined ? composed : { ...composed, cut: tree.cut }
}

const hasElement = (tree: Tree, wanted: number, attribute: string): boolean => {
  const { size, tag } = tree
  for (let at = tag.indexOf(wanted); at >= 0 && at < size; at = tag.indexOf(wanted, at + 1))
    if (hasAttribute(tree, at, attribute)) return true
  return false
}

/** The document in one, undefined where there is nothing to put together. */
const composedHtml = (tree: Tree, hasShadow: boolean, frameDepth: number): string | undefined => {
  const moved = hasShadow && slot(tree)
  const frames = frameDepth > 0 ? framesOf(tree, frameDepth) : new Map<number, string>()
  if (!moved && frames.size === 0) return undefined
  return serialize(tree, [0], { instead: (node) => frames.get(node) })
}

/** Puts the children of shadow hosts into the slots of their shadow trees, which take their place. */
const slot = (tree: Tree): boolean => {
  const { first, next, parent, size, tag } = tree
  let ends: Int32Array | undefined
  for (let template = 1; template < size; template++) {
    if (tag[template] !== Tag.template || !hasAttribute(tree, template, "shadowrootmode")) continue
    const host = parent[template]!
    ends ??= subtreeEnds(tree)
    const slotted = lightChildren(tree, host, template)
    for (let node = template + 1; node < ends[template]!; node++) {
      // The slots of a shadow tree in this one are its own.
      if (tag[node] === Tag.template) node = ends[node]! - 1
      else if (tag[node] === Tag.slot) {
        const name = attribute(tree, node, "name") ?? ""
        const children = slotted.get(name)
        if (children === undefined) continue
        slotted.delete(name)
        adopt(tree, node, children)
      }
    }
    const shadow: Array<number> = []
    for (let child = first[template]!; child >= 0; child = next[child]!) shadow.push(child)
    adopt(tree, host, shadow)
  }
  return ends !== undefined
}

/** The children of a host by the slot that they name. */
const lightChildren = (tree: Tree, host: number, template: number): Map<string, Array<number>> => {
  const found = new Map<string, Array<number>>()
  for (let child = tree.first[host]!; child >= 0; child = tree.next[child]!) {
    if (child === template) continue
    const name = tree.tag[child] === Tag.text ? "" : (attribute(tree, child, "slot") ?? "")
    const children = found.get(name)
    if (children === undefined) found.set(name, [child])
    else children.push(child)
  }
  return found
}

const adopt = ({ first, next, parent }: Tree, node: number, children: ReadonlyArray<number>): void => {
  first[node] = children[0] ?? -1
  for (const [at, child] of children.entries()) {
    parent[child] = node
    next[child] = children[at + 1] ?? -1
  }
}

/** What stands for each frame that holds its document. */
const framesOf = (tree: Tree, depth: number): Map<number, string> => {
  const found = new Map<number, string>()
  for (
    let node = tree.tag.indexOf(Tag.iframe);
    node >= 0 && node < tree.size;
    node = tree.tag.indexOf(Tag.iframe, node + 1)
  ) {
    const html = attribute(tree, node, "srcdoc")
    if (html === undefined || html.trim() === "" || isReadByBrowser(tree, node)) continue
    const inner = parse(html)
    const text = composedHtml(inner, html.includes("shadowrootmode"), html.includes("srcdoc") ? depth - 1 : 0)
    const body = bodyOf(text === undefined ? inner : parse(text))
    found.set(node, `<div>${body}</div>`)
  }
  return found
}

/**
 * Whether a browser has put what the frame shows beside it. Its styles are computed there, while `srcdoc` would give the
 * same text once more, with what nobody sees.
 */
const isReadByBrowser = (tree: Tree, frame: number): boolean => {
  const beside = tree.next[frame]!
  return beside >= 0 && tree.tag[beside] === Tag.div && attribute(tree, beside, "data-frame") === ""
}

const bodyOf = (tree: Tree): string => {
  const body = tree.tag.indexOf(Tag.body)
  const parts: Array<number> = []
  if (body >= 0 && body < tree.size) for (let at = tree.first[body]!; at >= 0; at = tree.next[at]!) parts.push(at)
  return serialize(tree, parts)
}
