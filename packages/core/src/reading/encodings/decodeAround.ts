/**
 * Decodes text of one- and two-byte characters by another decoder, but for
 * some of the pairs.
 *
 * Gives the text piece by piece. `own` is asked for each pair whose first byte is 0x81 to 0xFE: it gives the
 * pair's text, `undefined` to leave it to the other decoder, or `null` where
 * it is none (the second byte then stands for itself if it is ASCII).
 */
export function* decodeAround(
  bytes: Uint8Array,
  other: (part: Uint8Array) => string,
  own: (lead: number, trail: number) => string | null | undefined
): Generator<string, void> {
  let parts: Array<string> = []
  let from = 0
  let begun = 0
  let at = 0
  while (at < bytes.length) {
    if (at - begun >= pieceBytes) {
      if (at > from) parts.push(other(bytes.subarray(from, at)))
      yield parts.join("")
      parts = []
      from = begun = at
    }
    const lead = bytes[at]!
    if (lead <= 0x80 || lead === 0xff) {
      at++
      continue
    }
    const trail = bytes[at + 1]
    const text = trail === undefined ? null : own(lead, trail)
    if (text === undefined) {
      at += trail! < 0x40 ? 1 : 2
      continue
    }
    if (at > from) parts.push(other(bytes.subarray(from, at)))
    parts.push(text ?? "\ufffd")
    at += text === null && (trail === undefined || trail < 0x80) ? 1 : 2
    from = at
  }
  if (from < bytes.length) parts.push(other(bytes.subarray(from)))
  yield parts.join("")
}

/** Bytes of a piece: a few milliseconds of work. */
const pieceBytes = 65_536
