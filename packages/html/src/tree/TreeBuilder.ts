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
 * Deliberate differences from the standard: docs/explanation/parser-differences.md.
 */
import type { Codes } from "./codes.ts"
import { adopt } from "./adoption.ts"
import { Assembly } from "./Assembly.ts"
import { isQuirky } from "./doctype.ts"
import { breaksOut, foreignName, insertForeign, isForeignPlain, isForeignStart } from "./foreign.ts"
import { Head, root } from "./Head.ts"
import type { Memory } from "./Memory.ts"
import { endInSelect, inSelect, SelectEnd, startInSelect } from "./selects.ts"
import { insertTableForm, inTableMode, startInTable, startTablePart } from "./tables.ts"
import { Kind, kind, Tag } from "./tags.ts"
import { EndRule, endRule, foreign, Rule, startRule, Trait } from "./traits.ts"
import { TextFlag, type Tree } from "./Tree.ts"

export class TreeBuilder extends Assembly {
  /** A document without a proper doctype lets tables stand in paragraphs. */
  private quirks = true
  private readonly head: Head

  constructor(source: string, codes: Codes, memory: Memory) {
    super(source, codes, memory)
    this.head = new Head(this)
  }

  finish(): Tree {
    this.head.finish()
    return this.nodes.finish(this)
  }

  /** True where `<![CDATA[` is a section and not a comment. */
  inForeignContent(): boolean {
    return (this.open.tagTraits[this.open.current]! & foreign) !== 0
  }

  startTag(
    id: number,
    nameStart: number,
    zoneStart: number,
    zoneEnd: number,
    attribute: number,
    mask: number,
    selfClosing: boolean
  ): void {
    this.id = id
    this.nameStart = nameStart
    this.zoneStart = zoneStart
    this.zoneEnd = zoneEnd
    this.attribute = attribute
    this.mask = mask
    this.selfClosing = selfClosing
    if (this.open.tagTraits[this.open.current]! & Trait.slow && this.startSlowly()) return
    this.startInBody()
  }

  endTag(id: number, nameStart: number, nameEnd: number): void {
    this.id = id
    this.nameStart = nameStart
    this.zoneStart = this.zoneEnd = nameEnd
    this.attribute = this.attributes.length
    this.mask = 0
    if (this.open.tagTraits[this.open.current]! & Trait.slow && this.endSlowly()) return
    this.endInBody()
  }

  /** A run of text; `isWhite` where it is known to be nothing but white space. */
  text(from: number, to: number, isWhite: boolean): void {
    const current = this.open.tagTraits[this.open.current]!
    if (current & Trait.slow) this.textSlowly(from, to, current)
    else {
      if (this.formatting.size > 0) this.reopenFormatting()
      this.place(this.nodes.add(Tag.text, from, to, isWhite ? TextFlag.white : this.whiteness(from, to), 0))
    }
  }

  /** The content of the element that asked for raw text; its end tag comes next, if at all. */
  rawContent(from: number, to: number): void {
    // Text after plaintext is the one kind that goes through the rules of the body.
    if (this.rawText === Tag.plaintext) this.reopenFormatting()
    const flag = kind[this.rawText]! & Kind.escapableText ? TextFlag.escapable : TextFlag.raw
    if (to > from) this.append(this.nodes.add(Tag.text, from, to, this.whiteness(from, to) | flag, 0))
    this.rawText = 0
  }

  /** A declaration that is no comment; only a doctype before everything else means something. */
  doctype(from: number, to: number): void {
    if (this.nodes.size === 3) this.quirks = isQuirky(this.source.slice(from, to))
  }

