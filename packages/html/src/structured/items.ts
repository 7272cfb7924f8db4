/**
 * Items with properties, as microdata and RDFa both say them: an element starts an item, elements below it carry its
 * properties, and a property that starts an item has that item as its value.
 *
 * Bounded, because every level of a document may repeat the text below it.
 */
import { attribute, hasAttribute, text, subtreeEnds, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { detachString } from "@orbweaver/core/internal/support/detachString"

export interface Item {
  /** Types, as absolute addresses or the words the page uses. */
  readonly type: ReadonlyArray<string>
  /** Global identifier, when the page gives one. */
  readonly id?: string
  readonly properties: { readonly [name: string]: ReadonlyArray<string | Item> }
}

/** How a syntax says items. */
interface Syntax {
  /** `attributeBit`s; an element with none of them says nothing. */
  readonly bits: number
  /** The item that a node starts. */
  readonly item: (node: number) => { readonly type: ReadonlyArray<string>; readonly id?: string } | undefined
  readonly properties: (node: number) => ReadonlyArray<string>
  /** A value that an attribute says instead of the text. */
  readonly value: (node: number) => string | undefined
  /** Properties that are read; all when absent. Those that start an item are read in any case. */
  readonly wanted?: ReadonlySet<string> | undefined
  /** Nodes whose properties belong to the item as well. */
  readonly references?: (node: number) => ReadonlyArray<number>
}

const maxItems = 2_000
const maxValues = 20_000
const longestText = 10_000
/** Characters of all texts together. */
const maxText = 1_000_000
/** Nodes looked at for texts and references, for each node of the document. */
const maxVisits = 4
const deepest = 32

/** An item while what belongs to it is read. */
interface Open {
  readonly item: Item & { readonly properties: Record<string, Array<string | Item>> }
  readonly end: number
  readonly depth: number
}

export const collectItems = (tree: Tree, syntax: Syntax): Array<Item> => {
  const top: Array<Item> = []
  let items = 0
  let values = 0
  let textLeft = maxText
  let visitsLeft = maxVisits * tree.size + 10_000
  const ends = subtreeEnds(tree)
  const textOf = (node: number): string => {
    const limit = Math.min(longestText, textLeft)
    let line = ""
    for (let at = node; at < ends[node]! && line.length < limit && visitsLeft > 0; at++, visitsLeft--) {
      const id = tree.tag[at]!
      if (id === Tag.text) line += text(tree, at)
      else if (kind[id]! & Kind.skip) at = ends[at]! - 1
      else if (kind[id]! & Kind.block || id === Tag.br) line += " "
    }
    line = line.replaceAll(/\s+/g, " ").trim().slice(0, limit)
    textLeft -= line.length
    return line
  }
  const pending: Array<{ readonly root: number; readonly owner: Open }> = []
  const read = (root: number, owner: Open | undefined): void => {
    const open: Array<Open> = owner === undefined ? [] : [owner]
    const floor = open.length
    for (let node = root; node < ends[root]! && visitsLeft > 0; node++, visitsLeft--) {
      if ((tree.attributeMask[node]! & syntax.bits) === 0 || tree.tag[node] === Tag.text) continue
      while (open.length > floor && node >= open.at(-1)!.end) open.pop()
      const parent = open.at(-1)
      const started = items < maxItems && (parent?.depth ?? 0) < deepest ? syntax.item(node) : undefined
      const names = parent === undefined ? [] : syntax.properties(node)
      if (started === undefined && !names.some((name) => syntax.wanted?.has(name) ?? true)) continue
      let value: string | Item
      if (started === undefined) value = detachString(syntax.value(node)?.slice(0, longestText) ?? textOf(node))
      else {
        items++
        const owner: Open = {
          item: { ...started, properties: {} },
          end: ends[node]!,
          depth: (parent?.depth ?? 0) + 1
        }
        value = owner.item
        if (names.length === 0) top.push(owner.item)
        for (const reference of syntax.references?.(node) ?? []) pending.push({ root: reference, owner })
        open.push(owner)
      }
      for (const name of names) {
        if (values++ >= maxValues || name === "__proto__") continue
        const list = (parent!.item.properties[detachString(name)] ??= [])
        list.push(value)
      }
    }
  }
  read(0, undefined)
  for (let at = 0; at < pending.length && at < maxItems; at++) read(pending[at]!.root, pending[at]!.owner)
  return top
}

/** The value that HTML gives an element by its kind (HTML microdata, 5.2.4), if it is not its text. */
export const attributeValue = (tree: Tree, node: number, base: URL): string | undefined => {
  const id = tree.tag[node]!
  const name =
    id === Tag.meta
      ? "content"
      : addressTags.has(id)
        ? "href"
        : sourceTags.has(id)
          ? "src"
          : id === Tag.object
            ? "data"
            : id === Tag.data || id === Tag.meter
              ? "value"
              : id === Tag.time && hasAttribute(tree, node, "datetime")
                ? "datetime"
                : undefined
  if (name === undefined) return undefined
  const value = attribute(tree, node, name) ?? ""
  return name === "href" || name === "src" || name === "data"
    ? (URL.parse(value.trim(), base.href)?.href ?? value)
    : value
}

const addressTags = new Set<number>([Tag.a, Tag.area, Tag.link])
const sourceTags = new Set<number>([Tag.audio, Tag.embed, Tag.iframe, Tag.img, Tag.source, Tag.track, Tag.video])
