/**
 * Code blocks: the text of `pre`, put together again where a highlighter took it apart, between fences longer than any
 * run of back-ticks inside.
 *
 * Highlighters give each line an element, number the lines in a column or in elements of their own, and add buttons. Here
 * an element that is a line ends the line before it, what only numbers lines is left out, and so is what acts.
 */
import {
  attribute,
  attributeBit,
  hasAttribute,
  isSpace,
  subtreeEnd,
  text,
  textContent,
  type Tree
} from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { diagramLanguage, isLanguageName, languageOf } from "../structure/language.ts"
import { isTexCode, writeTex } from "./math.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** `pre`, `listing`, `xmp`, `plaintext`. In a heading or a table cell, where no block may stand, lines become code spans. */
export const openCodeBlock = (w: Writer, node: number): boolean => {
  if (isVerse(w, node)) {
    w.boundary(2)
    w.linesKept.push(node)
    return descend
  }
  writeCodeBlock(w, node)
  return skip
}

/** A poem, whose lines are kept but which is no code. */
const isVerse = (w: Writer, node: number): boolean => (w.attributes.get(node, "class") ?? "").includes("wp-block-verse")

export const closeVerse = (w: Writer): void => {
  w.linesKept.pop()
  w.boundary(2)
}

export const writeCodeBlock = (w: Writer, node: number): void => {
  const { tree } = w
  const end = subtreeEnd(tree, node)
  if (isTexCode(tree, node) || isTexCode(tree, onlyElement(tree, node)))
    return writeTex(w, textContent(tree, node), w.flow === Flow.block)
  writeCode(w, codeOf(tree, node, end), languageOf(tree, node, end))
  skipLabelBehind(w, node)
}

const writeCode = (w: Writer, text: string, language: string): void => {
  const { output, run } = w
  const code = withoutBlankLines(text)
  if (code === "") return
  if (w.flow !== Flow.block) {
    w.boundary(1)
    for (const line of code.split("\n")) {
      if (line.trim() !== "") run.addAtom(Mark.code, line)
      w.boundary(1)
    }
    return
  }
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1))
  w.startBlock()
  output.pushLines(`${fence}${language}\n${code}\n${fence}`)
  output.separate(2)
}

/**
 * A label that some highlighters show behind a block, such as Prism's toolbar: the only other element of the wrapper, with
 * buttons and the name of a language. The block names its language itself.
 */
const skipLabelBehind = (w: Writer, block: number): void => {
  const { tree } = w
  let label = -1
  for (let at = tree.first[tree.parent[block]!]!; at >= 0; at = tree.next[at]!) {
    if (tree.tag[at] === Tag.text ? text(tree, at).trim() === "" : at === block) continue
    if (label >= 0 || (tree.tag[at] !== Tag.div && tree.tag[at] !== Tag.span)) return
    label = at
  }
  if (label > block && isLanguageName(textWithoutButtons(tree, label))) w.codeLabel = label
}

/** Longest label of a block of code, in characters. */
const maxLabel = 30

const textWithoutButtons = (tree: Tree, node: number): string => {
  let found = ""
  for (let at = node + 1, end = subtreeEnd(tree, node); at < end && found.length <= maxLabel; at++) {
    if (tree.tag[at] === Tag.text) found += text(tree, at)
    else if (tree.tag[at] === Tag.button) at = subtreeEnd(tree, at) - 1
  }
  return found.trim()
}

/**
 * Code in a script that shows its source: SyntaxHighlighter's `script` blocks, and those of Prism's plugin for unescaped
 * markup.
 */
export const isCodeScript = (tree: Tree, node: number): boolean => {
  const type = attribute(tree, node, "type")?.trim().toLowerCase()
  if (type === "syntaxhighlighter") return true
  return type === "text/plain" && /(?:^|\s)lang(?:uage)?-/.test(attribute(tree, node, "class") ?? "")
}

export const openCodeScript = (w: Writer, node: number): boolean => {
  const code = textContent(w.tree, node).replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "")
  writeCode(w, code, languageOf(w.tree, node, node + 1))
  return skip
}

/** Writes a diagram that a script draws from its text, as `<div class="mermaid">`; false for other elements. */
export const writeDiagram = (w: Writer, node: number): boolean => {
  const language = diagramLanguage(w.attributes.get(node, "class") ?? "")
  if (language === "") return false
  for (let at = w.tree.first[node]!; at >= 0; at = w.tree.next[at]!)
    if (w.tree.tag[at] !== Tag.text && w.tree.tag[at] !== Tag.br) return false
  writeCode(w, codeOf(w.tree, node, subtreeEnd(w.tree, node)), language)
  return true
}

/** Whether a style keeps line feeds, as `pre` does. */
export const keepsLines = (style: string | undefined): boolean =>
  style !== undefined && style.includes("white-space") && /white-space\s*:\s*(?:pre|break-spaces)/i.test(style)

