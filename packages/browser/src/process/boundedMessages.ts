/**
 * Splits a stream of bytes into messages of JSON, each ended by a zero byte. A message beyond its bound is dropped while
 * it arrives, so that it never fills memory; its two ends show what it was.
 */
interface Handlers {
  /** Most bytes of a message that begins with `head`. */
  readonly maxBytesOf: (head: string) => number
  readonly take: (message: Buffer) => void
  readonly drop: (message: DroppedMessage) => void
}

export interface DroppedMessage {
  readonly head: string
  readonly tail: string
  /** The bound that the message exceeds, such as "64 MiB". */
  readonly limit: string
}

const mebibyte = 1024 * 1024
/** Bytes at each end of a message that are kept. */
const maxEnd = 256
/** An empty array has two bytes as JSON and forty in memory. */
const maxValues = 1_000_000
/** Largest message whose values are not counted. */
const maxUncounted = mebibyte

/** The result reads the next bytes of the stream. */
export const splitMessages = ({ drop, maxBytesOf, take }: Handlers): ((bytes: Buffer) => void) => {
  const none = Buffer.alloc(0)
  /** What has come of the present message; nothing once it is too large. */
  let pieces: Array<Buffer> = []
  let head = none
  let tail = none
  let length = 0

  const maxBytes = () => maxBytesOf(head.toString("latin1"))

  const add = (piece: Buffer) => {
    length += piece.length
    if (head.length < maxEnd) head = Buffer.concat([head, piece.subarray(0, maxEnd - head.length)])
    tail = Buffer.concat([tail, piece.subarray(-maxEnd)]).subarray(-maxEnd)
    if (length <= maxBytes()) pieces.push(piece)
    else pieces = []
  }

  const end = () => {
    const message = length > maxBytes() ? none : Buffer.concat(pieces)
    const limit =
      length > maxBytes()
        ? `${maxBytes() / mebibyte} MiB`
        : length > maxUncounted && hasManyValues(message)
          ? `${maxValues} values`
          : undefined
    if (limit === undefined) take(message)
    else drop({ head: head.toString("latin1"), tail: tail.toString("latin1"), limit })
    pieces = []
    head = tail = none
    length = 0
  }

  return (bytes) => {
    let start = 0
    for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, start)) {
      add(bytes.subarray(start, at))
      end()
      start = at + 1
    }
    if (start < bytes.length) add(bytes.subarray(start))
  }
}

const [quote, comma, backslash, openBracket, openBrace] = Buffer.from('",\\[{')

/** Whether the JSON has more than `maxValues`: each but the first of a list or object follows a comma. */
const hasManyValues = (json: Buffer): boolean => {
  let values = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) isString = !isString
    else if (isString) at += byte === backslash ? 1 : 0
    else if (byte === comma || byte === openBracket || byte === openBrace) values++
  }
  return values > maxValues
}
