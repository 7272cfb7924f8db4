/** Which header fields of a message a proxy passes on (RFC 9110 section 7.6.1). */

/** Fields about one connection only. `expect` is answered by the proxy itself (section 10.1.1). */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Fields that reach the other end whatever `Connection` nominates: messages could not be framed or routed without. */
const required: ReadonlySet<string> = new Set(["content-length", "content-type", "host"])

/** Names and values in turn, as they were written and in their order. */
export const endToEnd = (raw: ReadonlyArray<string>): Array<string> => {
  const nominated = new Set<string>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (raw[index]!.toLowerCase() !== "connection") continue
    for (const name of raw[index + 1]!.split(",")) nominated.add(name.trim().toLowerCase())
  }
  const passed: Array<string> = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase()
    if (hopByHop.has(name) || (nominated.has(name) && !required.has(name))) continue
    passed.push(raw[index]!, raw[index + 1]!)
  }
  return passed
}
