/**
 * Files of records, one behind the other: lines of JSON, rows of CSV. A file is written beside its place and moved there at
 * the end, or records are added to it as they come.
 */
import { createHash, type Hash } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, open, stat, truncate } from "node:fs/promises"
import { dirname } from "node:path"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { makeFolder } from "@orbweaver/storage/internal/files/makeFolder"
import { type AtomicFile, type AtomicFileOptions, createAtomicFile } from "./atomicFile.ts"
import type { Sink, SinkDocument } from "./Sink.ts"

export interface RecordFileOptions extends AtomicFileOptions {
  /**
   * Add each record to what the file has, as it comes. Half a record at its end, which a killed process may have left, is
   * removed first, and a record that the file has already is not added again, so a job that is resumed repeats none. One
   * process at a time writes so. Otherwise the records are written beside the file, which they replace at the end, and only
   * where there is one; a job that fails or is aborted leaves the records that it has: in the file where there was none
   * before, and as `NAME.partial` beside an earlier one. Default: `false`.
   */
  readonly append?: boolean | undefined
}

export interface RecordFormat {
  /** Before the first record of a new file. */
  readonly header?: string | undefined
  /** Line ends within quotes end no record. */
  readonly isQuoted: boolean
  /** A record with its line end. */
  readonly encode: (document: SinkDocument) => string
}

export const recordSink = (
  path: string,
  format: RecordFormat,
  { append = false, keepPartial }: RecordFileOptions
): Sink => (append ? appended(path, format) : replaced(path, format, { keepPartial }))

const replaced = (path: string, { encode, header }: RecordFormat, options: AtomicFileOptions): Sink => {
  let file: AtomicFile | undefined
  return {
    write: async (document) => {
      if (file === undefined) {
        file = await createAtomicFile(path, options)
        if (header !== undefined) await file.append(header)
      }
      await file.append(encode(document))
    },
    end: () => file?.commit(),
    abort: () => file?.keep()
  }
}

const appended = (path: string, format: RecordFormat): Sink => {
  let file: { readonly handle: FileHandle; readonly known: Set<string> } | undefined
  const close = () => file?.handle.close()
  return {
    write: async (document) => {
      file ??= await openToAppend(path, format)
      const record = format.encode(document)
      const key = keyOf(createHash("sha256").update(record))
      if (file.known.has(key)) return
      await file.handle.appendFile(record)
      if (file.known.size < maxKnown) file.known.add(key)
    },
    end: close,
    abort: close
  }
}

/** Records that are known again; those of a longer file may be repeated by a resumed job. */
const maxKnown = 2_000_000

const keyOf = (hash: Hash): string => hash.digest().toString("latin1", 0, 12)

const openToAppend = async (path: string, { header, isQuoted }: RecordFormat) => {
  await makeFolder(dirname(path))
  const known = new Set<string>()
  const existing = await stat(path).catch(() => undefined)
  if (existing?.isFile() === true && existing.size > 0) {
    const length = await readRecords(path, isQuoted, known)
    if (length > 0 && header !== undefined && !known.has(keyOf(createHash("sha256").update(header)))) {
      throw invalid("csv", ["columns"], `${path} has other columns: give the same, or another file`)
    }
    if (length < existing.size) await truncate(path, length)
    const handle = await open(path, "a")
    if (length === 0 && header !== undefined) await handle.appendFile(header)
    return { handle, known }
  }
  const handle = await open(path, "a")
  // A pipe or a device begins anew each time.
  if (header !== undefined) await handle.appendFile(header)
  return { handle, known }
}

const quote = 0x22
const lineFeed = 0x0a

const countOf = (bytes: Buffer, byte: number, from: number, to: number): number => {
  let count = 0
  for (let at = bytes.indexOf(byte, from); at !== -1 && at < to; at = bytes.indexOf(byte, at + 1)) count++
  return count
}

/** Adds the keys of the whole records of a file, and gives the bytes that these have. */
const readRecords = async (path: string, isQuoted: boolean, known: Set<string>): Promise<number> => {
  let hash = createHash("sha256")
  let length = 0
  let position = 0
  let isInQuotes = false
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    let at = 0
    for (;;) {
      const end = chunk.indexOf(lineFeed, at)
      if (isQuoted && countOf(chunk, quote, at, end === -1 ? chunk.length : end) % 2 === 1) isInQuotes = !isInQuotes
      if (end === -1) break
      at = end + 1
      if (isInQuotes) continue
      if (known.size < maxKnown) known.add(keyOf(hash.update(chunk.subarray(from, at))))
      hash = createHash("sha256")
      from = at
      length = position + at
    }
    hash.update(chunk.subarray(from))
    position += chunk.length
  }
  return length
}
