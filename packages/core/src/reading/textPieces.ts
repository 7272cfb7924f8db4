/** Long texts as HTML and as they are, a piece at a time. */
import { maxHtmlLength } from "./maxHtmlLength.ts"
import { TextBuffer } from "../support/TextBuffer.ts"
import type { Steps } from "../support/steps.ts"

export const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Characters that are replaced in one go. */
export const pieceLength = 65_536

export function* escaped(text: string): Steps<string> {
  if (text.length <= pieceLength) return escape(text)
  const escapedText = new TextBuffer(text.length)
  yield* addEscaped(escapedText, text, 0, text.length)
  return escapedText.finish()
}

/** Stops where the page is cut anyway: escapes make a text up to five times as long. */
export function* addEscaped(buffer: TextBuffer, text: string, from: number, to: number): Steps<void> {
  for (let at = from; at < to && buffer.length <= maxHtmlLength; at += pieceLength) {
    buffer.add(escape(text.slice(at, Math.min(at + pieceLength, to))))
    yield
  }
}

export function* addText(buffer: TextBuffer, text: string, from: number, to: number): Steps<void> {
  for (let at = from; at < to; at += pieceLength) {
    buffer.add(text.slice(at, Math.min(at + pieceLength, to)))
    yield
  }
}

/** Characters of a text file that formats other than Markdown and the source read: half of a page's, since escapes lengthen them. */
const maxFileLength = maxHtmlLength / 2

export const cutFile = (text: string) => ({
  text: text.length > maxFileLength ? text.slice(0, maxFileLength) : text,
  warnings:
    text.length > maxFileLength
      ? [
          `Formats other than markdown and rawHtml read the first ${maxFileLength} of the file's ${text.length} characters.`
        ]
      : []
})
