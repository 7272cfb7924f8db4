/** What holds where the reader is: each group begins with the state of the group around it. */

type Destination = "text" | "skip" | "fonts" | "styles" | "info" | "instruction" | "marker"

/** What `\pard` sets back. */
interface Paragraph {
  style: number
  outline: number | undefined
  listLevel: number
  inList: boolean
  inTable: boolean
  /** Tables around the paragraph. */
  tableDepth: number
  /** Indents of the text and of its first line, in twentieths of a point. */
  indent: number
  firstIndent: number
}

export interface State extends Paragraph {
  destination: Destination
  marks: number
  hidden: boolean
  font: number
  /** Characters that stand for a `\u` in readers without Unicode. */
  fallback: number
  href: string | undefined
  /** The group opened a note. */
  note: boolean
  infoKey: string
  /** The group describes a row of a table in a cell. */
  inNestedRow: boolean
}

export const plainParagraph: Readonly<Paragraph> = {
  style: -1,
  outline: undefined,
  listLevel: 0,
  inList: false,
  inTable: false,
  tableDepth: 0,
  indent: 0,
  firstIndent: 0
}

export const initialState = (): State => ({
  ...plainParagraph,
  destination: "text",
  marks: 0,
  hidden: false,
  font: -1,
  fallback: 1,
  href: undefined,
  note: false,
  infoKey: "",
  inNestedRow: false
})
