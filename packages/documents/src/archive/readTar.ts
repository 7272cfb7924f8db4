/** The files of a tar archive: plain, with long names (GNU) and with extended headers (pax). */
import { damaged } from "../model/failure.ts"
import type { Listed } from "../markup/inner.ts"
import { isTar, octal, tarBlock } from "../bytes/tarHeader.ts"

const maxFiles = 20_000

export const readTar = (bytes: Uint8Array): ReadonlyArray<Listed> => {
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
    else if (kind === "x") longName = paxName(text(content)) ?? longName
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

const text = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
}

const paxName = (records: string): string | undefined => /(?:^|\n)\d{1,6} path=([^\n]{1,4096})/.exec(records)?.[1]
