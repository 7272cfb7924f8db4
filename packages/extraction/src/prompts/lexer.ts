/** Cuts folded text into the tokens that `grammar.ts` reads; words of phrases are matched longest first. */
import { compound, longest, type Meaning, partWords, vocabulary } from "./vocabulary.ts"

interface Place {
  readonly from: number
  readonly to: number
}

export type Token = Place &
  (
    | Meaning
    | { readonly is: "unknown"; readonly word: string }
    /** Between quotation marks: data, never read as a wish. */
    | { readonly is: "quote"; readonly text: string }
    | { readonly is: "path"; readonly text: string }
    | { readonly is: "pattern"; readonly text: string }
    | { readonly is: "comma" }
    | { readonly is: "stop" }
    | { readonly is: "and" }
    /** What a phrase has read already. */
    | { readonly is: "phrase" }
    /** `posts` in `blog posts`, unless no part of a site stands besides it. */
    | { readonly is: "partWord"; readonly or: Meaning | undefined }
  )

const lexeme = new RegExp(
  [
    `(?<quote>"[^"\\n]{1,300}")`,
    `(?<address>https?://[^\\s"'<>]+)`,
    `(?<pattern>\\^/[^\\s"']{1,300})`,
    `(?<path>(?<![\\p{L}\\p{N}])/[^\\s"',;!?]{1,300})`,
    `(?<phrase>\\u0001+)`,
    // `.pdf` and `*.pdf` end no sentence.
    `(?<dot>(?<=\\s)\\*?\\.(?=\\p{L}{2,5}(?!\\p{L})))`,
    `(?<stop>[.;!?\\n]+)`,
    `(?<comma>[,:()])`,
    `(?<word>(?:qu|[ldnmtsjc])'(?=\\p{L})|\\p{L}[\\p{L}\\p{N}']*(?:\\.(?:txt|xml)(?!\\p{L}))?|\\p{N}+)`
  ].join("|"),
  "gu"
)

const conjunctions: ReadonlySet<string> = new Set([
  "and",
  "or",
  "und",
  "oder",
  "et",
  "ou",
  "y",
  "e",
  "o",
  "u",
  "nor",
  "ni",
  "noch"
])

interface Raw extends Place {
  readonly kind: string
  readonly text: string
}

export const tokens = (text: string): ReadonlyArray<Token> => {
  const raw: Array<Raw> = []
  for (const match of text.matchAll(lexeme)) {
    const kind = Object.entries(match.groups!).find(([, value]) => value !== undefined)![0]
    raw.push({ kind, text: match[0], from: match.index, to: match.index + match[0].length })
  }
  const out: Array<Token> = []
  for (let at = 0; at < raw.length;) {
    const { from, kind, text: word, to } = raw[at]!
    if (kind !== "word") {
      out.push({ ...read(kind, word), from, to })
      at++
      continue
    }
    const run = wordsFrom(raw, at)
    let consumed = 1
    let found: Meaning | undefined
    for (let length = run.length; length > 0 && found === undefined; length--) {
      found = vocabulary.get(run.slice(0, length).join(" "))
      consumed = Math.max(1, length)
    }
    const place = { from, to: raw[at + consumed - 1]!.to }
    if (consumed === 1 && partWords.has(word)) out.push({ is: "partWord", or: found, ...place })
    else if (consumed === 1 && conjunctions.has(word) && found?.is !== "cue") out.push({ is: "and", ...place })
    else out.push({ ...(found ?? compounded(word) ?? { is: "unknown", word }), ...place })
    at += consumed
  }
  return out
}

const read = (kind: string, text: string) => {
  switch (kind) {
    case "quote":
      return { is: "quote", text: text.slice(1, -1) } as const
    case "address":
    case "path":
      return { is: "path", text: text.replace(/[.:)\]]+$/, "") } as const
    case "pattern":
      return { is: "pattern", text } as const
    case "phrase":
      return { is: "phrase" } as const
    case "dot":
      return { is: "filler" } as const
    default:
      return { is: kind === "comma" ? "comma" : "stop" } as const
  }
}

/** The next words up to the length of the longest phrase. */
const wordsFrom = (raw: ReadonlyArray<Raw>, at: number): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (let index = at; index < raw.length && words.length < longest && raw[index]!.kind === "word"; index++) {
    words.push(raw[index]!.text)
  }
  return words
}

/** `blogbeitrage` is the blog, and `foren`, `forums` are the forum. */
const compounded = (word: string): Meaning | undefined => {
  const stem = compound.exec(word)?.[1]
  const forms = [
    ...(stem === undefined ? [] : ["", "s", "e", "n", "en"].map((ending) => stem + ending)),
    ...["n", "en", "s", "es"].filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length))
  ]
  return forms
    .map((form) => vocabulary.get(form))
    .find((meaning) => meaning?.is === "section" || meaning?.is === "topic")
}
