/** Parsers of the media types that are text already: HTML, XML, JSON, Markdown, plain text. */
import * as Effect from "effect/Effect"
import type { OffThreadPage } from "./PageReader.ts"
import type { Parsed, ParseInput, Parser } from "./Parser.ts"
import type { RawAnswer } from "./readPage.ts"
import { type Decode, decodeHtml, decodeText, decodeXml } from "./charset.ts"
import { markdownAddresses } from "./markdownAddresses.ts"
import { maxHtmlLength } from "./maxHtmlLength.ts"
import { inTurns } from "../support/turns.ts"
import { atOnce, type Steps } from "../support/steps.ts"

const parser = (
  name: string,
  mediaTypes: ReadonlyArray<string>,
  extensions: ReadonlyArray<string>,
  decode: Decode,
  read: (text: string, url: URL) => Steps<Read>,
  maxLength = Infinity
): Parser => ({
  name,
  mediaTypes,
  extensions,
  parse: (input: ParseInput) => {
    const steps = () => parseText(input, decode, read, input.wholeSource === true ? Infinity : maxLength)
    return input.bytes.length <= smallBytes ? Effect.sync(() => atOnce(steps())) : inTurns(steps)
  }
})

/** Files up to this size are read in one turn. */
const smallBytes = 65_536

function* parseText(
  { bytes, charset, url }: ParseInput,
  decode: Decode,
  read: (text: string, url: URL) => Steps<Read>,
  maxLength: number
): Steps<Parsed> {
  const { encoding, isCut, mislabelled, text } = yield* decode(bytes, charset, maxLength)
  const { warnings = [], ...made } = yield* read(text, url)
  return {
    source: text,
    ...made,
    warnings: [
      ...(mislabelled ? [misread(encoding)] : []),
      ...(isCut ? [`Only the first ${text.length} characters of the page's ${bytes.length} bytes were read.`] : []),
      ...warnings
    ]
  }
}

type Read = Pick<Parsed, "html" | "markdown" | "wholeIsContent" | "warnings">

const misread = (encoding: string) =>
  encoding === "replacement"
    ? "The page declares an encoding that browsers refuse to decode (Encoding standard, replacement)."
    : `The page is not in the encoding it declares; it was read as ${encoding}.`

/** A web page that another thread has read: its text is decoded here only for those who ask for it. */
export const contentOf = ({ bytes, charset }: RawAnswer, read: OffThreadPage): Parsed => {
  let text: string | undefined
  const source = () => (text ??= atOnce(decodeHtml(bytes, charset)).text)
  return {
    get source() {
      return source()
    },
    get html() {
      return source()
    },
    wholeIsContent: false,
    warnings: read.mislabelled === undefined ? [] : [misread(read.mislabelled)],
    read
  }
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Characters that are replaced in one go. */
const pieceLength = 65_536

function* escaped(text: string): Steps<string> {
  if (text.length <= pieceLength) return escape(text)
  const parts: Array<string> = []
  for (let at = 0; at < text.length; at += pieceLength) {
    parts.push(escape(text.slice(at, at + pieceLength)))
    yield
  }
  return parts.join("")
}

/** Characters of a text file that formats other than Markdown and the source read: half of a page's, since escapes lengthen them. */
const maxFileLength = maxHtmlLength / 2

const cutFile = (text: string) => ({
  text: text.length > maxFileLength ? text.slice(0, maxFileLength) : text,
  warnings:
    text.length > maxFileLength
      ? [
          `Formats other than markdown and rawHtml read the first ${maxFileLength} of the file's ${text.length} characters.`
        ]
      : []
})

const code = (language: string) =>
  function* (text: string): Steps<Read> {
    const { text: read, warnings } = cutFile(text)
    return {
      html: `<pre><code class="language-${language}">${yield* escaped(read)}</code></pre>`,
      markdown: yield* fenced(language, text),
      wholeIsContent: true,
      warnings
    }
  }

/** In a fence longer than any run of backticks inside. */
function* fenced(language: string, text: string): Steps<string> {
  let longest = 2
  for (let at = text.indexOf("```"); at >= 0; at = text.indexOf("```", at)) {
    const from = at
    while (text.charCodeAt(at) === 96) at++
    longest = Math.max(longest, at - from)
    yield
  }
  const ticks = "`".repeat(longest + 1)
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`
}

function* asIs(text: string): Steps<Read> {
  const { text: read, warnings } = cutFile(text)
  return { html: `<pre>${yield* escaped(read)}</pre>`, markdown: text, wholeIsContent: true, warnings }
}

/** As it stands but for its addresses: relative ones are made absolute, and the HTML tells links and images. */
function* markdown(text: string, url: URL): Steps<Read> {
  const { text: read, warnings } = cutFile(text)
  const { addresses, to: scanned } = yield* markdownAddresses(read, url)
  const html: Array<string> = []
  const written: Array<string> = []
  let at = 0
  for (const { absolute, from, isImage, to } of addresses) {
    yield
    const before = read.slice(at, from)
    const shown = escape(read.slice(from, to))
    const value = escape(absolute).replaceAll('"', "&quot;")
    html.push(
      yield* escaped(before),
      isImage ? `<img src="${value}" alt="">${shown}` : `<a href="${value}">${shown}</a>`
    )
    written.push(before, isWhole(read.slice(from, to)) ? read.slice(from, to) : absolute.replaceAll("|", "%7C"))
    at = to
  }
  html.push(yield* escaped(read.slice(at)))
  written.push(text.slice(at))
  return {
    html: `<pre>${html.join("")}</pre>`,
    markdown: written.join(""),
    wholeIsContent: true,
    warnings:
      scanned < read.length
        ? [...warnings, `Relative addresses after character ${scanned} were not resolved.`]
        : warnings
  }
}

/** Has a scheme, or leads to a place on the page itself. */
const isWhole = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|#)/i.test(address)

export const htmlParser: Parser = parser(
  "html",
  ["text/html", "application/xhtml+xml"],
  ["html", "htm", "xhtml"],
  decodeHtml,
  function* (text) {
    yield
    return { html: text, wholeIsContent: false }
  },
  maxHtmlLength
)

export const builtin: ReadonlyArray<Parser> = [
  htmlParser,
  parser("xml", ["application/xml", "text/xml"], ["xml"], decodeXml, code("xml")),
  parser(
    "json",
    ["application/json", "text/json", "application/x-ndjson", "application/jsonl"],
    ["json", "jsonl", "ndjson"],
    decodeText,
    code("json")
  ),
  parser("markdown", ["text/markdown", "text/x-markdown"], ["md", "markdown"], decodeText, markdown),
  parser("text", ["text/plain"], ["txt", "text", "log"], decodeText, asIs)
]
