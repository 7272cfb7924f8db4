/** A message as HTML: its subject as a heading, who wrote it to whom and when, its text, and its attachments. */
import { escapeAttribute, escapeText } from "../markup/html.ts"
import { bodyOf, type Listed, listFiles, readFiles } from "../markup/inner.ts"
import { makePictures } from "../markup/pictures.ts"
import { plainTextHtml } from "../markup/plainText.ts"
import { transcribe } from "../markup/transcribe.ts"
import type { Caps, ReadInner } from "../model/Reader.ts"
import type { Address } from "./headers.ts"
import type { Attachment, Body, Message } from "./Message.ts"

export interface WriteOptions {
  readonly caps: Caps
  /** Level of the heading. */
  readonly level: number
  /** Reads attachments; they are only listed when absent. */
  readonly readInner: ReadInner | undefined
  readonly signal?: AbortSignal | undefined
}

interface Written {
  readonly html: string
  readonly warnings: ReadonlyArray<string>
  /** Attachments that are listed only. */
  readonly unread: number
}

export const writeMessage = async (
  message: Message,
  { caps, level, readInner, signal }: WriteOptions
): Promise<Written> => {
  const shown = new Set<Attachment>()
  const texts: Array<string> = []
  for (const body of message.body) texts.push(await bodyHtml(body, message.attachments, shown, caps))
  const text = texts.filter((html) => html !== "")
  const files = message.attachments.filter((file) => !shown.has(file))
  const listed = files.map((file): Listed => ({
    name: file.name,
    mediaType: file.mediaType,
    size: file.message === undefined ? file.bytes().byteLength : undefined,
    bytes: file.bytes
  }))
  const others = listed.filter((_, index) => files[index]!.message === undefined)
  const read = readInner === undefined ? undefined : await readFiles(others, readInner, { level: level + 2, signal })
  const messages: Array<Written> = []
  if (readInner !== undefined)
    for (const file of files)
      if (file.message !== undefined)
        messages.push(await writeMessage(file.message, { caps, level: level + 2, readInner, signal }))
  const html = [
    message.subject === "" ? "" : `<h${level}>${escapeText(message.subject)}</h${level}>`,
    headHtml(message),
    ...text,
    files.length === 0 ? "" : `<h${level + 1}>Attachments</h${level + 1}>\n${listFiles(listed)}`,
    read?.html ?? "",
    ...messages.map((inner) => `<section>\n${inner.html}\n</section>`)
  ]
  return {
    html: html.filter((part) => part !== "").join("\n"),
    warnings: [
      ...message.warnings,
      ...(text.length === 0 && files.length === 0 ? ["The message has no text."] : []),
      ...(read?.warnings ?? []),
      ...messages.flatMap(({ warnings }) => warnings)
    ],
    unread: read === undefined ? files.length : 0
  }
}

const headHtml = ({ cc, date, from, to }: Message): string => {
  const lines = [
    ["From", addressesHtml(from)],
    ["To", addressesHtml(to)],
    ["Cc", addressesHtml(cc)],
    ["Date", date === undefined ? "" : dateHtml(date)]
  ].flatMap(([name, html]) => (html === "" ? [] : [`<strong>${name}:</strong> ${html}`]))
  return lines.length === 0 ? "" : `<p>${lines.join("<br>\n")}</p>`
}

const dateHtml = (date: string): string =>
  /^\d{4}-\d\d-\d\dT/.test(date) ? `<time datetime="${date}">${date}</time>` : escapeText(date)

const addressesHtml = (addresses: ReadonlyArray<Address>): string =>
  addresses
    .map(({ address, name }) => {
      const text = escapeText(name === "" ? address : name)
      return /^[^\s@]+@[^\s@]+$/.test(address) ? `<a href="mailto:${escapeAttribute(address)}">${text}</a>` : text
    })
    .filter((html) => html !== "")
    .join(", ")

const bodyHtml = async (
  body: Body,
  attachments: ReadonlyArray<Attachment>,
  shown: Set<Attachment>,
  caps: Caps
): Promise<string> => {
  switch (body.kind) {
    case "plain":
      return plainTextHtml(body.text, { flowed: body.flowed })
    case "rtf": {
      const { readRtf } = await import("../rtf/read.ts")
      const file = { bytes: body.rtf, mediaType: "application/rtf", charset: undefined, url: "" }
      return bodyOf((await readRtf(file, { caps, pdfOptions: {} })).html)
    }
    case "report":
      return `<pre>${escapeText(body.text)}</pre>`
    case "html": {
      const html = htmlOf(body.html, attachments, shown)
      return /[^\s<>]/.test(html.replaceAll(/<[^<>]*>/g, "")) || body.plain === undefined
        ? html
        : plainTextHtml(body.plain)
    }
  }
}

/** Pictures that came with the message stand where its HTML shows them; those that are loaded from elsewhere count readers. */
const htmlOf = (html: string, attachments: ReadonlyArray<Attachment>, shown: Set<Attachment>): string => {
  const pictures = makePictures()
  const byId = new Map(attachments.flatMap((file) => (file.contentId === undefined ? [] : [[file.contentId, file]])))
  return transcribe(html, {
    href: (address) => (/^(?:https?|mailto|tel):/i.test(address.trim()) ? address.trim() : undefined),
    src: (address, alt) => {
      if (!/^cid:/i.test(address)) return /^(?:https?:|data:image\/)/i.test(address) ? address : undefined
      const file = byId.get(decodeId(address.slice("cid:".length)))
      if (file === undefined) return undefined
      shown.add(file)
      const extension = file.mediaType.replace("image/", "").replace("svg+xml", "svg")
      const made = pictures(`.${extension}`, file.bytes, alt)
      return made !== undefined && "html" in made ? /src="([^"]*)"/.exec(made.html)?.[1] : undefined
    }
  })
}

const decodeId = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
