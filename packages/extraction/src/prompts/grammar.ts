/**
 * Reads an English crawl prompt without a model: instructions in fixed phrases (`phrases.ts`), and parts of the site with
 * the instructions about them.
 *
 * ```
 * cue      parts        cue  parts     phrase
 * only     the blog   , not  the tags, at most 50 pages
 * ```
 *
 * A cue holds for the parts after it, over commas and "and", until another cue or the end of the sentence; one at the end
 * of a clause ("tags excluded") holds for the parts before it. What neither explains is reported, never guessed.
 */
import { type Derived, readMarker, readPhrases } from "./phrases.ts"
import { below, type Cue, type Meaning, pageWords, segment, type Subject, vocabulary } from "./words.ts"

/** An option, and the words of the prompt that it comes from. */
export interface Finding extends Derived {
  readonly words: string
}

interface GrammarReading {
  readonly findings: ReadonlyArray<Finding>
  /** Words of the prompt that lead to nothing, in its order. */
  readonly unused: ReadonlyArray<string>
  /** Instructions that were understood but refused. */
  readonly notes: ReadonlyArray<string>
}

interface Span {
  readonly from: number
  readonly to: number
}

type Token = Span & (Meaning | { readonly is: "comma" | "path" | "phrase" | "stop" | "unknown" })

/** An instruction: its cues, and how many parts follow them. */
interface Statement {
  readonly cues: Set<Cue>
  readonly from: number
  to: number
  parts: number
  /** Whether a phrase or words that are not understood follow. */
  hasOther: boolean
}

/** A part of the site that was named. */
interface Part extends Span {
  readonly what: Subject
  readonly statement: Statement
  readonly clause: number
  readonly sentence: number
  /** Cues at the end of its clause. */
  readonly after: Set<Cue>
}

export const readGrammar = (prompt: string, start: URL): GrammarReading => {
  const { phrases, rest } = readPhrases(comparable(prompt))
  const { parts, unclear, unused } = scan(tokens(rest), prompt, start)
  const quote = ({ from, to }: Span) => prompt.slice(from, to).trim()
  const findings: Array<Finding> = []
  const notes: Array<string> = []
  const left: Array<Span> = [...unused]
  const settle = (found: Derived | string | undefined, span: Span, words: string) => {
    if (found === undefined) left.push(span)
    else if (typeof found === "string") notes.push(`"${quote(span)}": ${found}.`)
    else findings.push({ ...found, words })
  }
  for (const phrase of phrases) settle(phrase.found, phrase, quote(phrase))
  const judged = (part: Part, isNarrowed: boolean) => judge(part, unclear.has(part.sentence), isNarrowed)
  const isNarrowed = parts.some((part) => {
    const found = judged(part, false)
    return typeof found === "object" && found.option === "includePaths"
  })
  for (const part of parts) {
    const words = quote({ from: Math.min(part.from, part.statement.from), to: part.to })
    settle(judged(part, isNarrowed), part, words.length > 120 ? quote(part) : words)
  }
  return { findings, unused: left.toSorted((a, b) => a.from - b.from).map(quote), notes }
}

const marks: Readonly<Record<string, string>> = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "," }

/** The prompt as it is compared, each character in its place; what stands between quotation marks is data. */
const comparable = (prompt: string): string =>
  prompt
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[’‘“”–—]/g, (mark) => marks[mark]!)
    .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, " ")
    .replace(/"[^"/\n][^"\n]{0,299}"/g, (quoted) => `"${"\u0002".repeat(quoted.length - 2)}"`)

const phrasesOfWords = [...vocabulary.keys()]
  .toSorted((a, b) => b.length - a.length)
  .join("|")
  .replace(/[ .]/g, (mark) => (mark === " " ? "[ -]" : "\\."))