/** Whether a style shows its text as code: in columns and in the lines of its source. */
export const isCodeStyle = (style: string): boolean =>
  keepsLines(style) && /font-family\s*:[^;]*(?:monospace|courier|consolas|menlo|monaco)/i.test(style)

/** `code`, `samp`, `tt` in a line. */
export const openCode = (w: Writer, node: number): boolean => {
  const { run, tree } = w
  const end = subtreeEnd(tree, node)
  if (isTexCode(tree, node)) {
    writeTex(w, textContent(tree, node), false)
    return skip
  }
  if (holdsBlock(tree, node)) return descend
  const only = onlyLink(tree, node, end)
  if (only >= 0 && !run.inLink) {
    const destination = w.addresses.link(attribute(tree, only, "href"))
    if (destination !== "") run.open(node, Mark.link, destination)
  }
  const raw = codeOf(tree, node, end)
  if (
    raw.includes("\n") &&
    run.isEmpty &&
    w.flow === Flow.block &&
    showsLines(tree, node) &&
    raw.trim().includes("\n")
  ) {
    writeCodeBlock(w, node)
    return closeLink(w, node)
  }
  const code = raw.replace(/[ \t\n\r\f]+/g, " ")
  const trimmed = code.trim()
  if (trimmed === "") run.space ||= code !== ""
  else {
    if (code.startsWith(" ")) run.space = true
    run.addAtom(Mark.code, trimmed)
    if (code.endsWith(" ")) run.space = true
  }
  return closeLink(w, node)
}

const closeLink = (w: Writer, node: number): boolean => {
  w.run.closeNode(node)
  return skip
}

/** The first child when it is an element, else -1. */
const onlyElement = (tree: Tree, node: number): number => {
  const child = tree.first[node]!
  return child >= 0 && tree.tag[child] === Tag.code && tree.next[child]! < 0 ? child : -1
}

/** Nodes of a code element that are looked at for a `pre`. */
const firstNodes = 8

/** Some wrap a code block in a code element. */
const holdsBlock = (tree: Tree, node: number): boolean => {
  for (let at = node + 1; at < tree.size && at <= node + firstNodes && tree.parent[at]! >= node; at++)
    if (tree.tag[at] === Tag.pre) return true
  return false
}

/** The link that holds all text of a code element, -1 when there is none. */
const onlyLink = (tree: Tree, node: number, end: number): number => {
  const child = tree.first[node]!
  return child >= 0 && child < end && tree.tag[child] === Tag.a && tree.next[child]! < 0 ? child : -1
}

/** True when a code element with several lines shows them: by its style, or as all that its block holds. */
const showsLines = (tree: Tree, node: number): boolean => {
  if (keepsLines(attribute(tree, node, "style"))) return true
  if (/(?:^|\s)whitespace-(?:pre|break-spaces)/.test(attribute(tree, node, "class") ?? "")) return true
  const parent = tree.parent[node]!
  return (kind[tree.tag[parent]!]! & Kind.block) !== 0 && tree.first[parent] === node && tree.next[node]! < 0
}

/** Without the blank lines at both ends; the first line keeps its indent. */
const withoutBlankLines = (code: string): string => {
  let start = 0
  for (let i = 0; i < code.length && isSpace(code.charCodeAt(i)); i++) if (code.charCodeAt(i) === 10) start = i + 1
  return code.slice(start).trimEnd()
}

const longestRun = (code: string): number => {
  let longest = 0
  for (let at = code.indexOf("`"); at >= 0;) {
    let end = at
    while (code.charCodeAt(end) === 96) end++
    if (end - at > longest) longest = end - at
    at = code.indexOf("`", end)
  }
  return longest
}

/** Class names of elements that number lines, if they hold nothing else. */
const numberClass =
  /(?:^|\s)(?:[\w-]*line-?no(?:s|div)?|[\w-]*line-?numbers?(?:-rows)?|ln|lnt|lntd|[\w-]*gutter(?:element)?|blob-num(?:-\w+)?|crayon-nums?|hljs-ln-(?:n|numbers))(?:\s|$)/i

/** Class names of elements that are one line. */
const lineClass = /(?:^|\s)(?:[\w-]*-)?line(?:\s|$)/i

/** What explains code or copies it. */
const codeCompanions =
  /(?:^|\s)(?:twoslash-popup-container|twoslash-floating|copy-?(?:btn|button|code)|btn-copy|code-copy|code-?_*header|codeblock-?_*header)(?:\s|$)/i

/** What a difference shows before a line. */
const markerBit = attributeBit("data-code-marker")

const candidateBits = attributeBit("class") | attributeBit("data-line-number") | attributeBit("data-line")

/** What the elements that hold the lines of an editor are called: CodeMirror 5 and 6, Monaco, Ace. */
const editors = ["CodeMirror-code", "cm-content", "view-lines", "ace_layer ace_text-layer"]

