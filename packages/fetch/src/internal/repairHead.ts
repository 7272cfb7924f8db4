/**
 * The head of an answer that is no valid HTTP/1.1, as browsers read it: header lines that are none are left out, and a length
 * that is repeated counts once. What leaves the length of the body open is refused by its name (RFC 9112 section 6.3).
 */
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"

export interface RepairedHead {
  /** With its blank line, in Latin-1. */
  readonly head: string
  /** What was wrong, in words; each once. */
  readonly faults: ReadonlySet<string>
}

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** `head` ends with its blank line. Throws `ConnectionFailed`. */
export const repairHead = (head: string): RepairedHead => {
  const [statusLine = "", ...lines] = unfolded(head)
  const faults = new Set<string>()
  const kept: Array<string> = [statusLine]
  const lengths = new Set<string>()
  let isCoded = false
  let lengthLines = 0
  for (const line of lines) {
    const colon = line.indexOf(":")
    const name = line.slice(0, Math.max(0, colon)).trimEnd()
    if (!token.test(name)) {
      faults.add(faultOf(colon, name))
      continue
    }
    if (line.includes("\0")) throw new ConnectionFailed({ detail: `the header ${name} holds a null character` })
    const value = line.slice(colon + 1).trim()
    const lower = name.toLowerCase()
    if (lower === "transfer-encoding") isCoded = true
    if (lower === "content-length") {
      lengthLines++
      for (const length of value.split(",")) lengths.add(length.trim())
      if (value.includes(",")) lengthLines++
    } else kept.push(`${name}: ${value}`)
  }
  if (lengths.size > 1) throw new ConnectionFailed({ detail: "two different lengths (content-length)" })
  if (lengths.size === 1 && isCoded) {
    throw new ConnectionFailed({ detail: "two kinds of length (content-length and transfer-encoding)" })
  }
  const [length] = lengths
  if (length !== undefined) {
    if (!/^\d{1,15}$/.test(length))
      throw new ConnectionFailed({ detail: "a length that is no number (content-length)" })
    if (lengthLines > 1) faults.add("a repeated length")
    kept.push(`content-length: ${length}`)
  }
  return { head: `${kept.join("\r\n")}\r\n\r\n`, faults }
}

const faultOf = (colon: number, name: string): string =>
  colon < 0 ? "a header without a colon" : name === "" ? "a header without a name" : "a header whose name is none"

/** Lines of the head; one that begins with white space goes on (obs-fold, RFC 9112 section 5.2). */
const unfolded = (head: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const line of head.split(/\r?\n/)) {
    if (/^[ \t]/.test(line) && lines.length > 1) lines.push(`${lines.pop()!} ${line.trim()}`)
    else if (line !== "") lines.push(line)
  }
  return lines
}
