/** What a web archive has of a page: its response, its Markdown, and facts about it. */
import { STATUS_CODES } from "node:http"
import type { ArchivedResponse } from "../warc/archivedResponse.ts"
import { headerLine, newRecordId, type WarcRecord } from "../warc/record.ts"
import { version } from "../assembly/version.ts"
import type { PageDocument } from "./pageFile.ts"

export interface WarcDocument extends PageDocument {
  readonly rawHtml?: string | undefined
  readonly archivedResponse?: ArchivedResponse | undefined
}

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly capturedAt: string
}

/** Facts about a page of which its job has no more than the address; web archives have no response of it. */
export const unreadableRecord = ({ metadata }: WarcDocument, infoId: string): WarcRecord => ({
  type: "metadata",
  id: newRecordId(),
  date: new Date().toISOString(),
  contentType: "application/warc-fields",
  fields: { "WARC-Target-URI": metadata.url, "WARC-Warcinfo-ID": infoId },
  payload: utf8(headerLine("sourceURL", metadata.sourceURL) + headerLine("error", metadata.error ?? ""))
})

export const responseOf = ({ archivedResponse, metadata, rawHtml }: WarcDocument): Response => {
  if (archivedResponse !== undefined) return { ...archivedResponse, body: Buffer.from(archivedResponse.body, "base64") }
  if (rawHtml === undefined)
    throw new TypeError(
      `web archive: ${metadata.url} has neither archivedResponse nor rawHtml; ask for one of these formats`
    )
  return {
    status: metadata.statusCode,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: Buffer.from(rawHtml),
    capturedAt: metadata.cachedAt ?? new Date().toISOString()
  }
}

const utf8 = (text: string): Uint8Array => Buffer.from(text)

export const warcInfo = (): WarcRecord => ({
  type: "warcinfo",
  id: newRecordId(),
  date: new Date().toISOString(),
  contentType: "application/warc-fields",
  fields: {},
  payload: utf8(
    headerLine("software", `Orbweaver/${version}`) +
      headerLine("format", "WARC File Format 1.1") +
      headerLine("conformsTo", "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/")
  )
})

export function* recordsOf(
  { markdown, metadata }: WarcDocument,
  response: Response,
  infoId: string
): Generator<WarcRecord> {
  const id = newRecordId()
  const date = response.capturedAt
  const target = { "WARC-Target-URI": metadata.url, "WARC-Warcinfo-ID": infoId }
  yield {
    type: "response",
    id,
    date,
    contentType: "application/http; msgtype=response",
    fields: target,
    head: httpHeader(response),
    payload: response.body
  }
  if (markdown !== undefined) {
    yield {
      type: "conversion",
      id: newRecordId(),
      date,
      contentType: "text/markdown; charset=utf-8",
      fields: { ...target, "WARC-Refers-To": id },
      payload: utf8(markdown)
    }
  }
  const fields = Object.entries({ sourceURL: metadata.sourceURL, title: metadata.title, language: metadata.language })
  yield {
    type: "metadata",
    id: newRecordId(),
    date,
    contentType: "application/warc-fields",
    fields: { ...target, "WARC-Concurrent-To": id },
    payload: utf8(fields.map(([name, value]) => (value === undefined ? "" : headerLine(name, value))).join(""))
  }
}

/** They describe the body as it was sent; readers would decode the decoded one again. */
const transferHeaders = new Set(["content-encoding", "transfer-encoding", "content-length"])

const httpHeader = ({ body, headers, status }: Response): Uint8Array => {
  const lines = Object.entries(headers).map(([name, value]) =>
    headerLine(transferHeaders.has(name) ? `x-orig-${name}` : name, value)
  )
  const length = headerLine("content-length", String(body.length))
  // Fetchers give header values as Latin-1.
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}${length}\r\n`, "latin1")
}
