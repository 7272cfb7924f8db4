/** Undoes what HTTP did to a body for the journey: chunks and compression. */
import { promisify } from "node:util"
import { brotliDecompress, constants, inflate, inflateRaw, unzip, zstdDecompress } from "node:zlib"

/** Bodies of archives are often cut; what there is of them is read. */
const tolerant = { finishFlush: constants.Z_SYNC_FLUSH }

type Decoder = (body: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: (body, maxOutputLength) => promisify(unzip)(body, { ...tolerant, maxOutputLength }),
  "x-gzip": (body, maxOutputLength) => promisify(unzip)(body, { ...tolerant, maxOutputLength }),
  // Some servers send it without the zlib header that the standard asks for.
  deflate: (body, maxOutputLength) =>
    promisify((body[0]! & 0x0f) === 8 ? inflate : inflateRaw)(body, { ...tolerant, maxOutputLength }),
  br: (body, maxOutputLength) => promisify(brotliDecompress)(body, { maxOutputLength }),
  zstd: (body, maxOutputLength) => promisify(zstdDecompress)(body, { maxOutputLength })
}

/**
 * The body as it was before its transfer. Archives may say an encoding of a body that they hold decoded: a body that
 * does not decode is given as it is. Throws where it is larger than `maxBytes`.
 */
export const decodeBody = async (
  body: Uint8Array,
  fields: ReadonlyMap<string, string>,
  maxBytes: number
): Promise<Uint8Array> => {
  const isChunked = /\bchunked\b/i.test(fields.get("transfer-encoding") ?? "")
  let decoded = isChunked ? (joinChunks(body) ?? body) : body
  const encodings = (fields.get("content-encoding") ?? "").toLowerCase().split(",")
  for (const encoding of encodings.map((name) => name.trim()).toReversed()) {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
    if (decode === undefined || decoded.length === 0) continue
    try {
      decoded = await decode(decoded, maxBytes)
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw error
      return decoded
    }
  }
  return decoded
}

/** The data of chunks (RFC 9112 §7.1); `undefined` where these are none. */
const joinChunks = (body: Uint8Array): Uint8Array | undefined => {
  const parts: Array<Uint8Array> = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf(10, at)
    const size = end < 0 || end - at > 1024 ? undefined : sizeOf(body.subarray(at, end))
    if (size === undefined) return parts.length === 0 ? undefined : Buffer.concat(parts)
    if (size === 0) break
    parts.push(body.subarray(end + 1, end + 1 + size))
    at = end + 1 + size
    if (body[at] === 13) at += 1
    if (body[at] === 10) at += 1
  }
  return Buffer.concat(parts)
}

const sizeOf = (line: Uint8Array): number | undefined => {
  const digits = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?\r?$/i.exec(Buffer.from(line).toString("latin1"))?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
