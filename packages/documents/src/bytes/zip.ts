/**
 * Reads a ZIP container (PKWARE APPNOTE 6.3.10), the shell of office and e-book
 * files, from its central directory.
 *
 * Guards: entries are counted, names cannot leave the container, an entry
 * never unpacks to more than its directory says, and all entries read together
 * never to more than the cap, whatever overlaps.
 */
import { crc32, inflateRawSync } from "node:zlib"
import { damaged, encrypted, tooLarge } from "../model/failure.ts"
import { viewOf } from "./viewOf.ts"

export interface Zip {
  /** Names of the files, with `/` between folders. */
  readonly names: ReadonlyArray<string>
  readonly has: (name: string) => boolean
  /** Bytes that its directory says it unpacks to. */
  readonly sizeOf: (name: string) => number | undefined
  /** Bytes of a file, or nothing when there is none of that name. */
  readonly read: (name: string) => Uint8Array | undefined
}

interface Entry {
  readonly name: string
  readonly offset: number
  readonly packed: number
  readonly size: number
  readonly method: number
  readonly flags: number
}

const maxEntries = 20_000
/** Largest honest ratio of a big entry; deflate itself ends at 1032. */
const maxRatio = 500
const ratioMatters = 8 * 1024 * 1024

/** `decodeName` reads names that do not say their encoding (`fileNames.ts`); those of office files are ASCII. */
export const openZip = (bytes: Uint8Array, maxUnpackedBytes: number, decodeName = decodeUtf8): Zip => {
  const entries = new Map<string, Entry>()
  for (const entry of readDirectory(bytes, decodeName)) {
    const key = entry.name.toLowerCase()
    if (!entries.has(key)) entries.set(key, entry)
  }
  let left = maxUnpackedBytes
  const kept = new Map<string, Uint8Array>()

  const read: Zip["read"] = (name) => {
    const key = name.toLowerCase()
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    const before = kept.get(key)
    if (before !== undefined) return before
    const content = unpack(bytes, entry, left, maxUnpackedBytes)
    left -= content.byteLength
    kept.set(key, content)
    return content
  }

  return {
    names: [...entries.values()].map(({ name }) => name),
    has: (name) => entries.has(name.toLowerCase()),
    sizeOf: (name) => entries.get(name.toLowerCase())?.size,
    read
  }
}

/** Names of the files; empty when the directory cannot be read. */
export const fileNames = (bytes: Uint8Array): ReadonlyArray<string> => {
  try {
    return readDirectory(bytes).map(({ name }) => name)
  } catch {
    return []
  }
}

/** The names whose encoding the container does not say. */
export const undeclaredNames = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const names: Array<Uint8Array> = []
  readDirectory(bytes, (name) => {
    names.push(name)
    return ""
  })
  return names
}

/** Bytes all entries say they unpack to; 0 when the directory cannot be read. */
export const declaredSize = (bytes: Uint8Array): number => {
  try {
    return readDirectory(bytes).reduce((sum, { size }) => sum + size, 0)
  } catch {
    return 0
  }
}

const unpack = (bytes: Uint8Array, entry: Entry, left: number, cap: number): Uint8Array => {
  if ((entry.flags & 1) !== 0) throw encrypted(`the file ${entry.name} in it needs a password`)
  if (entry.size > left) throw tooLarge(cap)
  if (entry.size > ratioMatters && entry.size > entry.packed * maxRatio) throw tooLarge(cap)
  const view = viewOf(bytes)
  // The local header repeats name and extra field with lengths of its own.
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== 0x04034b50) {
    throw damaged(`the file ${entry.name} in it is missing`)
  }
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  if (start + entry.packed > bytes.length) throw damaged(`the file ${entry.name} in it is cut off`)
  const packed = bytes.subarray(start, start + entry.packed)
  if (entry.method === 0) {
    if (packed.byteLength > left) throw tooLarge(cap)
    return packed
  }
  if (entry.method !== 8)
    throw damaged(`the file ${entry.name} in it is packed by method ${entry.method} of ZIP, which is not supported`)
  if (entry.size === 0) return new Uint8Array()
  try {
    return inflateRawSync(packed, { maxOutputLength: entry.size })
  } catch (cause) {
    throw damaged(
      `the file ${entry.name} in it cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}`
    )
  }
}

