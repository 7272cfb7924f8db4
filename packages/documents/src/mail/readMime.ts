/**
 * Messages of the Internet (RFC 5322) in parts (RFC 2045, RFC 2046): the best of alternative texts, the pictures that the
 * HTML shows, and everything else as an attachment.
 */
import { damaged, encrypted } from "../model/failure.ts"
import { decodeText } from "../bytes/decodeText.ts"
import { decodeQuotedPrintable, type Headers, readAddresses, readHeaders, readParameters } from "./headers.ts"
import type { Attachment, Body, Message } from "./Message.ts"

export interface Part {
  readonly headers: Headers
  /** Lower-case media type. */
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly disposition: string
  readonly name: string
  readonly parts: ReadonlyArray<Part>
  /** Where the content lies in the text of the message. */
  readonly from: number
  readonly to: number
}

/** Parts of one message; mail servers refuse far fewer. */
const maxParts = 5000
const maxDepth = 30
/** Longest text of a part that is shown, in characters. */
const maxText = 4_000_000
/** Longest header, in bytes. */
const maxHeader = 1024 * 1024

/** `isUtf8`: letters that are not encoded further are UTF-8, whatever a part says. */
export const readMime = async (bytes: Uint8Array, isUtf8 = false): Promise<Message> => {
  const { counted, root, text } = openMime(bytes, isUtf8)
  return messageOf(text, root, counted)
}

/** The parts of a message; `text` has one character for each byte. */
export const openMime = (bytes: Uint8Array, isUtf8 = false) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  const counted: Counted = { parts: 0, cut: false, isUtf8 }
  return { text, counted, root: partOf(text, 0, text.length, 0, "text/plain", counted) }
}

interface Counted {
  parts: number
  cut: boolean
  readonly isUtf8: boolean
}

const messageOf = async (text: string, root: Part, counted: Counted): Promise<Message> => {
  const { headers } = root
  const collected: Collected = { body: [], attachments: [], warnings: [], isUtf8: counted.isUtf8 }
  await collect(text, root, collected)
  if (collected.body.length === 0 && (root.type === "multipart/encrypted" || isEnveloped(root)))
    throw encrypted("the message is encrypted, and only its receivers can read it")
  if (counted.cut)
    collected.warnings.push(`Only the first ${maxParts} parts of the message, ${maxDepth} deep, were read.`)
  const date = headers.get("date")
  return {
    subject: headers.get("subject") ?? "",
    from: readAddresses(headers.get("from", "raw") ?? headers.get("sender", "raw")),
    to: readAddresses(headers.get("to", "raw")),
    cc: readAddresses(headers.get("cc", "raw")),
    date: isoDate(date),
    body: collected.body,
    attachments: collected.attachments,
    warnings: collected.warnings
  }
}

/** S/MIME (RFC 8551): what is only signed holds its text in the clear. */
const isEnveloped = ({ parameters, type }: Part): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(type) && !/signed/.test(parameters.get("smime-type") ?? "")

export const isoDate = (date: string | undefined): string | undefined => {
  if (date === undefined) return undefined
  // A comment behind the zone, such as `(CEST)`, is no part of the date.
  const parsed = Date.parse(
    date
      .slice(0, 200)
      .replaceAll(/\([^()]*\)/g, "")
      .trim()
  )
  return Number.isNaN(parsed) ? date : new Date(parsed).toISOString().replace(/\.000Z$/, "Z")
}

const partOf = (text: string, from: number, to: number, depth: number, defaultType: string, counted: Counted): Part => {
  counted.parts++
  const end = endOfHeader(text, from, to)
  if (end.block - from > maxHeader) throw damaged(`a header is longer than ${maxHeader} bytes`)
  const headers = readHeaders(text.slice(from, end.block))
  const { parameters, value } = readParameters(headers.get("content-type", "raw"))
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : defaultType
  const disposition = readParameters(headers.get("content-disposition", "raw"))
  const boundary = type.startsWith("multipart/") ? parameters.get("boundary") : undefined
  return {
    headers,
    type,
    parameters,
    disposition: disposition.value,
    name: fileName(disposition.parameters.get("filename") ?? parameters.get("name") ?? ""),
    parts:
      boundary === undefined || boundary === "" ? [] : partsOf(text, end.content, to, boundary, depth, type, counted),
    from: end.content,
    to
  }
}

/** Where the block of fields ends and where the content begins: behind the first empty line. */
const endOfHeader = (text: string, from: number, to: number): { readonly block: number; readonly content: number } => {
  for (let at = from; at < to;) {
    const line = text.indexOf("\n", at)
    const end = line < 0 || line >= to ? to : line
    const length = end - at - (text[end - 1] === "\r" && end > at ? 1 : 0)
    if (length === 0) return { block: at, content: Math.min(to, end + 1) }
    at = end + 1
    if (at - from > maxHeader * 2) break
  }
  return { block: to, content: to }
}

