/** Header fields of messages and of their parts: RFC 5322, encoded words (RFC 2047) and parameters (RFC 2231). */
import { decodeAs } from "../bytes/decode.ts"

export interface Headers {
  /** The first field of that name in lower case, unfolded; its encoded words decoded unless `raw`. */
  readonly get: (name: string, raw?: "raw") => string | undefined
}

export interface Address {
  readonly name: string
  readonly address: string
}

interface ParameterValue {
  /** In lower case, such as `text/plain`. */
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Fields of a message that are read; further ones are skipped. */
const maxFields = 2000
/** Longest value of a field, in characters. */
const maxLength = 100_000

/** `block`: one character for each byte. */
export const readHeaders = (block: string): Headers => {
  const fields = new Map<string, string>()
  const lines = block.split(/\r\n|\n|\r/, maxFields * 4)
  let name = ""
  let value = ""
  const finish = (): void => {
    if (name !== "" && !fields.has(name) && fields.size < maxFields) fields.set(name, value.slice(0, maxLength))
  }
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (value.length < maxLength) value += ` ${line.trim()}`
      continue
    }
    const colon = line.indexOf(":")
    if (colon <= 0) continue
    finish()
    name = line.slice(0, colon).trim().toLowerCase()
    value = line.slice(colon + 1).trim()
  }
  finish()
  return {
    get: (wanted, raw) => {
      const found = fields.get(wanted)
      return found === undefined ? undefined : raw === "raw" ? found : decodeWords(eightBit(found)).trim()
    }
  }
}

/** Bytes above 127 are UTF-8 (RFC 6532), and what old programs write where they are not. */
const eightBit = (text: string): string => {
  if (/^[\0-\x7f]*$/.test(text)) return text
  const bytes = Buffer.from(text, "latin1")
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return decodeAs("windows-1252", bytes)
  }
}

/** Encoded words as text. White space between two of them is none, and a character may be parted between two of one charset. */
const decodeWords = (text: string): string => {
  if (!text.includes("=?")) return text
  let out = ""
  let at = 0
  let pending: { readonly charset: string; readonly pieces: Array<Buffer> } | undefined
  const flush = (): void => {
    if (pending !== undefined) out += decodeAs(pending.charset, Buffer.concat(pending.pieces))
    pending = undefined
  }
  for (const found of text.matchAll(/=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi)) {
    const between = text.slice(at, found.index)
    const charset = found[1]!.split("*")[0]!.toLowerCase()
    if (pending === undefined || between.trim() !== "" || pending.charset !== charset) {
      const wasWord = pending !== undefined
      flush()
      if (!wasWord || between.trim() !== "") out += between
    }
    const bytes = /b/i.test(found[2]!)
      ? Buffer.from(found[3]!, "base64")
      : decodeQuotedPrintable(found[3]!.replaceAll("_", " "))
    pending ??= { charset, pieces: [] }
    pending.pieces.push(bytes)
    at = found.index + found[0].length
  }
  flush()
  return out + text.slice(at)
}

/** `text`: one character for each byte (RFC 2045 §6.7). */
export const decodeQuotedPrintable = (text: string): Buffer => {
  const joined = text.includes("=") ? text.replaceAll(/=[ \t]{0,80}\r?\n/g, "") : text
  return Buffer.from(
    joined.includes("=")
      ? joined.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : joined,
    "latin1"
  )
}

/** A value with parameters, such as `text/plain; charset=utf-8`. */
export const readParameters = (field: string | undefined): ParameterValue => {
  const [value = "", ...rest] = splitOutsideQuotes(field ?? "", ";")
  const parameters = new Map<string, string>()
  const pieces = new Map<string, Array<{ readonly order: number; readonly text: string; readonly encoded: boolean }>>()
  for (const part of rest) {
    const equals = part.indexOf("=")
    if (equals < 0) continue
    const name = part.slice(0, equals).trim().toLowerCase()
    const text = unquoted(part.slice(equals + 1).trim())
    const section = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name)
    if (section === null) continue
    if (section[2] === undefined && section[3] === undefined) {
      if (!parameters.has(name)) parameters.set(name, decodeWords(eightBit(text)))
      continue
    }
    const list = pieces.get(section[1]!) ?? []
    pieces.set(section[1]!, list)
    list.push({ order: Number(section[2] ?? 0), text, encoded: section[3] !== undefined })
  }
  for (const [name, list] of pieces) {
    list.sort((a, b) => a.order - b.order)
    const first = list[0]!
    const declared = first.encoded ? /^([^']{0,60})'[^']*'/.exec(first.text) : null
    const bytes = list.map(({ encoded, text }, index) => {
      const own = index === 0 && declared !== null ? text.slice(declared[0].length) : text
      return encoded
        ? Buffer.from(
            own.replaceAll(/%([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
            "latin1"
          )
        : Buffer.from(own, "latin1")
    })
    parameters.set(name, decodeAs(declared?.[1] || "utf-8", Buffer.concat(bytes)))
  }
  return { value: value.trim().toLowerCase(), parameters }
}

/** Addresses that are shown of one field. */
const maxAddresses = 500

/** `field` as it is in the header, encoded words included: a name may hold an encoded comma. */
export const readAddresses = (field: string | undefined): ReadonlyArray<Address> => {
  if (field === undefined) return []
  return splitOutsideQuotes(field, ",")
    .slice(0, maxAddresses)
    .flatMap((part) => {
      // A group is a name, a colon, its members and a semicolon (RFC 5322 §3.4).
      const text = part.replace(/^[^"<@:]{1,200}:/, "").replace(/;\s*$/, "")
      const angle = text.lastIndexOf("<")
      const close = text.indexOf(">", angle)
      if (angle >= 0 && close > angle) {
        const name = decodeWords(eightBit(unquoted(text.slice(0, angle).trim()))).trim()
        return [{ name, address: text.slice(angle + 1, close).trim() }]
      }
      const comment = /\(([^()]{1,200})\)/.exec(text)
      const address = (comment === null ? text : text.replace(comment[0], "")).trim()
      return address === "" ? [] : [{ name: decodeWords(eightBit(comment?.[1] ?? "")), address: eightBit(address) }]
    })
}

const unquoted = (text: string): string =>
  text.startsWith('"') ? text.slice(1, text.endsWith('"') ? -1 : undefined).replaceAll(/\\(.)/g, "$1") : text

const splitOutsideQuotes = (text: string, mark: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  let quoted = false
  let inAngle = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quoted && sign === "\\") at++
    else if (sign === '"') quoted = !quoted
    else if (!quoted && sign === "<") inAngle = true
    else if (!quoted && sign === ">") inAngle = false
    else if (!quoted && !inAngle && sign === mark) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}
