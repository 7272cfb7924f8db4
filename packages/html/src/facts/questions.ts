/**
 * Questions and their answers: `<details>` with a `<summary>`, headings and terms that are questions, buttons of an
 * accordion. Answers that are closed count, since a reader opens them.
 */
import type { Entity, Group } from "@orbweaver/core/internal/evidence/Evidence"
import { isWhitespace, text } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { bounds, cssPath, line, meaningIn, type Reading } from "./Reading.ts"

const limits = { question: 300, nodes: 400 } as const

/** Elements that are made for what opens, or for terms. */
const markedTags = new Set<number>([Tag.summary, Tag.dt, Tag.button])
const frames = new Set<number>([Tag.nav, Tag.footer, Tag.aside, Tag.form])
const isQuestion = (written: string): boolean =>
  written.length <= limits.question && /[?？؟](?:\s*[)»”"])?$|か。?$/u.test(written)

/** `Q:`, `Q1.`, `F:`, `質問：` and what answers have. */
const questionMark = /^(?:q|f|p|質問)\s?\d{0,3}\s?[.:：]\s*|^q\d{0,3}\s+/iu
const answerMark = /^(?:a|r|回答)\s?\d{0,3}\s?[.:：]\s*|^a\d{1,3}\s+/iu

/** The questions of a page as one group of rows; undefined when there are none. */
export const questionGroup = (reading: Reading): Group | undefined => {
  const { ends, tree } = reading
  const rows: Array<Entity> = []
  let details = false
  /** Headings that ask, and those that do not, from the first question on. */
  const headings = { asking: 0, others: 0 }
  let isTitled = false
  const stops = stopsOf(reading)
  for (const [index, node] of stops.entries()) {
    if (rows.length >= bounds.rows) break
    const question = rawText(reading, node, ends[node]!).replace(questionMark, "")
    const isHeading = !markedTags.has(tree.tag[node]!)
    if (!isQuestion(question)) {
      isTitled ||= isHeading && meaningIn(reading, question).meaning === "question"
      if (isHeading && headings.asking > 0) headings.others++
      continue
    }
    if (isHeading) headings.asking++
    const answer = answerOf(reading, node, stops[index + 1] ?? tree.size).replace(answerMark, "")
    if (answer === "") continue
    details ||= tree.tag[node] === Tag.summary
    const where = cssPath(reading, node)
    rows.push({
      types: [],
      source: "list",
      where,
      facts: [
        { label: "question", value: question, source: "heading", where },
        { label: "answer", value: answer, source: "heading", where }
      ]
    })
  }
  if (rows.length < (details ? 1 : 2)) return undefined
  // An article that asks in a heading or two is no list of questions.
  const isArticle = headings.asking === rows.length && !isTitled
  if (isArticle && headings.others > headings.asking / 3) return undefined
  return { label: "question", rows, items: [], facts: [], source: "list", where: rows[0]!.where }
}

/** Headings, summaries, terms and lines in bold, in order; what may be a question or end an answer. */
const stopsOf = ({ ends, tree }: Reading): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let node = 1; node < tree.size && found.length < bounds.facts; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text) continue
    if (frames.has(tag) || ((kind[tag]! & Kind.skip) !== 0 && tag !== Tag.noscript)) {
      node = ends[node]! - 1
      continue
    }
    const isStop =
      (kind[tag]! & Kind.heading) !== 0 ||
      tag === Tag.summary ||
      tag === Tag.dt ||
      tag === Tag.button ||
      isBold(tree, node) ||
      isMarkedQuestion(tree, node)
    if (!isStop || ends[node]! - node > 40) continue
    found.push(node)
    node = ends[node]! - 1
  }
  return found
}

/** A paragraph that begins with the mark of a question. */
const isMarkedQuestion = (tree: Reading["tree"], node: number): boolean => {
  const first = tree.first[node]!
  return (
    tree.tag[node] === Tag.p &&
    first >= 0 &&
    tree.tag[first] === Tag.text &&
    /^\s*(?:q|f|p|質問)\s?\d{0,3}\s?[.:：]/iu.test(text(tree, first).slice(0, 20))
  )
}

/** A paragraph that is in bold from end to end. */
const isBold = (tree: Reading["tree"], node: number): boolean => {
  if (tree.tag[node] !== Tag.p && tree.tag[node] !== Tag.div) return false
  const first = tree.first[node]!
  return first >= 0 && (tree.tag[first] === Tag.strong || tree.tag[first] === Tag.b) && tree.next[first]! < 0
}

/** What follows up to the next question or heading, inside the smallest element around that has any. */
const answerOf = (reading: Reading, question: number, next: number): string => {
  const { ends, tree } = reading
  let around = tree.parent[question]!
  for (let level = 0; level < 3 && around > 0; level++) {
    const end = Math.min(next, ends[around]!, ends[question]! + limits.nodes)
    const answer = rawText(reading, ends[question]!, end)
    if (answer !== "") return end === ends[question]! + limits.nodes ? "" : answer
    around = tree.parent[around]!
  }
  return ""
}

/** The text between two nodes, closed parts included. */
const rawText = ({ ends, tree }: Reading, from: number, to: number): string => {
  let all = ""
  for (let at = from; at < to && all.length <= bounds.value; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) all += isWhitespace(tree, at) ? " " : text(tree, at)
    else if ((kind[tag]! & Kind.skip) !== 0) at = ends[at]! - 1
    else if (tag === Tag.br || (kind[tag]! & Kind.block) !== 0) all += " "
  }
  return all.length > bounds.value ? "" : line(all)
}
