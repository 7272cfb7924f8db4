/**
 * Notes, warnings and the like, as the alerts of GitHub: a quote whose first line is `[!NOTE]`.
 *
 * Known are those of GitHub, Docusaurus, Sphinx, MkDocs, VitePress, VuePress, Starlight, Asciidoctor, Quarto, Obsidian, MDN,
 * Confluence and Bootstrap, and others whose class has the kind and a word for such boxes in it.
 * A title that says no more than the kind is left out; another is a strong line.
 */
import { attribute, text, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { Mark } from "../text/Run.ts"
import { descend, skip, type Writer } from "../writer/Writer.ts"

/** The five kinds of GitHub, and what others call them. */
const labels: ReadonlyMap<string, string> = new Map([
  ["note", "NOTE"],
  ["info", "NOTE"],
  ["information", "NOTE"],
  ["notice", "NOTE"],
  ["tip", "TIP"],
  ["hint", "TIP"],
  ["important", "IMPORTANT"],
  ["warning", "WARNING"],
  ["warn", "WARNING"],
  ["attention", "WARNING"],
  ["caution", "CAUTION"],
  ["danger", "CAUTION"],
  ["error", "CAUTION"]
])

/** Names with the kind in them. */
const alertClass = /(?:^|\s)(?:markdown-alert|theme-admonition|starlight-aside-|callout)-(\w+)(?=\s|$)/g
/** Names next to which the kind stands. */
const box =
  /(?:^|\s)(?:admonition|admonitionblock|notecard|custom-block|custom-container|hint-container|callout)(?:\s|$)/
/** Bootstrap's, which is used for notes of every kind. */
const bootstrap = /(?:^|\s)alert(?=\s)(?:.*\s)?alert-(info|note|tip|warning|caution|danger)(?:\s|$)/
/** Words for such boxes in longer names: `confluence-information-macro-note`, `callout callout--warning`. */
const boxWords = new Set(["admonition", "alert", "callout", "infobox", "macro", "notice"])
const always = /(?:^|\s)admonition(?:\s|$)/

/** The kind of a note with this class attribute, undefined for other elements. */
const kindOf = (tree: Tree, node: number, names: string): string | undefined => {
  for (const [, kind] of names.matchAll(alertClass)) if (labels.has(kind!)) return kind
  if (!box.test(names)) return bootstrap.exec(names)?.[1] ?? kindInWords(tree, node, names)
  const words = [...names.toLowerCase().split(/\s+/), attribute(tree, node, "data-callout")?.toLowerCase() ?? ""]
  const kind = words.find((word) => labels.has(word))
  return kind ?? (always.test(names) ? "admonition" : kindInWords(tree, node, names))
}

/** The kind that a name ends in, where a part of the names says that it is a box; in the name of an `aside` nothing else has to. */
const kindInWords = (tree: Tree, node: number, names: string): string | undefined => {
  const classes = names
    .trim()
    .split(/\s+/)
    .map((name) => name.toLowerCase().split(/[_-]+/))
  const isNote = classes.length === 1 && (tree.tag[node] === Tag.aside || /^[A-Z]+$/.test(names.trim()))
  if (!isNote && !classes.some((words) => words.some((word) => boxWords.has(word)))) return undefined
  return classes.map((words) => words.at(-1)!).find((word) => labels.has(word))
}

/** What the class attributes of notes begin with. */
const beginnings: ReadonlyMap<number, ReadonlyArray<string>> = new Map(
  Object.entries({
    a: ["admonition", "alert", "awsdocs-"],
    c: ["callout", "custom-", "caution", "confluence-information-macro"],
    d: ["danger ", "details admonition"],
    h: ["hint"],
    i: ["info", "important"],
    m: ["markdown-alert"],
    n: ["note"],
    s: ["starlight-aside"],
    t: ["theme-admonition", "tip"],
    w: ["warning"],
    C: ["CAUTION"],
    I: ["IMPORTANT"],
    N: ["NOTE"],
    T: ["TIP"],
    W: ["WARNING"]
  }).map(([letter, names]) => [letter.charCodeAt(0), names])
)

/**
 * False when the beginning of a class attribute shows that an element is not a note. Most elements begin with their
 * class or have none, and then nothing else has to be read.
 */
const mayBeAlert = ({ source, start }: Tree, node: number): boolean => {
  const at = start[node]! + 1
  if (!source.startsWith('class="', at)) return true
  return beginnings.get(source.charCodeAt(at + 7))?.some((name) => source.startsWith(name, at + 7)) === true
}

/** Opens the quote of a note; undefined when the element is not a note. */
export const openAlert = (w: Writer, node: number): boolean | undefined => {
  if (!mayBeAlert(w.tree, node)) return undefined
  const kind = kindOf(w.tree, node, w.attributes.get(node, "class") ?? "")
  if (kind === undefined) return undefined
  w.boundary(2)
  w.alerts.push({ node, kind })
  w.output.enterQuote(`[!${labels.get(kind) ?? "NOTE"}]`)
  return descend
}

const title =
  /(?:^|\s)(?:markdown-alert-title|admonition-title|admonitionHeading\w*|custom-(?:block|container)-title|hint-container-title|starlight-aside__title|callout-title(?:-container)?|alert-heading|title)(?:\s|$)/

/** Writes the title of the note that is open; undefined when the element is not a note. */
export const openAlertTitle = (w: Writer, node: number): boolean | undefined => {
  if (!title.test(w.attributes.get(node, "class") ?? "")) return undefined
  const { kind } = w.alerts.at(-1)!
  const titleLetters = lettersOf(w.tree, node)
  if (titleLetters === "" || titleLetters === kind || titleLetters === labels.get(kind)?.toLowerCase()) return skip
  w.boundary(2)
  w.run.open(node, Mark.strong)
  return descend
}

/** Nodes of a title that may say the kind only. */
const titleNodes = 24

const lettersOf = (tree: Tree, node: number): string => {
  let all = ""
  for (let at = node + 1; at < tree.size && at < node + titleNodes && tree.parent[at]! >= node; at++)
    if (tree.tag[at] === Tag.text) all += text(tree, at)
  return all.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase()
}

export const closeAlert = (w: Writer): void => {
  w.boundary(2)
  w.alerts.pop()
  w.output.leave()
  w.output.separate(2)
}
