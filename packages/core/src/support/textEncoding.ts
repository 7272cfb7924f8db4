/**
 * The encoding of a file that sites write for crawlers. Both robots.txt (RFC 9309 §2.2) and sitemaps (sitemaps.org) are
 * UTF-8 by their rules; files written by hand on Windows are UTF-16, and older tools declare an encoding in XML.
 */

/** `utf-16le` or `utf-16be` by the byte order mark, or by the zeros of ASCII text without a mark; undefined otherwise. */
export const utf16Of = (bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined => {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  if (bytes.length < 4) return undefined
  if (isAscii(first) && second === 0 && isAscii(third) && fourth === 0) return "utf-16le"
  return first === 0 && isAscii(second) && third === 0 && isAscii(fourth) ? "utf-16be" : undefined
}

const isAscii = (byte: number | undefined): boolean => byte !== undefined && byte > 0 && byte < 0x80

/** Decoder for an XML or text file that starts with these bytes: by its mark, by its XML declaration, or UTF-8. */
export const decoderFor = (start: Uint8Array): InstanceType<typeof TextDecoder> => {
  const wide = utf16Of(start)
  if (wide !== undefined) return new TextDecoder(wide)
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    new TextDecoder("latin1").decode(start.subarray(0, 256)).replace(/^\u00EF\u00BB\u00BF/, "")
  )?.[1]
  // ASCII bytes that declare UTF-16 were encoded again without changing the declaration.
  if (declared === undefined || /^utf-?16/i.test(declared)) return new TextDecoder()
  try {
    return new TextDecoder(declared)
  } catch {
    return new TextDecoder()
  }
}
