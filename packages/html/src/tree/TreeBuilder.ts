/**
 * Tree construction (HTML, 13.2.6): takes tags and runs of text from the tokenizer and puts nodes in their place.
 *
 * Written for the usual case: in the body, where a start tag is one table look-up away from its rule. Where other rules
 * are in force (head, table, select, foreign content) the current node carries `Trait.slow` and tokens take the long way.
 * There is no insertion mode beyond `phase`: the stack of open elements says which one it would be.
 *
 * Every token costs a bounded amount of work, whatever came before it. The two operations that cannot be bounded alone,
 * both on misnested formatting, draw on a budget proportional to the source (`work`) and do less when it is spent.
 *
 * Deliberate differences from the standard: docs/html/parser-differences.md.
 */
import { adopt } from "./adoption.ts"
import { isQuirky } from "./doctype.ts"
import { FormattingElements } from "./FormattingElements.ts"
import { Nodes } from "./Nodes.ts"
import { OpenElements } from "./OpenElements.ts"
import { Kind, kind, Tag, tagCount } from "./tags.ts"
import { attributeOf } from "./token.ts"
import { breaksOut, EndRule, endRule, foreign, integrationPoint, Rule, startRule, Trait, traits } from "./traits.ts"
import { isSpace, TextFlag, type Tree } from "./Tree.ts"

/** Index on the stack of what is open in the head. */
const aboveHead = 3

const Phase = { beforeHead: 0, inHead: 1, afterHead: 2, inBody: 3, frameset: 4 } as const
type Phase = (typeof Phase)[keyof typeof Phase]

export class TreeBuilder {
  readonly source: string
  readonly nodes: Nodes
  readonly open = new OpenElements()
  readonly formatting = new FormattingElements()
  /** Content is no longer in the order of its numbers. */
  moved = false
  /** What is left of the budget for moving open elements. */
  work: number
  /** How many formatting elements may still be opened again; a page that is not made to be hostile needs few. */
  private copies: number
  /** The element whose raw text comes next, 0 when there is none. */
  rawText: number = 0
  /** The line feed that comes next is not content. */
  skipLineFeed = false
  /** A document without a proper doctype lets tables stand in paragraphs. */
  quirks = true

  private phase: Phase = Phase.beforeHead
  private reopenedHead = false
  private readonly head: number
  private headLast = -1
  private body = 0
  private form = 0
  private names: Map<string, number> | undefined
  private oddNames: Map<number, number> | undefined

  // The tag being processed.
  private id = 0
  private nameStart = 0
  private zoneStart = 0
  private zoneEnd = 0
  private mask = 0
  private selfClosing = false

  constructor(source: string) {
    this.source = source
    this.work = 2 * source.length + 100_000
    this.copies = 2_000 + (source.length >> 5)
    this.nodes = new Nodes(Math.max(64, source.length >> 6))
    this.openImplied(Tag.html)
    this.head = this.openImplied(Tag.head)
  }

  finish(): Tree {
    if (this.phase < Phase.inBody) this.openBody()
    return this.nodes.finish(this.source, this.moved, this.oddNames)
  }

  /** True where `<![CDATA[` is a section and not a comment. */
  inForeignContent(): boolean {
    return (this.open.traits[this.open.current]! & foreign) !== 0
  }

  startTag(
    id: number,
    nameStart: number,
    zoneStart: number,
    zoneEnd: number,
    mask: number,
    selfClosing: boolean
  ): void {
    this.id = id
    this.nameStart = nameStart
    this.zoneStart = zoneStart
    this.zoneEnd = zoneEnd
    this.mask = mask
    this.selfClosing = selfClosing
    if (this.open.traits[this.open.current]! & Trait.slow && this.startSlowly()) return
    this.startInBody()
  }

  endTag(id: number, nameStart: number, nameEnd: number): void {
    this.id = id
    this.nameStart = nameStart
    this.zoneStart = this.zoneEnd = nameEnd
    this.mask = 0
    if (this.open.traits[this.open.current]! & Trait.slow && this.endSlowly()) return
    this.endInBody()
  }

  text(from: number, to: number): void {
    const current = this.open.traits[this.open.current]!
    if (current & Trait.slow) this.textSlowly(from, to, current)
    else {
      if (this.formatting.size > 0) this.reopenFormatting()
      this.placeText(from, to)
    }
  }

