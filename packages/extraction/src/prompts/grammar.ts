/**
 * Reads a crawl prompt without a model: instructions in fixed phrases (`phrases.ts`), and parts of the site with the
 * instructions about them.
 *
 * ```
 * cue      parts        cue  parts     phrase
 * only     the blog   , not  the tags, at most 50 pages
 * ```
 *
 * A cue holds for the parts after it, over commas and "and", until another cue
 * or the end of the sentence; a negation at the end of a clause ("die Tags
 * nicht") holds for the parts before it. What neither a phrase nor a cue
 * explains is reported, not guessed.
 */
import { compilePattern } from "@orbweaver/core/model/userPattern"
import { type Folded, fold } from "./fold.ts"
import { type Token, tokens } from "./lexer.ts"
import { type Derived, readPhrases } from "./phrases.ts"
import type { Section } from "./Section.ts"
import type { Cue, Topic } from "./vocabulary.ts"

/** An option, and the words of the prompt that it comes from. */
export interface Finding extends Derived {
  readonly words: string
}

interface GrammarReading {
  readonly findings: ReadonlyArray<Finding>
  /** Words of the prompt that lead to nothing, in its order. */
  readonly unused: ReadonlyArray<string>
  /** Instructions that were understood but refused, and contradictions. */
  readonly notes: ReadonlyArray<string>
}

type Mode = "none" | "only" | "take" | "also" | "drop"

/** An instruction about parts of the site, and its position. */
interface Statement {
  readonly cues: Set<Cue>
  readonly from: number
  parts: number
}

/** A part of the site that was named. */
interface Part {
  readonly from: number
  readonly to: number
  readonly what:
    | { readonly topic: Topic }
    | { readonly pattern: string; readonly name: string; readonly vague: boolean; readonly others?: string | undefined }
  readonly statement: Statement
  readonly clause: number
  /** Cues after it. */
  readonly after: Set<Cue>
}

export const readGrammar = (prompt: string, start: URL): GrammarReading => {
  const folded = fold(prompt)
  const { phrases, rest } = readPhrases(folded.text)
  const { clauses, parts, unused } = scan(tokens(rest), folded, start)
  const quote = ({ from, to }: { readonly from: number; readonly to: number }) => folded.original(from, to).trim()
  const findings: Array<Finding> = []
  const notes: Array<string> = []
  for (const phrase of phrases) {
    if (phrase.derived !== undefined) findings.push({ ...phrase.derived, words: quote(phrase) })
    else notes.push(`"${quote(phrase)}": ${phrase.problem}.`)
  }
  const left = [...unused]
  for (const part of parts) {
    const mode = modeOf(part)
    const words = folded.original(Math.min(part.from, part.statement.from), part.to).trim()
    const found =
      "topic" in part.what ? judgeTopic(part.what.topic, mode) : judgePart(part.what, mode, clauses[part.clause]!)
    if (found === undefined) left.push(part)
    else if (typeof found === "string") notes.push(`"${quote(part)}": ${found}.`)
    else findings.push({ ...found, words: words.length > 120 ? quote(part) : words })
  }
  return {
    findings: withoutNarrowing(findings, notes),
    unused: left.toSorted((a, b) => a.from - b.from).map(quote),
    notes
  }
}

interface Clause {
  unknown: boolean
}

