/**
 * The heading of the content: the one that agrees with a title of the page (`<title>`, Open Graph, JSON-LD). It is looked
 * for before anything is left out, so that no rule can cut it.
 */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { type Features, Contains, Roles } from "./Features.ts"
import { lineOf } from "../../page/line.ts"

export interface Headline {
  /** -1 when there is none. */
  readonly node: number
  /** Whether it agrees with a title of the page; otherwise it is the only h1. */
  readonly isTitle: boolean
}

/** Of the words of a heading and of a title, what part must agree. */
const minAgreement = 0.45
/** A heading that is a title, or what stands before or behind a bar in one, and whether it is an h1. */
const wholeBonus = 1
const segmentBonus = 0.5
const h1Bonus = 0.1
/** A heading in an `article` or `main` before its like in a bar that follows the reader. */
const mainBonus = 0.05
const maxTitle = 400

export const findHeadline = (features: Features, drop: Uint8Array): Headline => {
  const { body, end, holds, marks, tree } = features
  const { size, tag } = tree
  const titles = titlesOf(features)
  const site = siteNameOf(tree, body)
  let best = minAgreement
  let node = -1
  let firstH1 = -1
  let countH1 = 0
  /** The first h1 whose words are all in a title. */
  let matchingH1 = -1
  let mainEnd = -1
  for (let at = body; at < size; at++) {
    const id = tag[at]!
    if (drop[at] !== 0 || isOutOfSight(id, marks[at]!)) {
      at = end[at]! - 1
      continue
    }
    if (id === Tag.article || id === Tag.main) mainEnd = Math.max(mainEnd, end[at]!)
    if (!(kind[id]! & Kind.heading) || id > Tag.h4) {
      if ((holds[at]! & Contains.heading) === 0) at = end[at]! - 1
      continue
    }
    if (id === Tag.h1 && countH1++ === 0) firstH1 = at
    if (titles.length === 0) continue
    const line = lineOf(tree, at, end[at]!, maxTitle)
    const words = wordsOf(line)
    if (words.length === 0) continue
    const lineText = words.join(" ")
    const bonus = (id === Tag.h1 ? h1Bonus : 0) + (at < mainEnd ? mainBonus : 0)
    for (const { segments, wanted, whole } of titles) {
      let shared = 0
      for (const word of words) if (wanted.has(word)) shared++
      const part = shared / words.length
      if (id === Tag.h1 && part === 1 && matchingH1 < 0 && lineText !== site && lineText !== segments.at(-1))
        matchingH1 = at
      const agreement = lineText === whole ? 1 : part * Math.min(1, shared / Math.min(wanted.size, 6))
      const isSegment = lineText !== site && segments.includes(lineText) && !namesSection(lineText, segments)
      const score =
        (isSegment ? Math.max(agreement, minAgreement) : agreement) +
        (lineText === whole ? wholeBonus : isSegment ? segmentBonus : 0) +
        bonus
      if (score > best && (isSegment || words.length > 1 || lineText === whole)) {
        best = score
        node = at
      }
    }
  }
  if (node >= 0 && tag[node] !== Tag.h1 && matchingH1 >= 0 && matchingH1 < node) node = matchingH1
  if (node >= 0) return { node, isTitle: true }
  return { node: countH1 === 1 ? firstH1 : -1, isTitle: false }
}

/** Words that the first part of a title has more than its last where the last names a site or a section of it. */
const minMoreWords = 4

/** Whether a heading is the short last part of a title whose first part says more: the name of a forum or a site. */
const namesSection = (lineText: string, segments: ReadonlyArray<string>): boolean =>
  segments.length > 1 &&
  lineText === segments.at(-1) &&
  segments[0]!.split(" ").length >= lineText.split(" ").length + minMoreWords

const isOutOfSight = (id: number, mark: number): boolean =>
  id === Tag.nav ||
  id === Tag.footer ||
  id === Tag.dialog ||
  (kind[id]! & Kind.skip) !== 0 ||
  (mark & (Roles.hidden | Roles.ariaHidden)) !== 0

/** Characters of a line that may title a page. */
const minTitleLine = 4
const longestTitle = 200

