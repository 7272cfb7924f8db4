/** Writes records of the WARC format, version 1.1 (ISO 28500:2017), each as a gzip member of its own. */
import { createHash, randomUUID } from "node:crypto"
import { setImmediate as nextTurn } from "node:timers/promises"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

const compress = promisify(gzip)

type RecordType = "warcinfo" | "response" | "metadata" | "conversion"

export interface WarcRecord {
  readonly type: RecordType
  /** As `newRecordId` makes it. */
  readonly id: string
  /** ISO 8601. */
  readonly date: string
  readonly contentType: string
  /** Further named fields, such as `WARC-Target-URI`. */
  readonly fields: Readonly<Record<string, string>>
  /** The start of the block that is no payload: the HTTP header of a response. Default: empty. */
  readonly head?: Uint8Array | undefined
  readonly payload: Uint8Array
}

export const newRecordId = (): string => `<urn:uuid:${randomUUID()}>`

/** A header value may not start a new line. */
export const headerLine = (name: string, value: string): string => `${name}: ${value.replace(/[\r\n]+/g, " ")}\r\n`

interface EncodedRecord {
  readonly bytes: Uint8Array
  /** Of the payload, in the form of the record's own fields. */
  readonly digest: string
}

export const encodeRecord = async (record: WarcRecord, isCompressed: boolean): Promise<EncodedRecord> => {
  const { contentType, date, fields, head = new Uint8Array(), id, payload, type } = record
  const payloadDigest = await digest(payload)
  const lines = {
    "WARC-Type": type,
    "WARC-Record-ID": id,
    "WARC-Date": date,
    ...fields,
    "WARC-Block-Digest": head.length === 0 ? payloadDigest : await digest(head, payload),
    ...(head.length === 0 ? {} : { "WARC-Payload-Digest": payloadDigest }),
    "Content-Type": contentType,
    "Content-Length": String(head.length + payload.length)
  }
  const header = Object.entries(lines).map(([name, value]) => headerLine(name, value))
  const bytes = Buffer.concat([
    Buffer.from(`WARC/1.1\r\n${header.join("")}\r\n`),
    head,
    payload,
    Buffer.from("\r\n\r\n")
  ])
  return { bytes: isCompressed ? await compress(bytes) : bytes, digest: payloadDigest }
}

/** Bytes that are hashed before other work gets its turn. */
const hashStep = 4 * 1024 * 1024

/** SHA-1 in Base32, which every tool that reads WARC files checks. */
const digest = async (...parts: ReadonlyArray<Uint8Array>): Promise<string> => {
  const hash = createHash("sha1")
  for (const part of parts) {
    for (let at = 0; at < part.length; at += hashStep) {
      if (at > 0) await nextTurn()
      hash.update(part.subarray(at, at + hashStep))
    }
  }
  return `sha1:${base32(hash.digest())}`
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** RFC 4648 §6; 20 bytes need no padding. */
const base32 = (bytes: Uint8Array): string => {
  let text = ""
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31]
  }
  return text
}
