/**
 * The stack of open elements (HTML, 13.2.4.2), kept so that every question about it is answered without a search.
 *
 * Each entry remembers where, at or below it, the nearest element of each kind is that ends a search, and where the
 * previous open element of its own name is. A document that nests 100,000 elements and then closes the wrong ones costs
 * no more than one that is well formed.
 */
import { Tag, tagCount } from "./tags.ts"
import { foreign, Trait } from "./traits.ts"

/** An entry taken off the stack to be put back elsewhere. */
export interface OpenElement {
  readonly node: number
  readonly name: number
  readonly tag: number
  readonly tagTraits: number
  previous: number
  lastChild: number
}

export class OpenElements {
  /** Index of the current node; 0 is the document. */
  current = 0
  node: Int32Array = new Int32Array(64)
  /** Name of the entry: a tag id, or a larger number that the builder gave to another name. */
  name: Int32Array = new Int32Array(64)
  tag: Uint8Array = new Uint8Array(64)
  tagTraits: Uint16Array = new Uint16Array(64)
  /** Last child so far, -1 when there is none. */
  lastChild: Int32Array = new Int32Array(64)
  /** The sibling before the node when it was opened. */
  previous: Int32Array = new Int32Array(64)
  private special: Int32Array = new Int32Array(64)
  private scope: Int32Array = new Int32Array(64)
  private listStop: Int32Array = new Int32Array(64)
  private context: Int32Array = new Int32Array(64)
  private html: Int32Array = new Int32Array(64)
  private sameName: Int32Array = new Int32Array(64)
  private island: Int32Array = new Int32Array(64)
  /** Index of the topmost open element of each name, 0 when none is open. */
  private top: Int32Array = new Int32Array(tagCount + 16)

  constructor() {
    this.tag[0] = Tag.document
    this.lastChild[0] = -1
  }

  push(node: number, name: number, tag: number, tagTraits: number, previous: number, lastChild: number): void {
    const at = ++this.current
    if (at === this.node.length) this.grow()
    if (name >= this.top.length) this.top = widened(this.top, name)
    const below = at - 1
    this.node[at] = node
    this.name[at] = name
    this.tag[at] = tag
    this.tagTraits[at] = tagTraits
    this.lastChild[at] = lastChild
    this.previous[at] = previous
    this.special[at] = tagTraits & Trait.special ? at : this.special[below]!
    this.scope[at] = tagTraits & Trait.scope ? at : this.scope[below]!
    this.listStop[at] = tagTraits & Trait.listStop ? at : this.listStop[below]!
    this.context[at] = tagTraits & Trait.tableContext ? at : this.context[below]!
    this.html[at] = tagTraits & foreign ? this.html[below]! : at
    this.island[at] = tagTraits & Trait.island ? at : this.island[below]!
    this.sameName[at] = this.top[name]!
    this.top[name] = at
  }

  pop(): void {
    const at = this.current--
    this.top[this.name[at]!] = this.sameName[at]!
  }

  /** Index of the topmost open element of the name, 0 when none is open. */
  topmost(name: number): number {
    return name < this.top.length ? this.top[name]! : 0
  }

  /** Index of an open node, 0 when it is not open. */
  indexOf(node: number, name: number): number {
    let at = this.topmost(name)
    while (at > 0 && this.node[at] !== node) at = this.sameName[at]!
    return at
  }

  /** Takes the entries from this index up off the stack. */
  cut(from: number): Array<OpenElement> {
    const entries: Array<OpenElement> = []
    for (let at = from; at <= this.current; at++) {
      entries.push({
        node: this.node[at]!,
        name: this.name[at]!,
        tag: this.tag[at]!,
        tagTraits: this.tagTraits[at]!,
        previous: this.previous[at]!,
        lastChild: this.lastChild[at]!
      })
    }
    while (this.current >= from) this.pop()
    return entries
  }

  restore(entry: OpenElement): void {
    this.push(entry.node, entry.name, entry.tag, entry.tagTraits, entry.previous, entry.lastChild)
  }

  /** "Has an element in scope": its index, or 0. */
  inScope(name: number): number {
    const at = this.topmost(name)
    return at >= this.scope[this.current]! ? at : 0
  }

  /** "Has an element in button scope". */
  inButtonScope(name: number): number {
    const at = this.inScope(name)
    return at > this.top[Tag.button]! ? at : 0
  }

  /** "Has an element in list item scope". */
  inListItemScope(name: number): number {
    const at = this.inScope(name)
    return at > this.top[Tag.ol]! && at > this.top[Tag.ul]! ? at : 0
  }

  /** "Has an element in table scope". */
  inTableScope(name: number): number {
    const at = this.topmost(name)
    return at >= this.top[Tag.table]! && at > this.island[this.current]! ? at : 0
  }

  /** Index of the nearest special element at or below the current node. */
  nearestSpecial(): number {
    return this.special[this.current]!
  }

  /** Index of the nearest element that ends a scope. */
  nearestScope(): number {
    return this.scope[this.current]!
  }

  nearestListStop(): number {
    return this.listStop[this.current]!
  }

  nearestTableContext(): number {
    return this.context[this.current]!
  }

  /** Index of the nearest template or noscript, 0 outside of them. */
  nearestIsland(): number {
    return this.island[this.current]!
  }

  /** Index of the nearest element that is neither SVG nor MathML. */
  nearestHtml(): number {
    return this.html[this.current]!
  }

  private grow(): void {
    const size = this.node.length * 2
    this.node = widened(this.node, size)
    this.name = widened(this.name, size)
    this.lastChild = widened(this.lastChild, size)
    this.previous = widened(this.previous, size)
    this.special = widened(this.special, size)
    this.scope = widened(this.scope, size)
    this.listStop = widened(this.listStop, size)
    this.context = widened(this.context, size)
    this.html = widened(this.html, size)
    this.island = widened(this.island, size)
    this.sameName = widened(this.sameName, size)
    const tag = new Uint8Array(size)
    tag.set(this.tag)
    this.tag = tag
    const tagTraits = new Uint16Array(size)
    tagTraits.set(this.tagTraits)
    this.tagTraits = tagTraits
  }
}

const widened = (array: Int32Array, atLeast: number): Int32Array => {
  const wider = new Int32Array(Math.max(array.length * 2, atLeast))
  wider.set(array)
  return wider
}
