/** Markdown as a parser gives it. Without Effect, since threads read it too. */
import type { Parsed } from "./Parser.ts"
import { markdownAddresses } from "./markdownAddresses.ts"
import { addEscaped, addText, cutFile, escape } from "./textPieces.ts"
import { TextBuffer } from "../support/TextBuffer.ts"
import type { Steps } from "../support/steps.ts"

/** What is made of the text of a file. */
export type ReadText = Pick<Parsed, "html" | "markdown" | "wholeIsContent" | "warnings">

/** The text unchanged, except that relative addresses become absolute; the HTML holds its links and images. */
export function* readMarkdown(text: string, url: URL): Steps<ReadText> {
  const { text: read, warnings } = cutFile(text)
  const { addresses, to: scanned } = yield* markdownAddresses(read, url)
  // Hundreds of thousands of small strings would be joined in one go, and kept until the next full collection.
  const html = new TextBuffer(read.length)
  const written = new TextBuffer(text.length)
  html.add("<pre>")
  let at = 0
  for (const { absolute, from, isImage, to } of addresses) {
    yield
    const value = escape(absolute).replaceAll('"', "&quot;")
    const shown = read.slice(from, to)
    yield* addEscaped(html, read, at, from)
    html.add(isImage ? `<img src="${value}" alt="">${escape(shown)}` : `<a href="${value}">${escape(shown)}</a>`)
    yield* addText(written, read, at, from)
    written.add(isWhole(shown) ? shown : absolute.replaceAll("|", "%7C"))
    at = to
  }
  yield* addEscaped(html, read, at, read.length)
  html.add("</pre>")
  yield* addText(written, text, at, text.length)
  return {
    html: html.finish(),
    markdown: written.finish(),
    wholeIsContent: true,
    warnings:
      scanned < read.length
        ? [...warnings, `Relative addresses after character ${scanned} were not resolved.`]
        : warnings
  }
}

/** Has a scheme, or leads to a place on the page itself. */
const isWhole = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|#)/i.test(address)