  /** The content of the element that asked for raw text; its end tag comes next, if at all. */
  rawContent(from: number, to: number): void {
    // Text after plaintext is the one kind that goes through the rules of the body.
    if (this.rawText === Tag.plaintext) this.reopenFormatting()
    const escapable = kind[this.rawText]! & Kind.escapableText
    if (to > from)
      this.append(this.nodes.add(Tag.text, from, to, this.whiteness(from, to) | (escapable ? 0 : TextFlag.raw)))
    this.rawText = 0
  }

  /** A declaration that is no comment; only a doctype before everything else means something. */
  doctype(from: number, to: number): void {
    if (this.nodes.size === 3) this.quirks = isQuirky(this.source.slice(from, to))
  }

  /** A CDATA section in foreign content. */
  verbatim(from: number, to: number): void {
    if (to > from) this.append(this.nodes.add(Tag.text, from, to, this.whiteness(from, to) | TextFlag.raw))
  }

  // ---------------------------------------------------------------- in body

  private startInBody(): void {
    const { id, open } = this
    switch (startRule[id]) {
      case Rule.block:
        this.closeParagraph()
        this.insert(id)
        return
      case Rule.listItem:
        if (open.tag[open.nearestListStop()] === Tag.li) this.popTo(open.nearestListStop())
        this.closeParagraph()
        this.insert(id)
        return
      case Rule.definition: {
        const stop = open.tag[open.nearestListStop()]
        if (stop === Tag.dd || stop === Tag.dt) this.popTo(open.nearestListStop())
        this.closeParagraph()
        this.insert(id)
        return
      }
      case Rule.anchor:
        this.closeAnchor()
        this.insertFormatting()
        return
      case Rule.formatting:
        this.insertFormatting()
        return
      case Rule.nobr:
        this.reopenFormatting()
        if (open.inScope(id)) adopt(this, id)
        this.insertFormatting()
        return
      case Rule.heading:
        this.closeParagraph()
        if (kind[open.tag[open.current]!]! & Kind.heading) this.pop()
        this.insert(id)
        return
      case Rule.preformatted:
        this.closeParagraph()
        this.insert(id)
        this.skipLineFeed = true
        return
      case Rule.form:
        if (this.form > 0 && !open.topmost(Tag.template)) return
        if (this.inTableMode()) return this.insertTableForm()
        this.closeParagraph()
        this.insert(id)
        if (!open.topmost(Tag.template)) this.form = open.node[open.current]!
        return
      case Rule.plaintext:
        this.closeParagraph()
        this.insert(id)
        this.rawText = id
        return
      case Rule.button: {
        const at = open.inScope(id)
        if (at > 0) this.popTo(at)
        this.reopenFormatting()
        this.insert(id)
        return
      }
      case Rule.table:
        if (this.inTableMode()) {
          const at = open.inTableScope(id)
          this.popTo(at)
          return this.startTag(id, this.nameStart, this.zoneStart, this.zoneEnd, this.mask, false)
        }
        if (!this.quirks) this.closeParagraph()
        this.insert(id)
        return
      case Rule.voidInline:
        this.reopenFormatting()
        this.insertVoid(id)
        return
      case Rule.voidPlain:
      case Rule.headVoid:
        this.insertVoid(id)
        return
      case Rule.rule:
        this.closeParagraph()
        this.insertVoid(id)
        return
      case Rule.textarea:
        this.insert(id)
        this.skipLineFeed = true
        this.rawText = id
        return
      case Rule.xmp:
        this.closeParagraph()
        this.reopenFormatting()
        this.insert(id)
        this.rawText = id
        return
      case Rule.rawText:
      case Rule.headText:
        this.insert(id)
        this.rawText = id
        return
      case Rule.option:
        if (open.tag[open.current] === Tag.option) this.pop()
        this.reopenFormatting()
        this.insert(id)
        return
      case Rule.rubyBase:
        if (open.inScope(Tag.ruby)) this.closeImplied(0)
        this.insert(id)
        return
      case Rule.rubyText:
        if (open.inScope(Tag.ruby)) this.closeImplied(Tag.rtc)
        this.insert(id)
        return
      case Rule.template:
      case Rule.noscript:
        this.insert(id)
        return
      case Rule.tablePart:
        this.startTablePart()
        return
      case Rule.foreignRoot:
        this.reopenFormatting()
        this.insertForeign(id === Tag.svg ? Trait.svg : Trait.math)
        return
      case Rule.html:
        if (!open.nearestIsland()) this.adoptAttributes(1)
        return
      case Rule.body:
        if (this.body > 0 && !open.nearestIsland()) this.adoptAttributes(this.body)
        return
      case Rule.ignored:
        return
      default:
        // span, marquee, select and every name without a rule of its own
        this.reopenFormatting()
        this.insert(id)
    }
  }

