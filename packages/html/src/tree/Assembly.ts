/**
 * Where a new node goes, and what is opened and closed for it: the stack of open elements, the list of active formatting
 * elements and the growing arrays, handled together. The rules of the parser (`TreeBuilder`, `Head`, `tables`, `selects`,
 * `foreign`, `adoption`) are written in these words.
 */
import type { Codes } from "./codes.ts"
import { AttributeTable, findAttribute, valueAt } from "./AttributeTable.ts"
import { FormattingElements } from "./FormattingElements.ts"
import { type Cut, maxAttributes, maxNames } from "./limits.ts"
import type { Memory } from "./Memory.ts"
import { Nodes } from "./Nodes.ts"
import { OpenElements } from "./OpenElements.ts"
import { Tag, tagCount, tagFlags } from "./tags.ts"
import { Trait, traits } from "./traits.ts"
import { isSpace, TextFlag } from "./Tree.ts"

export class Assembly {
  readonly source: string
  readonly codes: Codes
  readonly attributes: AttributeTable
  readonly nodes: Nodes
  readonly open = new OpenElements()
  readonly formatting = new FormattingElements()
  /** Content is no longer in the order of its numbers. */
  moved = false
  /** What is left of the budget for moving open elements. */
  moveBudget: number
  /** The element whose raw text comes next, 0 when there is none. */
  rawText: number = 0
  /** The line feed that comes next is not content. */
  skipLineFeed = false
  /** Where the source was cut, if it was. */
  cut: Cut | undefined
  /** The body, 0 before it begins. */
  body = 0
  /** The form that is open, 0 when there is none ("form element pointer"). */
  form = 0
  /** Where names begin that contain a `<`, by the start of their attribute zone. */
  namesWithLessThan: Map<number, number> | undefined

  // The tag being processed.
  id = 0
  nameStart = 0
  zoneStart = 0
  zoneEnd = 0
  attribute = 0
  mask = 0
  selfClosing = false

  /** How many formatting elements may still be opened again; a page that is not made to be hostile needs few. */
  private copies: number
  private names: Map<string, number> | undefined

  constructor(source: string, codes: Codes, memory: Memory) {
    this.source = source
    this.codes = codes
    this.attributes = new AttributeTable(Math.min(16 + (source.length >> 6), maxAttributes), memory)
    this.moveBudget = 2 * source.length + 100_000
    this.copies = 2_000 + (source.length >> 5)
    this.nodes = new Nodes(Math.max(64, source.length >> 6), memory)
  }

  /** "Any other end tag": closes the nearest element of the name unless something special is in between. */
  endOther(name: number): void {
    const at = this.open.topmost(name)
    if (at > 0 && at >= this.open.nearestSpecial()) this.popTo(at)
  }

  closeAt(at: number): void {
    if (at > 0) this.popTo(at)
  }

  closeParagraph(): void {
    const at = this.open.inButtonScope(Tag.p)
    if (at > 0) this.popTo(at)
  }

  /** Pops elements whose end tag may be left out, but not this one. */
  closeImplied(except: number): void {
    const { open } = this
    for (;;) {
      const tag = open.tag[open.current]!
      if (tag === except || !impliedEnd[tag]) return
      this.pop()
    }
  }

  /** Takes an element from the middle of the stack; what is open inside stays open. */
  forget(at: number): void {
    const { open } = this
    const above = open.current - at
    if (at === 0 || above > this.moveBudget) return
    this.moveBudget -= above
    const cut = open.cut(at)
    for (let i = 1; i < cut.length; i++) open.restore(cut[i]!)
  }

  /** Opens an element for the current start tag. */
  insert(id: number): void {
    const node = this.nodes.add(id, this.zoneStart, this.zoneEnd, this.mask, this.attribute)
    const bits = traits[id]!
    const previous = this.place(node)
    this.open.push(node, this.nameOf(), id, bits, previous, -1)
    if (bits & Trait.marker) this.formatting.mark()
  }

  insertVoid(id: number): void {
    this.place(this.nodes.add(id, this.zoneStart, this.zoneEnd, this.mask, this.attribute))
  }

  insertFormatting(): void {
    this.reopenFormatting()
    this.insert(this.id)
    this.formatting.push(this.open.node[this.open.current]!, this.id, this.sameAttributes)
  }

  /** Opens an element that is allowed in a table, where it stands. */
  insertPart(id: number, implied: boolean): number {
    const node = implied
      ? this.nodes.add(id, 0, 0, 0, 0)
      : this.nodes.add(id, this.zoneStart, this.zoneEnd, this.mask, this.attribute)
    const previous = this.append(node)
    this.open.push(node, id, id, traits[id]!, previous, -1)
    if (traits[id]! & Trait.marker) this.formatting.mark()
    return node
  }

