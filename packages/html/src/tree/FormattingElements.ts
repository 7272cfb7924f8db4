/**
 * The list of active formatting elements (HTML, 13.2.4.3): what is opened again when a block ended it too early.
 *
 * Between two markers it keeps at most `limit` entries, the newest: a page that leaves thousands of `font` elements
 * open would otherwise get all of them again in every paragraph, which is quadratic. Where elements nest properly
 * nothing is lost, because an entry that was dropped while its element is open is closed like any other element.
 */
const limit = 12

const marker = -1

export class FormattingElements {
  size = 0
  private node: Array<number> = []
  private name: Array<number> = []
  private opened: Array<boolean> = []

  mark(): void {
    this.append(marker, marker, false)
  }

  clearToMarker(): void {
    while (this.size > 0) if (this.node[--this.size] === marker) return
  }

  /** Adds an element that was just opened; of more than three equal ones the oldest leaves ("Noah's Ark clause"). */
  push(node: number, name: number, equal: (one: number, other: number) => boolean): void {
    let same = 0
    let at = this.size - 1
    for (; at >= 0 && this.node[at] !== marker; at--) {
      if (this.name[at] === name && equal(this.node[at]!, node) && ++same === 3) {
        this.remove(at)
        break
      }
    }
    if (same < 3 && this.size - 1 - at >= limit) this.remove(at + 1)
    this.append(node, name, true)
  }

  /** Says that an element left the stack of open elements. */
  closed(node: number): void {
    const at = this.indexOf(node)
    if (at >= 0) this.opened[at] = false
  }

  /** Index of the entry of a node behind the last marker, or -1. */
  indexOf(node: number): number {
    for (let at = this.size - 1; at >= 0 && this.node[at] !== marker; at--) if (this.node[at] === node) return at
    return -1
  }

  /** Index of the last entry of this name behind the last marker, or -1. */
  lastNamed(name: number): number {
    for (let at = this.size - 1; at >= 0 && this.node[at] !== marker; at--) if (this.name[at] === name) return at
    return -1
  }

  /** Index of the first entry to open again; `size` when there is nothing to do. */
  firstClosed(): number {
    let at = this.size
    while (at > 0 && this.node[at - 1] !== marker && !this.opened[at - 1]) at--
    return at
  }

  nodeAt(at: number): number {
    return this.node[at]!
  }

  nameAt(at: number): number {
    return this.name[at]!
  }

  isOpen(at: number): boolean {
    return this.opened[at]!
  }

  /** The entry now stands for this open node. */
  replace(at: number, node: number): void {
    this.node[at] = node
    this.opened[at] = true
  }

  remove(at: number): void {
    for (let i = at + 1; i < this.size; i++) this.copy(i, i - 1)
    this.size--
  }

  insert(at: number, node: number, name: number): void {
    this.append(node, name, true)
    for (let i = this.size - 1; i > at; i--) this.copy(i - 1, i)
    this.node[at] = node
    this.name[at] = name
    this.opened[at] = true
  }

  private copy(from: number, to: number): void {
    this.node[to] = this.node[from]!
    this.name[to] = this.name[from]!
    this.opened[to] = this.opened[from]!
  }

  private append(node: number, name: number, opened: boolean): void {
    this.node[this.size] = node
    this.name[this.size] = name
    this.opened[this.size] = opened
    this.size++
  }
}
