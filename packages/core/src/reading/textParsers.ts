/** Parsers of the media types that are text already: HTML, XML, JSON, Markdown, plain text. */
import * as Effect from "effect/Effect"
import type { OffThreadPage } from "./PageReader.ts"
import type { Parsed, ParseInput, Parser } from "./Parser.ts"
import type { RawAnswer } from "./readPage.ts"
import { type Decode, decodeAll, decodeHtml, decodeText, decodeXml, isUndeclared } from "./charset.ts"
import { guessEncoding } from "./guessEncoding.ts"
import { readMarkdown, type ReadText } from "./readMarkdown.ts"
import { addText, cutFile, escaped, pieceLength } from "./textPieces.ts"
import { maxHtmlLength } from "./maxHtmlLength.ts"
import { TextBuffer } from "../support/TextBuffer.ts"
import { xhtmlToHtml } from "./xhtml.ts"
import { inTurns } from "../support/turns.ts"
import { atOnce, type Steps } from "../support/steps.ts"

const parser = (
  name: string,
  mediaTypes: ReadonlyArray<string>,
  extensions: ReadonlyArray<string>,
  decode: Decode,
  read: (text: string, url: URL, mediaType: string) => Steps<ReadText>,
  maxLength = Infinity
): Parser => ({
  name,
  mediaTypes,
  extensions,
  parse: (input: ParseInput) => {
    const parseAs = (charset: string | undefined) => {
      const steps = () => parseText({ ...input, charset }, decode, read, maxLength)
      return input.bytes.length <= smallBytes ? Effect.sync(() => atOnce(steps())) : inTurns(steps)
    }
    if (!isUndeclared(input.bytes, input.charset)) return parseAs(input.charset)
    return Effect.gen(function* () {
      const encoding = yield* Effect.promise(() => guessEncoding(input.bytes, input.url))
      const parsed = yield* parseAs(encoding)
      return { ...parsed, warnings: [guessed(encoding), ...(parsed.warnings ?? [])] }
    })
  }
})

const guessed = (encoding: string) =>
  `The page does not say what encoding it is in; it was read as ${encoding}, which its bytes look like.`

/** Files up to this size are read in one turn. */
const smallBytes = 65_536

function* parseText(
  { bytes, charset, mediaType, url, wholeSource = false }: ParseInput,
  decode: Decode,
  read: (text: string, url: URL, mediaType: string) => Steps<ReadText>,
  maxLength: number
): Steps<Parsed> {
  const { encoding, isCut, mislabelled, text } = yield* decode(bytes, charset, maxLength)
  const { warnings = [], ...made } = yield* read(text, url, mediaType)
  return {
    source: text,
    // Not before the conversion, which needs as much memory.
    ...(isCut && wholeSource ? { wholeSource: inTurns(() => decodeAll(bytes, encoding)) } : {}),
    ...made,
    warnings: [
      ...(mislabelled ? [misread(encoding)] : []),
      ...(made.wholeIsContent && !/\S/.test(text) ? ["The file has no text."] : []),
      ...(isCut
        ? [`Only the first ${text.length} characters of the page's ${bytes.length} bytes were converted.`]
        : []),
      ...warnings
    ]
  }
}

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

const code = (language: string) =>
  function* (text: string): Steps<ReadText> {
    const { text: read, warnings } = cutFile(text)
    return {
      html: `<pre><code class="language-${language}">${yield* escaped(read)}</code></pre>`,
      markdown: yield* fenced(language, text),
      wholeIsContent: true,
      warnings
    }
  }

/** In a fence longer than any run of its character inside: of tildes where one of backticks would be very long. */
function* fenced(language: string, text: string): Steps<string> {
  const ticks = (yield* longestRun(text, "`")) + 1
  const fence = ticks <= longFence ? "`".repeat(ticks) : "~".repeat((yield* longestRun(text, "~")) + 1)
  const content = text.trimEnd()
  if (content.length <= pieceLength) return `${fence}${language}\n${content}\n${fence}`
  // Pieces that are only joined would be copied in one go by the first who reads them.
  const buffer = new TextBuffer(content.length + 2 * fence.length + language.length + 2)
  yield* addText(buffer, `${fence}${language}\n`, 0, fence.length + language.length + 1)
  yield* addText(buffer, content, 0, content.length)
  yield* addText(buffer, `\n${fence}`, 0, fence.length + 1)
  return buffer.finish()
}

/** Characters of a fence up to which it is one of backticks, which all readers know. */
const longFence = 100

/** How often the character stands one after the other at most; 2 where that is less. */
function* longestRun(text: string, character: "`" | "~"): Steps<number> {
  const run = character.repeat(3)
  let longest = 2
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at)) {
    const from = at
    while (text[at] === character) if ((++at - from) % pieceLength === 0) yield
    longest = Math.max(longest, at - from)
    yield
  }
  return longest
}

function* asIs(text: string): Steps<ReadText> {
  const { text: read, warnings } = cutFile(text)
  return { html: `<pre>${yield* escaped(read)}</pre>`, markdown: text, wholeIsContent: true, warnings }
}

/** Served as this, a page is XML. */
const xhtml = "application/xhtml+xml"

export const htmlParser: Parser = parser(
  "html",
  ["text/html", xhtml],
  ["html", "htm", "xhtml"],
  decodeHtml,
  function* (text, _, mediaType) {
    yield
    return { html: mediaType === xhtml ? xhtmlToHtml(text) : text, wholeIsContent: false }
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
  parser("markdown", ["text/markdown", "text/x-markdown"], ["md", "markdown"], decodeText, readMarkdown),
  parser("text", ["text/plain"], ["txt", "text", "log"], decodeText, asIs)
]
