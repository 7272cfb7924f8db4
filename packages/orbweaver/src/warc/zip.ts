/**
 * Writes a ZIP file from start to end (APPNOTE 6.3.10): entries are stored as they are, which is what WACZ wants of
 * archives, and may be larger than 4 GiB. Sizes follow the bytes of an entry, since nothing is known before.
 */
import { crc32 } from "node:zlib"

export interface ZipWriter {
  /** Begins an entry; one before has ended. */
  readonly startEntry: (name: string) => Promise<void>
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly endEntry: () => Promise<void>
  /** Writes the directory. */
  readonly end: () => Promise<void>
}

interface Entry {
  readonly name: Buffer
  readonly offset: number
  crc: number
  size: number
}

const max32 = 0xffffffff
const max16 = 0xffff

/** That entries have 64-bit sizes. */
const version = 45

/** Sizes follow the bytes (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808

/** 1980-01-01, the first day that there is: when a page was captured is in the archive. */
const date = 0x21

export const createZip = (append: (bytes: Uint8Array) => Promise<void>): ZipWriter => {
  const entries: Array<Entry> = []
  let offset = 0
  let current: Entry | undefined

  const put = async (bytes: Uint8Array) => {
    await append(bytes)
    offset += bytes.length
  }

  return {
    startEntry: async (name) => {
      current = { name: Buffer.from(name), offset, crc: 0, size: 0 }
      const sizes = fields([2, 0x0001], [2, 16], [8, 0], [8, 0])
      const header = fields(
        [4, 0x04034b50],
        [2, version],
        [2, flags],
        [2, 0],
        [2, 0],
        [2, date],
        [4, 0],
        // The sizes are in the extra field; there they have 64 bits, and so they have after the entry.
        [4, max32],
        [4, max32],
        [2, current.name.length],
        [2, sizes.length]
      )
      await put(Buffer.concat([header, current.name, sizes]))
    },
    write: async (bytes) => {
      if (current === undefined) throw new Error("No entry was started")
      current.crc = crc32(bytes, current.crc)
      current.size += bytes.length
      await put(bytes)
    },
    endEntry: async () => {
      if (current === undefined) throw new Error("No entry was started")
      await put(fields([4, 0x08074b50], [4, current.crc], [8, current.size], [8, current.size]))
      entries.push(current)
      current = undefined
    },
    end: async () => {
      const start = offset
      for (const entry of entries) await put(directoryHeader(entry))
      const size = offset - start
      const isLarge = entries.length >= max16 || start >= max32 || size >= max32
      if (isLarge) {
        const at = offset
        await put(
          fields(
            [4, 0x06064b50],
            [8, 44],
            [2, version],
            [2, version],
            [4, 0],
            [4, 0],
            [8, entries.length],
            [8, entries.length],
            [8, size],
            [8, start]
          )
        )
        await put(fields([4, 0x07064b50], [4, 0], [8, at], [4, 1]))
      }
      const count = isLarge ? max16 : entries.length
      await put(
        fields(
          [4, 0x06054b50],
          [2, 0],
          [2, 0],
          [2, count],
          [2, count],
          [4, isLarge ? max32 : size],
          [4, isLarge ? max32 : start],
          [2, 0]
        )
      )
    }
  }
}

const directoryHeader = ({ crc, name, offset, size }: Entry): Uint8Array => {
  const isLarge = size >= max32 || offset >= max32
  const extra = isLarge ? fields([2, 0x0001], [2, 24], [8, size], [8, size], [8, offset]) : new Uint8Array()
  const header = fields(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flags],
    [2, 0],
    [2, 0],
    [2, date],
    [4, crc],
    [4, isLarge ? max32 : size],
    [4, isLarge ? max32 : size],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isLarge ? max32 : offset]
  )
  return Buffer.concat([header, name, extra])
}

/** Numbers of so many bytes each, the lowest byte first. */
const fields = (...numbers: ReadonlyArray<readonly [bytes: 2 | 4 | 8, value: number]>): Uint8Array => {
  const view = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of numbers) {
    if (bytes === 8) view.writeBigUInt64LE(BigInt(value), at)
    else view.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return view
}
