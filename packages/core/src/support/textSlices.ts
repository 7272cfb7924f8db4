/** A long text in slices. */

/** Slices of `length` UTF-16 units, or one more: halves of a surrogate pair stay together. */
export function* textSlices(text: string, length: number): Generator<string, void> {
  for (let at = 0; at < text.length;) {
    let end = at + length
    if (isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end))) end++
    yield text.slice(at, end)
    at = end
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
