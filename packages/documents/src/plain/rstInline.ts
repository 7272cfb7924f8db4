/** Marks, links, roles and notes in a text of reStructuredText. */
import { escapeText } from "../markup/html.ts"
import { bareLink, inlineMarkup, type InlineRule, link } from "./inlineMarkup.ts"

/** What names in the text stand for. */
interface RstNames {
  /** Addresses of targets, by their name in lower case. */
  readonly targets: ReadonlyMap<string, string>
  /** Texts and pictures of substitutions, as HTML. */
  readonly substitutions: ReadonlyMap<string, string>
}

export const normalName = (name: string): string => name.replaceAll(/\s+/g, " ").trim().toLowerCase()

/** Marks begin behind a blank or an opening sign, and end before a blank or another sign. */
const before = "(?<![\\p{L}\\p{N}\\\\])"
const after = "(?![\\p{L}\\p{N}])"

/** Roles whose text is code. */
const codeRoles =
  /^(?:code|literal|samp|file|command|program|option|envvar|kbd|math|[a-z]+:\w+|class|func|meth|mod|attr|data|exc|obj|const|any)$/

export const makeRstInline = ({ substitutions, targets }: RstNames): ((text: string) => string) => {
  const reference = (name: string, html: string): string => {
    const address = targets.get(normalName(name))
    return address === undefined ? html : link(address, html)
  }
  const rules: ReadonlyArray<InlineRule> = [
    { first: "\\", pattern: /\\(\s|.)/uy, html: ([, sign]) => (/\s/.test(sign!) ? "" : escapeText(sign!)) },
    {
      first: "`",
      pattern: new RegExp(`\`\`(?=\\S)((?:[^\`]|\`(?!\`)){1,500})\`\`${after}`, "yu"),
      html: ([, text]) => `<code>${escapeText(text!)}</code>`
    },
    {
      first: ":",
      pattern: /:([a-z][\w:.+-]{0,40}):`([^`]{1,500})`/y,
      html: ([, role, content]) => {
        const [, text, target] = /^(.*?)\s*<([^<>]{1,300})>$/s.exec(content!) ?? []
        const shown = (text ?? content!).replace(/^[~!]/, "")
        if (role === "sup" || role === "superscript") return `<sup>${escapeText(shown)}</sup>`
        if (role === "sub" || role === "subscript") return `<sub>${escapeText(shown)}</sub>`
        if (role === "strong") return `<strong>${escapeText(shown)}</strong>`
        if (role === "emphasis") return `<em>${escapeText(shown)}</em>`
        if (role === "ref" || role === "doc" || role === "term") return reference(target ?? content!, escapeText(shown))
        return codeRoles.test(role!) ? `<code>${escapeText(shown)}</code>` : escapeText(shown)
      }
    },
    {
      first: "`",
      pattern: /`([^`<>]{0,500}?)\s*<([^<>`]{1,2000})>`__?/y,
      html: ([, text, address]) => {
        const target = address!.replace(/_$/, "")
        const known = address!.endsWith("_") ? (targets.get(normalName(target)) ?? target) : address!
        return link(known.replaceAll(/\s+/g, ""), escapeText(text === "" ? known : text!))
      }
    },
    { first: "`", pattern: /`([^`]{1,500})`__?/y, html: ([, name]) => reference(name!, escapeText(name!)) },
    { first: "`", pattern: /`(?=\S)([^`]{1,500})`/y, html: ([, text]) => `<em>${escapeText(text!)}</em>` },
    {
      first: "*",
      pattern: new RegExp(`${before}\\*\\*(?=\\S)((?:[^*]|\\*(?!\\*)){1,500})(?<=\\S)\\*\\*${after}`, "yu"),
      html: (match, inner) => `<strong>${inner(match[1]!)}</strong>`
    },
    {
      first: "*",
      pattern: new RegExp(`${before}\\*(?=[^\\s*])([^*]{1,500})(?<=\\S)\\*${after}`, "yu"),
      html: (match, inner) => `<em>${inner(match[1]!)}</em>`
    },
    {
      first: "|",
      pattern: /\|([^\s|](?:[^|\n]{0,100}[^\s|])?)\|(?:__?)?/y,
      html: ([, name]) => substitutions.get(normalName(name!))
    },
    {
      first: "[",
      pattern: /\[(#?[\w.:+-]{0,60}|\*)\]_/y,
      html: ([, label]) => `<sup>${escapeText(label!.replace(/^#/, "") || "note")}</sup>`
    },
    { first: "h", pattern: /https?:\/\/[^\s<>`|[\]]{1,2000}/y, html: ([address]) => bareLink(address) }
  ]
  const read = inlineMarkup(rules, /[\\`:*|[]|(?<![\p{L}\p{N}])h(?=ttps?:)/u)
  // A word with a line behind it is a reference, where there is a target of that name.
  return (text) =>
    read(
      text.replaceAll(
        /(?<![\p{L}\p{N}`_:])([\p{L}\p{N}](?:[\p{L}\p{N}.+-]{0,60}[\p{L}\p{N}])?)__?(?![\p{L}\p{N}_])/gu,
        (whole, name: string) => (targets.has(normalName(name)) ? `\`${name}\`_` : whole)
      )
    )
}
