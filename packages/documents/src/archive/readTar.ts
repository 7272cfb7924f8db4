/** The files of a tar archive: plain, with long names (GNU) and with extended headers (pax). */
import { damaged } from "../model/failure.ts"
import type { Listed } from "../markup/inner.ts"
import { isTar, octal, tarBlock } from "../bytes/tarHeader.ts"

const maxFiles = 20_000

export const readTar = (bytes: Uint8Array, decodeName = decodeUtf8): ReadonlyArray<Listed> => {
  const text = (name: Uint8Array): string => decodeName(untilNul(name))
  const files: Array<Listed> = []
  let longName: string | undefined
  for (let at = 0; at + tarBlock <= bytes.length;) {
    const header = bytes.subarray(at, at + tarBlock)
    // Two empty blocks end the archive.
    if (header[0] === 0) break
    if (!isTar(header)) throw damaged("a header of the archive is wrong")
    const size = octal(header, 124, 12) || 0
    const from = at + tarBlock
    const content = bytes.subarray(from, from + size)
    const kind = String.fromCharCode(header[156]!)
    at = from + Math.ceil(size / tarBlock) * tarBlock
    if (kind === "L") longName = text(content)
    else if (kind === "x") longName = paxName(decodeUtf8(content)) ?? longName
    else if (kind === "0" || kind === "\0" || kind === "7") {
      if (files.length >= maxFiles) throw damaged(`it holds more than ${maxFiles} files`)
      const prefix = text(header.subarray(257, 262)) === "ustar" ? text(header.subarray(345, 500)) : ""
      const own = text(header.subarray(0, 100))
      const name = (longName ?? (prefix === "" ? own : `${prefix}/${own}`)).replace(/^(?:\.?\/)+/, "")
      longName = undefined
      // A name that leads out of the archive is none, and neither is that of a folder.
      if (name === "" || name.endsWith("/") || name.split("/").includes("..")) continue
      files.push({ name, mediaType: "", size, bytes: () => content })
    } else if (kind !== "g") longName = undefined
  }
  return files
}

const untilNul = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const decodeUtf8 = (name: Uint8Array): string => new TextDecoder().decode(name)

const paxName = (records: string): string | undefined => /(?:^|\n)\d{1,6} path=([^\n]{1,4096})/.exec(records)?.[1]