const readDirectory = (bytes: Uint8Array, decodeName = decodeUtf8): Array<Entry> => {
  const view = viewOf(bytes)
  const end = findEnd(bytes, view)
  let count = view.getUint16(end + 10, true)
  let offset = view.getUint32(end + 16, true)
  if ((count === 0xffff || offset === 0xffffffff) && end >= 20 && view.getUint32(end - 20, true) === 0x07064b50) {
    const zip64 = large(view, end - 12)
    if (zip64 + 56 > bytes.length || view.getUint32(zip64, true) !== 0x06064b50)
      throw damaged("the list of its files is missing")
    count = large(view, zip64 + 32)
    offset = large(view, zip64 + 48)
  }
  if (count > maxEntries) throw damaged(`it holds ${count} files, more than ${maxEntries}`)

  const entries: Array<Entry> = []
  for (let index = 0; index < count; index++) {
    if (offset + 46 > bytes.length || view.getUint32(offset, true) !== 0x02014b50) {
      throw damaged("the list of its files is cut off")
    }
    const nameLength = view.getUint16(offset + 28, true)
    const extraLength = view.getUint16(offset + 30, true)
    const nameStart = offset + 46
    const extraEnd = nameStart + nameLength + extraLength
    const written = bytes.subarray(nameStart, nameStart + nameLength)
    const flags = view.getUint16(offset + 8, true)
    const name = safeName(
      (flags & utf8Flag) === 0
        ? (unicodeName(bytes, nameStart + nameLength, Math.min(extraEnd, bytes.length), written) ?? decodeName(written))
        : decodeUtf8(written)
    )
    const wide = wideSizes(view, nameStart + nameLength, Math.min(extraEnd, bytes.length), offset)
    if (name !== undefined) {
      entries.push({
        name,
        flags,
        method: view.getUint16(offset + 10, true),
        ...wide
      })
    }
    offset = extraEnd + view.getUint16(offset + 32, true)
  }
  return entries
}

/** Sizes and place of an entry, from the ZIP64 extra field where the short ones are full. */
const wideSizes = (view: DataView, start: number, end: number, header: number) => {
  let size = view.getUint32(header + 24, true)
  let packed = view.getUint32(header + 20, true)
  let offset = view.getUint32(header + 42, true)
  let at = start
  while (at + 4 <= end) {
    const id = view.getUint16(at, true)
    const next = at + 4 + view.getUint16(at + 2, true)
    if (id === 1 && next <= end) {
      let field = at + 4
      const take = (short: number): number => {
        if (short !== 0xffffffff || field + 8 > next) return short
        field += 8
        return large(view, field - 8)
      }
      size = take(size)
      packed = take(packed)
      offset = take(offset)
    }
    at = next
  }
  return { size, packed, offset }
}

/** The end record lies within a comment's length of the end; the last one counts. */
const findEnd = (bytes: Uint8Array, view: DataView): number => {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= lowest; at--) {
    if (bytes[at] === 0x50 && view.getUint32(at, true) === 0x06054b50) return at
  }
  throw damaged("the list of its files is missing; the file may be cut off")
}

/** The name with `/` between folders, or nothing for folders and for names that lead outside. */
const safeName = (raw: string): string | undefined => {
  const name = raw.replaceAll("\\", "/").replace(/^\/+/, "")
  if (name === "" || name.endsWith("/") || name.includes("\0")) return undefined
  return name.split("/").includes("..") ? undefined : name
}

/** Names and comments are UTF-8 (APPNOTE 4.4.4). */
const utf8Flag = 0x800

const decodeUtf8 = (name: Uint8Array): string => new TextDecoder().decode(name)

/** The name in UTF-8 that stands beside one in a code page, where it is for this one (APPNOTE 4.6.9). */
const unicodeName = (bytes: Uint8Array, start: number, end: number, written: Uint8Array): string | undefined => {
  const view = viewOf(bytes)
  for (let at = start; at + 4 <= end;) {
    const next = at + 4 + view.getUint16(at + 2, true)
    if (
      view.getUint16(at, true) === 0x7075 &&
      next <= end &&
      next >= at + 9 &&
      view.getUint32(at + 5, true) === crc32(written)
    )
      return decodeUtf8(bytes.subarray(at + 9, next))
    at = next
  }
  return undefined
}

const large = (view: DataView, at: number): number => {
  if (at < 0 || at + 8 > view.byteLength) throw damaged("the list of its files is cut off")
  return Number(view.getBigUint64(at, true))
}
