/**
 * Where in a folder the page of an address is: by the path of its address, `docs/intro.md` for `/docs/intro`. The place
 * depends on the address alone, so it is the same in every run, and links can be followed to pages that are saved later.
 * Every file system takes the names, and no two addresses share one, also where case does not count.
 */
import { createHash } from "node:crypto"
import { canonicalEscapes, hasRoute } from "@orbweaver/core/model/UrlIdentity"

/** Relative to the folder, with `/` on every system. */
export interface PagePaths {
  /** Origin of the pages that are in the folder itself; those of another are in a folder of its host, `@host`. */
  readonly origin: string
  readonly pathOf: (url: URL, extension: ".md" | ".json") => string
}

/** The table of contents, which no page is written over. */
export const indexName = "index.json"
/** Names of segments never begin with `@`. */
export const picturesName = "@pictures"

/** Bytes of a name: file systems take 255, and a digest, an extension and a mark of unfinished files come on top. */
const maxNameBytes = 120
/** Characters of all folders together: Windows takes 260 for a whole path. */
const maxFoldersLength = 120
const maxQueryLength = 40

/**
 * Names of devices, which Windows opens in place of a file whatever follows the first dot
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i

interface Name {
  readonly name: string
  /** Whether the name says all of what it was made of. */
  readonly isWhole: boolean
}

export const makePagePaths = (origin: string): PagePaths => ({
  origin,
  pathOf: (url, extension) => {
    const route = hasRoute(url) ? url.hash : ""
    const segments = url.pathname.slice(1).split("/")
    const last = segments.pop() ?? ""
    const folders = foldersOf(segments)
    const base = last === "" ? { name: "index", isWhole: true } : nameOf(last)
    const top = url.origin === origin ? undefined : hostFolder(url)
    const isReserved =
      (last !== "" && base.name === "index") ||
      (top === undefined && segments.length === 0 && `${base.name}${extension}` === indexName)
    const isWhole = folders.isWhole && base.isWhole && !isReserved && url.search === "" && route === ""
    const query = shortened(slug(`${url.search}${route}`), maxQueryLength).replace(/^[-.]+|[-.]+$/g, "")
    const stem = query === "" ? base.name : `${base.name}-${query}`
    const file = `${isWhole ? stem : `${stem}-${digestOf(`${url.origin}${url.pathname}${url.search}${route}`)}`}${extension}`
    return [...(top === undefined ? [] : [top]), ...folders.names, file].join("/")
  }
})

const foldersOf = (segments: ReadonlyArray<string>) => {
  const names: Array<string> = []
  let isWhole = true
  let length = 0
  for (const segment of segments) {
    const folder = nameOf(segment)
    // A file of another page may have this name.
    const name = folder.name.replace(/\.(?=(?:md|json)$)/i, "-")
    length += name.length + 1
    if (length > maxFoldersLength) return { names, isWhole: false }
    names.push(name)
    isWhole &&= folder.isWhole && name === folder.name
  }
  return { names, isWhole }
}

const hostFolder = (url: URL): string => {
  const name = url.host.replace(/[^a-z0-9.-]+|\.$/g, "-").slice(0, maxNameBytes)
  return name === url.host && url.protocol === "https:" ? `@${name}` : `@${name}-${digestOf(url.origin)}`
}

/** A segment of a path as a name: its letters and digits in any script. What a path may not hold becomes `-`. */
const nameOf = (segment: string): Name => {
  const plain = slug(segment)
    .replace(/^[.@-]+/, "")
    .replace(/[. ]+$/, "")
  const short = shortened(plain === "" ? "-" : plain, maxNameBytes)
  const name = device.test(short) ? `_${short}` : short
  return {
    name,
    isWhole: folded(name) === name && canonicalEscapes(encodeURIComponent(name)) === canonicalEscapes(segment)
  }
}

const slug = (text: string): string =>
  decoded(text)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}\p{M}._~@-]+/gu, "-")

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Names with the same fold may be one file: in capitals and small letters `ß` is `ss`, and `ς` is `σ`. */
const folded = (name: string): string => name.toUpperCase().toLowerCase().normalize("NFC")

/** The beginning, at most so many bytes of UTF-8, without half a character at its end. */
const shortened = (text: string, maxBytes: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  return bytes
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD+$/, "")
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12)
