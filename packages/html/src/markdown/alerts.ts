/**
 * The alerts of GitHub: a quote whose first line is `[!NOTE]` and the like, rendered as a `div` with a title of its own.
 */
import type { Tree } from "../tree/Tree.ts"
import type { Writer } from "./Writer.ts"

const alert = /(?:^|\s)markdown-alert-(note|tip|important|warning|caution)(?:\s|$)/

/** The first line of an alert, when the element with this class attribute is one. */
export const alertLine = (names: string): string | undefined => {
  const kind = names.includes("markdown-alert") ? alert.exec(names)?.[1] : undefined
  return kind === undefined ? undefined : `[!${kind.toUpperCase()}]`
}

/**
 * False where the first letter of a class attribute tells that an element is no alert. Most elements begin with their class
 * or have none, and then nothing else has to be read.
 */
export const mayBeAlert = ({ source, start }: Tree, node: number): boolean => {
  const at = start[node]! + 1
  return !source.startsWith('class="', at) || source.charCodeAt(at + 7) === 109
}

/** The title says again what the first line says. */
export const isAlertTitle = (names: string): boolean => names.includes("markdown-alert-title")

export const openAlert = (w: Writer, node: number, line: string): void => {
  w.boundary(2)
  w.alerts.push(node)
  w.output.enterQuote(line)
}

export const closeAlert = (w: Writer): void => {
  w.boundary(2)
  w.alerts.pop()
  w.output.leave()
  w.output.separate(2)
}
