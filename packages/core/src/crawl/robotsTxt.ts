/**
 * Reads robots.txt (RFC 9309, with the leniencies of Google's parser) and decides on paths.
 *
 * Time is linear in the file for reading. Deciding costs the path for each rule with a
 * wildcard, and has a bound over all of them.
 */
import { utf16Of } from "../support/textEncoding.ts"
import { canonicalSubject, matchesPath, parsePattern, type PathPattern } from "./robotsPattern.ts"

/** Bytes of a file that are read: the least that RFC 9309 §2.5 asks for, and as much as Google reads. */
export const maxBytes = 500 * 1024
const maxRules = 10_000
const maxSitemaps = 1000
/** Characters of a line that are read, as many as Google reads: eight of the longest usual addresses. */
const maxLine = 2083 * 8 - 1
/** Characters that wildcards may look at for one decision, over all rules of a group. */
const maxSearched = 8_000_000

interface Rule extends PathPattern {
  readonly allow: boolean
  /** As written, for people. */
  readonly line: string
}

interface Group {
  /** In lower case, as named; `*` is everyone. */
  readonly agents: Array<string>
  readonly rules: Array<Rule>
  /** Seconds, and to how many of the agents they apply: those that were named before the line. */
  readonly delays: Array<{ readonly seconds: number; readonly agents: number }>
}

export interface RobotsFile {
  readonly groups: ReadonlyArray<Group>
  readonly sitemaps: ReadonlyArray<string>
}

interface RobotsGroup {
  /** The rule that decides stands before all others that match. */
  readonly rules: ReadonlyArray<Rule>
  /** Seconds. */
  readonly crawlDelay?: number | undefined
}

/**
 * Text of a file's bytes, without the line that the limit cuts: half a rule is another rule. Bytes that are not UTF-8
 * are escaped one by one, so that they match the same bytes of an address; UTF-16 is read as such.
 *
 * `cut`: the file goes on after these bytes.
 */
export const decode = (body: Uint8Array, cut = false): string => {
  const read = body.subarray(0, maxBytes)
  const wide = utf16Of(read)
  if (wide !== undefined) {
    const text = new TextDecoder(wide).decode(read)
    return cut || body.length > maxBytes
      ? text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)
      : text
  }
  const end = cut || body.length > maxBytes ? endOfLastLine(read) : read.length
  const bytes = read.subarray(startAfterByteOrderMark(read), end)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return escapeBytes(bytes)
  }
}

const startAfterByteOrderMark = (body: Uint8Array): number => {
  const mark = [0xef, 0xbb, 0xbf]
  const different = mark.findIndex((byte, index) => body[index] !== byte)
  return different < 0 ? mark.length : different
}

const endOfLastLine = (bytes: Uint8Array): number => Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1

