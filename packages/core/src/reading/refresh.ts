/** The value of a `Refresh` header or of `<meta http-equiv=refresh>`, as browsers read it (HTML §4.2.5.3). */

export interface Refresh {
  /** Until the browser goes there. */
  readonly seconds: number
  /** As written; empty when the page only reloads itself. */
  readonly target: string
}

/** Longest value that is read, in characters. */
const maxLength = 8192

/** `5; url=/next`; undefined for a value that browsers ignore. */
export const readRefresh = (value: string): Refresh | undefined => {
  if (value.length > maxLength) return undefined
  const [, digits, fraction, rest] = /^\s*(\d*)(\.[\d.]*)?(.*)$/s.exec(value) ?? []
  if (rest === undefined || (digits === "" && fraction === undefined)) return undefined
  const seconds = digits === "" ? 0 : Number(digits)
  if (rest.trim() === "") return { seconds, target: "" }
  if (!/^[;,\s]/.test(rest)) return undefined
  const address = rest.replace(/^\s*[;,]?\s*/, "").replace(/^url\s*=\s*/i, "")
  const quote = /^["']/.exec(address)?.[0]
  if (quote === undefined) return { seconds, target: address.trim() }
  const end = address.indexOf(quote, 1)
  return { seconds, target: address.slice(1, end < 0 ? undefined : end).trim() }
}