const lexeme = new RegExp(
  [
    `(?<path>https?://[^\\s"'<>]+|(?<![\\p{L}\\p{N}])/[^\\s"',;!?]{1,300})`,
    `(?<phrase>${readMarker}+)`,
    `(?<stop>[.;!?]+(?!\\p{L})|\\n)`,
    `(?<comma>[,:()])`,
    `(?<known>(?:${phrasesOfWords})(?![\\p{L}\\p{N}']))`,
    `(?<unknown>"\\u0002+"|[\\p{L}\\p{N}][\\p{L}\\p{N}']*)`
  ].join("|"),
  "gu"
)

const tokens = (text: string): ReadonlyArray<Token> =>
  [...text.matchAll(lexeme)].map(({ 0: words, groups = {}, index: from }): Token => {
    const span = { from, to: from + words.length }
    const meaning = vocabulary.get(words.replaceAll("-", " "))
    if (groups["known"] !== undefined && meaning !== undefined) return { ...meaning, ...span }
    if (groups["path"] !== undefined) return { is: "path", from, to: from + words.replace(/[.:)\]]+$/, "").length }
    if (groups["phrase"] !== undefined) return { is: "phrase", ...span }
    if (groups["stop"] !== undefined) return { is: "stop", ...span }
    return { is: groups["comma"] === undefined ? "unknown" : "comma", ...span }
  })

const scan = (all: ReadonlyArray<Token>, prompt: string, start: URL) => {
  const parts: Array<Part> = []
  /** Sentences with words that are not understood. */
  const unclear = new Set<number>()
  const unused: Array<{ from: number; to: number }> = []
  let clause = 0
  let sentence = 0
  const nowhere: Span = { from: Infinity, to: Infinity }
  let statement: Statement = { ...nowhere, cues: new Set(), parts: 0, hasOther: false }
  const add = ({ from, to }: Span, what: Part["what"]) => {
    parts.push({ from, to, what, statement, clause, sentence, after: new Set() })
    statement.parts++
  }
  const addPath = (span: Span, path: string) =>
    add(span, { is: "pages", pages: { name: prompt.slice(span.from, span.to), path } })
  const forget = ({ from, to }: Span) => {
    unclear.add(sentence)
    statement.hasOther = true
    const last = unused.at(-1)
    // Words that stand together are one complaint.
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(prompt.slice(last.to, from))) last.to = to
    else unused.push({ from, to })
  }
  const begin = ({ from, to }: Span, ...cues: ReadonlyArray<Cue>) => {
    const narrows = (["not", "drop", "except", "only"] as const).some((cue) => statement.cues.has(cue))
    // "Do not follow any links" leads to nothing although each of its words is known.
    if (narrows && statement.parts === 0 && !statement.hasOther) forget(statement)
    statement = { from, to, cues: new Set(cues), parts: 0, hasOther: false }
  }
  /** "Skip it, and only …", "never leave the domain and skip …" are two instructions, and "do not crawl or read …" is one. */
  const startsAnew = (at: number) => {
    const [one, before] = [all[at - 2], all[at - 1]]
    if (before?.is !== "and") return before?.is === "comma"
    const isOr = /or/i.test(prompt.slice(before.from, before.to))
    return (one?.is === "comma" && !isOr) || (unused.at(-1)?.from ?? 0) > statement.from
  }
  const readCue = (cue: Cue, at: number, span: Span) => {
    // "Everything but do not …" goes on with something else.
    if (cue === "but" || (cue === "except" && all[at + 1]?.is === "cue")) {
      clause++
      begin(nowhere)
    } else if (cue !== "except" && statement.parts > 0 && endsClause(all, at)) {
      for (const part of parts) {
        const isUndecided = statement.cues.size === 0 && part.after.size === 0
        if (part.statement === statement && (part.clause === clause || isUndecided)) part.after.add(cue)
      }
    } else if (statement.parts === 0 && statement.cues.size > 0 && !startsAnew(at)) {
      // A word that only carries on ("do not crawl") belongs to the cue before it.
      statement.cues.add(cue)
      statement.to = span.to
    } else begin(span, cue)
  }
  all.forEach((token, at) => {
    switch (token.is) {
      case "stop":
        begin(nowhere)
        clause++
        sentence++
        return
      case "comma":
        clause++
        return
      case "filler":
        statement.to = token.to
        return
      case "phrase":
        statement.hasOther = true
        return
      case "cue":
        return readCue(token.cue, at, token)
      case "topic":
        return add(token, token)
      case "pages": {
        // Of "product reviews" the last word says what it is, and of "blog posts" the first.
        const [before, after] = [all[at - 1], all[at + 1]]
        const isMerelyPages = (one: Token) => pageWords.has(prompt.slice(one.from, one.to).toLowerCase())
        if (before?.is === "pages" && isMerelyPages(token)) return
        return after?.is === "pages" && !isMerelyPages(after) ? undefined : add(token, token)
      }
      case "path": {
        const path = pathPattern(prompt.slice(token.from, token.to), start)
        return path === undefined ? forget(token) : addPath(token, path)
      }
      case "unknown":
        return all[at + 1]?.is === "area" && all[at - 1]?.is !== "unknown"
          ? addPath(token, segment(prompt.slice(token.from, token.to).replace(/^["“”]|["“”]$/g, "")))
          : forget(token)
      default:
        return
    }
  })
  begin(nowhere)
  return { parts, unclear, unused }
}

