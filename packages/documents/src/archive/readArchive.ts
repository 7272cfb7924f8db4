/**
 * Archives (ZIP, tar, and tar packed by gzip): the files in them are listed, and read when that is asked for, all together
 * within one budget.
 */
import { gunzipSync } from "node:zlib"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { nameDecoder } from "../bytes/fileNames.ts"
import { openZip, undeclaredNames } from "../bytes/zip.ts"
import { damaged, tooLarge } from "../model/failure.ts"
import { page } from "../markup/html.ts"
import { type Listed, listFiles, readFiles } from "../markup/inner.ts"
import type { Reader } from "../model/Reader.ts"
import { isGzip, isTar } from "../bytes/tarHeader.ts"
import { readTar } from "./readTar.ts"

/** Files that are named. */
const maxListed = 5000

export const readArchive: Reader = async (
  { bytes, url },
  { caps, innerFiles },
  signal,
  _progress,
  readInner
): Promise<Parsed> => {
  const { files, warnings } = filesOf(bytes, caps.maxUnpackedBytes, url)
  const listed = files.slice(0, maxListed)
  const reading = innerFiles === true && readInner !== undefined
  const read = reading ? await readFiles(listed, readInner, { level: 2, signal }) : undefined
  const body = [files.length === 0 ? "" : listFiles(listed), read?.html ?? ""].filter((part) => part !== "").join("\n")
  return page(body, {
    metadata: { numFiles: files.length },
    warnings: [
      ...warnings,
      ...(files.length === 0 ? ["The archive holds no files."] : []),
      ...(files.length > listed.length ? [`Only the first ${listed.length} of ${files.length} files are named.`] : []),
      ...(reading || files.length === 0
        ? []
        : [
            `The files of the archive are listed and not read (${files.length}): parsers: [{ type: "archive", members: true }] reads them.`
          ]),
      ...(read?.warnings ?? [])
    ]
  })
}

interface ArchivedFiles {
  readonly files: ReadonlyArray<Listed>
  readonly warnings: ReadonlyArray<string>
}

const filesOf = (bytes: Uint8Array, maxUnpackedBytes: number, url: string): ArchivedFiles => {
  if (isTar(bytes)) return tarFiles(bytes)
  if (!isGzip(bytes)) {
    const { decode, warnings } = nameDecoder(undeclaredNames(bytes))
    const zip = openZip(bytes, maxUnpackedBytes, decode)
    const files = zip.names.filter(isContent).map((name) => ({
      name,
      mediaType: "",
      size: zip.sizeOf(name),
      bytes: () => zip.read(name) ?? new Uint8Array()
    }))
    return { files, warnings }
  }
  const unpacked = gunzip(bytes, maxUnpackedBytes)
  if (isTar(unpacked)) return tarFiles(unpacked)
  const name = gzipName(bytes) || nameOf(url)
  return { files: [{ name, mediaType: "", size: unpacked.byteLength, bytes: () => unpacked }], warnings: [] }
}

const tarFiles = (bytes: Uint8Array): ArchivedFiles => {
  const names: Array<Uint8Array> = []
  readTar(bytes, (name) => {
    names.push(name)
    return "name"
  })
  const { decode, warnings } = nameDecoder(names)
  return { files: readTar(bytes, decode), warnings }
}

const gunzip = (bytes: Uint8Array, maxOutputLength: number): Uint8Array => {
  try {
    return gunzipSync(bytes, { maxOutputLength })
  } catch (cause) {
    if (cause instanceof RangeError || (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge(maxOutputLength)
    throw damaged(`it cannot be unpacked: ${cause instanceof Error ? cause.message : "its data is wrong"}`)
  }
}

/** The name of the packed file, without what says that it is packed. */
const nameOf = (url: string): string => {
  const name = URL.parse(url)?.pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(name).replace(/\.gz$/i, "")
  } catch {
    return name
  }
}

/** The name that the file had before it was packed (RFC 1952 §2.3.1). */
const gzipName = (bytes: Uint8Array): string => {
  const flags = bytes[3] ?? 0
  if ((flags & 8) === 0) return ""
  let at = 10
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8)
  const end = bytes.indexOf(0, at)
  return end < 0 || end - at > 1000 ? "" : new TextDecoder("latin1").decode(bytes.subarray(at, end))
}

/** Leaves out what systems add to archives for themselves. */
const isContent = (name: string): boolean => !/^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name)