  private endInBody(): void {
    const { id, open } = this
    switch (endRule[id]) {
      case EndRule.block:
        return this.closeAt(open.inScope(id))
      case EndRule.paragraph: {
        const at = open.inButtonScope(id)
        if (at > 0) this.popTo(at)
        else this.insertVoid(id)
        return
      }
      case EndRule.listItem:
        return this.closeAt(open.inListItemScope(id))
      case EndRule.heading: {
        let at = 0
        for (let level = Tag.h1; level <= Tag.h6; level++) at = Math.max(at, open.inScope(level))
        return this.closeAt(at)
      }
      case EndRule.formatting:
        return adopt(this, id)
      case EndRule.form:
        return this.endForm()
      case EndRule.lineBreak:
        this.reopenFormatting()
        this.insertVoid(id)
        return
      case EndRule.island:
        // What browsers with scripts see as text ends at the first end tag, whatever is open inside.
        if (id === Tag.noscript || open.topmost(id) > open.topmost(Tag.noscript)) this.closeAt(open.topmost(id))
        return
      case EndRule.tablePart:
        return this.closeAt(open.inTableScope(id))
      case EndRule.ignored:
        return
      default:
        this.endOther(this.nameOf())
    }
  }

  /** "Any other end tag": closes the nearest element of the name unless something special is in between. */
  endOther(name: number): void {
    const at = this.open.topmost(name)
    if (at > 0 && at >= this.open.nearestSpecial()) this.popTo(at)
  }

  private closeAt(at: number): void {
    if (at > 0) this.popTo(at)
  }

  private closeParagraph(): void {
    const at = this.open.inButtonScope(Tag.p)
    if (at > 0) this.popTo(at)
  }

  /** Pops elements whose end tag may be left out, but not this one. */
  private closeImplied(except: number): void {
    const { open } = this
    for (;;) {
      const tag = open.tag[open.current]!
      if (tag === except || !impliedEnd[tag]) return
      this.pop()
    }
  }

  private closeAnchor(): void {
    const { formatting, open } = this
    const entry = formatting.lastNamed(Tag.a)
    if (entry < 0) return
    const node = formatting.nodeAt(entry)
    adopt(this, Tag.a)
    const left = formatting.indexOf(node)
    if (left < 0) return
    if (formatting.isOpen(left)) this.forget(open.indexOf(node, Tag.a))
    formatting.remove(left)
  }

  private endForm(): void {
    const { open } = this
    if (open.topmost(Tag.template)) return this.closeAt(open.inScope(Tag.form))
    const form = this.form
    this.form = 0
    const at = open.inScope(Tag.form)
    if (form === 0 || at === 0 || open.node[at] !== form) return
    this.closeImplied(0)
    if (open.current === at) this.pop()
    else this.forget(at)
  }

  /** Takes an element from the middle of the stack; what is open inside stays open. */
  private forget(at: number): void {
    const { open } = this
    const above = open.current - at
    if (at === 0 || above > this.work) return
    this.work -= above
    const cut = open.cut(at)
    for (let i = 1; i < cut.length; i++) open.restore(cut[i]!)
  }

  // ------------------------------------------------- head, tables, select, foreign

