/**
 * State while a page is being written: the lines so far, the block that is being collected, and what is open. The rules
 * of the other files read and change it; none of them holds state of its own.
 */
import type { MarkdownOptions, MarkdownPart } from "./options.ts"
import { isWhitespace, type Tree, text } from "../../tree/Tree.ts"
import { Attributes } from "../structure/Attributes.ts"
import { Addresses } from "../../page/Addresses.ts"
import { hidingBits, isHidden } from "../structure/hidden.ts"
import type { TabLabels } from "../structure/tabLabels.ts"
import { hasTexScript, type Typesetter, typesetterOf } from "../structure/mathJax.ts"
import type { Alert, Footnotes, InlineNotes, List, OpenTable } from "../structure/openStructures.ts"
import { Output } from "../text/Output.ts"
import { completeRun, RunPosition, pushRun } from "../text/render.ts"
import { Run } from "../text/Run.ts"
import { Surroundings } from "../text/Surroundings.ts"
import type { TableShape } from "../structure/tableShape.ts"

/** How blocks are separated where the writer stands. */
export const Flow = {
  /** Each block has its own lines. */
  block: 0,
  /** One line, as in a heading: blocks are separated by a space. */
  line: 1,
  /** A table cell: blocks are separated by `<br>`. */
  cell: 2
} as const

/** What a rule says of the children of its element. */
export const descend = true
export const skip = false

export class Writer {
  readonly tree: Tree
  readonly output: Output
  readonly run = new Run()
  readonly attributes: Attributes
  private readonly surroundings = new Surroundings()
  readonly addresses: Addresses
  readonly removeBase64Images: boolean

  flow: 0 | 1 | 2 = Flow.block
  /** Level of the heading that is being collected, 0 outside. */
  heading = 0
  headingNode = -1
  /** Open lists, the innermost last. */
  readonly lists: Array<List> = []
  /** The list that ended last, and the number of lines there were: one that follows at once needs another marker. */
  lastList: List | undefined
  lastListEnd = -1
  /** What was found out about tables that were looked through. */
  readonly shapes = new Map<number, TableShape>()
  /** Data tables being written. */
  readonly tables: Array<OpenTable> = []
  /** How often each label of a footnote was wanted. */
  readonly noteLabels = new Map<string, number>()
  footnotes: Footnotes | undefined
  /** Where links that are places lead to on the page, once one may call a note. */
  anchorTargets: ReadonlyMap<string, string> | undefined
  /** Footnotes whose text stands in the sentence. */
  inlineNotes: InlineNotes | undefined
  footnotesSought = false
  /** Parent of the image that was written last: its `noscript` copy says nothing new. */
  lastImageParent = -1
  /** What panels of tabs stand under, once one was met. */
  tabs: TabLabels | undefined
  /** The address of a card whose first text is still to come. */
  cardLink: { readonly card: number; readonly destination: string } | undefined
  /** The formula written last: pages hold a picture of it next to it. */
  lastTex = ""
  /** The formula met last that is too large for one, and is written as text, and one past its last node. */
  largeFormula = -1
  largeFormulaEnd = -1
  /** Lines written when the last term of a definition list ended. */
  lastTermEnd = -1
  /** Blank lines written before each open definition. */
  readonly definitionStarts: Array<number> = []
  /** MathJax 2 keeps its formulas in scripts, with a rendered copy next to them. */
  readonly hasTexScripts: boolean
  /** The text of the page holds formulas for a script to set. */
  readonly typesetter: Typesetter | undefined
  /** Open elements whose style keeps the line feeds of their text. */
  readonly linesKept: Array<number> = []
  /** Open `details` elements that are written as HTML. */
  readonly details: Array<number> = []
  /** The label of the block of code that was written last, which says its language again. */
  codeLabel = -1
  /** Notes and warnings that are open. */
  readonly alerts: Array<Alert> = []
  /** Nodes below this one stand in an element that was looked through for the main content. */
  mainCheckedTo = 0
  readonly roots: ReadonlyArray<number>
  private readonly drop: Uint8Array | undefined

  constructor(tree: Tree, options: MarkdownOptions & MarkdownPart) {
    this.roots = options.roots ?? [0]
    this.drop = options.drop
    this.tree = tree
    this.hasTexScripts = hasTexScript(tree)
    this.typesetter = typesetterOf(tree)
    this.output = new Output(Math.min(tree.source.length >> 3, 1 << 15), tree.memory)
    this.attributes = new Attributes(tree)
    this.addresses = new Addresses(options.baseUrl)
    this.removeBase64Images = options.removeBase64Images === true
  }

  /** True for a node that is left out on request. */
  isCut(node: number): boolean {
    return this.drop !== undefined && this.drop[node] !== 0
  }

  /** True for an element that is left out with everything in it: on request, or because the page does not show it. */
  isDropped(node: number): boolean {
    if (this.isCut(node)) return true
    return (this.tree.attributeMask[node]! & hidingBits) !== 0 && isHidden(this, node)
  }

  /** Adds a text node. */
  text(node: number): void {
    const { run, tree } = this
    if (this.isCut(node)) return
    if (this.linesKept.length > 0) return this.textWithLines(node)
    if (isWhitespace(tree, node)) {
      run.space = true
      return
    }
    if (!run.addSource(tree.codes, tree.start[node]!, tree.end[node]!)) run.addText(text(tree, node))
  }

  /** Adds a text node in which line feeds end lines. */
  private textWithLines(node: number): void {
    const lines = text(this.tree, node).split("\n")
    for (let i = 0; i < lines.length; i++) {
      if (i > 0) this.lineBreak()
      this.run.addText(lines[i]!)
    }
  }

  /** Ends a line; two ends in a row are the end of a paragraph. */
  lineBreak(): void {
    const { run } = this
    if (run.isEmpty) return
    if (this.flow === Flow.line) run.space = true
    else if (this.flow === Flow.cell) run.breaks++
    else if (run.breaks > 0) this.boundary(2)
    else run.breaks = 1
  }

  /** Ends a block: what follows stands on its own line (1) or after a blank line (2), or is separated as the flow says. */
  boundary(gap: 1 | 2): void {
    if (this.flow === Flow.block) {
      if (!this.run.isEmpty) this.flush()
      this.run.space = false
      this.run.breaks = 0
      this.output.separate(gap)
    } else if (this.flow === Flow.line) this.run.space = true
    else if (this.run.breaks === 0) this.run.breaks = 1
  }

  /** Starts a block that is not written from the run. */
  startBlock(): void {
    this.boundary(2)
    this.output.startLine()
  }

  /** Writes what was collected as a block of its own. */
  flush(): boolean {
    const { output, run } = this
    const complete = completeRun(run)
    if (complete) {
      const place =
        this.heading > 0 ? RunPosition.heading : output.hasPendingMarker ? RunPosition.item : RunPosition.block
      output.startLine()
      if (this.heading > 0) output.chars.pushString(`${"#".repeat(this.heading)} `)
      pushRun(output, run, this.surroundings, place, this.addresses.origin)
    }
    run.reset()
    return complete
  }

  /** Writes what was collected into the line that is open, as the content of a table cell. */
  flushCell(): boolean {
    const complete = completeRun(this.run)
    if (complete) pushRun(this.output, this.run, this.surroundings, RunPosition.cell, this.addresses.origin)
    this.run.reset()
    return complete
  }

  /** Adds space that collapses, as around a box in a line. */
  space(): void {
    this.run.space = true
  }
}
