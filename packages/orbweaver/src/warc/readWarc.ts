/**
 * The pages that a WARC file holds, one after the other.
 *
 * The package `warcio` 2.4 brings 33 packages and 9 MB with its command line; it writes the archives that tests read.
 */
import { createReadStream } from "node:fs"
import { pipeline, Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { decodeBody } from "./decodeBody.ts"
import { headerEnd, parseFields } from "./fields.ts"
import { readRecords } from "./readRecords.ts"
import { WarcError } from "./WarcError.ts"

/** A name of a file, or its bytes as they come: a stream of Node or of the web, an iterable. */
export type WarcSource = string | URL | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

export interface ArchivedPage {
  readonly url: string
  /** 200 where the archive has none. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  /** Without chunks and compression. */
  readonly body: Uint8Array
  /** When it was captured: ISO 8601, as the archive has it. */
  readonly capturedAt: string | undefined
}

export interface ReadWarcOptions {
  /** Largest page that is read, in bytes, before and after decompression; larger ones are left out. Default: 50 MiB. */
  readonly maxBytes?: number | undefined
  /** Called with the pages that are larger. */
  readonly onTooLarge?: ((url: string) => void) | undefined
}

/**
 * Every answer of the archive over HTTP, redirects and pictures among them. Throws `WarcError` where the file is damaged;
 * the pages before come first. Memory holds one page.
 */
export async function* readArchivedPages(
  source: WarcSource,
  { maxBytes = 50 * 1024 * 1024, onTooLarge = () => {} }: ReadWarcOptions = {}
): AsyncGenerator<ArchivedPage> {
  for await (const { block, fields } of readRecords(uncompressed(source), { wants: isAnswer, maxBytes })) {
    if (!isAnswer(fields)) continue
    const url = addressOf(fields)!
    const page = block === undefined ? undefined : await pageOf(url, fields, block, maxBytes)
    if (page === undefined) onTooLarge(url)
    else yield page
  }
}

type Fields = ReadonlyMap<string, string>

/** Some writers put the address between `<` and `>`. */
const addressOf = (fields: Fields): string | undefined => {
  const url = fields.get("warc-target-uri")?.replace(/^<|>$/g, "")
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? url : undefined
}

const isHttp = (fields: Fields): boolean => /^application\/http\b/i.test(fields.get("content-type") ?? "")

const isAnswer = (fields: Fields): boolean =>
  addressOf(fields) !== undefined &&
  (fields.get("warc-type") === "resource" || (fields.get("warc-type") === "response" && isHttp(fields)))

const pageOf = async (
  url: string,
  fields: Fields,
  block: Uint8Array,
  maxBytes: number
): Promise<ArchivedPage | undefined> => {
  const capturedAt = fields.get("warc-date")
  if (!isHttp(fields)) {
    const contentType = fields.get("content-type")
    return { url, status: 200, headers: {}, contentType, body: block, capturedAt }
  }
  const end = headerEnd(block)
  const head = parseFields(end < 0 ? block : block.subarray(0, end), "latin1")
  const status = Number(/^HTTP\/\d(?:\.\d)?\s+(\d{3})/i.exec(head.firstLine)?.[1] ?? 200)
  try {
    const body = await decodeBody(end < 0 ? new Uint8Array() : block.subarray(end), head.fields, maxBytes)
    const headers = Object.fromEntries(head.fields)
    return { url, status, headers, contentType: headers["content-type"], body, capturedAt }
  } catch {
    return undefined
  }
}

/** The bytes of the file; gzip is recognized by its first two. */
async function* uncompressed(source: WarcSource): AsyncGenerator<Uint8Array> {
  const chunks = typeof source === "string" || source instanceof URL ? createReadStream(source) : source
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    let start: Uint8Array = new Uint8Array()
    while (start.length < 2) {
      const next = await iterator.next()
      if (next.done === true) break
      start = Buffer.concat([start, next.value])
    }
    const whole = rejoined(start, iterator)
    yield* start[0] === 0x1f && start[1] === 0x8b ? gunzipped(whole) : whole
  } finally {
    await iterator.return?.()
  }
}

async function* rejoined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // A failure of either is thrown by the loop.
  pipeline(Readable.from(chunks, { objectMode: false }), gunzip, () => {})
  let offset = 0
  try {
    for await (const chunk of gunzip) {
      offset += (chunk as Uint8Array).length
      yield chunk as Uint8Array
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code?.startsWith("Z_") !== true) throw cause
    throw new WarcError({ offset, detail: `its compression is damaged (${message})` })
  }
}
