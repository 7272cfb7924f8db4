/** Parsers of the media types that are text already: HTML, XML, JSON, Markdown, plain text. */
import * as Effect from "effect/Effect"
import type { OffThreadPage } from "./PageReader.ts"
import type { Parsed, ParseInput, Parser } from "./Parser.ts"
import type { RawAnswer } from "./readPage.ts"
import { type Decoded, decodeHtml, decodeText, decodeXml } from "./charset.ts"
import { markdownAddresses } from "./markdownAddresses.ts"
import { inTurns } from "../support/turns.ts"

const parser = (
  name: string,
  mediaTypes: ReadonlyArray<string>,
  extensions: ReadonlyArray<string>,
  decode: (bytes: Uint8Array, charset: string | undefined) => Decoded,
  read: (text: string, url: URL) => Read | Effect.Effect<Read>
): Parser => ({
  name,
  mediaTypes,
  extensions,
  parse: ({ bytes, charset, url }: ParseInput) =>
    Effect.suspend(() => {
      const { encoding, mislabelled, text } = decode(bytes, charset)
      const parsed = read(text, url)
      const whole = (made: Read) => ({ source: text, ...made, warnings: mislabelled ? [misread(encoding)] : [] })
      return Effect.isEffect(parsed) ? Effect.map(parsed, whole) : Effect.succeed(whole(parsed))
    })
})

type Read = Pick<Parsed, "html" | "markdown" | "wholeIsContent">

const misread = (encoding: string) =>
  encoding === "replacement"
    ? "The page declares an encoding that is never read (Encoding standard, replacement)."
    : `The page is not in the encoding it declares; it was read as ${encoding}.`

/** A web page that another thread has read: its text is decoded here only for those who ask for it. */
export const contentOf = ({ bytes, charset }: RawAnswer, read: OffThreadPage): Parsed => {
  let text: string | undefined
  const source = () => (text ??= decodeHtml(bytes, charset).text)
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

const code = (language: string) => (text: string) => ({
  html: `<pre><code class="language-${language}">${escape(text)}</code></pre>`,
  markdown: fence(language, text),
  wholeIsContent: true
})

/** A fence longer than any run of backticks inside. */
const fence = (language: string, text: string): string => {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const ticks = "`".repeat(longest + 1)
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`
}

const asIs = (text: string) => ({ html: `<pre>${escape(text)}</pre>`, markdown: text, wholeIsContent: true })

/** As it stands but for its addresses: relative ones are made absolute, and the HTML tells links and images. */
const markdown = (text: string, url: URL) => inTurns(() => withAbsolute(text, url))

function* withAbsolute(text: string, url: URL) {
  const addresses = yield* markdownAddresses(text, url)
  let html = ""
  let written = ""
  let at = 0
  for (const { absolute, from, isImage, to } of addresses) {
    yield
    const before = text.slice(at, from)
    const said = escape(text.slice(from, to))
    const value = escape(absolute).replaceAll('"', "&quot;")
    html += escape(before) + (isImage ? `<img src="${value}" alt="">${said}` : `<a href="${value}">${said}</a>`)
    written += before + (isWhole(text.slice(from, to)) ? text.slice(from, to) : absolute.replaceAll("|", "%7C"))
    at = to
  }
  const rest = text.slice(at)
  return { html: `<pre>${html}${escape(rest)}</pre>`, markdown: written + rest, wholeIsContent: true }
}

/** Has a scheme, or leads to a place on the page itself. */
const isWhole = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|#)/i.test(address)

export const htmlParser: Parser = parser(
  "html",
  ["text/html", "application/xhtml+xml"],
  ["html", "htm", "xhtml"],
  decodeHtml,
  (text) => ({ html: text, wholeIsContent: false })
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
