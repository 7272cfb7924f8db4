/**
 * Reads a compound file ([MS-CFB]), the shell of Office files until 2003, of Outlook messages and of encrypted Office
 * files: a file system of storages and streams in sectors.
 *
 * Guards: sectors are followed at most as often as the file has them, entries are counted, and the streams read together
 * are no larger than the cap.
 */
import { damaged, tooLarge } from "../model/failure.ts"
import { viewOf } from "./viewOf.ts"

export interface CompoundFile {
  /** Paths of the streams, with `/` between storages. */
  readonly names: ReadonlyArray<string>
  /** Bytes of a stream, or nothing when there is none of that path. */
  readonly read: (path: string) => Uint8Array | undefined
}

interface Entry {
  readonly name: string
  readonly kind: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly size: number
}

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const storage = 1
const stream = 2
const root = 5
/** Sector numbers from here on are marks (§2.1). */
const firstMark = 0xfffffffa
const none = 0xffffffff
const maxEntries = 50_000
const maxDepth = 32

export const isCompound = (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte)

/** Names of the entries in the first sectors of the directory, for telling what the file is. */
export const firstNames = (bytes: Uint8Array): ReadonlyArray<string> => {
  if (!isCompound(bytes) || bytes.length < 512) return []
  const view = viewOf(bytes)
  const size = view.getUint16(30, true) === 12 ? 4096 : 512
  const start = (view.getUint32(48, true) + 1) * size
  const names: Array<string> = []
  for (let at = start; at + 128 <= Math.min(bytes.length, start + 8 * size); at += 128) names.push(nameAt(view, at))
  return names
}

export const openCompound = (bytes: Uint8Array, maxUnpackedBytes: number): CompoundFile => {
  if (!isCompound(bytes) || bytes.length < 512) throw damaged("it is not in the format of Office until 2003")
  const view = viewOf(bytes)
  const sectorSize = view.getUint16(30, true) === 12 ? 4096 : 512
  const miniSize = 64
  const miniLimit = view.getUint32(56, true)
  const sectorCount = Math.ceil(bytes.length / sectorSize)
  const offsetOf = (sector: number): number => (sector + 1) * sectorSize

  /** The table of which sector follows which, itself in sectors that the header and further sectors list. */
  const next = new Uint32Array(sectorCount).fill(none)
  const addTable = (sector: number, index: number): void => {
    const at = offsetOf(sector)
    const perSector = sectorSize / 4
    for (let entry = 0; entry < perSector && index * perSector + entry < sectorCount; entry++) {
      if (at + entry * 4 + 4 > bytes.length) return
      next[index * perSector + entry] = view.getUint32(at + entry * 4, true)
    }
  }
  let tables = 0
  const addListed = (from: number, count: number): void => {
    for (let index = 0; index < count && tables <= sectorCount; index++) {
      const at = from + index * 4
      const sector = at + 4 <= bytes.length ? view.getUint32(at, true) : none
      if (sector < firstMark) addTable(sector, tables++)
    }
  }
  addListed(76, 109)
  let list = view.getUint32(68, true)
  for (let seen = 0; list < firstMark && list < sectorCount && seen <= sectorCount; seen++) {
    const at = offsetOf(list)
    addListed(at, sectorSize / 4 - 1)
    const after = at + sectorSize - 4
    list = after + 4 <= bytes.length ? view.getUint32(after, true) : none
  }

  const chain = (start: number, size: number): Uint8Array => {
    const out = new Uint8Array(Math.min(size, bytes.length))
    let written = 0
    for (let sector = start, seen = 0; sector < sectorCount && written < out.length; seen++) {
      if (seen > sectorCount) throw damaged("the order of its blocks leads in a circle")
      const at = offsetOf(sector)
      const piece = bytes.subarray(at, Math.min(at + sectorSize, at + out.length - written, bytes.length))
      out.set(piece, written)
      written += piece.length
      sector = next[sector]!
    }
    return out.subarray(0, written)
  }

  const entries = readEntries(chain(view.getUint32(48, true), bytes.length))
  const top = entries[0]
  if (top === undefined || top.kind !== root) throw damaged("the list of its parts cannot be read")
  const mini = chain(top.start, top.size)
  const miniTable = viewOf(chain(view.getUint32(60, true), view.getUint32(64, true) * sectorSize))
  const miniChain = (start: number, size: number): Uint8Array => {
    const out = new Uint8Array(Math.min(size, mini.length))
    let written = 0
    for (let sector = start, seen = 0; sector * miniSize < mini.length && written < out.length; seen++) {
      if (seen > mini.length / miniSize) throw damaged("the order of its blocks leads in a circle")
      const piece = mini.subarray(sector * miniSize, sector * miniSize + Math.min(miniSize, out.length - written))
      out.set(piece, written)
      written += piece.length
      if (sector * 4 + 4 > miniTable.byteLength) break
      sector = miniTable.getUint32(sector * 4, true)
    }
    return out.subarray(0, written)
  }

  const streams = pathsOf(entries)
  let left = maxUnpackedBytes
  return {
    names: [...streams.values()].map(({ path }) => path),
    read: (path) => {
      const entry = streams.get(path.toLowerCase())
      if (entry === undefined) return undefined
      const content = entry.size < miniLimit ? miniChain(entry.start, entry.size) : chain(entry.start, entry.size)
      left -= content.byteLength
      if (left < 0) throw tooLarge(maxUnpackedBytes)
      return content
    }
  }
}

const readEntries = (directory: Uint8Array): ReadonlyArray<Entry> => {
  const view = viewOf(directory)
  const entries: Array<Entry> = []
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    if (entries.length >= maxEntries) throw damaged(`it has more than ${maxEntries} parts`)
    entries.push({
      name: nameAt(view, at),
      kind: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true)
    })
  }
  return entries
}

interface Placed extends Entry {
  readonly path: string
}

/** Streams by path in lower case: names differ by more than that (§2.6.4). The entries of a storage are a tree, which is walked without recursion, each entry once. */
const pathsOf = (entries: ReadonlyArray<Entry>): ReadonlyMap<string, Placed> => {
  const streams = new Map<string, Placed>()
  const seen = new Set<number>()
  const waiting: Array<{ readonly index: number; readonly folder: string; readonly depth: number }> = []
  const add = (index: number, folder: string, depth: number): void => {
    if (index < entries.length && !seen.has(index) && depth <= maxDepth) {
      seen.add(index)
      waiting.push({ index, folder, depth })
    }
  }
  add(entries[0]!.child, "", 0)
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const entry = entries[item.index]!
    add(entry.right, item.folder, item.depth)
    add(entry.left, item.folder, item.depth)
    if (entry.kind === storage) add(entry.child, `${item.folder}${entry.name}/`, item.depth + 1)
    else if (entry.kind === stream) {
      const path = `${item.folder}${entry.name}`
      streams.set(path.toLowerCase(), { ...entry, path })
    }
  }
  return streams
}

const nameAt = (view: DataView, at: number): string => {
  const length = Math.min(32, Math.max(0, view.getUint16(at + 64, true) / 2 - 1))
  let name = ""
  for (let index = 0; index < length; index++) name += String.fromCharCode(view.getUint16(at + index * 2, true))
  return name
}