  /** A start tag where "in body" does not hold; false when it does after all. */
  private startSlowly(): boolean {
    const { id, open } = this
    for (;;) {
      const current = open.traits[open.current]!
      if (current & foreign) {
        if (!this.isForeignStart(current)) return false
        if (!this.breaksOut()) {
          this.insertForeign(current & foreign)
          return true
        }
        do this.pop()
        while (this.isForeignPlain(open.traits[open.current]!))
        if (open.traits[open.current]! & Trait.slow) continue
        return false
      }
      const rule = startRule[id]!
      switch (open.tag[open.current]) {
        case Tag.html:
        case Tag.head:
          return this.startInHead(rule)
        case Tag.table:
        case Tag.tbody:
        case Tag.tfoot:
        case Tag.thead:
        case Tag.tr:
          if (rule === Rule.table) {
            const at = open.inTableScope(id)
            if (at === 0) return false
            this.popTo(at)
            break
          }
          return this.startInTable(rule)
        case Tag.colgroup:
          if (id === Tag.col) this.insertPartVoid()
          else if (rule === Rule.template) this.insertPart(id, false)
          else if (rule === Rule.html) return false
          else {
            this.pop()
            break
          }
          return true
        case Tag.select:
        case Tag.optgroup:
        case Tag.option:
          if (!this.inSelect()) return false
          if (this.startInSelect(rule)) return true
          break
        case Tag.frameset:
          if (id === Tag.frameset) this.insert(id)
          else if (id === Tag.frame) this.insertVoid(id)
          else if (id === Tag.noframes) {
            this.insert(id)
            this.rawText = id
          }
          return true
        default:
          return false
      }
      if (!(open.traits[open.current]! & Trait.slow)) return false
    }
  }

  private startInHead(rule: number): boolean {
    const { id, open } = this
    if (this.reopenedHead) this.closeHead()
    switch (rule) {
      case Rule.html:
        this.adoptAttributes(1)
        return true
      case Rule.ignored:
        if (id === Tag.head && this.phase === Phase.beforeHead) {
          this.adoptAttributes(this.head)
          this.phase = Phase.inHead
        } else if (id === Tag.frameset) {
          if (open.tag[open.current] === Tag.head) this.closeHead()
          this.phase = Phase.frameset
          this.insert(id)
        }
        return true
      case Rule.body:
        this.openBody()
        this.adoptAttributes(this.body)
        return true
      case Rule.noscript:
        if (this.phase === Phase.afterHead) break
        this.phase = Phase.inHead
        this.insert(id)
        return true
      case Rule.headVoid:
      case Rule.headText:
      case Rule.template:
        if (this.phase === Phase.afterHead) this.reopenHead()
        else this.phase = Phase.inHead
        if (rule === Rule.headVoid) this.insertVoid(id)
        else this.insert(id)
        if (rule === Rule.headText) this.rawText = id
        return true
    }
    if (this.phase === Phase.frameset) return id !== Tag.noframes
    this.openBody()
    return false
  }

  private openBody(): void {
    // Only at the end of the document is more than the head open.
    this.popTo(aboveHead)
    if (this.open.tag[this.open.current] === Tag.head) this.closeHead()
    this.phase = Phase.inBody
    this.body = this.openImplied(Tag.body)
  }

  private closeHead(): void {
    this.headLast = this.open.lastChild[this.open.current]!
    this.reopenedHead = false
    this.phase = Phase.afterHead
    this.pop()
  }

  private reopenHead(): void {
    this.open.push(this.head, Tag.head, Tag.head, traits[Tag.head]!, -1, this.headLast)
    this.reopenedHead = true
  }

  private startInTable(rule: number): boolean {
    const { id } = this
    switch (rule) {
      case Rule.tablePart:
        this.startTablePart()
        return true
      case Rule.headText:
        if (id !== Tag.script && id !== Tag.style) return false
        this.insertPart(id, false)
        this.rawText = id
        return true
      case Rule.template:
        this.insertPart(id, false)
        return true
      case Rule.voidInline:
        if (id !== Tag.input || this.tokenAttribute("type")?.toLowerCase() !== "hidden") return false
        this.insertPartVoid()
        return true
      case Rule.form:
        if (this.form === 0 && !this.open.topmost(Tag.template)) this.insertTableForm()
        return true
    }
    return false
  }

  /** True between the cells of a table, also inside an element that was put before it. */
  private inTableMode(): boolean {
    return (traits[this.open.tag[this.open.nearestTableContext()]!]! & Trait.fosters) !== 0
  }

  /** A form that begins between the cells of a table is known by its fields only. */
  private insertTableForm(): void {
    this.form = this.nodes.add(this.id, this.zoneStart, this.zoneEnd, this.mask)
    this.append(this.form)
  }

