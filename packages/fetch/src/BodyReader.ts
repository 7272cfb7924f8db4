/**
 * Content codings (RFC 9110 section 8.4): the bytes of a body as they arrive, to
 * the bytes of the page, with a cap on both.
 *
 * Hostile and broken bodies are read the way Chromium reads them: a stream that
 * stops early gives what there was, bytes after its end and a wrong checksum are
 * ignored, a body that is not in the coding it claims is taken as it is, and an
 * unknown coding changes nothing. Only a stream that is damaged inside fails.
 */
import type { Readable } from "node:stream"
import * as zlib from "node:zlib"
import { ConnectionFailed, type Overloaded, TooLarge, Unsupported, withCause } from "@orbweaver/core/model/CaptureError"
import type { FetchRequest } from "@orbweaver/core/network/Fetcher"
import { BodyBuffer } from "./internal/BodyBuffer.ts"
import { ChunkBuffer } from "./internal/ChunkBuffer.ts"

export type Coding = "gzip" | "deflate" | "br" | "zstd"

/** More codings on top of one another than any honest server uses. */
export const maxCodings = 3

/** Encoded bytes decoded in one call; a longer body is decoded as it arrives, off the event loop. */
const wholeBytes = 64 * 1024
/** What one such call may give before the stream takes over: a few milliseconds of work. */
const wholeOutput = 2 * 1024 * 1024

/** Codings in the order they must be undone. */
export const codingsOf = (header: string | undefined): ReadonlyArray<Coding> => {
  if (header === undefined || header === "") return []
  const codings: Array<Coding> = []
  for (const token of header.toLowerCase().split(",")) {
    const name = token.trim()
    if (name === "gzip" || name === "x-gzip") codings.unshift("gzip")
    else if (name === "deflate" || name === "br" || name === "zstd") codings.unshift(name)
    if (codings.length > maxCodings) break
  }
  return codings
}

/**
 * `cut`: the body goes on, and whoever gives the chunks can stop. `endedEarly`: the body should have gone on, as its length,
 * its last chunk or its coding says.
 */
export type Finished = (
  error: Error | undefined,
  body: Uint8Array<ArrayBuffer>,
  cut: boolean,
  endedEarly: boolean
) => void

/** See `FetchRequest`. */
export interface BodyBounds {
  readonly maxBytes: number
  readonly cutAtLimit?: FetchRequest["cutAtLimit"]
  readonly admit?: FetchRequest["admit"]
}

/**
 * Takes the chunks of one body; calls `finished` once, with the body or with the reason it has none. Whoever gives the
 * chunks waits for `room` before the next one.
 */
export class BodyReader {
  readonly #maxBytes: number
  readonly #cutAtLimit: boolean
  readonly #admit: BodyBounds["admit"]
  #codings: ReadonlyArray<Coding>
  /** The media type is one of text, of which no coding was declared. */
  readonly #mayBePacked: boolean
  readonly #finished: Finished
  /** What has arrived; once a stream decodes it, what came out. */
  #bytes: BodyBuffer
  #received = 0
  /** Bytes that were reported to `admit`. */
  #admitted = 0
  #room: Promise<void> | undefined
  #stages: ReadonlyArray<Stage> | undefined
  /** The site says no more, or is not asked for more. */
  #ended = false
  #cut = false
  #endedEarly = false
  #done = false

  /** With `contentType`, gzip is recognised in text for which no coding was declared. */
  constructor(
    contentEncoding: string | undefined,
    { admit, cutAtLimit, maxBytes }: BodyBounds,
    finished: Finished,
    contentType?: string
  ) {
    this.#maxBytes = maxBytes
    this.#bytes = new BodyBuffer(maxBytes)
    this.#cutAtLimit = cutAtLimit === true
    this.#admit = admit
    this.#codings = codingsOf(contentEncoding)
    this.#mayBePacked = this.#codings.length === 0 && contentType !== undefined && textType.test(contentType)
    this.#finished = finished
    if (this.#codings.length > maxCodings) {
      this.#fail(new Unsupported({ what: `more than ${maxCodings} content codings` }))
    }
  }

