/**
 * Templates that no script has filled: `{{product.price}}`, `{% if sold %}`, `${name}`, `[object Object]`, "undefined".
 * Code is full of the same, and so is a text about it: where code or a sentence of the page has them, all of them stay.
 */
import { isSpace, text, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { Contains, type Features } from "../features/Features.ts"
import { lineOf } from "../../page/line.ts"
import { Rule } from "./Rule.ts"

const isCode = tagFlags([Tag.pre, Tag.code, Tag.kbd, Tag.samp, Tag.tt, Tag.var, Tag.textarea, Tag.math])

/** Characters of a line that are read, and those next to placeholders that make it a text about them. */
const longestLine = 500
const minText = 80

const placeholder =
  /\{\{\{?\s*[\w$.#/^>@!&][^{}\\]{0,200}\}?\}\}|\{%[^{}%\\]{1,200}%\}|\$\{[\w$.][^{}\\]{0,200}\}|<%[^<>%]{1,200}%>|\[object Object\]/g
/** What scripts write for a value that is not there. */
const noValue = /^\$?(?:undefined|NaN)$/

/** Commands of TeX, which has braces of its own. */
const typeset = /\\[a-z([]/i

/** Cuts every line that is a template, unless the page is about templates. Linear in the page. */
export const cutUnfilledTemplates = (features: Features, cuts: Cuts): void => {
  const { body, end, maybeTemplates, tree } = features
  if (maybeTemplates.length === 0) return
  const { parent, tag } = tree
  const found: Array<number> = []
  let next = 0
  const isCandidate = (node: number): boolean => {
    while (maybeTemplates[next]! < node) next++
    return maybeTemplates[next] === node && mayBeTemplate(tree, node)
  }
  for (let node = body + 1; node < tree.size; node++) {
    const id = tag[node]!
    if (id === Tag.text) {
      if (!isCandidate(node)) continue
      const own = text(tree, node).trim()
      const isValue = noValue.test(own)
      if (!isValue && (own.search(placeholder) < 0 || typeset.test(own))) continue
      const template = templateAround(features, parent[node]!)
      if (template === found.at(-1)) continue
      const line = lineOf(tree, template, end[template]!, longestLine)
      if (isValue && line !== own) continue
      if (cuts.isImmune(template) || explains(line, tag[template] === Tag.tr)) return
      found.push(template)
    } else if (cuts.drop[node] !== 0 || kind[id]! & Kind.skip) node = end[node]! - 1
    else if (isCode[id] === 1) {
      for (const to = end[node]!; node + 1 < to; node++) if (isCandidate(node + 1)) return
    }
  }
  for (const node of found) cuts.cut(node, Rule.unfilled)
}

/** Whether a text has what placeholders begin with, or may be `noValue`. */
const mayBeTemplate = ({ codes, end, source, start }: Tree, node: number): boolean => {
  const to = end[node]!
  let from = start[node]!
  while (from < to && isSpace(codes[from]!)) from++
  const first = codes[from]
  if (
    (first === 117 || first === 78 || first === 36) &&
    noValue.test(source.slice(from, Math.min(to, from + 40)).trim())
  )
    return true
  for (let at = from; at < to; at++) {
    const code = codes[at]!
    // "{{", "{%", "${", "&lt;%", "[object Object]"
    if (code === 123 && (codes[at + 1] === 123 || codes[at + 1] === 37 || codes[at - 1] === 36)) return true
    if (code === 37 && codes[at - 1] === 59) return true
    if (code === 91 && source.startsWith("object Object]", at + 1)) return true
  }
  return false
}

/** Elements in a line that stand in each other, at most. */
const maxSteps = 16

/** What goes with a placeholder in an element: its block, the row of its cell, or where a block holds others, the element. */
const templateAround = ({ holds, isBlock, tree }: Features, node: number): number => {
  let block = node
  for (let step = 0; step < maxSteps && block > 0 && isBlock[block] === 0; step++) block = tree.parent[block]!
  if (isBlock[block] === 0 || (holds[block]! & Contains.block) !== 0) return node
  const isCell = tree.tag[block] === Tag.td || tree.tag[block] === Tag.th
  return isCell ? tree.parent[block]! : block
}

/** Whether a line says much more than its placeholders, or what the first of them stands for: `{{name}}: who buys`. */
const explains = (line: string, isRow: boolean): boolean => {
  const rest = line.replaceAll(placeholder, "").trim()
  if (rest.length >= minText) return true
  return line.search(placeholder) === 0 && (isRow ? rest !== "" : /^[:–—-]\s*\S/.test(rest))
}
