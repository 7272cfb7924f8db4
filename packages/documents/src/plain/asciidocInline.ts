/** Marks, links, pictures and notes in a text of AsciiDoc. */
import { escapeText } from "../markup/html.ts"
import { bareLink, inlineMarkup, type InlineRule, link, picture } from "./inlineMarkup.ts"

/** Values of attributes for their names; names that no attribute has are text. */
export const withAttributes = (text: string, attributes: ReadonlyMap<string, string>): string =>
  text.includes("{")
    ? text.replaceAll(
        /\{([\w-]{1,60})\}/g,
        (whole, name: string) => signs[name] ?? attributes.get(name.toLowerCase()) ?? whole
      )
    : text

const signs: Readonly<Record<string, string>> = {
  nbsp: "\u00a0",
  empty: "",
  sp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  plus: "+",
  apos: "'",
  quot: '"',
  startsb: "[",
  endsb: "]",
  vbar: "|",
  asterisk: "*",
  backtick: "`",
  zwsp: "\u200b"
}

/** A mark around words, which is none inside of a word; doubled it is one anywhere. */
const marked = (sign: string, tag: string): ReadonlyArray<InlineRule> => {
  const quoted = sign === "*" ? "\\*" : sign
  return [
    {
      first: sign,
      pattern: new RegExp(
        `${quoted}${quoted}([^${quoted}\\n](?:[^${quoted}]|${quoted}(?!${quoted})){0,500})${quoted}${quoted}`,
        "yu"
      ),
      html: (match, inner) => `<${tag}>${inner(match[1]!)}</${tag}>`
    },
    {
      first: sign,
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_}\\\\])${quoted}(?=\\S)([^${quoted}]{0,500}[^${quoted}\\s])${quoted}(?![\\p{L}\\p{N}_])`,
        "yu"
      ),
      html: (match, inner) => `<${tag}>${inner(match[1]!)}</${tag}>`
    }
  ]
}

const code: ReadonlyArray<InlineRule> = [
  { first: '"', pattern: /"`([^`]{1,500})`"/y, html: (match, inner) => `“${inner(match[1]!)}”` },
  { first: "'", pattern: /'`([^`]{1,500})`'/y, html: (match, inner) => `‘${inner(match[1]!)}’` },
  {
    first: "`",
    pattern: /``((?:[^`]|`(?!`)){1,500})``|`(?=\S)([^`]{1,500})`/y,
    html: ([, doubled, single]) => `<code>${escapeText((doubled ?? single!).replace(/^\+(.*)\+$/s, "$1"))}</code>`
  }
]

/** What stands in brackets behind an address: the words of a link, then options of it. */
const words = (text: string): string => {
  const quoted = /^"([^"]*)"/.exec(text)?.[1]
  return quoted ?? text.replace(/,\s*(?:window|role|opts|options|rel)=.*$|\^$/s, "")
}

const rules: ReadonlyArray<InlineRule> = [
  { first: "\\", pattern: /\\(?=[*_`#^~[<{h])(.)/uy, html: ([, sign]) => escapeText(sign!) },
  { first: " ", pattern: / \+(?:\n|$)/y, html: () => "<br>" },
  {
    first: "+",
    pattern: /\+\+\+([^+]{1,300})\+\+\+|\+\+([^+]{1,300})\+\+|(?<!\w)\+(?=\S)([^+\n]{1,300})\+(?!\w)/y,
    html: ([, ...texts]) => escapeText(texts.find((text) => text !== undefined)!)
  },
  { first: "p", pattern: /pass:[\w,]{0,20}\[([^\]]{0,500})\]/y, html: ([, text]) => escapeText(text!) },
  ...code,
  ...marked("*", "strong"),
  ...marked("_", "em"),
  {
    first: "[#",
    pattern: /(?:\[[\w.#%-]{1,60}\])?##?(?=\S)([^#]{1,500})##?/y,
    html: (match, inner) => inner(match[1]!)
  },
  { first: "^", pattern: /\^([^^\s]{1,200})\^/y, html: (match, inner) => `<sup>${inner(match[1]!)}</sup>` },
  { first: "~", pattern: /~([^~\s]{1,200})~/y, html: (match, inner) => `<sub>${inner(match[1]!)}</sub>` },
  {
    first: "hflmx",
    pattern:
      /(?:https?|ftp):\/\/[^\s<>[\]]{1,2000}\[([^\]]{0,300})\]|(?:link|mailto|xref):([^\s<>[\]]{1,2000})\[([^\]]{0,300})\]/y,
    html: ([whole, text, target, other], inner) => {
      const address =
        target === undefined
          ? whole.slice(0, whole.indexOf("["))
          : whole.startsWith("mailto:")
            ? `mailto:${target}`
            : target
      const shown = words(text ?? other ?? "")
      const isInside = whole.startsWith("xref:") && !/[./#]/.test(address)
      return link(
        isInside ? `#${address}` : address,
        shown === "" ? escapeText(address.replace(/^mailto:/, "")) : inner(shown)
      )
    }
  },
  { first: "<", pattern: /<(https?:\/\/[^\s<>]{1,2000})>/y, html: ([, address]) => bareLink(address!) },
  { first: "h", pattern: /https?:\/\/[^\s<>[\]]{1,2000}/y, html: ([address]) => bareLink(address) },
  {
    first: "<",
    pattern: /<<([^<>,]{1,200})(?:,([^<>]{1,300}))?>>/y,
    html: ([, target, text], inner) =>
      link(
        /[./#]/.test(target!) ? target! : `#${target}`,
        text === undefined ? escapeText(target!) : inner(text.trim())
      )
  },
  {
    first: "i",
    pattern: /image:([^\s:[\]][^\s[\]]{0,2000})\[([^\]]{0,300})\]/y,
    html: ([, address, text]) => picture(address!, text!.split(",")[0]!)
  },
  {
    first: "f",
    pattern: /footnote(?:ref)?:[\w-]{0,60}\[([^\]]{1,500})\]/y,
    html: (match, inner) => `${/\s/.test(match.input[match.index - 1] ?? " ") ? "" : " "}(${inner(match[1]!)})`
  },
  {
    first: "kbsla",
    pattern: /(?:kbd|btn|stem|latexmath|asciimath):\[([^\]]{1,300})\]/y,
    html: ([, text]) => `<code>${escapeText(text!)}</code>`
  },
  {
    first: "m",
    pattern: /menu:([^\s[\]]{1,100})\[([^\]]{0,200})\]/y,
    html: ([, menu, item]) => escapeText(item === "" ? menu! : `${menu} > ${item}`)
  },
  {
    first: "[(i",
    pattern: /\[\[[\w:.,\s-]{1,100}\]\]|\(\(\([^()]{1,200}\)\)\)|indexterm:\[[^\]]{0,200}\]/y,
    html: () => ""
  },
  { first: " ", pattern: / -- /y, html: () => " — " },
  { first: ".", pattern: /\.\.\./y, html: () => "…" }
]

/** Where a rule may match. */
const starts =
  /[\\*_`"'#^~+<[(.]|\s[+-]|(?<![\p{L}\p{N}])(?=(?:https?|ftp|link|mailto|xref|image|footnote|kbd|btn|stem|latexmath|asciimath|menu|pass|indexterm)(?:ref)?:)/u

export const asciidocInline = inlineMarkup(rules, starts)
