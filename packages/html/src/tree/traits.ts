/**
 * What the parsing rules need to know about an element, as bits: HTML, 13.2.4 "Parse state" and the lists in 13.2.6.4.7.
 */
import { kind, Kind, Tag, tagCount, tagId } from "./tags.ts"

export const Trait = {
  /** In the special category. */
  special: 1 << 0,
  /** Ends "has an element in scope". */
  scope: 1 << 1,
  /** Ends the search for an open `li`, `dd` or `dt`: special, but not address, div or p. */
  listStop: 1 << 2,
  /** Decides which table rule is in force: the table elements, template and the root. */
  tableContext: 1 << 3,
  /** Puts a marker into the list of active formatting elements. */
  marker: 1 << 4,
  /** In the list of active formatting elements while open. */
  formatting: 1 << 5,
  /** What happens inside is not "in body": tokens take the long way. */
  slow: 1 << 6,
  /** Text and most elements inside are put before the table. */
  fosters: 1 << 7,
  svg: 1 << 8,
  math: 1 << 9,
  /** MathML text integration point. */
  mathText: 1 << 10,
  /** HTML integration point. */
  htmlInside: 1 << 11,
  /** An island on its own, like noscript: nothing inside reaches out of it. */
  island: 1 << 12
} as const

export const foreign = Trait.svg | Trait.math
export const integrationPoint = Trait.special | Trait.scope | Trait.listStop

/** How "in body" takes a start tag. */
export const Rule = {
  other: 0,
  /** Closes a paragraph. */
  block: 1,
  heading: 2,
  preformatted: 3,
  form: 4,
  listItem: 5,
  definition: 6,
  plaintext: 7,
  button: 8,
  anchor: 9,
  formatting: 10,
  nobr: 11,
  marker: 12,
  table: 13,
  /** Void and inline: reopens formatting. */
  voidInline: 14,
  /** Void and without effect on formatting: param, source, track. */
  voidPlain: 15,
  rule: 16,
  textarea: 17,
  xmp: 18,
  rawText: 19,
  select: 20,
  option: 21,
  rubyBase: 22,
  rubyText: 23,
  /** Allowed in the head; base, link, meta and their like. */
  headVoid: 24,
  headText: 25,
  template: 26,
  /** caption, col, colgroup, tbody, td, tfoot, th, thead, tr. */
  tablePart: 27,
  foreignRoot: 28,
  html: 29,
  body: 30,
  /** frame, head and frameset where they mean nothing. */
  ignored: 31,
  noscript: 32
} as const

/** How "in body" takes an end tag. */
export const EndRule = {
  other: 0,
  block: 1,
  form: 2,
  paragraph: 3,
  listItem: 4,
  heading: 5,
  formatting: 6,
  lineBreak: 7,
  island: 8,
  tablePart: 9,
  ignored: 10
} as const

export const traits = new Uint16Array(tagCount)
export const startRule = new Uint8Array(tagCount)
export const endRule = new Uint8Array(tagCount)
/** Names that end foreign content (HTML, 13.2.6.5). */
export const breaksOut = new Uint8Array(tagCount)

const each = (list: string): Array<number> => list.split(" ").map(tagId)
const add = (trait: number, list: string): void => {
  for (const id of each(list)) traits[id]! |= trait
}
const start = (rule: number, list: string): void => {
  for (const id of each(list)) startRule[id] = rule
}
const end = (rule: number, list: string): void => {
  for (const id of each(list)) endRule[id] = rule
}

for (let id = 0; id < tagCount; id++) {
  if (kind[id]! & Kind.special) traits[id]! |= Trait.special | Trait.listStop
  if (kind[id]! & Kind.formatting) traits[id]! |= Trait.formatting
}
for (const id of [Tag.address, Tag.div, Tag.p]) traits[id]! &= ~Trait.listStop
add(Trait.scope, "applet caption html table td th marquee object template noscript")
add(Trait.tableContext, "html table tbody tfoot thead tr td th caption colgroup template noscript")
add(Trait.marker, "applet marquee object td th caption template noscript")
add(Trait.slow, "html head table tbody tfoot thead tr colgroup select optgroup option frameset template")
add(Trait.fosters, "table tbody tfoot thead tr")
add(Trait.island, "template noscript")

start(
  Rule.block,
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main " +
    "menu nav ol p search section summary ul"
)
start(Rule.heading, "h1 h2 h3 h4 h5 h6")
start(Rule.preformatted, "pre listing")
start(Rule.form, "form")
start(Rule.listItem, "li")
start(Rule.definition, "dd dt")
start(Rule.plaintext, "plaintext")
start(Rule.button, "button")
start(Rule.anchor, "a")
start(Rule.formatting, "b big code em font i s small strike strong tt u")
start(Rule.nobr, "nobr")
start(Rule.marker, "applet marquee object")
start(Rule.table, "table")
start(Rule.voidInline, "area br embed img keygen wbr input")
start(Rule.voidPlain, "param source track")
start(Rule.rule, "hr")
start(Rule.textarea, "textarea")
start(Rule.xmp, "xmp")
start(Rule.rawText, "iframe noembed")
start(Rule.select, "select")
start(Rule.option, "option optgroup")
start(Rule.rubyBase, "rb rtc")
start(Rule.rubyText, "rp rt")
start(Rule.headVoid, "base basefont bgsound link meta")
start(Rule.headText, "title noframes style script")
start(Rule.template, "template")
start(Rule.tablePart, "caption col colgroup tbody td tfoot th thead tr")
start(Rule.foreignRoot, "svg math")
start(Rule.html, "html")
start(Rule.body, "body")
start(Rule.ignored, "frame head frameset")
start(Rule.noscript, "noscript")

end(
  EndRule.block,
  "address article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header " +
    "hgroup listing main menu nav ol pre search section summary ul applet marquee object"
)
end(EndRule.form, "form")
end(EndRule.paragraph, "p")
end(EndRule.listItem, "li")
end(EndRule.heading, "h1 h2 h3 h4 h5 h6")
end(EndRule.formatting, "a b big code em font i nobr s small strike strong tt u")
end(EndRule.lineBreak, "br")
end(EndRule.island, "template noscript")
end(EndRule.tablePart, "table caption tbody tfoot thead tr td th")
end(EndRule.ignored, "html body head col colgroup frameset")

for (const id of each(
  "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol " +
    "p pre ruby s small span strong strike sub sup table tt u ul var"
)) {
  breaksOut[id] = 1
}