  /** caption, col, colgroup, tbody, td, tfoot, th, thead, tr: closes and implies what it must to stand in the table. */
  private startTablePart(): void {
    const { id, open } = this
    const cell = id === Tag.td || id === Tag.th
    for (;;) {
      const at = open.nearestTableContext()
      switch (open.tag[at]) {
        case Tag.td:
        case Tag.th:
        case Tag.caption:
          this.popTo(at)
          continue
        case Tag.colgroup:
          this.popTo(at)
          continue
        case Tag.table:
          this.popTo(at + 1)
          if (id === Tag.col) this.openImplied(Tag.colgroup)
          else if (cell || id === Tag.tr) this.openImplied(Tag.tbody)
          else break
          if (id === Tag.col) break
          continue
        case Tag.tbody:
        case Tag.thead:
        case Tag.tfoot:
          if (id === Tag.tr) this.popTo(at + 1)
          else if (cell) {
            this.popTo(at + 1)
            this.openImplied(Tag.tr)
            continue
          } else if (open.inTableScope(Tag.table)) {
            this.popTo(at)
            continue
          } else return
          break
        case Tag.tr:
          if (cell) this.popTo(at + 1)
          else if (at > open.nearestIsland() + 1) {
            this.popTo(at)
            continue
          } else return
          break
        case Tag.template:
          if (open.current > at && !(open.traits[open.current]! & Trait.tableContext)) return
          break
        default:
          return
      }
      if (id === Tag.col) this.insertPartVoid()
      else this.insertPart(id, false)
      return
    }
  }

  private inSelect(): boolean {
    return this.open.tag[this.open.nearestSpecial()] === Tag.select
  }

  /** False when the select was closed and the tag is to be looked at again. */
  private startInSelect(rule: number): boolean {
    const { id, open } = this
    switch (id) {
      case Tag.html:
        this.adoptAttributes(1)
        return true
      case Tag.option:
      case Tag.optgroup:
      case Tag.hr:
        if (open.tag[open.current] === Tag.option) this.pop()
        if (id !== Tag.option && open.tag[open.current] === Tag.optgroup) this.pop()
        if (id === Tag.hr) this.insertVoid(id)
        else this.insert(id)
        return true
      case Tag.select:
        this.popTo(open.nearestSpecial())
        return true
      case Tag.input:
      case Tag.keygen:
      case Tag.textarea:
        this.popTo(open.nearestSpecial())
        return false
      case Tag.script:
        this.insert(id)
        this.rawText = id
        return true
      case Tag.template:
        this.insert(id)
        return true
    }
    const isPart = (rule === Rule.tablePart && id !== Tag.col && id !== Tag.colgroup) || rule === Rule.table
    if (!isPart || !this.inTable()) return true
    this.popTo(open.nearestSpecial())
    return false
  }

  private inTable(): boolean {
    const context = this.open.tag[this.open.nearestTableContext()]!
    return context !== Tag.html && context !== Tag.template && context !== Tag.noscript
  }

  /** An end tag where "in body" does not hold; false when it does after all. */
  private endSlowly(): boolean {
    const { id, open } = this
    const current = open.traits[open.current]!
    if (current & foreign) {
      if ((id === Tag.p || id === Tag.br) && this.isForeignPlain(current)) {
        do this.pop()
        while (this.isForeignPlain(open.traits[open.current]!))
        return open.traits[open.current]! & Trait.slow ? this.endSlowly() : false
      }
      const at = open.topmost(this.foreignName())
      if (at <= open.nearestHtml()) return false
      this.popTo(at)
      return true
    }
    switch (open.tag[open.current]) {
      case Tag.html:
      case Tag.head:
        if (this.reopenedHead) this.closeHead()
        if (this.phase === Phase.frameset) return true
        if (id === Tag.head) {
          if (open.tag[open.current] === Tag.head) this.closeHead()
          return true
        }
        if (id !== Tag.body && id !== Tag.html && id !== Tag.br) return true
        this.openBody()
        return false
      case Tag.colgroup:
        if (id === Tag.colgroup) this.pop()
        else if (id === Tag.col) return true
        else if (id !== Tag.template) {
          this.pop()
          return open.traits[open.current]! & Trait.slow ? this.endSlowly() : false
        } else return false
        return true
      case Tag.select:
      case Tag.optgroup:
      case Tag.option:
        return this.inSelect() && this.endInSelect()
      case Tag.frameset:
        if (id === Tag.frameset) this.pop()
        return true
      default:
        return false
    }
  }