/** The headline, or where a page has no heading for it the line that its title begins with. */
export const findTitle = (features: Features, drop: Uint8Array): Headline => {
  const found = findHeadline(features, drop)
  if (found.node >= 0) return found
  const { body, end, holds, own, tree } = features
  const wanted = documentTitle(features).toLowerCase()
  if (wanted === "") return found
  const segments = segmentsOf(wanted)
  const [firstSegment] = segments
  const isLine = (node: number): boolean =>
    own[node]! >= minTitleLine && own[node]! <= longestTitle && (holds[node]! & Contains.block) === 0
  for (let node = body; node < tree.size; node++) {
    if (drop[node] !== 0 || isOutOfSight(tree.tag[node]!, features.marks[node]!)) node = end[node]! - 1
    else if (isLine(node)) {
      const line = lineOf(tree, node, end[node]!, longestTitle).toLowerCase()
      if (repeatsTitle(line, wanted)) return { node, isTitle: true }
      const lineText = features.ownLinked[node]! > 0 ? "" : wordsOf(line).join(" ")
      if (lineText !== "" && (lineText === firstSegment || (lineText.includes(" ") && segments.includes(lineText))))
        return { node, isTitle: true }
    }
  }
  return found
}

/** What `<title>` says, `""` without one. */
export const documentTitle = ({ end, title, tree }: Features): string =>
  title < 0 ? "" : lineOf(tree, title, end[title]!, maxTitle)

/** A line that the title repeats before it names the site. A line that is the whole title may be the name of the site. */
const repeatsTitle = (line: string, title: string): boolean => {
  let shared = 0
  while (shared < line.length && line[shared] === title[shared]) shared++
  return shared >= 12 && shared > 0.5 * line.length && /^\s*[|(\u2013\u2014\u00b7:-]/.test(title.slice(shared))
}

interface Title {
  readonly wanted: ReadonlySet<string>
  /** Words joined by blanks: of all, and of what stands between bars. */
  readonly whole: string
  readonly segments: ReadonlyArray<string>
}

/** East Asian titles have no blanks around a bar. */
const bars =
  /\s+[-|\u2013\u2014\u00b7\u00bb\u2022:/]+\s+|\s*[|\u00bb\u2022:]\s+|\s*[|\uff5c](?=[^\0-\x7f])|(?<=[^\0-\x7f])[|\uff5c_]/

const titlesOf = (features: Features): ReadonlyArray<Title> => {
  const { body, tree } = features
  const lines = new Set([documentTitle(features), ...sharedTitles(tree, body), ...dataTitles(tree)])
  return [...lines].flatMap((line) => {
    const words = wordsOf(line)
    if (words.length === 0) return []
    return [{ wanted: new Set(words), whole: words.join(" "), segments: segmentsOf(line) }]
  })
}

const segmentsOf = (line: string): ReadonlyArray<string> => {
  const parts = line.split(bars)
  return parts.length < 2 ? [] : parts.map((part) => wordsOf(part).join(" ")).filter((part) => part !== "")
}

const siteNameOf = (tree: Tree, body: number): string => {
  for (let node = 1; node < body; node++)
    if (tree.tag[node] === Tag.meta && attribute(tree, node, "property") === "og:site_name")
      return wordsOf(attribute(tree, node, "content") ?? "").join(" ")
  return ""
}

/** Titles the page gives to those who share it. */
const sharedTitles = (tree: Tree, body: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let node = 1; node < body; node++) {
    if (tree.tag[node] !== Tag.meta) continue
    const name = attribute(tree, node, "property") ?? attribute(tree, node, "name")
    if (name === "og:title" || name === "twitter:title") found.push(attribute(tree, node, "content") ?? "")
  }
  return found
}

/** Scripts looked at for a headline. */
const maxScripts = 8

/** The `headline` of JSON-LD, read without parsing what is around it. */
const dataTitles = (tree: Tree): ReadonlyArray<string> => {
  const found: Array<string> = []
  let scripts = 0
  for (let node = 1; node < tree.size && scripts < maxScripts; node++) {
    if (tree.tag[node] !== Tag.script || attribute(tree, node, "type")?.includes("ld+json") !== true) continue
    scripts++
    const child = tree.first[node]!
    const json = child < 0 ? "" : tree.source.slice(tree.start[child], tree.end[child])
    const at = json.indexOf('"headline"')
    const [, line] = at < 0 ? [] : (/^\s*:\s*"((?:[^"\\]|\\.){1,400})"/.exec(json.slice(at + 10, at + 430)) ?? [])
    if (line !== undefined)
      found.push(
        line
          .replaceAll(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
          .replaceAll(/\\(.)/g, "$1")
      )
  }
  return found
}

const wordsOf = (line: string): ReadonlyArray<string> =>
  // Classes of Unicode are slow, and seldom needed.
  line.toLowerCase().match(/[^\0-\x7f\u2010-\u2027]/.test(line) ? /[\p{L}\p{M}\p{N}]+/gu : /[a-z0-9]+/g) ?? []
