/**
 * Subtitles and transcripts (WebVTT, SubRip): the speech as paragraphs, each with the time at which it begins, and the
 * speaker where the file names one.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText, startOf } from "../bytes/decodeText.ts"
import { escapeText, page } from "../markup/html.ts"
import { damaged } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"

interface Cue {
  /** In seconds. */
  readonly start: number
  readonly end: number
  readonly speaker: string
  readonly lines: ReadonlyArray<string>
}

/** Cues of one file; a film has two thousand. */
const maxCues = 200_000
/** Characters that are read; a film has a hundred thousand. */
const maxLength = 4_000_000
/** Characters of a line; one that is shown has about forty. */
const maxLine = 10_000
/** A pause that parts paragraphs, in seconds. */
const pause = 3
/** A paragraph of this length ends with its sentence, in characters. */
const longParagraph = 600

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}`)

export const readSubtitles: Reader = async ({ bytes, charset, wholeSource }, { caps }): Promise<Parsed> => {
  const decoded = await decodeText(bytes, charset)
  const { source, text, warnings } = startOf(decoded.text, maxLength, wholeSource)
  const { cues, isCut, more } = readCues(text)
  if (cues.length === 0 && !/^\s*WEBVTT/.test(text)) throw damaged("no line of it says when a text is shown")
  const paragraphs = paragraphsOf(cues)
  const shown = paragraphs.slice(0, caps.maxRows)
  const html = shown.map(
    ({ speaker, start, text }) =>
      `<p><time datetime="PT${Math.floor(start)}S">[${clock(start)}]</time> ${speaker === "" ? "" : `<strong>${escapeText(speaker)}:</strong> `}${escapeText(text)}</p>`
  )
  return page(html.join("\n"), {
    source,
    warnings: [
      ...decoded.warnings,
      ...warnings,
      ...(cues.length === 0 ? ["The file has no cues."] : []),
      ...(isCut ? [`Of each line, the first ${maxLine} characters were read.`] : []),
      ...(more ? [`Only the first ${maxCues} cues were read.`] : []),
      ...(shown.length < paragraphs.length ? [`Only the first ${caps.maxRows} paragraphs were read (maxRows).`] : [])
    ]
  })
}

interface Cues {
  readonly cues: ReadonlyArray<Cue>
  /** Lines are cut. */
  readonly isCut: boolean
  /** There are more cues. */
  readonly more: boolean
}

const readCues = (text: string): Cues => {
  let isCut = false
  const cues: Array<Cue> = []
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)
  /** Lines that the cue before ended with: live captions say them again and roll on. */
  let before: ReadonlyArray<string> = []
  for (let index = 0; index < lines.length; index++) {
    const found = timing.exec(lines[index]!)
    if (found === null) continue
    if (cues.length >= maxCues) return { cues, isCut, more: true }
    const own: Array<string> = []
    while (index + 1 < lines.length && lines[index + 1]!.trim() !== "" && !timing.test(lines[index + 1]!)) {
      const line = lines[++index]!
      isCut ||= line.length > maxLine
      own.push(line.slice(0, maxLine))
    }
    // Without an empty line between, the number of the next cue is the last line.
    if (timing.test(lines[index + 1] ?? "") && /^\s*\d+\s*$/.test(own.at(-1) ?? "")) own.pop()
    const speaker = /<v(?:\.[^\s>]{1,100})?[ \t]+([^>]{1,100})>/.exec(own.join(" "))?.[1]?.trim() ?? ""
    const spoken = own.map(plainLine).filter((line) => line !== "")
    const fresh = spoken.slice(repeated(before, spoken))
    if (spoken.length > 0) before = spoken
    const start = seconds(found, 1)
    const end = seconds(found, 5)
    if (fresh.length > 0) cues.push({ start, end, speaker: decodeEntities(speaker), lines: fresh })
  }
  return { cues, isCut, more: false }
}

/** How many lines at the start are the last ones of the cue before. */
const repeated = (before: ReadonlyArray<string>, spoken: ReadonlyArray<string>): number => {
  for (let count = Math.min(before.length, spoken.length); count > 0; count--)
    if (spoken.slice(0, count).every((line, index) => line === before[before.length - count + index])) return count
  return 0
}

const seconds = (found: RegExpExecArray, at: number): number =>
  Number(found[at] ?? 0) * 3600 + Number(found[at + 1]) * 60 + Number(found[at + 2]) + Number(`0.${found[at + 3] ?? 0}`)

const plainLine = (line: string): string =>
  decodeEntities(line.replaceAll(/<[^<>]{0,200}>/g, "").replaceAll(/\{\\[^{}]{0,100}\}/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim()

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "\u200e",
  rlm: "\u200f",
  quot: '"'
}

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm|quot);/g, (whole, name: string) => entities[name] ?? whole)

interface Paragraph {
  readonly start: number
  readonly speaker: string
  text: string
}

const paragraphsOf = (cues: ReadonlyArray<Cue>): ReadonlyArray<Paragraph> => {
  const paragraphs: Array<Paragraph> = []
  let end = -Infinity
  for (const { end: last, lines, speaker, start } of cues) {
    const open = paragraphs.at(-1)
    // A dash before each line is another speaker each.
    const dialogue = lines.length > 1 && lines.every((line) => /^[-–—]/.test(line))
    const goesOn =
      open !== undefined &&
      open.speaker === speaker &&
      !dialogue &&
      !/^[-–—]/.test(lines[0]!) &&
      start - end < pause &&
      !(open.text.length > longParagraph && /[.!?…。！？]["'”’)]?$/.test(open.text)) &&
      open.text.length < longParagraph * 4
    if (goesOn) open.text += ` ${lines.join(" ")}`
    else if (dialogue) for (const line of lines) paragraphs.push({ start, speaker, text: line })
    else paragraphs.push({ start, speaker, text: lines.join(" ") })
    end = Math.max(end, last)
  }
  return paragraphs
}

const clock = (start: number): string => {
  const all = Math.floor(start)
  const two = (value: number): string => String(value).padStart(2, "0")
  const hours = Math.floor(all / 3600)
  return `${hours === 0 ? "" : `${two(hours)}:`}${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`
}
