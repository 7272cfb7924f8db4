/**
 * Files of Office until 2003, to say what they are. Current files and web
 * pages under an old name never come here, as they show what they are; text
 * parted by tabs under the name of Excel does.
 */
import { decodeAs } from "../bytes/decode.ts"
import { encrypted, unsupported } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"
import { isCompound } from "../bytes/sniff.ts"

export const readLegacy: Reader = async (file, options) => {
  const { bytes } = file
  if (isCompound(bytes)) {
    if (holdsStream(bytes, "EncryptedPackage")) throw encrypted("the document is protected by a password")
    const kind = streams.find(([name]) => holdsStream(bytes, name))
    throw oldFormat(kind?.[1] ?? file.mediaType)
  }
  const start = decodeAs(file.charset ?? "utf-8", bytes.subarray(0, 2048))
  if (/excel/.test(file.mediaType) && /^[^\0]+$/.test(start) && /[\t,;]/.test(start))
    return (await import("./readCsv.ts")).readCsv(file, options)
  throw oldFormat(file.mediaType)
}

const oldFormat = (mediaType: string) => {
  if (/binary/.test(mediaType)) return unsupported(`${mediaType} (an .xlsb workbook; save it as .xlsx)`)
  if (/excel/.test(mediaType))
    return unsupported(`${mediaType} (an Excel file in the format of 2003 and before; save it as .xlsx)`)
  if (/powerpoint/.test(mediaType)) {
    return unsupported(`${mediaType} (a PowerPoint file in the format of 2003 and before; save it as .pptx)`)
  }
  if (/msword/.test(mediaType))
    return unsupported(`${mediaType} (a Word file in the format of 2003 and before; save it as .docx)`)
  return unsupported(`${mediaType} (an Office file in the format of 2003 and before; save it in a current one)`)
}

/** Streams that only one program writes. */
const streams: ReadonlyArray<readonly [name: string, mediaType: string]> = [
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["Book", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"]
]

/** Whether the first sectors of the directory of a compound file ([MS-CFB] §2.6) name the stream, in UTF-16. */
const holdsStream = (bytes: Uint8Array, name: string): boolean => {
  const sector = bytes.length > 52 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(48, true) : 0
  const size = bytes[30] === 0x0c ? 4096 : 512
  const start = (sector + 1) * size
  for (let entry = start; entry + 128 <= Math.min(bytes.length, start + 4 * size); entry += 128) {
    let same = bytes[entry + name.length * 2] === 0
    for (let index = 0; index < name.length && same; index++) same = bytes[entry + index * 2] === name.charCodeAt(index)
    if (same) return true
  }
  return false
}
