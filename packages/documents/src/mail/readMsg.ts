/**
 * Messages as Outlook stores them ([MS-OXMSG]): properties as streams of a compound file, by number and type. Receivers
 * and attachments are storages of their own.
 */
import { type CompoundFile, openCompound } from "../bytes/compoundFile.ts"
import { decodeAs } from "../bytes/decode.ts"
import { damaged } from "../model/failure.ts"
import type { Caps } from "../model/Reader.ts"
import type { Address } from "./headers.ts"
import type { Attachment, Body, Message } from "./Message.ts"
import { isoDate } from "./readMime.ts"
import { readHeaders } from "./headers.ts"
import { unpackRtf } from "./unpackRtf.ts"
import { viewOf } from "../bytes/viewOf.ts"

/** Numbers of properties ([MS-OXPROPS]). */
const tags = {
  subject: 0x0037,
  headers: 0x007d,
  submitted: 0x0039,
  delivered: 0x0e06,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  senderSmtp: 0x5d01,
  representedName: 0x0042,
  displayTo: 0x0e04,
  displayCc: 0x0e03,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  receiverKind: 0x0c15,
  name: 0x3001,
  address: 0x3003,
  smtp: 0x39fe,
  content: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mediaType: 0x370e,
  contentId: 0x3712,
  codePage: 0x3fde,
  messageCodePage: 0x3ffd
} as const

/** Types of properties ([MS-OXCDATA] §2.11.1), as they end the names of streams. */
const unicode = "001F"
const eightBit = "001E"
const binary = "0102"

/** Sizes of the headers of the streams of properties ([MS-OXMSG] §2.4). */
const topHeader = 32
const embeddedHeader = 24
const otherHeader = 8
const maxEmbedded = 10
const maxReceivers = 500

export const readMsg = async (bytes: Uint8Array, caps: Caps): Promise<Message> => {
  const file = openCompound(bytes, caps.maxUnpackedBytes)
  if (!file.names.some((name) => name.startsWith("__properties_version1.0") || name.startsWith("__substg1.0_")))
    throw damaged("it holds no message")
  return messageOf(file, "", topHeader, 0)
}

const messageOf = (file: CompoundFile, folder: string, header: number, depth: number): Message => {
  const own = propertiesOf(file, folder, header, undefined)
  const transport = own.text(tags.headers)
  const receivers = foldersOf(file, folder, "__recip_version1.0_#")
    .slice(0, maxReceivers)
    .map((at) => {
      const properties = propertiesOf(file, at, otherHeader, own.label)
      const address = properties.text(tags.smtp) ?? properties.text(tags.address) ?? ""
      return { kind: properties.number(tags.receiverKind) ?? 1, name: properties.text(tags.name) ?? address, address }
    })
  const ofKind = (kind: number, display: number): ReadonlyArray<Address> => {
    const found = receivers.filter((receiver) => receiver.kind === kind)
    if (found.length > 0) return found
    return (own.text(display) ?? "").split(/;\s*/).flatMap((name) => (name === "" ? [] : [{ name, address: "" }]))
  }
  const name = own.text(tags.senderName) ?? own.text(tags.representedName) ?? ""
  const address = own.text(tags.senderSmtp) ?? own.text(tags.senderAddress) ?? ""
  const written = transport === undefined ? undefined : readHeaders(transport).get("date", "raw")
  const warnings: Array<string> = []
  return {
    subject: own.text(tags.subject) ?? "",
    from: name === "" && address === "" ? [] : [{ name, address }],
    to: ofKind(1, tags.displayTo),
    cc: ofKind(2, tags.displayCc),
    date: own.time(tags.submitted) ?? isoDate(written) ?? own.time(tags.delivered),
    body: bodyOf(own, warnings),
    attachments: foldersOf(file, folder, "__attach_version1.0_#").flatMap((at) =>
      attachmentOf(file, at, own.label, depth)
    ),
    warnings
  }
}

const bodyOf = (own: Properties, warnings: Array<string>): ReadonlyArray<Body> => {
  const plain = own.text(tags.body) ?? ""
  const bytes = own.bytes(tags.html)
  const html = bytes === undefined ? own.text(tags.html) : decodeHtml(bytes, own.label)
  if (html !== undefined && html.trim() !== "") return [{ kind: "html", html, plain }]
  if (plain.trim() !== "") return [{ kind: "plain", text: plain, flowed: false }]
  const packed = own.bytes(tags.rtf)
  if (packed === undefined) return []
  const rtf = unpackRtf(packed)
  if (rtf === undefined) {
    warnings.push("The text of the message cannot be unpacked.")
    return []
  }
  return [{ kind: "rtf", rtf }]
}

