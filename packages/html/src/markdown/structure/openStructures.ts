/** Structures that the writer is inside of, and what it has to remember of them. */
import type { TableShape } from "./tableShape.ts"

export interface Alert {
  readonly node: number
  /** What its class calls it, in lower case: `danger`. */
  readonly kind: string
}

interface Item {
  readonly node: number
  readonly blankLines: number
  readonly lines: number
}

/** What the items of one depth of a list have in common. */
interface Level {
  /** Columns of the marker and of all before it. */
  readonly end: number
  readonly ordered: boolean
  /** The number of the last item. */
  readonly number: number
  /** Uses the other marker. */
  readonly other: boolean
}

export interface List {
  readonly node: number
  /** Names the list that this one is a part of: they are written as one. */
  readonly of?: string | undefined
  /** How deep the part is in that list. */
  readonly depth: number
  /** The depths that are open where items say theirs, the outermost first; shared by the parts of a list. */
  readonly levels: Array<Level>
  readonly ordered: boolean
  /** Uses the other marker. */
  readonly other: boolean
  /** The number of the next item, and what the one after differs by. */
  number: number
  readonly step: 1 | -1
  /** Containers entered for an open item of this list. */
  item: Item | undefined
  /** The list stands in a list without an item around it. */
  wrapped: boolean
  /** Width of the marker written last. */
  width: number
}

/** A data table that is being written. */
export interface OpenTable {
  readonly node: number
  readonly shape: TableShape
  /** Rows written. */
  rows: number
  /** Cells of the row so far. */
  cells: number
}

/** Footnotes of the page, paired before anything is written. */
export interface Footnotes {
  /** Elements written as `[^label]`: the `sup` or the link itself. */
  readonly references: ReadonlyMap<number, string>
  /** Elements written as `[^label]: …`. */
  readonly definitions: ReadonlyMap<number, string>
  /** Labels and signs at the start of a definition that lead back to the text. */
  readonly backLabels: ReadonlySet<number>
  /** Links with which the notes of a paragraph of several begin, by their label. */
  readonly packed: ReadonlyMap<number, string>
  /** Texts behind those links that are still to be written. */
  readonly afterLabels: Set<number>
  /** The paragraph of several notes that is open, -1 outside. */
  packedIn: number
  /** Definitions that are open. */
  open: number
  /** A link in a note that leads back to where the note was called. */
  readonly isBackLink: (node: number, href: string) => boolean
}

/** Footnotes whose text stands in the sentence. */
export interface InlineNotes {
  /** Elements that are notes, by their label. */
  readonly labels: Map<number, string>
  /** Numbers before a note and at its beginning. */
  readonly markers: ReadonlySet<number>
  /** Notes whose place in the text was written. */
  readonly waiting: Array<{ readonly node: number; readonly label: string }>
}
