/** Reads the records of a WARC file (versions 0.17 to 1.1) as they come; memory holds one record at most. */
import { ByteReader } from "./ByteReader.ts"
import { parseFields } from "./fields.ts"
import { WarcError } from "./WarcError.ts"

interface RawRecord {
  /** Lower-case names. */
  readonly fields: ReadonlyMap<string, string>
  /** `undefined` for a record that was not wanted, or is larger than `maxBytes`. */
  readonly block: Uint8Array | undefined
  readonly length: number
}

interface RecordOptions {
  /** Whether the block of this record is read; others are skipped. */
  readonly wants: (fields: ReadonlyMap<string, string>) => boolean
  /** Largest block that is held, in bytes; larger ones are skipped. */
  readonly maxBytes: number
}

/** Longest header of a record, in bytes. */
const maxHeaderBytes = 64 * 1024

/** Most line ends between two records, in bytes. The standard has four; archives that were joined have a few more. */
const maxLineEndBytes = 64 * 1024

export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, wants }: RecordOptions
): AsyncGenerator<RawRecord> {
  const reader = new ByteReader(source)
  for (;;) {
    const next = await reader.skipLineEnds(maxLineEndBytes)
    if (next === "end") return
    const { offset } = reader
    if (next === "line ends")
      throw new WarcError({ offset, detail: `more than ${maxLineEndBytes} bytes of line ends and no record` })
    const header = await reader.readHeader(maxHeaderBytes)
    if (header === undefined) throw new WarcError({ offset, detail: "a record header has no end" })
    const { fields, firstLine } = parseFields(header)
    if (!/^WARC\/\d/.test(firstLine)) throw new WarcError({ offset, detail: "no WARC record begins here" })
    const length = Number(fields.get("content-length") ?? Number.NaN)
    if (!Number.isSafeInteger(length) || length < 0)
      throw new WarcError({ offset, detail: "the record has no valid Content-Length" })
    const isHeld = length <= maxBytes && wants(fields)
    const block = isHeld ? await reader.read(length) : undefined
    const isWhole = isHeld ? block !== undefined : await reader.skip(length)
    if (!isWhole) throw new WarcError({ offset, detail: "the file ends within a record" })
    yield { fields, block, length }
  }
}