const escapeBytes = (bytes: Uint8Array): string => {
  const parts: Array<string> = []
  for (const byte of bytes) parts.push(byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`)
  return parts.join("")
}

/** Reads text that `decode` gave; lines that make no sense are skipped, as the RFC asks. */
export const parse = (text: string): RobotsFile => {
  const groups: Array<Group> = []
  const sitemaps: Array<string> = []
  let group: Group | undefined
  // Only rules end a run of user agents: other lines may stand between them (RFC 9309 §2.2.4).
  let hasRules = false
  let count = 0
  for (const raw of text.replace(/^(?:\uFEFF|\u00EF(?:\u00BB\u00BF?)?)/, "").split(/\r\n|\n|\r/)) {
    const field = readField(raw.length > maxLine ? raw.slice(0, maxLine) : raw)
    if (field === undefined) continue
    const { key, value, line } = field
    if (key === "sitemap") {
      if (value !== "" && sitemaps.length < maxSitemaps) sitemaps.push(value)
    } else if (key === "agent") {
      if (hasRules || group === undefined) groups.push((group = { agents: [], rules: [], delays: [] }))
      group.agents.push(value.toLowerCase())
      hasRules = false
    } else if (group !== undefined) {
      if (key === "delay") {
        const seconds = Number(value)
        if (value !== "" && Number.isFinite(seconds) && seconds >= 0)
          group.delays.push({ seconds, agents: group.agents.length })
        continue
      }
      hasRules = true
      if (value === "" || count++ >= maxRules) continue
      const allow = key === "allow"
      group.rules.push({ allow, line, ...parsePattern(value) })
      // Who allows the index page of a folder means the folder's own address as well.
      const index = allow ? /^(.*\/)index\.htm[^/]*$/.exec(value) : null
      if (index !== null) group.rules.push({ allow, line, ...parsePattern(`${index[1]}$`) })
    }
  }
  return { groups, sitemaps }
}

type Key = "agent" | "allow" | "disallow" | "sitemap" | "delay"

interface Field {
  readonly key: Key
  readonly value: string
  readonly line: string
}

/** Keys are known by their beginning, with the misspellings that sites are known to make. */
const keys: ReadonlyArray<readonly [Key, ReadonlyArray<string>]> = [
  ["agent", ["user-agent", "useragent", "user agent"]],
  ["allow", ["allow"]],
  [
    "disallow",
    ["disallow", "disalow", "dissallow", "dissalow", "disallaw", "diasllow", "diallow", "desallow", "disaallow"]
  ],
  ["sitemap", ["sitemap", "site-map"]],
  ["delay", ["crawl-delay", "crawldelay", "crawl delay"]]
]

const readField = (raw: string): Field | undefined => {
  const comment = raw.indexOf("#")
  const line = (comment < 0 ? raw : raw.slice(0, comment)).trim()
  if (line === "") return undefined
  const colon = line.indexOf(":")
  // Without a colon two words are a key and its value, and more are prose.
  const split = colon >= 0 ? [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] : line.split(/[ \t]+/)
  if (split.length !== 2) return undefined
  const [name, value] = split as [string, string]
  const lower = name.toLowerCase()
  const key = keys.find(([, spellings]) => spellings.some((spelling) => lower.startsWith(spelling)))?.[0]
  if (key === undefined) return undefined
  // `Sitemap https://…` without its colon is split at the colon of the address.
  const address = key === "sitemap" ? /[ \t](https?)$/i.exec(name)?.[1] : undefined
  return { key, value: address === undefined ? value : `${address}:${value}`, line }
}

/**
 * The rules for an agent: all groups that name its product token; if there are none, those that
 * name the longest part of it before a `-`, `_` or digit; if there are none either, those for everyone.
 */
export const groupFor = (file: RobotsFile, agent: string): RobotsGroup => {
  for (const productName of [...agentNames(agent), "*"]) {
    const groups = file.groups.flatMap((group) => {
      const at = group.agents.findIndex((name) => isNamed(name, productName))
      return at < 0 ? [] : [{ group, at }]
    })
    if (groups.length === 0) continue
    return {
      rules: groups.flatMap(({ group }) => group.rules).sort(byPrecedence),
      crawlDelay: groups
        .map(({ group, at }) => group.delays.findLast(({ agents }) => agents > at)?.seconds)
        .find((seconds) => seconds !== undefined)
    }
  }
  return { rules: [] }
}

/** `OrbweaverBot/1.2` names the product `orbweaverbot`; `* (all)` names everyone. */
const isNamed = (name: string, productName: string): boolean =>
  name.startsWith(productName) && (name.length === productName.length || !/[a-z_-]/.test(name[productName.length]!))

const maxAgentNames = 10

/** The product token of an agent and the shorter ones it belongs to, the most specific first. */
const agentNames = (agent: string): ReadonlyArray<string> => {
  const whole = agent.trim().toLowerCase().replace(/\/.*$/s, "")
  if (!/^[a-z][^\s*]*$/.test(whole)) return []
  const names = [whole]
  for (let end = whole.length - 1; end > 0 && names.length < maxAgentNames; end--)
    if (!/[a-z]/.test(whole[end]!)) names.push(whole.slice(0, end))
  return names
}

/** The longest rule first, and of two that are as long the one that allows. */
const byPrecedence = (a: Rule, b: Rule): number => b.length - a.length || Number(b.allow) - Number(a.allow)

/** The rule that decides on the path and query; none means allowed. */
export const decidingRule = (group: RobotsGroup, path: string): Rule | undefined => {
  if (path === "/robots.txt") return undefined
  const subject = canonicalSubject(path)
  let searched = 0
  for (const rule of group.rules) {
    if (rule.pieces.length > 1 && (searched += subject.length) > maxSearched) return tooCostly
    if (matchesPath(rule, subject)) return rule
  }
  return undefined
}

/** A file made to be slow forbids what it would take too long to decide. */
const tooCostly: Rule = {
  allow: false,
  line: `robots.txt: matching its wildcards against this address takes more than ${maxSearched} characters`,
  ...parsePattern("/")
}
