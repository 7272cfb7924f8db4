/**
 * What editors say of a list item by attributes instead of by elements: that it is a task and whether it is done, that it is
 * numbered, and how deep it is.
 *
 * Tasks: a checkbox, as an element (`input`, ARIA's `role="checkbox"`, the empty box that Notion exports) or as an attribute
 * of the item (TipTap and ProseMirror, Quill, Lexical, Confluence, Evernote). Depth: Quill and Draft.js write all items into
 * one list, Google Docs a list for each run of items of one depth, Word paragraphs.
 */
import { attribute, attributeBit, hasAttribute, subtreeEnd, text, textContent, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"

/** Items without one of these attributes, in a list without one, say nothing of this. */
const traitBits =
  attributeBit("class") |
  attributeBit("style") |
  attributeBit("aria-checked") |
  attributeBit("data-list") |
  attributeBit("data-checked") |
  attributeBit("data-inline-task-id")

export interface ItemTraits {
  /** Whether the task is done; undefined for an item that is no task. */
  readonly done: boolean | undefined
  /** Overrules the element of the list. */
  readonly ordered: boolean | undefined
  /** 0 for an item of the list itself. */
  readonly depth: number
}

const maxDepth = 12

export const itemTraits = (tree: Tree, item: number): ItemTraits => {
  const list = tree.parent[item]!
  const says = ((tree.attributeMask[item]! | tree.attributeMask[list]!) & traitBits) !== 0
  if (!says) return { done: doneOfBox(tree, item), ordered: undefined, depth: 0 }
  const kindOfItem = attribute(tree, item, "data-list")
  return {
    done: doneOfAttributes(tree, item, list) ?? doneOfBox(tree, item),
    ordered: kindOfItem === undefined ? undefined : kindOfItem === "ordered",
    depth: depthOf(attribute(tree, item, "class"))
  }
}

/** Draft.js counts from 0; so does Quill, which leaves 0 out. */
const depthClass = /(?:^|\s)(?:ql-indent-|[\w-]*Draft[\w-]*-depth)(\d{1,2})(?:\s|$)/

const depthOf = (name: string | undefined): number =>
  name === undefined ? 0 : Math.min(maxDepth, Number(depthClass.exec(name)?.[1] ?? 0))

const asState = (value: string | undefined): boolean | undefined =>
  value === "true" || value === "checked" ? true : value === "false" || value === "unchecked" ? false : undefined

const doneOfAttributes = (tree: Tree, item: number, list: number): boolean | undefined => {
  const state =
    asState(attribute(tree, item, "data-checked")) ??
    asState(attribute(tree, item, "aria-checked")) ??
    asState(attribute(tree, item, "data-list")) ??
    asState(attribute(tree, list, "data-checked")) ??
    asState(/--en-checked\s*:\s*(true|false)/.exec(attribute(tree, item, "style") ?? "")?.[1])
  if (state !== undefined) return state
  if (!hasAttribute(tree, item, "data-inline-task-id")) return undefined
  return /(?:^|\s)checked(?:\s|$)/.test(attribute(tree, item, "class") ?? "")
}

/** Nodes at the start of an item that are looked at for a checkbox. */
const firstNodes = 12

/** The state of a checkbox before all text of an item, if what follows is a line of text: a task can begin with no block. */
const doneOfBox = (tree: Tree, item: number): boolean | undefined => {
  let done: boolean | undefined
  for (let at = item + 1, end = subtreeEnd(tree, item), seen = 0; at < end && seen < firstNodes; at++, seen++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) {
      if (text(tree, at).trim() !== "") return done
    } else if (done !== undefined) {
      if (beginsBlock(tag)) return undefined
    } else if (beginsBlock(tag) || hasAttribute(tree, at, "hidden")) return undefined
    else done = stateOfBox(tree, at, tag)
  }
  return done
}

const beginsBlock = (tag: number): boolean => (kind[tag]! & Kind.block) !== 0 && tag !== Tag.div && tag !== Tag.p

const stateOfBox = (tree: Tree, node: number, tag: number): boolean | undefined => {
  if (tag === Tag.input) {
    return attribute(tree, node, "type")?.toLowerCase() === "checkbox" ? hasAttribute(tree, node, "checked") : undefined
  }
  if (attribute(tree, node, "role") === "checkbox") return attribute(tree, node, "aria-checked") === "true"
  // A box that a style sheet draws holds nothing, and says its state by its class.
  if (tree.first[node]! >= 0) return undefined
  const name = attribute(tree, node, "class") ?? ""
  const state = /(?:^|\s)[\w-]*check-?box[\w-]*-(on|off|checked|unchecked)(?:\s|$)/i.exec(name)?.[1]?.toLowerCase()
  return state === undefined || textContent(tree, node).trim() !== ""
    ? undefined
    : state === "on" || state === "checked"
}

/** A list that is one part of a nested one, as Google Docs publishes them: which, and how deep. */
export const listPart = (name: string | undefined): { readonly of: string; readonly depth: number } | undefined => {
  const found = name === undefined ? null : /(?:^|\s)lst-(kix_\w+)-(\d)(?:\s|$)/.exec(name)
  return found === null ? undefined : { of: found[1]!, depth: Number(found[2]) }
}

/** What Word writes of a paragraph that is a list item: `mso-list:l0 level2 lfo1`. */
export const wordItem = (style: string): { readonly of: string; readonly depth: number } | undefined => {
  const found = /(?:^|[;\s])mso-list\s*:\s*(l\d+)\s+level(\d)/i.exec(style)
  return found === null ? undefined : { of: found[1]!, depth: Number(found[2]) - 1 }
}

/** The marker that Word writes as text before an item, such as `·` or `2.`; a style marks it as no part of the text. */
export const isWordMarker = (style: string): boolean => /mso-list\s*:\s*Ignore/i.test(style)

/** The number in the marker of an item of Word; undefined for a bullet. Letters and Roman numbers count as one. */
export const wordNumber = (tree: Tree, item: number): number | undefined => {
  for (let at = item + 1, end = subtreeEnd(tree, item), seen = 0; at < end && seen < firstNodes; at++, seen++) {
    if (tree.tag[at] === Tag.text || !isWordMarker(attribute(tree, at, "style") ?? "")) continue
    const marker = /^\s*\(?(?:(\d{1,9})|[a-z]{1,6})[.)]/i.exec(textContent(tree, at))
    return marker === null ? undefined : Number(marker[1] ?? 1)
  }
  return undefined
}