  insertPartVoid(): number {
    const node = this.nodes.add(this.id, this.zoneStart, this.zoneEnd, this.mask, this.attribute)
    this.append(node)
    return node
  }

  openImplied(id: number): number {
    return this.insertPart(id, true)
  }

  /** Adds a node where content goes now and answers its previous sibling. */
  place(node: number): number {
    return this.open.tagTraits[this.open.current]! & Trait.fosters ? this.foster(node) : this.append(node)
  }

  append(node: number): number {
    const { nodes, open } = this
    const at = open.current
    const previous = open.lastChild[at]!
    const parent = open.node[at]!
    nodes.parent[node] = parent
    if (previous < 0) nodes.first[parent] = node
    else nodes.next[previous] = node
    open.lastChild[at] = node
    return previous
  }

  /** Foster parenting: what may not be in a table goes before it. */
  private foster(node: number): number {
    const { nodes, open } = this
    const at = open.topmost(Tag.table)
    if (at < open.nearestIsland()) return this.append(node)
    const previous = open.previous[at]!
    nodes.link(node, nodes.parent[open.node[at]!]!, previous)
    open.previous[at] = node
    this.moved = true
    return previous
  }

  placeText(from: number, to: number): void {
    this.place(this.nodes.add(Tag.text, from, to, this.whiteness(from, to), 0))
  }

  reopenFormatting(): void {
    const { formatting } = this
    if (formatting.size === 0) return
    for (let at = formatting.firstClosed(); at < formatting.size; at++) {
      if (this.copies-- <= 0) return
      const name = formatting.nameAt(at)
      const node = this.copyOf(formatting.nodeAt(at))
      const previous = this.place(node)
      this.open.push(node, name, name, traits[name]!, previous, -1)
      formatting.replace(at, node)
    }
  }

  /** A node with the name and attributes of another. */
  copyOf(node: number): number {
    const { nodes } = this
    return nodes.add(nodes.tag[node]!, nodes.start[node]!, nodes.end[node]!, nodes.mask[node]!, nodes.attribute[node]!)
  }

  popTo(at: number): void {
    while (this.open.current >= at) this.pop()
  }

  pop(): void {
    const { open } = this
    const bits = open.tagTraits[open.current]!
    if (bits & Trait.formatting) this.formatting.closed(open.node[open.current]!)
    else if (bits & Trait.marker) this.formatting.clearToMarker()
    open.pop()
  }

  adoptAttributes(node: number): void {
    const { nodes } = this
    if (nodes.start[node] !== nodes.end[node]) return
    nodes.start[node] = this.zoneStart
    nodes.end[node] = this.zoneEnd
    nodes.mask[node] = this.mask
    nodes.attribute[node] = this.attribute
  }

  private readonly sameAttributes = (one: number, other: number): boolean => {
    const { end, start } = this.nodes
    const length = end[one]! - start[one]!
    if (end[other]! - start[other]! !== length) return false
    return this.source.slice(start[one], end[one]) === this.source.slice(start[other], end[other])
  }

  tokenName(): string {
    const name = this.source.slice(this.nameStart, this.zoneStart).toLowerCase()
    if (name.includes("<")) (this.namesWithLessThan ??= new Map()).set(this.zoneStart, this.nameStart)
    return name
  }

  tokenAttribute(name: string): string | undefined {
    const table = this.attributes.finish()
    const at = findAttribute(this.codes, table, this.attribute, this.zoneEnd, name)
    return at < 0 ? undefined : valueAt(this.source, table, at)
  }

  nameOf(): number {
    return this.id === Tag.unknown ? this.intern(this.tokenName()) : this.id
  }

  intern(name: string): number {
    this.names ??= new Map()
    let number = this.names.get(name)
    if (number === undefined && this.names.size >= maxNames) return tagCount + maxNames
    if (number === undefined) {
      number = tagCount + this.names.size
      this.names.set(name, number)
    }
    return number
  }

  visibleFrom(from: number, to: number): number {
    const { codes } = this
    let at = from
    while (at < to && isSpace(codes[at]!)) at++
    return at
  }

  whiteness(from: number, to: number): number {
    return this.visibleFrom(from, to) === to ? TextFlag.white : 0
  }
}

const impliedEnd = tagFlags([Tag.dd, Tag.dt, Tag.li, Tag.optgroup, Tag.option, Tag.p, Tag.rb, Tag.rp, Tag.rt, Tag.rtc])