/** Writes the lines of an editor on the page; undefined when the element, which has a class, holds none. */
export const openEditor = (w: Writer, node: number): boolean | undefined => {
  const { source, start } = w.tree
  const at = start[node]! + 8
  const first = source.charCodeAt(at)
  if (first !== 67 && first !== 99 && first !== 118 && first !== 97) return undefined
  if (!source.startsWith(' class="', at - 8) || !editors.some((name) => source.startsWith(name, at))) return undefined
  writeCodeBlock(w, node)
  return skip
}

/** The text of a code block; `end` is the end of its subtree. */
const codeOf = (tree: Tree, node: number, end: number): string => {
  let code = ""
  let atLineStart = true
  // A line element that has not ended its line: the next one does, even if this one is empty.
  let openLine = -1
  // The end of a line that is a `span`. What explains its words may be a block, and does not end it.
  let lineEnd = -1
  for (let at = node + 1; at < end; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) {
      const added = text(tree, at)
      if (added === "") continue
      code += added
      atLineStart = added.charCodeAt(added.length - 1) === 10
      if (atLineStart || added.includes("\n")) openLine = -1
    } else if (tag === Tag.br) {
      code += "\n"
      atLineStart = true
      openLine = -1
    } else if (isLeftOut(tree, at, tag)) {
      at = subtreeEnd(tree, at) - 1
    } else if ((tree.attributeMask[at]! & markerBit) !== 0 && hasAttribute(tree, at, "data-code-marker")) {
      if (!atLineStart && openLine >= 0) code += "\n"
      code += attribute(tree, at, "data-code-marker")
      atLineStart = false
    } else if (isNamedLine(tree, at, tag)) {
      if (!atLineStart || (openLine >= 0 && tree.parent[at] !== openLine)) code += "\n"
      code += differenceSign(tree, at)
      atLineStart = true
      openLine = at
      if (tag === Tag.span) lineEnd = subtreeEnd(tree, at)
    } else if (!atLineStart && at >= lineEnd && startsLine(tree, at, tag)) {
      code += "\n"
      atLineStart = true
    }
  }
  return /[\u00a0\u200b\ufeff]/.test(code) ? code.replaceAll("\u00a0", " ").replace(/[\u200b\ufeff]/g, "") : code
}

const addedLine = /(?:^|[\s_-])(?:add(?:ed|ition)?|ins(?:ert(?:ed|ion)?)?)(?:[\s_-]|$)/i
const removedLine = /(?:^|[\s_-])(?:del(?:ete[d]?|etion)?|remove[d]?)(?:[\s_-]|$)/i

/** The sign that a style sheet draws before a line of a difference, unless the text has it. */
const differenceSign = (tree: Tree, line: number): string => {
  const name = attribute(tree, line, "class") ?? ""
  const sign = addedLine.test(name) ? "+" : removedLine.test(name) ? "-" : ""
  if (sign === "") return ""
  for (let at = line + 1, end = subtreeEnd(tree, line); at < end; at++) {
    if (tree.tag[at] !== Tag.text) continue
    const written = text(tree, at).trimStart()
    if (written !== "") return /^[+\u2212-]/.test(written) ? "" : sign
  }
  return ""
}

/** Buttons, scripts, and what numbers lines. */
const isLeftOut = (tree: Tree, node: number, tag: number): boolean => {
  if (tag === Tag.button || tag === Tag.textarea || (kind[tag]! & Kind.skip) !== 0) return true
  if ((tree.attributeMask[node]! & candidateBits) === 0) return false
  const name = attribute(tree, node, "class") ?? ""
  const numbered = tag === Tag.td && hasAttribute(tree, node, "data-line-number") && !name.includes("code")
  return ((numbered || numberClass.test(name)) && numbersLines(tree, node)) || codeCompanions.test(name)
}

/** Nodes looked at to find out whether an element holds numbers only; a column of them is looked at in part. */
const numberNodes = 64

const numbersLines = (tree: Tree, node: number): boolean => {
  for (let at = node + 1, seen = 0; at < tree.size && seen < numberNodes && tree.parent[at]! >= node; at++, seen++) {
    if (tree.tag[at] === Tag.text && !/^[\s\d.:|\u00a0]*$/.test(text(tree, at).slice(0, 4096))) return false
  }
  return true
}

/** A block, a table row, a second code element. */
const startsLine = (tree: Tree, node: number, tag: number): boolean => {
  if (tag === Tag.code) return tree.tag[tree.parent[node]!] === Tag.pre
  return (kind[tag]! & Kind.block) !== 0 && tag !== Tag.td && tag !== Tag.th && tag !== Tag.tbody
}

/** What a highlighter calls a line. */
const isNamedLine = (tree: Tree, node: number, tag: number): boolean => {
  if ((tag !== Tag.span && tag !== Tag.div) || (tree.attributeMask[node]! & candidateBits) === 0) return false
  return hasAttribute(tree, node, "data-line") || lineClass.test(attribute(tree, node, "class") ?? "")
}