  /** A CDATA section in foreign content. */
  verbatim(from: number, to: number): void {
    if (to > from) this.append(this.nodes.add(Tag.text, from, to, this.whiteness(from, to) | TextFlag.raw, 0))
  }

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
        if (inTableMode(this)) return insertTableForm(this)
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
        if (inTableMode(this)) {
          const at = open.inTableScope(id)
          this.popTo(at)
          return this.startTag(id, this.nameStart, this.zoneStart, this.zoneEnd, this.attribute, this.mask, false)
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
        startTablePart(this)
        return
      case Rule.foreignRoot:
        this.reopenFormatting()
        insertForeign(this, id === Tag.svg ? Trait.svg : Trait.math)
        return
      case Rule.html:
        if (!open.nearestIsland()) this.adoptAttributes(root)
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

  /** A start tag where "in body" does not hold; false when it does after all. */
  private startSlowly(): boolean {
    const { id, open } = this
    for (;;) {
      const current = open.tagTraits[open.current]!
      if (current & foreign) {
        if (!isForeignStart(this, current)) return false
        if (!breaksOut(this)) {
          insertForeign(this, current & foreign)
          return true
        }
        do this.pop()
        while (isForeignPlain(open.tagTraits[open.current]!))
        if (open.tagTraits[open.current]! & Trait.slow) continue
        return false
      }
      const rule = startRule[id]!
      switch (open.tag[open.current]) {
        case Tag.html:
        case Tag.head:
          return this.head.startTag(rule)
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
          return startInTable(this, rule)
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
          if (!inSelect(this)) return false
          if (startInSelect(this, rule)) return true
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
      if (!(open.tagTraits[open.current]! & Trait.slow)) return false
    }
  }

  /** An end tag where "in body" does not hold; false when it does after all. */
  private endSlowly(): boolean {
    const { id, open } = this
    const current = open.tagTraits[open.current]!
    if (current & foreign) {
      if ((id === Tag.p || id === Tag.br) && isForeignPlain(current)) {
        do this.pop()
        while (isForeignPlain(open.tagTraits[open.current]!))
        return open.tagTraits[open.current]! & Trait.slow ? this.endSlowly() : false
      }
      const at = open.topmost(foreignName(this))
      if (at <= open.nearestHtml()) return false
      this.popTo(at)
      return true
    }
    switch (open.tag[open.current]) {
      case Tag.html:
      case Tag.head:
        return this.head.endTag()
      case Tag.colgroup:
        if (id === Tag.colgroup) this.pop()
        else if (id === Tag.col) return true
        else if (id !== Tag.template) {
          this.pop()
          return open.tagTraits[open.current]! & Trait.slow ? this.endSlowly() : false
        } else return false
        return true
      case Tag.select:
      case Tag.optgroup:
      case Tag.option:
        if (!inSelect(this)) return false
        switch (endInSelect(this)) {
          case SelectEnd.done:
            return true
          case SelectEnd.body:
            return false
          default:
            return open.tagTraits[open.current]! & Trait.slow ? this.endSlowly() : false
        }
      case Tag.frameset:
        if (id === Tag.frameset) this.pop()
        return true
      default:
        return false
    }
  }

  private textSlowly(from: number, to: number, current: number): void {
    if (current & foreign) {
      if (current & (Trait.mathText | Trait.htmlInside)) this.reopenFormatting()
      this.placeText(from, to)
      return
    }
    const { open } = this
    const tag = open.tag[open.current]!
    if (tag === Tag.html || tag === Tag.head || tag === Tag.frameset) {
      const rest = this.head.text(from, to)
      if (rest >= 0) this.text(rest, to, false)
      return
    }
    const white = this.whiteness(from, to) !== 0
    if (current & Trait.fosters) {
      if (white) this.append(this.nodes.add(Tag.text, from, to, TextFlag.white, 0))
      else {
        this.reopenFormatting()
        this.placeText(from, to)
      }
    } else if (tag === Tag.colgroup) {
      const visible = this.visibleFrom(from, to)
      if (visible > from) this.placeText(from, visible)
      if (visible === to) return
      this.pop()
      this.text(visible, to, false)
    } else {
      if (tag === Tag.template || !inSelect(this)) this.reopenFormatting()
      this.placeText(from, to)
    }
  }
}
