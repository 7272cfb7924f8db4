/**
 * What stands between the headline of an article and its text: who wrote it, when, and what it is about. A reader takes
 * it for a part of the article, so the rules that cut lines of names and dates elsewhere leave it there.
 */
import { attribute, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { type Features, Contains } from "./Features.ts"
import { lineOf } from "./line.ts"
import { isByline, isJunkLine, isShareLine, withoutFollow } from "./phrases.ts"
import { Rule } from "./Rule.ts"

/** Maximum length of a line with author and date. */
const maxLine = 200
const maxNodes = 96
/** Lines of names and dates above an article. */
const maxLines = 8

const date =
  /\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\b|\d{1,2}\.?\s+(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|\d\s?[年月日]|\d{1,2}:\d\d/i

const bylineWords =
  /author|byline|(?:^|[\s_-])by(?:$|[\s_-])|writer|reporter|contributor|date|time|publi|posted|autor|auteur|verfasser|datum|fecha/i

/** Whether a line says who wrote a text or when. */
export const isHeadLine = (line: string): boolean =>
  line !== "" && line.length <= maxLine && (date.test(line) || isByline(line))

/** Characters of a name, and elements around it that may say whose it is. */
const maxName = 80
const namedSteps = 2

/** Whether the names or the address of a short line say that it names an author. */
export const isAuthorLine = (tree: Tree, node: number, end: number, line: string): boolean => {
  if (line === "" || line.length > maxName) return false
  for (let at = node, step = 0; step <= namedSteps && at > 0; at = tree.parent[at]!, step++)
    if (tree.tag[at] === Tag.address || author.test(attribute(tree, at, "class") ?? "")) return true
  for (let at = node; at < end; at++)
    if (tree.tag[at] === Tag.a)
      return attribute(tree, at, "rel") === "author" || authorPath.test(attribute(tree, at, "href") ?? "")
  return false
}

const author = /author|byline|contributor|writer|autor|auteur|verfasser/i
const authorPath = /\/(?:authors?|profiles?|people|by|user|@[\w.-]+)\/?|^https?:\/\/[^/]+\/@/i

/** Characters that are too few to sum an article up. */
const minLead = 30

const isLead = (linked: number, text: number, line: string): boolean =>
  line.length >= minLead && linked < 0.3 * text && !isJunkLine(line)

const holdsField = (tree: Tree, from: number, to: number): boolean => {
  for (let node = from; node < to; node++) {
    const id = tree.tag[node]!
    if (id === Tag.input || id === Tag.textarea || id === Tag.select || id === Tag.form) return true
  }
  return false
}

/** Gives back the lines of names and dates that were cut between two nodes, and returns them. */
export const restoreHead = (
  { end, holds, linked, text, tree }: Features,
  cuts: Cuts,
  from: number,
  to: number
): ReadonlyArray<number> => {
  const { drop } = cuts
  const restored: Array<number> = []
  for (let node = from; node < to && restored.length < maxLines; node++) {
    if (drop[node] === 0) continue
    const rule = drop[node]
    const isCut = rule === Rule.minorName || rule === Rule.frameElement || rule === Rule.commentsName
    const mayRestore = isCut && tree.tag[node] !== Tag.nav && tree.tag[node] !== Tag.footer
    const hasControl = (holds[node]! & Contains.control) !== 0
    if (
      mayRestore &&
      end[node]! <= to &&
      end[node]! - node < maxNodes &&
      !(hasControl && holdsField(tree, node, end[node]!))
    ) {
      const line = lineOf(tree, node, end[node]!, maxLine + 1)
      const isNamed =
        bylineWords.test(attribute(tree, node, "class") ?? "") || attribute(tree, node, "itemprop") !== undefined
      if (
        line !== "" &&
        line.length <= maxLine &&
        (isHeadLine(line) || isNamed || isLead(linked[node]!, text[node]!, line)) &&
        !isShareLine(withoutFollow(line))
      ) {
        cuts.restore(node)
        restored.push(node)
        // "Follow" next to a name, "Comments" next to a date.
        if (hasControl)
          for (let at = node; at < end[node]!; at++) if (tree.tag[at] === Tag.button) cuts.cut(at, Rule.frameElement)
      }
    }
    node = end[node]! - 1
  }
  return restored
}

/** The lines of a root that stand between its headline and its text and are no text themselves. */
export const headIn = (
  { end, holds, isBlock, own, tree }: Features,
  drop: Uint8Array,
  root: number,
  headline: number,
  to: number
): ReadonlyArray<number> => {
  const found: Array<number> = []
  if (headline < 0) return found
  for (let node = Math.max(root, headline) + 1; node < to; node++) {
    if (drop[node] !== 0) node = end[node]! - 1
    else if (isBlock[node] === 1 && own[node]! > 0 && (holds[node]! & Contains.block) === 0) {
      const isText = tree.tag[node] === Tag.p && !bylineWords.test(attribute(tree, node, "class") ?? "")
      if (!isText || isHeadLine(lineOf(tree, node, end[node]!, maxLine + 1))) found.push(node)
    }
  }
  return found
}

/** Texts looked at for a date. */
const maxTexts = 200

/** Whether a short text between two nodes is or has a date. */
export const holdsDate = (tree: Tree, from: number, to: number): boolean => {
  let texts = 0
  for (let node = from; node < to && texts < maxTexts; node++) {
    if (tree.tag[node] === Tag.time) return true
    if (tree.tag[node] !== Tag.text || tree.end[node]! - tree.start[node]! > maxLine) continue
    texts++
    if (date.test(tree.source.slice(tree.start[node], tree.end[node]))) return true
  }
  return false
}
