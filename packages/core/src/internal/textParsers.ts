/** Parsers of the media types that are text already: HTML, XML, JSON, Markdown, plain text. */
import * as Effect from "effect/Effect"
import type { Parsed, ParseInput, Parser } from "../Parsers.ts"
import { type Decoded, decodeHtml, decodeText, decodeXml } from "./charset.ts"

const parser = (
  name: string,
  mediaTypes: ReadonlyArray<string>,
  extensions: ReadonlyArray<string>,
  decode: (bytes: Uint8Array, charset: string | undefined) => Decoded,
  read: (text: string) => Pick<Parsed, "html" | "markdown" | "wholeIsContent">
): Parser => ({
  name,
  mediaTypes,
  extensions,
  parse: ({ bytes, charset }: ParseInput) =>
    Effect.sync(() => {
      const { encoding, mislabelled, text } = decode(bytes, charset)
      const warnings = mislabelled ? [`The page is not in the encoding it declares; it was read as ${encoding}.`] : []
      return { source: text, ...read(text), warnings }
    })
})

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

export const builtin: ReadonlyArray<Parser> = [
  parser("html", ["text/html", "application/xhtml+xml"], ["html", "htm", "xhtml"], decodeHtml, (text) => ({
    html: text,
    wholeIsContent: false
  })),
  parser("xml", ["application/xml", "text/xml"], ["xml"], decodeXml, code("xml")),
  parser("json", ["application/json", "text/json"], ["json"], decodeText, code("json")),
  parser("markdown", ["text/markdown", "text/x-markdown"], ["md", "markdown"], decodeText, asIs),
  parser("text", ["text/plain"], ["txt", "text", "log"], decodeText, asIs)
]