/** Whether nothing is named between here and the next comma, "and", "but" or end of the sentence. */
const endsClause = (all: ReadonlyArray<Token>, at: number): boolean => {
  if (["comma", "and", "stop"].includes(all[at - 1]?.is ?? "")) return false
  for (const token of all.slice(at + 1)) {
    if (["comma", "stop", "and"].includes(token.is) || (token.is === "cue" && token.cue === "but")) return true
    if (!["cue", "filler", "phrase", "area"].includes(token.is)) return false
  }
  return true
}

type Mode = "only" | "take" | "also" | "drop" | "none"

const modeOf = ({ after, statement }: Part): Mode => {
  const cues = new Set([...statement.cues, ...after])
  // "Do not ignore" is no negation, and an exception turns one around.
  if ((cues.has("not") !== cues.has("drop")) !== cues.has("except")) return "drop"
  // "Nothing except the blog" is only the blog; "do not skip the tags" keeps nothing else out.
  if (cues.has("only") || cues.has("except")) return "only"
  if (cues.has("not") && cues.has("drop")) return "also"
  return cues.has("take") ? "take" : cues.has("also") ? "also" : "none"
}

/** An option, the reason why there is none, or undefined when the meaning is unclear. */
const judge = (part: Part, isUnclear: boolean, isNarrowed: boolean): Derived | string | undefined => {
  const mode = modeOf(part)
  if (part.what.is === "topic") {
    const { alone, option, unwanted, wanted } = part.what.topic
    if (mode === "none") return undefined
    const value = mode === "drop" ? unwanted : mode === "only" ? alone : wanted
    if (value === undefined) return `a prompt cannot ask this of \`${option}\`; set it by hand`
    return { option, value, reason: `\`${option}\` is ${JSON.stringify(value)}` }
  }
  const { name, others, path } = part.what.pages
  if (mode === "drop") return { option: "excludePaths", value: path, reason: `not ${name}` }
  // A part that is only mentioned, in a sentence with words that are not understood, may not be wanted.
  if (mode === "none" && isUnclear) return undefined
  // "Also the docs" adds to other parts that are asked for; alone it must not keep the rest of the site out.
  if (mode === "also" && !isNarrowed) return "part of the crawl already"
  return others === undefined
    ? { option: "includePaths", value: path, reason: `only ${name}` }
    : { option: "excludePaths", value: others, reason: `not the other languages, only ${name}` }
}

/** `/docs` is what lies below it, `/docs/*` too; a whole address must be of the same site. */
const pathPattern = (typed: string, start: URL): string | undefined => {
  const url = /^https?:/i.test(typed) ? URL.parse(typed) : undefined
  if (url !== undefined && url?.hostname !== start.hostname) return undefined
  const clean = (url?.pathname ?? typed).replace(/\/?\*+$/, "").replace(/\/+$/, "")
  return clean === "" || clean.length > 300 ? undefined : below(clean)
}
