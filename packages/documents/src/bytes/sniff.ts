/** Kinds of file by their content, for those that share a media type or are sent with the wrong one. */
import { firstNames, isCompound } from "./compoundFile.ts"
import { latin } from "./latin.ts"
import { isGzip, isTar } from "./tarHeader.ts"
import { fileNames } from "./zip.ts"

export const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
export const pptxType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
export const xlsbType = "application/vnd.ms-excel.sheet.binary.macroenabled.12"

const startsWith = (bytes: Uint8Array, ...start: ReadonlyArray<number>): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)

/** White space may precede it, as in a string of several lines in a program. */
export const isRtf = (bytes: Uint8Array): boolean => /^\s*\{\\rtf/.test(latin(bytes, 0, 100))

/** The header may stand behind up to a kilobyte of other bytes (ISO 32000-2 annex, as readers do). */
export const isPdf = (bytes: Uint8Array): boolean => {
  const end = Math.min(bytes.length - 5, 1024)
  for (let at = 0; at <= end; at++) {
    if (bytes[at] === 0x25 && startsWith(bytes.subarray(at, at + 5), 0x25, 0x50, 0x44, 0x46, 0x2d)) return true
  }
  return false
}

/**
 * Media type of an office or e-book file by what the container holds: its
 * `mimetype` entry (ODF and EPUB put it first, stored) or the folder of its
 * main part. Nothing for other containers.
 */
export const sniffZip = (bytes: Uint8Array): string | undefined => {
  if (!isZip(bytes)) return undefined
  const nameLength = bytes[26]! | (bytes[27]! << 8)
  const extraLength = bytes[28]! | (bytes[29]! << 8)
  if (latin(bytes, 30, 30 + nameLength) === "mimetype") {
    const start = 30 + nameLength + extraLength
    const declared = /^application\/(?:vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)/.exec(
      latin(bytes, start, start + 80)
    )?.[0]
    if (declared !== undefined) return declared.replace(/PK.*$/, "")
  }
  const names = fileNames(bytes)
  if (names.includes("META-INF/container.xml") && names.some((name) => name.endsWith(".opf")))
    return "application/epub+zip"
  if (!names.includes("[Content_Types].xml")) return undefined
  if (names.includes("xl/workbook.bin")) return xlsbType
  if (names.some((name) => name.startsWith("word/"))) return docxType
  if (names.some((name) => name.startsWith("xl/"))) return xlsxType
  if (names.some((name) => name.startsWith("ppt/"))) return pptxType
  return undefined
}

/** Media type of a feed by its root element or version. */
export const sniffFeed = (bytes: Uint8Array): string | undefined => {
  // Runs for every page that is fetched; nearly all are ruled out at once.
  if (/^\s*<(?:!doctype html|html)\b/i.test(latin(bytes, 0, 32))) return undefined
  const start = latin(bytes, 0, 4096).trimStart()
  if (start.startsWith("{"))
    return /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/.test(start) ? "application/feed+json" : undefined
  if (!start.startsWith("<")) return undefined
  const root = /<(?![?!])(?:[\w-]+:)?([\w-]+)/.exec(start.replaceAll(/<!--[\s\S]*?-->/g, ""))?.[1]
  if (root === "rss" || (root === "RDF" && start.includes("http://purl.org/rss/"))) return "application/rss+xml"
  return root === "feed" && start.includes("Atom") ? "application/atom+xml" : undefined
}

/** Streams that only one program writes, and the media type of its files. */
const streams: ReadonlyArray<readonly [name: RegExp, mediaType: string]> = [
  [/^WordDocument$/i, "application/msword"],
  [/^(?:Workbook|Book)$/i, "application/vnd.ms-excel"],
  [/^PowerPoint Document$/i, "application/vnd.ms-powerpoint"],
  [/^__(?:properties_version1\.0|nameid_version1\.0|substg1\.0_)/, "application/vnd.ms-outlook"]
]

/** Media type of a compound file by the streams in it; nothing for encrypted ones and for those of other programs. */
export const sniffCompound = (bytes: Uint8Array): string | undefined => {
  if (!isCompound(bytes)) return undefined
  const names = firstNames(bytes)
  if (names.includes("EncryptedPackage")) return undefined
  return streams.find(([name]) => names.some((own) => name.test(own)))?.[1]
}

/** Articles and books in XML by their root and the vocabulary that the file names: JATS or DocBook. */
export const sniffArticle = (bytes: Uint8Array): string | undefined => {
  if (!/^\s*</.test(latin(bytes, 0, 32)) || /^\s*<(?:!doctype html|html)\b/i.test(latin(bytes, 0, 32))) return undefined
  const start = latin(bytes, 0, 4096)
  const root = /<(?![?!])(?:[\w-]+:)?([\w-]+)/.exec(start.replaceAll(/<!--[\s\S]*?-->/g, ""))?.[1]
  if (root === undefined) return undefined
  if (root === "article" && /\bdtd-version=|\/\/DTD (?:JATS|NLM)|\bJATS-|<front>|\barticle-type=/i.test(start))
    return "application/jats+xml"
  return /^(?:article|book|chapter|part|section|refentry|set|appendix|preface)$/.test(root) &&
    /http:\/\/docbook\.org\/ns\/docbook|DTD DocBook|docbookx?\.dtd/i.test(start)
    ? "application/docbook+xml"
    : undefined
}

/** Archives by their first bytes. Containers of documents are known before by what they hold. */
export const sniffArchive = (bytes: Uint8Array): string | undefined => {
  if (isZip(bytes) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) return "application/zip"
  if (isGzip(bytes)) return "application/gzip"
  return isTar(bytes) ? "application/x-tar" : undefined
}
