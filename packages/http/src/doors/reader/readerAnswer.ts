/** What the reader answers: text, or JSON for those who accept only that, with what caches need to know. */
import { contentHash } from "@orbweaver/core/internal/support/contentHash"
import type { Document } from "@orbweaver/core/model/Document"
import { plainText } from "@orbweaver/core/text/MarkdownBlocks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { ErrorText } from "../../gate/Operation.ts"
import { jsonType } from "../../wire/jsonText.ts"
import { errorText, type WireError } from "../../wire/ErrorBody.ts"
import { warningHeader } from "../warningHeader.ts"
import { formatOf, headerFields, headerOf, isOn, maxAgeOf, type ReaderOptions } from "./readerOptions.ts"

const textType = "text/plain; charset=utf-8"
const markdownType = "text/markdown; charset=utf-8"

/** Content of a page never runs as a page of this server, whatever a browser takes it for. */
const harmless = { "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'; sandbox" }

const acceptOf = ({ headers }: HttpServerRequest): string => headers["accept"]?.toLowerCase() ?? ""

const wantsJson = (request: HttpServerRequest): boolean => acceptOf(request).includes("application/json")

/** The form, whose key it is, and what was asked for. */
const vary = ["accept", "authorization", ...Object.keys(headerFields)].join(", ")

/** Whether a stream of events is all that the caller takes: the page comes as a whole. */
export const wantsStreamOnly = (request: HttpServerRequest): boolean =>
  acceptOf(request)
    .split(",")
    .every((type) => type.trim().split(";", 1)[0] === "text/event-stream")

export const readerAnswer = Effect.fnUntraced(function* (
  request: HttpServerRequest,
  asked: ReaderOptions,
  document: Document,
  unsupported: ReadonlyArray<string>
) {
  const notes = notesOf(document, unsupported)
  const isJson = wantsJson(request)
  const text = isJson ? JSON.stringify(jsonOf(asked, document, notes)) : textOf(asked, document, notes)
  const etag = `"${contentHash(text)}"`
  const headers = {
    ...harmless,
    ...cacheHeaders(asked, document, yield* Clock.currentTimeMillis),
    etag,
    vary,
    ...warningHeader(notes)
  }
  if (isSame(request.headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers })
  const isMarkdown = acceptOf(request).includes("text/markdown") && hasMarkdown(asked)
  return HttpServerResponse.text(text, {
    headers,
    contentType: isJson ? jsonType : isMarkdown ? markdownType : textType
  })
})

const hasMarkdown = (asked: ReaderOptions): boolean => /^(?:content|markdown)$/.test(formatOf(asked) ?? "content")