interface Scanned {
  readonly parts: ReadonlyArray<Part>
  readonly clauses: ReadonlyArray<Clause>
  readonly unused: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

const scan = (all: ReadonlyArray<Token>, folded: Folded, start: URL): Scanned => {
  const parts: Array<Part> = []
  const clauses: Array<Clause> = [{ unknown: false }]
  const unused: Array<{ from: number; to: number }> = []
  const newStatement = (from: number, ...cues: ReadonlyArray<Cue>): Statement => ({
    cues: new Set(cues),
    from,
    parts: 0
  })
  let statement = newStatement(Infinity)
  const clause = () => clauses.length - 1

  const add = ({ from, to }: Token, what: Part["what"]) => {
    parts.push({ from, to, what, statement, clause: clause(), after: new Set() })
    statement.parts++
  }
  const forget = ({ from, to }: Token) => {
    const last = unused.at(-1)
    clauses.at(-1)!.unknown = true
    // Words that stand together are one complaint.
    if (last !== undefined && /^[^\p{L}\p{N}]*$/u.test(folded.text.slice(last.to, from))) last.to = to
    else unused.push({ from, to })
  }

  all.forEach((token, at) => {
    switch (token.is) {
      case "stop":
        clauses.push({ unknown: false })
        statement = newStatement(Infinity)
        return
      case "comma":
        clauses.push({ unknown: false })
        return
      case "cue": {
        // "Everything but do not …" goes on with something else.
        if (token.cue === "anew" || (token.cue === "except" && all[at + 1]?.is === "cue")) {
          clauses.push({ unknown: false })
          statement = newStatement(Infinity)
          return
        }
        if (token.cue !== "notOnly" && token.cue !== "except" && statement.parts > 0 && endsClause(all, at)) {
          for (const part of partsInScope(parts, statement, clause())) part.after.add(token.cue)
          return
        }
        // A word that only carries on ("do not crawl") belongs to the cue before it.
        if (statement.parts === 0) {
          if (statement.cues.size === 0 || all[at - 1]?.is === "comma") statement = newStatement(token.from, token.cue)
          else statement.cues.add(token.cue)
        } else if (token.cue === "except" && isNegated(statement.cues)) {
          // "Without the tags, except …" keeps these.
          statement = newStatement(token.from, "drop", "except")
        } else statement = newStatement(token.from, token.cue)
        return
      }
      case "topic":
        return add(token, { topic: token.topic })
      case "section":
        // Of "product reviews" the last word says what it is.
        if (all[at + 1]?.is === "section") return
        return add(token, namedPart(token.section))
      case "partWord":
        if (isBesidePart(all, at) || token.or?.is !== "section") return
        return add(token, namedPart(token.or.section))
      case "path": {
        const pattern = pathPattern(folded.original(token.from, token.from + token.text.length), start)
        if (pattern === undefined) return forget(token)
        return add(token, { pattern, name: token.text, vague: false })
      }
      case "pattern": {
        const source = folded.original(token.from, token.to).replace(/[.,;:]+$/, "")
        if ("problem" in compilePattern(source)) return forget(token)
        return add(token, { pattern: source, name: source, vague: false })
      }
      case "quote":
      case "unknown": {
        const text = folded.original(token.from, token.to).replace(/^["„“”«»\s]+|["„“”«»\s]+$/gu, "")
        if (token.is === "quote" && text.startsWith("/")) {
          const pattern = pathPattern(text, start)
          if (pattern !== undefined) return add(token, { pattern, name: text, vague: false })
        }
        if (/^[\p{L}\p{N}_-]{1,60}$/u.test(text) && namesArea(all, at)) {
          return add(token, { pattern: `/${escape(slug(text))}(?:[/.]|$)`, name: `"${text}"`, vague: false })
        }
        if (token.is === "quote" && text.length <= 60 && !/\s/.test(text) && holds(all, at)) {
          return add(token, { pattern: escape(text), name: `addresses with "${text}"`, vague: false })
        }
        return forget(token)
      }
      default:
        return
    }
  })
  return { parts, clauses, unused }
}

const namedPart = ({ name, others, pattern }: Section): Part["what"] => ({
  pattern,
  name: `the ${name}`,
  vague: true,
  ...(others === undefined ? {} : { others })
})

/** Parts that a word at the end of a clause is about. */
const partsInScope = (parts: ReadonlyArray<Part>, statement: Statement, clause: number): ReadonlyArray<Part> =>
  parts.filter(
    (part) =>
      part.statement === statement && (part.clause === clause || (statement.cues.size === 0 && part.after.size === 0))
  )

/** Whether nothing is named between here and the next comma, "but" or end of the sentence. */
const endsClause = (all: ReadonlyArray<Token>, at: number): boolean => {
  const before = all[at - 1]
  if (before !== undefined && (before.is === "comma" || before.is === "and" || before.is === "stop")) return false
  for (let next = at + 1; next < all.length; next++) {
    const token = all[next]!
    if (token.is === "comma" || token.is === "stop" || token.is === "and") return true
    if (token.is === "cue" && token.cue === "anew") return true
    if (token.is !== "cue" && token.is !== "filler" && token.is !== "phrase" && token.is !== "area") return false
  }
  return true
}

/** `blog posts`, `entradas del blog`: the other word is a part, with nothing but fillers between. */
const isBesidePart = (all: ReadonlyArray<Token>, at: number): boolean => {
  for (const step of [-1, 1]) {
    for (let next = at + step; Math.abs(next - at) <= 4; next += step) {
      const token = all[next]
      if (token?.is === "section" || token?.is === "path") return true
      if (token?.is !== "filler" && token?.is !== "area") break
    }
  }
  return false
}

/** `the gizmos section`, `la rubrique gizmos`, `the section called "gizmos"`. */
const namesArea = (all: ReadonlyArray<Token>, at: number): boolean => {
  if (all[at + 1]?.is === "area") return true
  for (let next = at - 1; next >= at - 3; next--) {
    const token = all[next]
    if (token?.is === "area") return all[at + 1]?.is !== "unknown"
    if (token?.is !== "filler" && token?.is !== "containing") return false
  }
  return false
}

const holds = (all: ReadonlyArray<Token>, at: number): boolean => {
  for (let next = at - 1; next >= at - 4; next--) {
    const token = all[next]
    if (token?.is === "containing") return true
    if (token?.is !== "filler" && token?.is !== "and" && token?.is !== "quote") return false
  }
  return false
}

/** "Do not ignore" and "nicht ignorieren" are no negations, and an exception turns one around. */
const isNegated = (cues: ReadonlySet<Cue>): boolean => (cues.has("not") !== cues.has("drop")) !== cues.has("except")

const modeOf = ({ after, statement }: Part): Mode => {
  const { cues } = statement
  const hasCue = (cue: Cue) => cues.has(cue) || after.has(cue)
  if (cues.has("notOnly")) return "take"
  if (isNegated(new Set([...cues, ...after]))) return "drop"
  // "Nothing except the blog" is only the blog; "do not skip the tags" keeps nothing else out.
  if (hasCue("only") || hasCue("except")) return "only"
  if (hasCue("not") && hasCue("drop")) return "also"
  if (hasCue("take")) return "take"
  return hasCue("also") ? "also" : "none"
}

const option = (name: string, value: unknown, reason: string): Derived => ({ option: name, value, reason })

/** An option, the reason why there is none, or undefined when the meaning is unclear. */
const judgeTopic = (topic: Topic, mode: Mode): Derived | string | undefined => {
  if (mode === "none") return undefined
  const wanted = mode !== "drop"
  switch (topic) {
    case "sitemap":
      if (mode === "only") return option("sitemap", "only", "only what sitemaps list")
      return option("sitemap", wanted ? "include" : "skip", wanted ? "sitemaps are read" : "sitemaps are not read")
    case "external":
      if (mode === "only") return "a crawl cannot visit other sites alone"
      return option(
        "allowExternalLinks",
        wanted,
        wanted ? "links to other sites are followed" : "the crawl stays on its site"
      )
    case "subdomains":
      if (mode === "only") return "a crawl cannot visit subdomains alone"
      return option("allowSubdomains", wanted, wanted ? "subdomains are visited too" : "no subdomains")
    case "query":
      return option(
        "ignoreQueryParameters",
        !wanted,
        wanted ? "addresses differ by their query" : "addresses that differ by their query are one page"
      )
    case "duplicates":
      return option(
        "deduplicateSimilarURLs",
        !wanted,
        wanted ? "similar addresses are visited each" : "similar addresses are one page"
      )
    case "robots":
      return wanted
        ? option("ignoreRobotsTxt", false, "robots.txt is respected")
        : "a prompt cannot turn robots.txt off; set `ignoreRobotsTxt` for a site of your own"
  }
}

const judgePart = (
  { name, others, pattern, vague }: Extract<Part["what"], { readonly pattern: string }>,
  mode: Mode,
  { unknown }: Clause
): Derived | undefined => {
  if (others !== undefined && (mode === "only" || mode === "take" || (mode === "none" && !unknown))) {
    return option("excludePaths", others, `not the other languages, only ${name}`)
  }
  switch (mode) {
    case "drop":
      return option("excludePaths", pattern, `not ${name}`)
    case "also":
      return option("alsoPaths", pattern, name)
    case "none":
      // A part that is only mentioned, besides words that are not understood, may not be an instruction.
      return unknown && vague ? undefined : option("includePaths", pattern, `only ${name}`)
    default:
      return option("includePaths", pattern, `only ${name}`)
  }
}

/** "Also the docs" adds to other parts that are asked for; alone it must not keep the rest of the site out. */
const withoutNarrowing = (findings: ReadonlyArray<Finding>, notes: Array<string>): ReadonlyArray<Finding> => {
  const narrowed = findings.some(({ option: name }) => name === "includePaths")
  return findings.flatMap((finding) => {
    if (finding.option !== "alsoPaths") return [finding]
    if (narrowed) return [{ ...finding, option: "includePaths", reason: `also ${finding.reason}` }]
    notes.push(`"${finding.words}": part of the crawl already.`)
    return []
  })
}

const special = /[\\^$.*+?()[\]{}|]/g
const escape = (text: string): string => text.replace(special, "\\$&")
const slug = (text: string): string => text.toLowerCase().replace(/\s+/g, "-")

/** `/docs` is what lies below it, `/docs/*` too; a whole address must be of the same site. */
const pathPattern = (typed: string, start: URL): string | undefined => {
  let path = typed
  if (/^https?:/i.test(typed)) {
    const url = URL.parse(typed)
    if (url === null || url.hostname !== start.hostname) return undefined
    path = url.pathname
  }
  const clean = path.replace(/\/?\*+$/, "").replace(/\/+$/, "")
  if (clean === "" || clean.length > 300) return undefined
  return `^${clean.split(/\*+/).map(escape).join("[^/]*")}(?:[/.]|$)`
}
