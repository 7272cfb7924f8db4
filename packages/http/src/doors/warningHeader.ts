/** `X-Warning`: what went less well than asked, where the body has no place for it. */

/** Longest warning in a header, in characters. */
const maxLength = 1000

/** The header of these sentences; none without any. Header fields have printable ASCII alone (RFC 9110 §5.5). */
export const warningHeader = (notes: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  if (notes.length === 0) return {}
  const printable = notes
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/[^\x20-\x7e]/g, "?")
  return { "x-warning": printable.length > maxLength ? `${printable.slice(0, maxLength - 3)}...` : printable }
}
