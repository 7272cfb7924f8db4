/**
 * JSON in pieces: the text of a large value takes long to make, and as much memory again as the value. Joined, the pieces
 * are what `JSON.stringify` gives.
 */
import type { Steps } from "./steps.ts"
import { textSlices } from "./textSlices.ts"

/** Characters of a piece before they are escaped. */
const pieceLength = 65_536

export function* jsonPieces(value: unknown): Generator<string, void> {
  let pending = ""
  for (const part of partsOf(value)) {
    pending += part
    if (pending.length < pieceLength) continue
    yield pending
    pending = ""
  }
  if (pending !== "") yield pending
}

/** All of it, with a pause after each piece. */
export function* jsonInSteps(value: unknown): Steps<string> {
  const pieces: Array<string> = []
  for (const piece of jsonPieces(value)) {
    pieces.push(piece)
    yield
  }
  return pieces.join("")
}

function* partsOf(value: unknown): Generator<string, void> {
  if (typeof value === "string" && value.length > pieceLength) {
    yield '"'
    // Each half of a surrogate pair would be escaped by itself.
    for (const slice of textSlices(value, pieceLength)) yield JSON.stringify(slice).slice(1, -1)
    yield '"'
  } else if (typeof value !== "object" || value === null || !isLonger(value, pieceLength)) {
    yield JSON.stringify(value) ?? "null"
  } else if (Array.isArray(value)) {
    let separator = "["
    for (const member of value) {
      yield separator
      yield* partsOf(member)
      separator = ","
    }
    yield "]"
  } else {
    let separator = "{"
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* partsOf(member)
      separator = ","
    }
    yield separator === "{" ? "{}" : "}"
  }
}

/** Whether the texts within a value have more characters than this, other values counted as a few; looks no further. */
export const isLonger = (value: unknown, max: number): boolean => remaining(value, max) < 0

const remaining = (value: unknown, max: number): number => {
  if (typeof value === "string") return max - value.length
  if (typeof value !== "object" || value === null) return max - 8
  let left = max - 2
  for (const [name, member] of Object.entries(value)) {
    left = remaining(member, left - name.length)
    if (left < 0) return left
  }
  return left
}
