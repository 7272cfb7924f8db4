/** Lines of an index of a web archive: https://specs.webrecorder.net/cdxj/0.1.0/ */

export interface IndexedRecord {
  readonly url: string
  /** ISO 8601. */
  readonly capturedAt: string
  readonly status: number
  readonly mime: string
  /** Of the payload, as the record has it. */
  readonly digest: string
  /** Of the record in the file, in bytes, compressed as it is there. */
  readonly offset: number
  readonly length: number
  readonly filename: string
}

/** Sorted lines find a page by its address and then by its time. */
export const cdxjLine = ({ capturedAt, url, ...record }: IndexedRecord): string => {
  const { digest, filename, length, mime, offset, status } = record
  const fields = {
    url,
    mime,
    status: String(status),
    digest,
    length: String(length),
    offset: String(offset),
    filename
  }
  return `${sortKey(url)} ${timestamp(capturedAt)} ${JSON.stringify(fields)}`
}

/** `20261126150000` */
export const timestamp = (date: string): string => date.replace(/\D/g, "").slice(0, 14).padEnd(14, "0")

/** The address with its host turned round, so that the pages of a domain are together: `com,example)/path?a=1&b=2`. */
export const sortKey = (address: string): string => {
  const url = URL.parse(address.toLowerCase())
  if (url === null || !/^https?:$/.test(url.protocol)) return address.replaceAll(/\s/g, "%20")
  const host = url.hostname.replace(/^www\d*\./, "")
  const turned = host.split(".").toReversed().join(",")
  const port = url.port === "" ? "" : `:${url.port}`
  const query = url.search === "" ? "" : `?${url.search.slice(1).split("&").sort().join("&")}`
  return `${turned}${port})${url.pathname}${query}`
}