const partsOf = (
  text: string,
  from: number,
  to: number,
  boundary: string,
  depth: number,
  type: string,
  counted: Counted
): ReadonlyArray<Part> => {
  const mark = `--${boundary}`
  const parts: Array<Part> = []
  let start: number | undefined
  const finish = (end: number): void => {
    if (start === undefined) return
    if (counted.parts >= maxParts || depth >= maxDepth) counted.cut = true
    else {
      // The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1).
      const content = text[end - 1] === "\n" ? end - (text[end - 2] === "\r" ? 2 : 1) : end
      const defaultType = type === "multipart/digest" ? "message/rfc822" : "text/plain"
      parts.push(partOf(text, start, Math.max(start, content), depth + 1, defaultType, counted))
    }
    start = undefined
  }
  for (let at = text.indexOf(mark, from); at >= 0 && at < to; at = text.indexOf(mark, at + mark.length)) {
    if (at > from && text[at - 1] !== "\n") continue
    const line = text.indexOf("\n", at)
    const end = line < 0 || line > to ? to : line
    const rest = text.slice(at + mark.length, Math.min(end, at + mark.length + 100)).trim()
    if (rest !== "" && rest !== "--") continue
    finish(at)
    if (rest === "--") return parts
    if (counted.cut) return parts
    start = Math.min(to, end + 1)
  }
  finish(to)
  return parts
}

interface Collected {
  readonly body: Array<Body>
  readonly attachments: Array<Attachment>
  readonly warnings: Array<string>
  readonly isUtf8: boolean
}

const collect = async (text: string, part: Part, into: Collected): Promise<void> => {
  if (part.type === "multipart/alternative" && part.parts.length > 0) return collectBest(text, part, into)
  if (part.type.startsWith("multipart/")) {
    for (const inner of part.parts) await collect(text, inner, into)
    return
  }
  const isAttached = part.disposition === "attachment" || (part.name !== "" && part.disposition !== "inline")
  if (!isAttached && (part.type === "text/plain" || part.type === "text/html")) {
    const body = await bodyOf(text, part, into)
    if (body !== undefined) into.body.push(body)
  } else if (/^message\/(?:delivery-status|disposition-notification|feedback-report)$/.test(part.type))
    into.body.push({ kind: "report", text: (await decodedText(text, part, into)).trim() })
  else if (isEnveloped(part)) into.warnings.push("A part of the message is encrypted and was not read.")
  else if (part.to > part.from || part.name !== "") into.attachments.push(attachmentOf(text, part))
}

/** HTML before plain text, with the plain text for HTML that shows nothing but pictures; what is neither is attached. */
const collectBest = async (text: string, part: Part, into: Collected): Promise<void> => {
  const found: Array<Collected> = []
  for (const inner of part.parts) {
    // An alternative for another program, such as AMP, is shown by none that reads the HTML.
    if (/^text\/(?:x-amp-html|x-watch-html|enriched)$/.test(inner.type) && part.parts.length > 1) continue
    const one: Collected = { body: [], attachments: [], warnings: into.warnings, isUtf8: into.isUtf8 }
    await collect(text, inner, one)
    into.attachments.push(...one.attachments)
    found.push(one)
  }
  const best =
    found.findLast(({ body }) => body.some(({ kind }) => kind === "html")) ??
    found.findLast(({ body }) => body.length > 0)
  const plain = found.flatMap(({ body }) => body.flatMap((one) => (one.kind === "plain" ? [one.text] : []))).join("\n")
  into.body.push(...(best?.body ?? []).map((one) => (one.kind === "html" && plain !== "" ? { ...one, plain } : one)))
}

const bodyOf = async (text: string, part: Part, into: Collected): Promise<Body | undefined> => {
  const whole = await decodedText(text, part, into)
  const content = whole.slice(0, maxText)
  if (content.length < whole.length) into.warnings.push(`Only the first ${maxText} characters of a text were read.`)
  if (content.trim() === "") return undefined
  return part.type === "text/html"
    ? { kind: "html", html: content }
    : { kind: "plain", text: content, flowed: /flowed/i.test(part.parameters.get("format") ?? "") }
}

const decodedText = async (text: string, part: Part, { isUtf8, warnings }: Collected): Promise<string> => {
  const isEncoded = /^(?:base64|quoted-printable)$/.test(encodingOf(part))
  const charset = isUtf8 && !isEncoded ? "utf-8" : part.parameters.get("charset")
  const decoded = await decodeText(contentOf(text, part), charset)
  for (const warning of decoded.warnings) if (!warnings.includes(warning)) warnings.push(warning)
  return decoded.text
}

const encodingOf = ({ headers }: Part): string =>
  headers.get("content-transfer-encoding", "raw")?.trim().toLowerCase() ?? ""

/** The bytes of a part. */
export const contentOf = (text: string, part: Part): Uint8Array => {
  const content = text.slice(part.from, part.to)
  switch (encodingOf(part)) {
    case "base64":
      return Buffer.from(content, "base64")
    case "quoted-printable":
      return decodeQuotedPrintable(content)
    default:
      return Buffer.from(content, "latin1")
  }
}

const attachmentOf = (text: string, part: Part): Attachment => {
  const id = part.headers.get("content-id")
  const subject = part.type === "message/rfc822" ? innerSubject(text, part) : ""
  return {
    name: part.name === "" && subject !== "" ? `${fileName(subject.replaceAll(/[/\\]/g, " "))}.eml` : part.name,
    mediaType: part.type,
    bytes: () => contentOf(text, part),
    contentId: id === undefined ? undefined : id.replace(/^<|>$/g, "").trim()
  }
}

const innerSubject = (text: string, { from, to }: Part): string =>
  readHeaders(text.slice(from, endOfHeader(text, from, Math.min(to, from + maxHeader)).block)).get("subject") ?? ""

/** Without the folders that some programs write, and without control characters. */
const fileName = (name: string): string =>
  name
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\0-\x1f\x7f]/g, "")
    .replaceAll(/^.*[/\\]/g, "")
    .trim()
    .slice(0, 255)
