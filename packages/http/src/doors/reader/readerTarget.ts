/**
 * Where a request to the reader has the address of the page, and whose its query string is.
 *
 * | request | the query string belongs to |
 * | --- | --- |
 * | `/r/https://example.com/?a=b` | the page |
 * | `/r/https%3A%2F%2Fexample.com%2F%3Fa%3Db?format=text` | the reader |
 * | `/r?url=https%3A%2F%2Fexample.com%2F%3Fa%3Db&format=text` | the reader |
 *
 * An address that is written as it is takes its query along, since a page may have parameters of any name, `format`
 * too. One that is percent-encoded as a whole has its own query inside.
 */

export interface ReaderTarget {
  /** The address as it was written; absent where the query or the body has it. */
  readonly url?: string
  /** Parameters of the reader. */
  readonly query: URLSearchParams
}

/** What follows `/r` of a request; undefined where a percent code of the address is broken. */
export const targetOf = (requestUrl: string, prefix = ""): ReaderTarget | undefined => {
  const rest = belowReader(requestUrl, prefix)
  const [path = "", query = ""] = cutAt(rest, "?")
  const written = path.replace(/^\/+/, "")
  if (written === "") return { query: new URLSearchParams(query) }
  if (!/^https?%3A%2F%2F/i.test(written)) {
    return { url: withSlashes(rest.replace(/^\/+/, "")), query: new URLSearchParams() }
  }
  const url = decoded(written)
  return url === undefined ? undefined : { url, query: new URLSearchParams(query) }
}

/** Hosts give the path, or, as Bun and Deno do, the whole address. */
const belowReader = (requestUrl: string, prefix: string): string => {
  const path = requestUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "")
  const below = path.startsWith(prefix) ? path.slice(prefix.length) : path
  return below.replace(/^\/+r/, "")
}

/** Proxies collapse the slashes of `https://` in a path, and some encode its colon. */
const withSlashes = (written: string): string => written.replace(/^(https?)(?::|%3A)\/+/i, "$1://")

const cutAt = (text: string, mark: string): ReadonlyArray<string> => {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
