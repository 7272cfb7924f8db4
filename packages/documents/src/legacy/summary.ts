/** Title, author and dates of an Office file until 2003 ([MS-OLEPS] §2.25.1). */
import type { CompoundFile } from "../bytes/compoundFile.ts"
import { decodeAs } from "../bytes/decode.ts"
import { viewOf } from "../bytes/viewOf.ts"

const names: Readonly<Record<number, string>> = {
  2: "title",
  3: "description",
  4: "author",
  5: "keywords",
  12: "publishedTime",
  13: "modifiedTime"
}

/** Types of values (§2.15). */
const text = 0x1e
const wideText = 0x1f
const time = 0x40
const codePageNumber = 1
const maxProperties = 200

export const summaryOf = (file: CompoundFile): Readonly<Record<string, string>> => {
  const bytes = file.read("\u0005SummaryInformation")
  const out: Record<string, string> = {}
  if (bytes === undefined || bytes.length < 56) return out
  const view = viewOf(bytes)
  const section = view.getUint32(44, true)
  if (section + 8 > bytes.length) return out
  const count = Math.min(maxProperties, view.getUint32(section + 4, true))
  let label = "windows-1252"
  for (let index = 0; index < count && section + 16 + index * 8 <= bytes.length; index++) {
    const number = view.getUint32(section + 8 + index * 8, true)
    const at = section + view.getUint32(section + 12 + index * 8, true)
    if (at + 12 > bytes.length) continue
    const type = view.getUint32(at, true)
    if (number === codePageNumber) {
      const page = view.getUint16(at + 4, true)
      label = page === 65_001 ? "utf-8" : page === 932 ? "shift_jis" : page === 936 ? "gbk" : `windows-${page}`
      continue
    }
    const name = names[number]
    if (name === undefined) continue
    const length = view.getUint32(at + 4, true)
    const content = bytes.subarray(at + 8, at + 8 + Math.min(length, 4000) * (type === wideText ? 2 : 1))
    const value =
      type === time
        ? isoTime(view.getBigUint64(at + 4, true))
        : type === text || type === wideText
          ? decodeAs(type === wideText ? "utf-16le" : label, content)
              .split("\0")[0]!
              .trim()
          : ""
    if (value !== "") out[name] = value
  }
  return out
}

const isoTime = (ticks: bigint): string => {
  const millis = Number(ticks / 10_000n) - 11_644_473_600_000
  return ticks === 0n || Math.abs(millis) > 8.64e15 ? "" : new Date(millis).toISOString().replace(/\.\d+Z$/, "Z")
}
