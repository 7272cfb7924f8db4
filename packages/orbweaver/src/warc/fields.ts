/** Named fields as WARC records and HTTP messages begin with: a first line, then `name: value` lines. */
interface FieldBlock {
  readonly firstLine: string
  /** Lower-case names; values of a repeated name are joined by `, `. */
  readonly fields: ReadonlyMap<string, string>
}

export const parseFields = (bytes: Uint8Array, encoding: "utf8" | "latin1" = "utf8"): FieldBlock => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
  const [firstLine = "", ...lines] = text.split(/\r?\n/)
  const fields = new Map<string, string>()
  let last: string | undefined
  for (const line of lines) {
    if (/^[ \t]/.test(line) && last !== undefined) {
      fields.set(last, `${fields.get(last)} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(":")
    if (colon <= 0) continue
    last = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = fields.get(last)
    fields.set(last, before === undefined ? value : `${before}, ${value}`)
  }
  return { firstLine, fields }
}

/** Where the empty line after a header ends, or -1. */
export const headerEnd = (bytes: Uint8Array, from = 0): number => {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3
  }
  return -1
}