/** RFC 9110 §13.1.2: compared weakly. */
const isSame = (given: string | undefined, etag: string): boolean =>
  given !== undefined &&
  given.split(",").some((each) => /^\*$/.test(each.trim()) || each.trim().replace(/^W\//, "") === etag)

/**
 * Fresh for as long as the caller takes a cached page, counted from its capture. A page that answered with an error is
 * asked for again.
 */
const cacheHeaders = (asked: ReaderOptions, { metadata }: Document, now: number): Readonly<Record<string, string>> => {
  if (metadata.statusCode >= 400) return { "cache-control": "no-store" }
  const maxAge = maxAgeOf(asked)
  if (maxAge === 0) return { "cache-control": "private, no-cache" }
  const capturedAt = metadata.cachedAt === undefined ? now : Date.parse(metadata.cachedAt)
  const age = Math.max(0, Math.floor((now - capturedAt) / 1000))
  return { "cache-control": `private, max-age=${maxAge}`, age: String(age) }
}

const notesOf = ({ metadata, warning }: Document, unsupported: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(metadata.statusCode >= 400 ? [`The page answered with status ${metadata.statusCode}.`] : []),
  ...(warning === undefined ? [] : [warning]),
  ...(unsupported.length === 0
    ? []
    : [`Not supported by this reader: ${unsupported.map((name) => `${name} (${headerOf(name)})`).join(", ")}.`])
]

/** The page in the format that was asked for. */
const bodyOf = (asked: ReaderOptions, { html, markdown = "", rawHtml, screenshot }: Document): string => {
  switch (formatOf(asked)) {
    case "html":
      return rawHtml ?? html ?? ""
    case "text":
      return plainText(markdown)
    case "screenshot":
    case "pageshot":
      return screenshot ?? ""
    default:
      return markdown
  }
}

const textOf = (asked: ReaderOptions, document: Document, notes: ReadonlyArray<string>): string => {
  const body = bodyOf(asked, document)
  const parts = [
    formatOf(asked) === "content" ? `${headOf(document, notes)}\n\nMarkdown Content:\n${body}` : body,
    ...listOf("Links/Buttons:", linksOf(asked, document), ([text, url]) => `- [${text}](${url})`),
    ...listOf("Images:", imagesOf(asked, document), ([text, url]) => `- ![${text}](${url})`)
  ]
  return `${parts.join("\n\n").trimEnd()}\n`
}

const headOf = ({ metadata }: Document, notes: ReadonlyArray<string>): string =>
  [`Title: ${metadata.title ?? ""}`, `URL Source: ${metadata.url}`, ...notes.map((note) => `Warning: ${note}`)].join(
    "\n\n"
  )

/** What the page calls an address, and the address. */
type Named = readonly [text: string, url: string]

const listOf = (title: string, items: ReadonlyArray<Named>, line: (item: Named) => string): ReadonlyArray<string> =>
  items.length === 0 ? [] : [`${title}\n${items.map(line).join("\n")}`]

const linksOf = (asked: ReaderOptions, { links = [], markdown = "" }: Document): ReadonlyArray<Named> => {
  if (!isOn(asked.withLinksSummary)) return []
  const texts = linkTexts(markdown)
  return links.map((url) => [texts.get(url) ?? url, url])
}

const imagesOf = (asked: ReaderOptions, { images = [] }: Document): ReadonlyArray<Named> =>
  isOn(asked.withImagesSummary) ? images.map((url, index) => [`Image ${index + 1}`, url]) : []

/** Texts of links in Markdown, by their addresses; of those without brackets inside. */
const linkTexts = (markdown: string): ReadonlyMap<string, string> =>
  new Map(
    [...markdown.matchAll(/(?<!!)\[([^[\]\n]{1,300})\]\(([^()\s]+)\)/g)].map(([, text = "", url = ""]) => [url, text])
  )

/** The envelope of Jina's reader. */
const jsonOf = (asked: ReaderOptions, document: Document, notes: ReadonlyArray<string>): object => {
  const { metadata } = document
  const format = formatOf(asked)
  const body = bodyOf(asked, document)
  return {
    code: 200,
    status: 20_000,
    data: {
      title: metadata.title ?? "",
      description: metadata.description ?? "",
      url: metadata.url,
      ...(format === "html"
        ? { html: body }
        : format === "text"
          ? { text: body }
          : format === "screenshot" || format === "pageshot"
            ? { [`${format}Url`]: body }
            : { content: body }),
      ...(isOn(asked.withLinksSummary) ? { links: Object.fromEntries(linksOf(asked, document)) } : {}),
      ...(isOn(asked.withImagesSummary) ? { images: Object.fromEntries(imagesOf(asked, document)) } : {}),
      ...(notes.length === 0 ? {} : { warning: notes.join(" ") })
    }
  }
}

export const writeReaderError = (error: WireError, request: HttpServerRequest): ErrorText => {
  const message = errorText(error)
  if (!wantsJson(request)) return { text: `${message}\n`, contentType: textType }
  const body = { code: error.status, status: error.status * 100, name: error.code ?? "Error", message, data: null }
  return { text: JSON.stringify(body), contentType: jsonType }
}