  private endInSelect(): boolean {
    const { id, open } = this
    switch (id) {
      case Tag.optgroup: {
        const option = open.tag[open.current] === Tag.option && open.tag[open.current - 1] === Tag.optgroup
        if (option) this.pop()
        if (open.tag[open.current] === id) this.pop()
        return true
      }
      case Tag.option:
        if (open.tag[open.current] === id) this.pop()
        return true
      case Tag.select:
        this.popTo(open.nearestSpecial())
        return true
      case Tag.template:
      case Tag.noscript:
        return false
    }
    if (endRule[id] !== EndRule.tablePart || !this.inTable() || !open.inTableScope(id)) return true
    this.popTo(open.nearestSpecial())
    return open.traits[open.current]! & Trait.slow ? this.endSlowly() : false
  }

  private textSlowly(from: number, to: number, current: number): void {
    if (current & foreign) {
      if (current & (Trait.mathText | Trait.htmlInside)) this.reopenFormatting()
      this.placeText(from, to)
      return
    }
    const { open } = this
    const tag = open.tag[open.current]!
    if (tag === Tag.html || tag === Tag.head || tag === Tag.frameset) return this.textInHead(from, to, tag)
    const white = this.whiteness(from, to) !== 0
    if (current & Trait.fosters) {
      if (white) this.append(this.nodes.add(Tag.text, from, to, TextFlag.white))
      else {
        this.reopenFormatting()
        this.placeText(from, to)
      }
    } else if (tag === Tag.colgroup) {
      const visible = this.visibleFrom(from, to)
      if (visible > from) this.placeText(from, visible)
      if (visible === to) return
      this.pop()
      this.text(visible, to)
    } else {
      if (tag === Tag.template || !this.inSelect()) this.reopenFormatting()
      this.placeText(from, to)
    }
  }

  private textInHead(from: number, to: number, tag: number): void {
    if (this.reopenedHead) this.closeHead()
    const visible = this.visibleFrom(from, to)
    if (visible > from && this.phase !== Phase.beforeHead) this.placeText(from, visible)
    if (visible === to || tag === Tag.frameset || this.phase === Phase.frameset) return
    this.openBody()
    this.text(visible, to)
  }

  // ---------------------------------------------------------------- foreign content

  private isForeignPlain(current: number): boolean {
    return (current & foreign) !== 0 && (current & (Trait.mathText | Trait.htmlInside)) === 0
  }

  private isForeignStart(current: number): boolean {
    const { id } = this
    if (current & Trait.htmlInside) return false
    if (current & Trait.mathText) return id === Tag.mglyph || id === Tag.malignmark
    return id !== Tag.svg || this.open.tag[this.open.current] !== Tag.annotationXml
  }

  private breaksOut(): boolean {
    // "image" has the id of img, and is an element of SVG here.
    if (this.id === Tag.img) return this.zoneStart - this.nameStart === "img".length
    if (this.id !== Tag.font) return breaksOut[this.id] === 1
    return ["color", "face", "size"].some((name) => this.tokenAttribute(name) !== undefined)
  }

  private insertForeign(namespace: number): void {
    const { id } = this
    let bits = namespace | Trait.slow
    let tag: number = id
    if (namespace === Trait.math) {
      if (id < Tag.svg) tag = Tag.unknown
      if (id === Tag.mi || id === Tag.mo || id === Tag.mn || id === Tag.ms || id === Tag.mtext) {
        bits |= integrationPoint | Trait.mathText
      } else if (id === Tag.annotationXml) {
        bits |= integrationPoint
        const encoding = this.tokenAttribute("encoding")?.toLowerCase()
        if (encoding === "text/html" || encoding === "application/xhtml+xml") bits |= Trait.htmlInside
      }
    } else if (id !== Tag.svg) {
      tag = Tag.unknown
      const name = this.tokenName()
      if (name === "title" || name === "desc" || name === "foreignobject") bits |= integrationPoint | Trait.htmlInside
    }
    const name = this.foreignName()
    const node = this.nodes.add(tag, this.zoneStart, this.zoneEnd, this.mask)
    const previous = this.place(node)
    if (!this.selfClosing) this.open.push(node, name, tag, bits, previous, -1)
  }

  /** The name of a tag in foreign content: kept apart from the HTML elements of the same name. */
  private foreignName(): number {
    return this.intern("/" + this.tokenName())
  }

