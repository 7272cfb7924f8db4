/**
 * Short texts that say what follows them, or that they are themselves no content, in the languages people publish in.
 *
 * A line is normalised (lower case, digits as `#`, punctuation as blanks) and compared word by word. An entry that ends
 * in `*` matches the beginning of a line, any other the whole line.
 */
import { firstWordOf, normalise } from "../../page/line.ts"
import { commentHeadings, junkLines, labels, pageTools, relatedHeadings } from "./phraseLists.ts"

/** What a line turns out to be. */
export const Phrase = {
  none: 0,
  /** Heads the comments of readers: an article ends here. */
  comments: 1,
  /** Heads links to other pages, sign-up forms and share bars. */
  related: 2,
  /** Says nothing itself: "Advertisement", "Share", "Photo: …", "Read more: …". */
  junk: 3
} as const

type Table = Map<string, Array<Entry>>
interface Entry {
  readonly words: string
  readonly whole: boolean
}

const labelWords = new Set(labels)

const bylineWords = new Set("by von par por di door de av przez oleh text".split(" "))

/** What sites offer behind a name. */
const followsName = /\s?[+·|]?\s?(?:follow(?:ing)?|folgen|suivre|seguir|segui)\s*$/i

/** A line without the offer to follow who it names. */
const withoutFollow = (line: string): string => line.replace(followsName, "")

/** "By Ann Other" */
export const isByline = (text: string): boolean => {
  const line = withoutFollow(text)
  if (!bylineWords.has(firstWord(line).toLowerCase())) return false
  const words = line.split(" ", 8)
  if (words.length < 2 || words.length > 6) return false
  return words.slice(1).every((word) => /^(?:\p{Lu}|and$|und$|et$|y$|e$|&$|\|$)/u.test(word)) && !/[.!?]$/.test(line)
}

const isLabelled = (line: string): boolean => {
  const colon = line.indexOf(":")
  return colon > 0 && colon < 30 && labelWords.has(normalise(line.slice(0, colon)))
}

const tableOf = (entries: ReadonlyArray<string>): Table => {
  const table: Table = new Map()
  for (const entry of entries) {
    const whole = !entry.endsWith("*")
    const words = normalise(whole ? entry : entry.slice(0, -1))
    const first = firstWord(words)
    const list = table.get(first)
    if (list === undefined) table.set(first, [{ words, whole }])
    else list.push({ words, whole })
  }
  return table
}

const firstWord = (words: string): string => {
  const space = words.indexOf(" ")
  return space < 0 ? words : words.slice(0, space)
}

const matches = (table: Table, words: string): boolean => {
  const entries = table.get(firstWord(words))
  if (entries === undefined) return false
  for (const entry of entries) {
    if (entry.words === words) return true
    if (!entry.whole && words.startsWith(entry.words) && words.charCodeAt(entry.words.length) === 32) return true
  }
  return false
}

/** "More great … stories" */
const moreOfTheSite =
  /^(?:more|other|top|latest|best) [^.]{1,40} (?:stories|articles|news|posts|coverage|reads|videos|links)$/

const comments = tableOf(commentHeadings)
const related = tableOf(relatedHeadings)
const junk = tableOf(junkLines)
const tools = tableOf(pageTools)

const startsMore = new Set(["more", "other", "top", "latest", "best"])

/** What a heading announces; a title of the content itself is `Phrase.none`. */
export const judgeHeading = (line: string): number => {
  const first = firstWordOf(line)
  if (first !== undefined && !comments.has(first) && !related.has(first) && !startsMore.has(first)) return Phrase.none
  // "2.3 Comments" is a chapter, "23 comments" are comments.
  if (/^\d+\.[\d\s]/.test(line)) return Phrase.none

  const words = normalise(line)
  if (matches(comments, words)) return Phrase.comments
  return matches(related, words) || moreOfTheSite.test(words) ? Phrase.related : Phrase.none
}

/** Whether a short line is boilerplate. */
export const isJunkLine = (line: string): boolean =>
  isListed(junk, line) || isPageTool(line) || isLabelled(line) || isByline(line)

/** `close()` is a function, and no button. */
const isListed = (table: Table, line: string): boolean => {
  const first = firstWordOf(line)
  return (first === undefined || table.has(first)) && !line.includes("()") && matches(table, normalise(line))
}

/** Whether a line of a page that is no article offers to do something with it: sort, sign in, copy. */
export const isPageTool = (line: string): boolean => isListed(tools, line)
