/**
 * As much of the DOM as turndown and its rules use, made from a flat tree: nodes with links to their neighbours, text,
 * attributes, look-up by tag name. Rules of your own may rely on the members here and on no others.
 *
 * Turndown calls itself for every level, so elements nested deeper than `maxDepth` become siblings of that depth.
 */
import { attributes, tagNameOf, text as textOf, type Tree, walk } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"

const maxDepth = 100

type DomNode = DomElement | DomText

abstract class Linked {
  parentNode: DomElement | null = null
  previousSibling: DomNode | null = null
  nextSibling: DomNode | null = null

  get parentElement(): DomElement | null {
    return this.parentNode
  }
}

class DomText extends Linked {
  readonly nodeType = 3
  readonly nodeName = "#text"
  data: string

  constructor(data: string) {
    super()
    this.data = data
  }

  get nodeValue(): string {
    return this.data
  }

  get textContent(): string {
    return this.data
  }
}

class DomElement extends Linked {
  readonly nodeType = 1
  readonly nodeValue = null
  /** Upper case, as in HTML documents. */
  readonly nodeName: string
  readonly localName: string
  firstChild: DomNode | null = null
  lastChild: DomNode | null = null
  private readonly values: ReadonlyMap<string, string>
  private list: Array<DomNode> | undefined

  constructor(name: string, values: ReadonlyMap<string, string>) {
    super()
    this.localName = name
    this.nodeName = name.toUpperCase()
    this.values = values
  }

  get tagName(): string {
    return this.nodeName
  }

  get childNodes(): ReadonlyArray<DomNode> {
    if (this.list === undefined) {
      this.list = []
      for (let child = this.firstChild; child !== null; child = child.nextSibling) this.list.push(child)
    }
    return this.list
  }

  get children(): ReadonlyArray<DomElement> {
    return this.childNodes.filter((child) => child instanceof DomElement)
  }

  get firstElementChild(): DomElement | null {
    return this.children[0] ?? null
  }

  get lastElementChild(): DomElement | null {
    return this.children.at(-1) ?? null
  }

  get textContent(): string {
    let all = ""
    for (const node of this.descendants()) if (node instanceof DomText) all += node.data
    return all
  }

  get className(): string {
    return this.values.get("class") ?? ""
  }

  get classList(): { readonly contains: (name: string) => boolean } {
    return { contains: (name) => this.className.split(/\s+/).includes(name) }
  }

  get id(): string {
    return this.values.get("id") ?? ""
  }

  get title(): string {
    return this.values.get("title") ?? ""
  }

  get type(): string | undefined {
    return this.values.get("type")
  }

  get checked(): boolean {
    return this.values.has("checked")
  }

  get style(): { readonly textAlign: string } {
    return { textAlign: /text-align\s*:\s*(\w+)/i.exec(this.values.get("style") ?? "")?.[1] ?? "" }
  }

  get rows(): ReadonlyArray<DomElement> {
    return this.getElementsByTagName("tr")
  }

  get outerHTML(): string {
    return outer(this)
  }

  get innerHTML(): string {
    return this.childNodes.map(outer).join("")
  }

  getAttribute(name: string): string | null {
    return this.values.get(name) ?? null
  }

  hasAttribute(name: string): boolean {
    return this.values.has(name)
  }

  getElementsByTagName(name: string): ReadonlyArray<DomElement> {
    const wanted = name.toUpperCase()
    const found: Array<DomElement> = []
    for (const node of this.descendants()) {
      if (node instanceof DomElement && (wanted === "*" || node.nodeName === wanted)) found.push(node)
    }
    return found
  }

  /** By tag name only. */
  querySelector(name: string): DomElement | null {
    return this.getElementsByTagName(name)[0] ?? null
  }

  /** Turndown copies what it is given before it changes it; this tree is made for it alone. */
  cloneNode(): this {
    return this
  }

  appendChild(child: DomNode): void {
    child.parentNode = this
    child.previousSibling = this.lastChild
    if (this.lastChild === null) this.firstChild = child
    else this.lastChild.nextSibling = child
    this.lastChild = child
    this.list = undefined
  }

  removeChild(child: DomNode): DomNode {
    if (child.previousSibling === null) this.firstChild = child.nextSibling
    else child.previousSibling.nextSibling = child.nextSibling
    if (child.nextSibling === null) this.lastChild = child.previousSibling
    else child.nextSibling.previousSibling = child.previousSibling
    this.list = undefined
    return child
  }

  get attributes(): ReadonlyMap<string, string> {
    return this.values
  }

  private *descendants(): Generator<DomNode> {
    let at: DomNode | null = this.firstChild
    while (at !== null) {
      yield at
      let next: DomNode | null = at instanceof DomElement ? at.firstChild : null
      for (let up: DomNode = at; next === null; up = up.parentNode) {
        next = up.nextSibling
        if (next !== null || up.parentNode === null || up.parentNode === this) break
      }
      at = next
    }
  }
}

const outer = (node: DomNode): string => {
  if (node instanceof DomText) return node.data.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
  const written = [...node.attributes]
    .map(([name, value]) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join("")
  const open = `<${node.localName}${written}>`
  return voidElements.has(node.localName) ? open : `${open}${node.innerHTML}</${node.localName}>`
}

const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

interface DomOptions {
  readonly roots?: ReadonlyArray<number> | undefined
  readonly drop?: Uint8Array | undefined
  /** Makes an address absolute. */
  readonly resolve: (address: string) => string
}

/** The shown part of a tree as one element. */
export const toDom = (tree: Tree, { drop, resolve, roots = [0] }: DomOptions): DomElement => {
  const top = new DomElement("x-turndown", new Map())
  const open: Array<DomElement> = [top]
  for (const root of roots) {
    walk(
      tree,
      root,
      (node, tag) => {
        const parent = open[Math.min(open.length - 1, maxDepth)]!
        if (tag === Tag.text) return parent.appendChild(new DomText(textOf(tree, node)))
        if (tag === Tag.document) return
        const left = (kind[tag]! & Kind.skip) !== 0 || tag === Tag.noscript || (drop !== undefined && drop[node] !== 0)
        if (left) return false
        const values = new Map(attributes(tree, node))
        for (const name of ["href", "src"]) {
          const address = values.get(name)
          if (address !== undefined && address !== "") values.set(name, resolve(address))
        }
        const element = new DomElement(tagNameOf(tree, node), values)
        parent.appendChild(element)
        if (open.length > maxDepth) open.push(parent)
        else open.push(element)
      },
      (_, tag) => {
        if (tag !== Tag.document) open.pop()
      }
    )
  }
  return top
}
