/**
 * Passages of a text that speak to a model and not to a reader, found by several properties at once (`signs.ts`): whom they
 * address, what they ask to give up, to hide or to hand over, and how they stand on the page. One phrase alone is never
 * enough, and what a page quotes to talk about it is recognized.
 *
 * Rules alone: the same text has the same passages. Linear in the text.
 */
import { eachBlock, type MarkdownBlock } from "../MarkdownBlocks.ts"
import type { Steps } from "../../support/steps.ts"
import { decodedTexts, joinedLetters, plainLetters } from "./plainLetters.ts"
import { maxSentence, Sign, signsOf, weightOf } from "./signs.ts"
import { withoutUnseen } from "./unseenCharacters.ts"

export interface Instructions {
  /** First words, on one line. */
  readonly words: string
  /**
   * - `instructions`: speaks to a model, and is not in `text`;
   * - `quoted`: quoted by a page that talks about such sentences, and is in `text`;
   * - `unseen`: written in characters that nobody sees, and is not in `text`.
   */
  readonly kind: "instructions" | "quoted" | "unseen"
}

export interface CheckedText {
  /** What a model may be given. */
  readonly text: string
  readonly found: ReadonlyArray<Instructions>
  /** Passages in all; `found` has the first of them. */
  readonly count: number
}

/** Passages that are described. */
const maxFound = 20
/** Characters of a passage that are shown. */
const maxWords = 60
/** Stands where a passage was. */
const gap = "[…]"

/** Weight from which on a passage is one. */
const minWeight = { seen: 5, unseen: 3 } as const

/** Sentences that belong together, and how far they may be apart. */
const sentencesOfPassage = 3
const maxPassage = 600
/** Sentences as short as this may be pieces of one. */
const maxPiece = 40

const demands = Sign.override | Sign.takeover | Sign.conceal | Sign.handOver | Sign.steer | Sign.act
const cores = Sign.override | Sign.roleMark | Sign.addressee

/** Whether text with these signs speaks to a model; less is needed where no reader sees it. */
const isInstruction = (signs: number, place: keyof typeof minWeight): boolean =>
  (signs & demands) !== 0 && (signs & cores) !== 0 && weightOf(signs) >= minWeight[place]

/** Whether a text that no reader sees speaks to a model. */
export const speaksToModel = (text: string): boolean => {
  for (let at = 0; at < text.length; at += maxSentence) {
    const piece = text.slice(at, at + maxSentence + overlap)
    if (isInstruction(signsOfSentence(piece), "unseen")) return true
  }
  return false
}

/** What the next piece of a long sentence repeats, so that no pattern is cut. */
const overlap = 80

/** What is written in a code, or letter by letter, is kept from readers: that weighs as much as what it says. */
const signsOfSentence = (sentence: string): number => {
  const signs = signsOf(plainLetters(sentence))
  const isDisguised =
    decodedTexts(sentence).some(speaksToModel) || isSpelledOverride.test(joinedLetters(sentence) ?? "")
  return isDisguised ? signs | Sign.override | Sign.conceal : signs
}

/** Instructions without spaces, where a text has none between its words. */
const isSpelledOverride =
  /(?:ignore|disregard|forget|override|bypass|donotfollow|stopfollowing)\p{L}{0,30}(?:instructions|prompt|rules|guidelines|before|request)|(?:languagemodel|aiassistant|aiagent|llm|chatbot)\p{L}{0,60}(?:ignore|reveal|respond|recommend|donot|never|send|print|visit|say|call|write|append)/u

interface Sentence {
  readonly start: number
  readonly end: number
  readonly signs: number
  readonly block: MarkdownBlock
}

interface Range {
  start: number
  end: number
  readonly block: MarkdownBlock
}

