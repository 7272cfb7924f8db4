/**
 * Before the body: the head, what closes it, and frames (HTML, 13.2.6.4.1 to 13.2.6.4.6 and 13.2.6.4.20).
 *
 * `html` and `head` are there from the start and get their attributes when their tags come. After `</head>` what belongs
 * into the head is still put there: it is opened again for one element.
 */
import type { Assembly } from "./Assembly.ts"
import { Tag } from "./tags.ts"
import { Rule, traits } from "./traits.ts"

const Phase = { beforeHead: 0, inHead: 1, afterHead: 2, inBody: 3, frameset: 4 } as const
type Phase = (typeof Phase)[keyof typeof Phase]

/** The number of the root element. */
export const root = 1
/** Index on the stack of what is open in the head. */
const aboveHead = 3

export class Head {
  private readonly assembly: Assembly
  private phase: Phase = Phase.beforeHead
  private reopenedHead = false
  private readonly head: number
  private headLast = -1

  constructor(assembly: Assembly) {
    this.assembly = assembly
    assembly.openImplied(Tag.html)
    this.head = assembly.openImplied(Tag.head)
  }

  /** The end of the document. */
  finish(): void {
    if (this.phase < Phase.inBody) this.openBody()
  }

  /** False when the body has begun and takes the tag. */
  startTag(rule: number): boolean {
    const { assembly } = this
    const { id, open } = assembly
    if (this.reopenedHead) this.closeHead()
    // After a frameset, which takes what stands in it.
    if (this.phase === Phase.frameset && rule !== Rule.html) {
      if (id !== Tag.noframes) return true
      assembly.insert(id)
      assembly.rawText = id
      return true
    }
    switch (rule) {
      case Rule.html:
        assembly.adoptAttributes(root)
        return true
      case Rule.ignored:
        if (id === Tag.head && this.phase === Phase.beforeHead) {
          assembly.adoptAttributes(this.head)
          this.phase = Phase.inHead
        } else if (id === Tag.frameset) {
          if (open.tag[open.current] === Tag.head) this.closeHead()
          this.phase = Phase.frameset
          assembly.insert(id)
        }
        return true
      case Rule.body:
        this.openBody()
        assembly.adoptAttributes(assembly.body)
        return true
      case Rule.noscript:
        if (this.phase === Phase.afterHead) break
        this.phase = Phase.inHead
        assembly.insert(id)
        return true
      case Rule.headVoid:
      case Rule.headText:
      case Rule.template:
        if (this.phase === Phase.afterHead) this.reopenHead()
        else this.phase = Phase.inHead
        if (rule === Rule.headVoid) assembly.insertVoid(id)
        else assembly.insert(id)
        if (rule === Rule.headText) assembly.rawText = id
        return true
    }
    this.openBody()
    return false
  }

  /** False when the body has begun and takes the tag. */
  endTag(): boolean {
    const { id, open } = this.assembly
    if (this.reopenedHead) this.closeHead()
    if (this.phase === Phase.frameset) return true
    if (id === Tag.head) {
      if (open.tag[open.current] === Tag.head) this.closeHead()
      return true
    }
    if (id !== Tag.body && id !== Tag.html && id !== Tag.br) return true
    this.openBody()
    return false
  }

  /** Takes white space; answers where text begins that the body has to take, or -1. */
  text(from: number, to: number): number {
    const { assembly } = this
    const isFrameset = assembly.open.tag[assembly.open.current] === Tag.frameset
    if (this.reopenedHead) this.closeHead()
    const visible = assembly.visibleFrom(from, to)
    if (visible > from && this.phase !== Phase.beforeHead) assembly.placeText(from, visible)
    if (visible === to || isFrameset || this.phase === Phase.frameset) return -1
    this.openBody()
    return visible
  }

  private openBody(): void {
    const { assembly } = this
    // Only at the end of the document is more than the head open.
    assembly.popTo(aboveHead)
    if (assembly.open.tag[assembly.open.current] === Tag.head) this.closeHead()
    this.phase = Phase.inBody
    assembly.body = assembly.openImplied(Tag.body)
  }

  private closeHead(): void {
    const { assembly } = this
    this.headLast = assembly.open.lastChild[assembly.open.current]!
    this.reopenedHead = false
    this.phase = Phase.afterHead
    assembly.pop()
  }

  private reopenHead(): void {
    const { assembly } = this
    assembly.open.push(this.head, Tag.head, Tag.head, traits[Tag.head]!, -1, this.headLast)
    this.reopenedHead = true
  }
}