  get done(): boolean {
    return this.#done
  }

  /** Fulfilled when the body may go on; undefined where it may at once. */
  get room(): Promise<void> | undefined {
    return this.#room
  }

  /** The site says how long the body is; `NaN` when it does not. */
  announce(length: number): void {
    if (length > this.#maxBytes && !this.#cutAtLimit) this.#fail(new TooLarge({ limitBytes: this.#maxBytes }))
    else if (length > 0) {
      if (this.#codings.length === 0) this.#bytes.expect(length)
      this.#askFor(Math.min(length, this.#maxBytes))
    }
  }

  write(chunk: Uint8Array): void {
    if (this.#done || this.#ended) return
    if (this.#received === 0 && this.#mayBePacked && isGzip(chunk)) this.#codings = ["gzip"]
    const room = this.#maxBytes - this.#received
    this.#received += chunk.byteLength
    if (chunk.byteLength <= room) return this.#take(chunk)
    if (!this.#goesOver()) return
    this.#take(chunk.subarray(0, room))
    this.end()
  }

  /** Whether what is there is the body nevertheless. */
  readonly #goesOver = (): boolean => {
    this.#cut = true
    if (!this.#cutAtLimit) this.#fail(new TooLarge({ limitBytes: this.#maxBytes }))
    return this.#cutAtLimit
  }

  #take(chunk: Uint8Array): void {
    if (this.#stages !== undefined) return this.#stages[0]!.write(chunk)
    this.#add(chunk)
    if (!this.#done && this.#codings.length > 0 && this.#received > wholeBytes) this.#stream(this.#bytes.take())
  }

  end(): void {
    if (this.#done || this.#ended) return
    this.#ended = true
    if (this.#stages !== undefined) return this.#stages[0]!.end()
    const bytes = this.#bytes.take()
    if (this.#codings.length === 0 || bytes.byteLength === 0) return this.#succeed(bytes)
    if (this.#codings.length === 1) {
      const body = this.#decodeWhole(this.#codings[0]!, bytes)
      if (body !== undefined) return this.#succeed(body)
      if (this.#done) return
    }
    this.#stream(bytes).end()
  }

  /** The site stopped before its answer was whole. False when nothing has arrived that could stand for it. */
  endEarly(): boolean {
    if (this.#done || this.#ended || this.#received === 0) return false
    this.#endedEarly = true
    this.end()
    return true
  }

  /** Frees the decoders; `finished` is not called any more. */
  destroy(): void {
    this.#done = true
    this.#bytes = new BodyBuffer(this.#maxBytes)
    for (const stage of this.#stages ?? []) stage.destroy()
  }

  #decodeWhole(coding: Coding, bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    const maxOutput = Math.min(this.#maxBytes, wholeOutput)
    try {
      return new Uint8Array(decodeWhole(coding, bytes, maxOutput, true))
    } catch (error) {
      if (error instanceof RangeError) return undefined
    }
    try {
      const body = new Uint8Array(decodeWhole(coding, bytes, maxOutput, false))
      this.#endedEarly = true
      return body
    } catch (error) {
      // What is larger may still be allowed: the stream decides.
      if (error instanceof RangeError) return undefined
      this.#fail(damaged(coding, error))
      return undefined
    }
  }

  #add(chunk: Uint8Array): void {
    this.#bytes.add(chunk)
    if (this.#bytes.length > this.#admitted) this.#askFor(this.#bytes.length)
  }

  #askFor(bytes: number): void {
    const room = this.#admit?.(bytes - this.#admitted)
    this.#admitted = bytes
    if (room === undefined) return
    this.#pause()
    this.#room = this.#waitFor(room)
  }

  async #waitFor(room: Promise<Overloaded | undefined>): Promise<void> {
    const refused = await room
    this.#room = undefined
    if (refused !== undefined) return this.#fail(refused)
    for (const stage of this.#stages ?? []) stage.resume()
  }

  #pause(): void {
    for (const stage of this.#stages ?? []) stage.pause()
  }

  #stream(first: Uint8Array): Stage {
    const output: Sink = {
      write: (chunk) => {
        if (!this.#done) this.#add(chunk)
      },
      end: () => {
        if (!this.#done) this.#succeed(this.#bytes.take())
      }
    }
    const stages: Array<Stage> = []
    for (const coding of this.#codings.toReversed()) {
      stages.unshift(
        new Stage(coding, this.#maxBytes, stages[0] ?? output, {
          goesOver: this.#goesOver,
          endsEarly: () => {
            this.#endedEarly = true
          },
          fail: (error) => this.#fail(error)
        })
      )
    }
    this.#stages = stages
    if (this.#room !== undefined) this.#pause()
    stages[0]!.write(first)
    return stages[0]!
  }

  #succeed(body: Uint8Array<ArrayBuffer>): void {
    if (this.#done) return
    this.#done = true
    this.#finished(undefined, body, this.#cut, this.#endedEarly && !this.#cut)
  }

  #fail(error: Error): void {
    if (this.#done) return
    this.destroy()
    this.#finished(error, new Uint8Array(), this.#cut, false)
  }
}

/** Gives the reader what comes on the stream, which pauses while there is no room. */
export const feed = (stream: Readable, reader: BodyReader): void => {
  const waitForRoom = () => {
    if (reader.room === undefined || stream.isPaused()) return
    stream.pause()
    reader.room.then(() => stream.resume()).catch(() => undefined)
  }
  stream.on("data", (chunk: Uint8Array) => {
    reader.write(chunk)
    waitForRoom()
  })
  stream.once("end", () => reader.end())
  waitForRoom()
}

/**
 * The body of an answer whose bytes come on the stream, which is destroyed with the end of the reading. `headers`: their names
 * in lower case; leave out `content-encoding` when the library has undone the codings itself.
 */
export const readBody = (
  stream: Readable,
  headers: Readonly<Record<string, string | undefined>>,
  bounds: BodyBounds
): Promise<{ readonly body: Uint8Array; readonly cut: boolean; readonly endedEarly: boolean }> =>
  new Promise((resolve, reject) => {
    const reader = new BodyReader(
      headers["content-encoding"],
      bounds,
      (error, body, cut, endedEarly) => {
        stream.destroy()
        if (error === undefined) resolve({ body, cut, endedEarly })
        else reject(error)
      },
      headers["content-type"] ?? "text/html"
    )
    reader.announce(Number(headers["content-length"]))
    stream.on("error", (error) => {
      reader.destroy()
      reject(error)
    })
    feed(stream, reader)
  })

interface Sink {
  readonly write: (chunk: Uint8Array) => void
  readonly end: () => void
}

interface StageEvents {
  /** Whether what is there is the body nevertheless. */
  readonly goesOver: () => boolean
  readonly endsEarly: () => void
  readonly fail: (error: Error) => void
}

/** One decoder; chosen when the first bytes are there, because the label alone is ambiguous. */
class Stage implements Sink {
  readonly #coding: Coding
  readonly #maxBytes: number
  readonly #next: Sink
  readonly #events: StageEvents
  /** What has not been given to the decoder yet: it takes one piece at a time. */
  readonly #waiting = new ChunkBuffer()
  #decoder: ReturnType<typeof streamOf> | "none" | undefined
  #given = 0
  /** Bytes that the decoder was given. */
  #fed = 0
  #busy = false
  #ended = false
  /** It has given all that it may. */
  #full = false
  #paused = false
  /** The decoder was given bytes that are none of the body, to see whether it waits for more. */
  #probed = false

  constructor(coding: Coding, maxBytes: number, next: Sink, events: StageEvents) {
    this.#coding = coding
    this.#maxBytes = maxBytes
    this.#next = next
    this.#events = events
  }

  write(chunk: Uint8Array): void {
    this.#waiting.add(chunk)
    this.#feed()
  }

  end(): void {
    this.#ended = true
    this.#feed()
  }

  destroy(): void {
    if (this.#decoder !== "none") this.#decoder?.destroy()
  }

  pause(): void {
    this.#paused = true
    if (this.#decoder !== "none") this.#decoder?.pause()
  }

  resume(): void {
    this.#paused = false
    if (this.#decoder !== "none") this.#decoder?.resume()
  }

  #feed(): void {
    if (this.#busy || this.#full) return
    const decoder = (this.#decoder ??= this.#begin())
    if (decoder === undefined) return
    if (this.#waiting.length > 0) {
      const bytes = this.#waiting.take()
      if (decoder === "none") {
        this.#next.write(bytes)
      } else {
        this.#busy = true
        this.#fed += bytes.byteLength
        decoder.write(bytes, () => {
          this.#busy = false
          this.#feed()
        })
        return
      }
    }
    if (!this.#ended) return
    this.#busy = true
    if (decoder === "none") this.#next.end()
    else if (this.#coding === "br" || this.#coding === "zstd") this.#probe(decoder)
    else decoder.end()
  }

  /**
   * Ends a decoder that does not say whether its data are whole: it takes further bytes only where they are not. What it
   * makes of these is dropped.
   */
  #probe(decoder: ReturnType<typeof streamOf>): void {
    // An error in these bytes would take what is still on its way with it.
    if (decoder.readableLength > 0) {
      decoder.once("data", () => setImmediate(() => this.#probe(decoder)))
      return
    }
    if (decoder.destroyed) return
    this.#probed = true
    decoder.end(noData)
  }

  /** Undefined while more bytes are needed to know. */
  #begin(): ReturnType<typeof streamOf> | "none" | undefined {
    const first = this.#waiting.take()
    const header = headerOf(this.#coding, first)
    // A gzip header may hold a name of any length; no real one comes near this.
    if (header === "short" && !this.#ended && first.byteLength <= wholeBytes) {
      this.#waiting.add(first)
      return undefined
    }
    this.#waiting.add(typeof header === "number" ? first.subarray(header) : first)
    if (typeof header !== "number") return "none"
    const decoder = streamOf(this.#coding)
    decoder.on("data", (chunk: Uint8Array) => {
      // Each layer has the cap: the bomb may lie between two codings.
      if (this.#probed) return
      const room = this.#maxBytes - this.#given
      this.#given += chunk.byteLength
      if (chunk.byteLength <= room) return this.#next.write(chunk)
      if (this.#full || !this.#events.goesOver()) return
      this.#full = true
      decoder.destroy()
      this.#next.write(chunk.subarray(0, room))
      this.#next.end()
    })
    if (this.#paused) decoder.pause()
    const hasTrailer = this.#coding === "gzip" || (this.#coding === "deflate" && header > 0)
    decoder.once("end", () => {
      // A checksum follows the data of a stream that is whole.
      const isEarly = this.#probed ? decoder.bytesWritten > this.#fed : hasTrailer && decoder.bytesWritten === this.#fed
      if (isEarly) this.#events.endsEarly()
      this.#next.end()
    })
    decoder.once("error", (error) => {
      if (!this.#probed) return this.#events.fail(damaged(this.#coding, error))
      // Behind a whole frame another one might begin; these bytes begin none.
      const isBehind = "code" in error && error.code === "ZSTD_error_prefix_unknown"
      if (!isBehind) this.#events.endsEarly()
      this.#next.end()
    })
    return decoder
  }
}

/** Bytes that begin no frame of zstd (RFC 8878 section 3.1), and follow no stream of brotli. */
const noData = new Uint8Array(8).fill(0xff)

const damaged = (coding: Coding, error: unknown) =>
  withCause(
    new ConnectionFailed({
      detail: `damaged ${coding} body${error instanceof Error && "code" in error ? ` (${String(error.code)})` : ""}`
    }),
    error
  )

const chunkSize = 64 * 1024
const inflate: zlib.ZlibOptions = { finishFlush: zlib.constants.Z_SYNC_FLUSH, chunkSize }
const brotli: zlib.BrotliOptions = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH, chunkSize }
/** RFC 9659: content coded with zstd uses a window of 8 MiB at most. */
const zstd: zlib.ZstdOptions = {
  finishFlush: zlib.constants.ZSTD_e_flush,
  params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 },
  chunkSize
}

const streamOf = (coding: Coding) => {
  if (coding === "br") return zlib.createBrotliDecompress(brotli)
  if (coding === "zstd") return zlib.createZstdDecompress(zstd)
  return zlib.createInflateRaw(inflate)
}

/** `strict`: fails where the data end early. */
const decodeWhole = (coding: Coding, bytes: Uint8Array, maxOutputLength: number, strict: boolean): Uint8Array => {
  const header = headerOf(coding, bytes)
  if (typeof header !== "number") return bytes
  const data = bytes.subarray(header)
  const more = strict ? { maxOutputLength, finishFlush: finishOf[coding] } : { maxOutputLength }
  if (coding === "br") return zlib.brotliDecompressSync(data, { ...brotli, ...more })
  if (coding === "zstd") return zlib.zstdDecompressSync(data, { ...zstd, ...more })
  return zlib.inflateRawSync(data, { ...inflate, ...more })
}

const finishOf: Readonly<Record<Coding, number>> = {
  gzip: zlib.constants.Z_FINISH,
  deflate: zlib.constants.Z_FINISH,
  br: zlib.constants.BROTLI_OPERATION_FINISH,
  zstd: zlib.constants.ZSTD_e_end
}

/** Media types of text; files that are packed themselves have others. */
const textType = /^\s*(?:text\/|application\/(?:[\w.-]+\+)?(?:xml|json|xhtml|javascript)\b)/i

/** RFC 1952 §2.3.1, with the one compression method that there is. */
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8

/**
 * Where the coded data begin: `short` when more bytes are needed to say, `none`
 * when this is not the coding it claims to be.
 */
const headerOf = (coding: Coding, bytes: Uint8Array): number | "short" | "none" => {
  if (coding === "br") return 0
  if (bytes.byteLength < 2) return "short"
  if (coding === "deflate") {
    // RFC 1950 section 2.2; many servers send RFC 1951 data without that header.
    const wrapped = (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0
    return wrapped ? 2 : 0
  }
  if (coding === "zstd") {
    if (bytes.byteLength < 4) return "short"
    const magic = bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24)
    // RFC 8878 section 3.1: a frame, or one to skip.
    return magic === (0xfd2fb528 | 0) || magic >>> 4 === 0x184d2a5 ? 0 : "none"
  }
  return gzipHeader(bytes)
}

/** RFC 1952 section 2.3. The checksum at the end is not read, as in browsers. */
const gzipHeader = (bytes: Uint8Array): number | "short" | "none" => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return "none"
  if (bytes.byteLength < 10) return "short"
  const flags = bytes[3]!
  let at = 10
  if ((flags & 4) !== 0) {
    if (bytes.byteLength < at + 2) return "short"
    at += 2 + (bytes[at]! | (bytes[at + 1]! << 8))
  }
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue
    const zero = bytes.indexOf(0, at)
    if (zero < 0) return "short"
    at = zero + 1
  }
  if ((flags & 2) !== 0) at += 2
  return at <= bytes.byteLength ? at : "short"
}