  // ---------------------------------------------------------------- placing nodes

  /** Opens an element for the current start tag. */
  private insert(id: number): void {
    const node = this.nodes.add(id, this.zoneStart, this.zoneEnd, this.mask)
    const bits = traits[id]!
    const previous = this.place(node)
    this.open.push(node, this.nameOf(), id, bits, previous, -1)
    if (bits & Trait.marker) this.formatting.mark()
  }

  private insertVoid(id: number): void {
    this.place(this.nodes.add(id, this.zoneStart, this.zoneEnd, this.mask))
  }

  private insertFormatting(): void {
    this.reopenFormatting()
    this.insert(this.id)
    this.formatting.push(this.open.node[this.open.current]!, this.id, this.sameAttributes)
  }

  /** Opens an element that is allowed in a table, where it stands. */
  private insertPart(id: number, implied: boolean): number {
    const node = implied ? this.nodes.add(id, 0, 0, 0) : this.nodes.add(id, this.zoneStart, this.zoneEnd, this.mask)
    const previous = this.append(node)
    this.open.push(node, id, id, traits[id]!, previous, -1)
    if (traits[id]! & Trait.marker) this.formatting.mark()
    return node
  }

  private insertPartVoid(): number {
    const node = this.nodes.add(this.id, this.zoneStart, this.zoneEnd, this.mask)
    this.append(node)
    return node
  }

  private openImplied(id: number): number {
    return this.insertPart(id, true)
  }

  /** Adds a node where content goes now and answers its previous sibling. */
  place(node: number): number {
    return this.open.traits[this.open.current]! & Trait.fosters ? this.foster(node) : this.append(node)
  }

  private append(node: number): number {
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

  private placeText(from: number, to: number): void {
    this.place(this.nodes.add(Tag.text, from, to, this.whiteness(from, to)))
  }

  private reopenFormatting(): void {
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
    return nodes.add(nodes.tag[node]!, nodes.start[node]!, nodes.end[node]!, nodes.mask[node]!)
  }

  popTo(at: number): void {
    while (this.open.current >= at) this.pop()
  }

  private pop(): void {
    const { open } = this
    const bits = open.traits[open.current]!
    if (bits & Trait.formatting) this.formatting.closed(open.node[open.current]!)
    else if (bits & Trait.marker) this.formatting.clearToMarker()
    open.pop()
  }

  // ---------------------------------------------------------------- names and attributes

  private adoptAttributes(node: number): void {
    const { nodes } = this
    if (nodes.start[node] !== nodes.end[node]) return
    nodes.start[node] = this.zoneStart
    nodes.end[node] = this.zoneEnd
    nodes.mask[node] = this.mask
  }

  private readonly sameAttributes = (one: number, other: number): boolean => {
    const { end, start } = this.nodes
    const length = end[one]! - start[one]!
    if (end[other]! - start[other]! !== length) return false
    return this.source.slice(start[one], end[one]) === this.source.slice(start[other], end[other])
  }

  private tokenName(): string {
    const name = this.source.slice(this.nameStart, this.zoneStart).toLowerCase()
    if (name.includes("<")) (this.oddNames ??= new Map()).set(this.zoneStart, this.nameStart)
    return name
  }

  private tokenAttribute(name: string): string | undefined {
    return attributeOf(this.source, this.zoneStart, this.zoneEnd, name)
  }

  private nameOf(): number {
    return this.id === Tag.unknown ? this.intern(this.tokenName()) : this.id
  }

  private intern(name: string): number {
    this.names ??= new Map()
    let number = this.names.get(name)
    if (number === undefined) {
      number = tagCount + this.names.size
      this.names.set(name, number)
    }
    return number
  }

  private visibleFrom(from: number, to: number): number {
    const { source } = this
    let at = from
    while (at < to && isSpace(source.charCodeAt(at))) at++
    return at
  }

  private whiteness(from: number, to: number): number {
    return this.visibleFrom(from, to) === to ? TextFlag.white : 0
  }
}

const impliedEnd = new Uint8Array(tagCount)
for (const tag of [Tag.dd, Tag.dt, Tag.li, Tag.optgroup, Tag.option, Tag.p, Tag.rb, Tag.rp, Tag.rt, Tag.rtc]) {
  impliedEnd[tag] = 1
}
