/** Which headers of a message a proxy passes on. */
import type { IncomingMessage } from "node:http"

/** Headers that speak of one connection only (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Names and values in turn, as they were written and in their order. */
export const endToEnd = (raw: ReadonlyArray<string>): Array<string> => {
  const kept: Array<string> = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (!hopByHop.has(raw[index]!.toLowerCase())) kept.push(raw[index]!, raw[index + 1]!)
  }
  return kept
}

export const requestHeaders = (request: IncomingMessage): Array<string> => {
  const headers = endToEnd(request.rawHeaders)
  // A body without a length is chunked, as it came.
  if (request.headers["transfer-encoding"] !== undefined) headers.push("transfer-encoding", "chunked")
  return headers
}