const decodeHtml = (bytes: Uint8Array, label: string): string => {
  const declared = /charset\s*=\s*["']?([\w-]{2,40})/i.exec(decodeAs("latin1", bytes.subarray(0, 2048)))?.[1]
  return decodeAs(declared ?? label, bytes)
}

const attachmentOf = (file: CompoundFile, folder: string, label: string, depth: number): ReadonlyArray<Attachment> => {
  const own = propertiesOf(file, folder, otherHeader, label)
  const name = (own.text(tags.longName) ?? own.text(tags.shortName) ?? own.text(tags.name) ?? "").split(/[/\\]/).at(-1)!
  const id = own.text(tags.contentId)
  const inner = `${folder}__substg1.0_3701000D/`
  const stream = `${folder}__substg1.0_37010102`
  if (file.names.some((path) => path.startsWith(inner))) {
    if (depth >= maxEmbedded) return []
    const message = messageOf(file, inner, embeddedHeader, depth + 1)
    return [
      {
        name: name === "" ? message.subject : name,
        mediaType: "application/vnd.ms-outlook",
        bytes: () => new Uint8Array(),
        message
      }
    ]
  }
  return [
    {
      name,
      mediaType: (own.text(tags.mediaType) ?? "").toLowerCase(),
      bytes: () => file.read(stream) ?? new Uint8Array(),
      contentId: id === undefined || id === "" ? undefined : id.replace(/^<|>$/g, "")
    }
  ]
}

interface Properties {
  readonly text: (tag: number) => string | undefined
  readonly bytes: (tag: number) => Uint8Array | undefined
  readonly number: (tag: number) => number | undefined
  /** ISO 8601. */
  readonly time: (tag: number) => string | undefined
  /** Encoding of texts of eight bits. */
  readonly label: string
}

const propertiesOf = (
  file: CompoundFile,
  folder: string,
  header: number,
  outerLabel: string | undefined
): Properties => {
  const fixed = file.read(`${folder}__properties_version1.0`) ?? new Uint8Array()
  const view = viewOf(fixed)
  const values = new Map<number, number>()
  for (let at = header; at + 16 <= fixed.length; at += 16) values.set(view.getUint16(at + 2, true), at + 8)
  const number = (tag: number): number | undefined => {
    const at = values.get(tag)
    return at === undefined ? undefined : view.getUint32(at, true)
  }
  const stream = (tag: number, type: string) =>
    file.read(`${folder}__substg1.0_${tag.toString(16).toUpperCase().padStart(4, "0")}${type}`)
  const label = labelOf(number(tags.codePage) ?? number(tags.messageCodePage)) ?? outerLabel ?? "windows-1252"
  return {
    label,
    number,
    bytes: (tag) => stream(tag, binary),
    text: (tag) => {
      const wide = stream(tag, unicode)
      if (wide !== undefined) return clean(decodeAs("utf-16le", wide))
      const narrow = stream(tag, eightBit)
      return narrow === undefined ? undefined : clean(decodeAs(label, narrow))
    },
    time: (tag) => {
      const at = values.get(tag)
      if (at === undefined) return undefined
      const millis = Number(view.getBigUint64(at, true) / 10_000n) - epochOffset
      return Math.abs(millis) < latest ? new Date(millis).toISOString().replace(/\.\d+Z$/, "Z") : undefined
    }
  }
}

/** Milliseconds from 1601, where times of Windows begin, to 1970. */
const epochOffset = 11_644_473_600_000
const latest = 8.64e15

const clean = (text: string): string => text.replaceAll("\0", "").trim()

const labelOf = (codePage: number | undefined): string | undefined => {
  if (codePage === undefined || codePage === 0) return undefined
  if (codePage === 65_001) return "utf-8"
  if (codePage === 932) return "shift_jis"
  if (codePage === 936) return "gbk"
  if (codePage === 949) return "euc-kr"
  if (codePage === 950) return "big5"
  if (codePage >= 28_591 && codePage <= 28_605) return `iso-8859-${codePage - 28_590}`
  return codePage === 874 || (codePage >= 1250 && codePage <= 1258) ? `windows-${codePage}` : undefined
}

/** Storages of a name's start directly in the folder, in the order of their numbers. */
const foldersOf = (file: CompoundFile, folder: string, start: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const path of file.names) {
    if (!path.startsWith(`${folder}${start}`)) continue
    found.add(path.slice(0, path.indexOf("/", folder.length) + 1))
  }
  return [...found].toSorted()
}
