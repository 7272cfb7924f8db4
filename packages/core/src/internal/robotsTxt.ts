/**
 * Reads and matches robots.txt (RFC 9309, with Google's `*` and `$`).
 *
 * Time is linear in the file for reading, and for matching in the address and
 * the rules of one group: patterns are compared piece by piece, left to right,
 * and never go back.
 */
import { canonicalEscapes } from "../UrlIdentity.ts"

/** Bytes of a file that are read (RFC 9309 §2.5). */
export const maxBytes = 500 * 1024
const maxRules = 10_000
const maxPattern = 2048

export interface Rule {
  readonly allow: boolean
  /** As written, for people. */
  readonly line: string
  /** Pieces between the wildcards; the first is anchored to the start of the path. */
  readonly pieces: ReadonlyArray<string>
  /** Whether the last piece must end the path. */
  readonly toEnd: boolean
  /** Longer rules win (RFC 9309 §2.2.2). */
  readonly length: number
}

export interface RobotsFile {
  readonly groups: ReadonlyArray<{
    readonly agents: ReadonlyArray<string>
    readonly rules: ReadonlyArray<Rule>
    /** Seconds. */
    readonly crawlDelay?: number | undefined
  }>
  readonly sitemaps: ReadonlyArray<string>
}

export interface RobotsGroup {
  readonly rules: ReadonlyArray<Rule>
  /** Seconds. */
  readonly crawlDelay?: number | undefined
}

interface OpenGroup {
  agents: Array<string>
  rules: Array<Rule>
  crawlDelay: number | undefined
}

/** Reads the text; lines that make no sense are skipped, as the RFC asks. */
export const parse = (text: string): RobotsFile => {
  const groups: Array<OpenGroup> = []
  const sitemaps: Array<string> = []
  let group: OpenGroup | undefined
  let naming = false
  let count = 0
  for (const raw of text
    .slice(0, maxBytes)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)) {
    const comment = raw.indexOf("#")
    const line = (comment < 0 ? raw : raw.slice(0, comment)).trim()
    const colon = line.indexOf(":")
    if (colon < 1) continue
    const key = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (key === "sitemap") {
      if (value !== "" && sitemaps.length < 1000) sitemaps.push(value)
    } else if (key === "user-agent") {
      if (!naming || group === undefined) groups.push((group = { agents: [], rules: [], crawlDelay: undefined }))
      group.agents.push(value.toLowerCase())
      naming = true
    } else if (group !== undefined) {
      naming = false
      if (key === "allow" || key === "disallow") {
        if (value !== "" && count++ < maxRules) group.rules.push(rule(key === "allow", value, line))
      } else if (key === "crawl-delay") {
        const seconds = Number(value)
        if (Number.isFinite(seconds) && seconds >= 0) group.crawlDelay = seconds
      }
    }
  }
  return { groups, sitemaps }
}

const rule = (allow: boolean, value: string, line: string): Rule => {
  const toEnd = value.endsWith("$")
  const pattern = canonicalPath((toEnd ? value.slice(0, -1) : value).slice(0, maxPattern))
  return { allow, line, pieces: pattern.split("*"), toEnd, length: pattern.length + (toEnd ? 1 : 0) }
}

/** Paths are compared with the same escapes on both sides (RFC 9309 §2.2.2). */
const canonicalPath = (path: string): string =>
  canonicalEscapes(path.replace(/[^\u0021-\u007E]+/gu, (text) => encodeURIComponent(text.toWellFormed())))

/** The rules for a product token: its own groups together, or those for everyone. */
export const groupFor = (file: RobotsFile, agent: string): RobotsGroup => {
  const token = agent.toLowerCase()
  const own = file.groups.filter(({ agents }) => agents.some((name) => tokenOf(name) === token))
  const groups = own.length > 0 ? own : file.groups.filter(({ agents }) => agents.includes("*"))
  return {
    rules: groups.flatMap(({ rules }) => rules),
    crawlDelay: groups.find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay
  }
}

/** `OrbweaverBot/1.2` names the product `orbweaverbot`. */
const tokenOf = (name: string): string => /^[a-z_-]*/.exec(name)?.[0] ?? ""

/** The rule that decides on the path and query: the longest that matches, and of two equals the one that allows. */
export const decidingRule = (group: RobotsGroup, path: string): Rule | undefined => {
  if (path === "/robots.txt") return undefined
  const subject = canonicalPath(path)
  let best: Rule | undefined
  for (const candidate of group.rules) {
    if (best !== undefined && (candidate.length < best.length || (candidate.length === best.length && best.allow)))
      continue
    if (matches(candidate, subject)) best = candidate
  }
  return best
}

const matches = ({ pieces, toEnd }: Rule, path: string): boolean => {
  const first = pieces[0]!
  if (!path.startsWith(first)) return false
  if (pieces.length === 1) return !toEnd || path.length === first.length
  let from = first.length
  for (let index = 1; index < pieces.length - 1; index++) {
    const piece = pieces[index]!
    if (piece === "") continue
    const at = path.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  const last = pieces.at(-1)!
  if (!toEnd) return path.includes(last, from)
  return path.length - last.length >= from && path.endsWith(last)
}