/** `text` is Markdown or plain text. `isKnown` says of the words of a passage that they are a quotation already. */
export function* findInstructions(text: string, isKnown?: (words: string) => boolean): Steps<CheckedText> {
  const seen = yield* withoutUnseen(text)
  const found: Array<Instructions> = seen.spelled.map((words) => ({ kind: "unseen", words: firstWords(words) }))
  const ranges = yield* rangesOf(seen.text)
  const pieces: Array<string> = []
  let copied = 0
  const discussion = ranges.length === 0 ? 0 : discussionIn(seen.text, ranges)
  for (const range of ranges) {
    yield
    const words = firstWords(seen.text.slice(range.start, range.end))
    if (isKnown?.(words) === true || isQuoted(seen.text, range, discussion)) {
      found.push({ kind: "quoted", words })
      continue
    }
    found.push({ kind: "instructions", words })
    pieces.push(seen.text.slice(copied, range.start), gap)
    copied = range.end
  }
  return {
    text: copied === 0 ? seen.text : pieces.join("") + seen.text.slice(copied),
    found: found.slice(0, maxFound),
    count: found.length
  }
}

const firstWords = (text: string): string => {
  const line = text
    .slice(0, 4 * maxWords)
    .replace(/^[\s\-*+>#|]+/, "")
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
  return line.length > maxWords ? `${line.slice(0, maxWords).trimEnd()}…` : line
}

/** Where passages stand, in order. */
function* rangesOf(text: string): Steps<ReadonlyArray<Range>> {
  const ranges: Array<Range> = []
  let recent: Array<Sentence> = []
  for (const block of eachBlock(text)) {
    yield
    if (block === undefined) continue
    for (const { end, start } of sentencesOf(text, block)) {
      yield
      const isCut = end - start === maxSentence
      const signs = signsOfSentence(text.slice(start, isCut ? Math.min(end + overlap, block.end) : end))
      const sentence = { start, end, block, signs }
      recent = [...recent.slice(1 - sentencesOfPassage), sentence].filter((one) => end - one.start <= maxPassage)
      const last = ranges.at(-1)
      if (last !== undefined && last.block === block && last.end === start && continues(last, sentence, text)) {
        last.end = end
        continue
      }
      const passage = passageOf(recent, text)
      if (passage === undefined) continue
      if (last !== undefined && passage.start <= last.end) last.end = Math.max(last.end, end)
      else ranges.push(passage)
      recent = []
    }
  }
  return ranges
}

/** What follows a passage goes on with it while it asks for something; all of its block, after the mark of a chat. */
const continues = (range: Range, { signs }: Sentence, text: string): boolean =>
  signs !== 0 || (signsOf(plainLetters(text.slice(range.start, range.start + maxSentence))) & Sign.roleMark) !== 0

const passageOf = (recent: ReadonlyArray<Sentence>, text: string): Range | undefined => {
  const last = recent.at(-1)!
  for (let from = recent.length - 1; from >= 0; from--) {
    const sentences = recent.slice(from)
    const first = sentences[0]!
    const joined = signsOfPieces(sentences, text)
    const signs = sentences.reduce((all, one) => all | one.signs, joined)
    if (!isInstruction(signs, "seen") || (joined === 0 && (first.signs === 0 || last.signs === 0))) continue
    const opening = recent.slice(0, from).findLastIndex((one) => (one.signs & ~Sign.act) === 0) + 1
    return { start: recent[opening]!.start, end: last.end, block: last.block }
  }
  return undefined
}

/** Signs of short lines read as one sentence. */
const signsOfPieces = (sentences: ReadonlyArray<Sentence>, text: string): number => {
  const arePieces = sentences.length > 1 && sentences.slice(0, -1).every(({ end, start }) => end - start <= maxPiece)
  if (!arePieces) return 0
  const joined = text.slice(sentences[0]!.start, Math.min(sentences.at(-1)!.end, sentences[0]!.start + maxSentence))
  return signsOf(plainLetters(joined))
}

/** Ends of sentences: signs of all scripts, and the end of a line where lines are what a block has. */
const ends = { prose: /[.!?](?=[\s"'”’)\]*_]|$)|[。！？]|\n(?=\s*\n)/g, lines: /[.!?](?=[\s"'”’)\]*_]|$)|[。！？\n|]/g }

function* sentencesOf(text: string, { end, kind, start }: MarkdownBlock): Generator<{ start: number; end: number }> {
  const pattern = kind === "paragraph" || kind === "heading" || kind === "quote" ? ends.prose : ends.lines
  const block = text.slice(start, end)
  let from = 0
  for (const { 0: sign, index } of block.matchAll(pattern)) {
    const to = index + sign.length
    // "1." begins an item.
    if (to - from < 4 && sign === ".") continue
    yield* pieces(start + from, start + to)
    from = to
  }
  if (from < block.length) yield* pieces(start + from, end)
}

function* pieces(start: number, end: number): Generator<{ start: number; end: number }> {
  for (let from = start; from < end; from += maxSentence) yield { start: from, end: Math.min(end, from + maxSentence) }
}

/** What texts about such sentences have, in several languages. */
const topic =
  /prompt[- ]?injections?|jail ?break|attack|adversar|malicious|exploit|vulnerab|payload|red[- ]team|owasp|guardrail|mitigat|phishing|angreifer|angriff|schwachstelle|attaqu|vulnérab|atacante|ataque|inyecci|injeção|iniezion|攻击|攻擊|注入|漏洞|脆弱性|インジェクション|атак|уязвим|инъекц|주입|공격/giu
const maxTopicWords = 10

/** How often a text speaks of such sentences, its passages aside. */
const discussionIn = (text: string, ranges: ReadonlyArray<Range>): number => {
  let count = 0
  let at = 0
  for (const { index } of text.matchAll(topic)) {
    while (at < ranges.length && ranges[at]!.end <= index) at++
    if (at < ranges.length && ranges[at]!.start <= index) continue
    if (++count === maxTopicWords) break
  }
  return count
}

/** Who says it, or that it is an example. */
const reports =
  /(?<!\p{L})(?:sa(?:id|ys|ying)|wrote|writes|typed|types|asked|t(?:old|ells)|such as|like|for example|for instance|e\.g|examples?|contain(?:s|ed|ing)?|reads?|instruct(?:s|ed|ing)?|phrase|sentence|string|words|message|called|inject(?:s|ed|ing)?|tried|tries|try|prompts?|payloads?|attack(?:er)?s?|embedd?(?:s|ed)|z\. ?b|zum beispiel|schrieb|beispiel|sagt|par exemple|écri(?:t|vait|vent)|exemple|por ejemplo|ejemplo|escribió|por exemplo|escreveu|ad esempio|esempio|scrive|например|пример|пишет)(?!\p{L})|例如|比如|たとえば|例|예를 들어|예시/iu

/** Characters before a passage that say what it is. */
const lead = 300
const nearLead = 80

/** Whether the page quotes a passage to talk about it. */
const isQuoted = (text: string, range: Range, discussion: number): boolean => {
  const { block, end, start } = range
  const own = text.slice(block.start, start)
  const before = text.slice(Math.max(0, start - lead), start)
  const isMarked = isInQuotes(own, text.slice(start, end), text.slice(end, Math.min(block.end, end + 2)))
  const inside = text.slice(start, end).match(/^[^"“«„`「『]{0,160}(?=["“«„`「『][^"“«„`「『]{8})/u)?.[0] ?? ""
  const opening = start - own.length + Math.max(0, own.search(/["“«„`「『][^"“”«»„`「」『』]*$/u))
  const isOpen = isMarked && inside === "" && own !== "" && opening > block.start
  const near = isOpen
    ? text.slice(Math.max(0, opening - nearLead), opening)
    : text.slice(Math.max(0, start - nearLead), start) + inside
  if (isMarked && (reports.test(near) || discussion >= 2)) return true
  if (block.kind === "code" || block.kind === "quote")
    return discussion >= 2 && (reports.test(before) || discussion >= 4)
  return discussion >= 3 && reports.test(before) && /[:：]\s*(?:[-*+]|\d+[.)])?[\s\S]{0,200}$/u.test(before)
}

const openings = /["“”«„`「『]/gu

/** Whether a passage stands in quotation marks or in code, or has all that weighs in them. */
const isInQuotes = (before: string, passage: string, after: string): boolean => {
  const count = before.match(openings)?.length ?? 0
  if (count % 2 === 1) return true
  const quoted = [...`${passage}${after}`.matchAll(/["“«„`「『]([^"”»“`」』]{8,500})["”»“`」』]/gu)].map(
    ([, words]) => words!
  )
  if (quoted.length === 0) return /^\s*["“«„`「『]/u.test(passage) && /^["”»“`」』]/u.test(after)
  const outside = quoted.reduce((rest, words) => rest.replace(words, () => " "), passage)
  return !isInstruction(signsOfSentence(outside.slice(0, maxSentence)), "seen")
}
