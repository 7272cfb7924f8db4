/** The lines that calendars (RFC 5545 §3.1) and contacts (RFC 6350 §3.3) are made of: a name, parameters and a value. */
import { decodeAs } from "../bytes/decode.ts"

export interface ContentLine {
  /** In upper case, without the group before it. */
  readonly name: string
  /** Values by upper-case name; `TYPE` may have several, separated by commas. */
  readonly parameters: ReadonlyMap<string, string>
  /** As it is written: escapes are those of its type. */
  readonly value: string
}

/** Lines of a file that are read. */
const maxLines = 2_000_000
/** Longest value, in characters; a picture in Base64 is longer, and says nothing. */
const maxValue = 100_000

export function* contentLines(text: string): Generator<ContentLine> {
  let line = ""
  let lines = 0
  const finish = (): ContentLine | undefined => (line === "" ? undefined : contentLine(line))
  for (let at = 0; at < text.length && lines < maxLines; lines++) {
    const found = text.indexOf("\n", at)
    const end = found < 0 ? text.length : found
    const raw = text.slice(at, text[end - 1] === "\r" ? end - 1 : end)
    at = end + 1
    // vCard 2.1 goes on behind a line that ends so.
    if (line.endsWith("=") && /;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line.slice(0, 300))) {
      if (line.length < maxValue) line = line.slice(0, -1) + raw
      continue
    }
    if (/^[ \t]/.test(raw)) {
      if (line.length < maxValue) line += raw.slice(1)
      continue
    }
    const whole = finish()
    if (whole !== undefined) yield whole
    line = raw
  }
  const whole = finish()
  if (whole !== undefined) yield whole
}

const contentLine = (line: string): ContentLine | undefined => {
  let quoted = false
  let colon = -1
  const cuts: Array<number> = []
  for (let at = 0; at < line.length && at < 10_000; at++) {
    const sign = line[at]
    if (sign === '"') quoted = !quoted
    else if (!quoted && sign === ";") cuts.push(at)
    else if (!quoted && sign === ":") {
      colon = at
      break
    }
  }
  if (colon < 0) return undefined
  const head = [...cuts, colon].map((cut, index) => line.slice(index === 0 ? 0 : cuts[index - 1]! + 1, cut))
  const parameters = new Map<string, string>()
  for (const part of head.slice(1)) {
    const equals = part.indexOf("=")
    // vCard 2.1 writes `TEL;WORK` for `TEL;TYPE=WORK`.
    const name =
      equals < 0 ? (/^(?:quoted-printable|base64)$/i.test(part) ? "ENCODING" : "TYPE") : part.slice(0, equals)
    const value = part.slice(equals + 1).replaceAll('"', "")
    const key = name.trim().toUpperCase()
    const before = parameters.get(key)
    parameters.set(key, before === undefined ? value : `${before},${value}`)
  }
  const value = line.slice(colon + 1)
  const name = head[0]!
    .slice(head[0]!.lastIndexOf(".") + 1)
    .trim()
    .toUpperCase()
  return {
    name,
    parameters,
    value: /^quoted-printable$/i.test(parameters.get("ENCODING") ?? "") ? fromQuotedPrintable(value, parameters) : value
  }
}

const fromQuotedPrintable = (value: string, parameters: ReadonlyMap<string, string>): string =>
  decodeAs(
    parameters.get("CHARSET") ?? "utf-8",
    Buffer.from(
      value.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      "latin1"
    )
  )

/** A text value without its escapes. */
export const unescapeText = (value: string): string =>
  value.replaceAll(/\\([\\;,:nN"])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign)).trim()

/** The components of a value with several, such as an address. */
export const components = (value: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  for (let at = 0; at < value.length; at++) {
    if (value[at] === "\\") at++
    else if (value[at] === ";") {
      parts.push(unescapeText(value.slice(from, at)))
      from = at + 1
    }
  }
  parts.push(unescapeText(value.slice(from)))
  return parts
}
