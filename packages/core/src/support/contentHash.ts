/**
 * A hash of a whole page, or of a text by its UTF-8: runs over every page of a crawl, so it
 * takes sixteen bytes at a time where the fingerprint of an address takes a
 * character.
 *
 * Four lanes of a multiplication and a rotation, as xxHash has them, in two pairs
 * that feed each other and so run side by side; 106 bits of them. Well mixed, not
 * for secrets.
 */
import { mixed } from "../model/UrlIdentity.ts"
import { atOnce, type Steps } from "./steps.ts"

/** 28 hexadecimal digits that equal contents share. */
export const contentHash = (content: Uint8Array | string): string =>
  atOnce(contentHashSteps(typeof content === "string" ? new TextEncoder().encode(content) : content))

/** The same with a pause after each megabyte. */
export function* contentHashSteps(bytes: Uint8Array): Steps<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let lanes: Lanes = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f ^ bytes.byteLength]
  const whole = bytes.byteLength - (bytes.byteLength % 16)
  for (let at = 0; at < whole; at += pieceBytes) {
    lanes = hashBlocks(lanes, view, at, Math.min(at + pieceBytes, whole))
    if (at + pieceBytes < whole) yield
  }
  let [first, second, third, fourth] = lanes
  for (let at = whole; at < bytes.byteLength; at++) {
    first = turned(first ^ second ^ view.getUint8(at))
    second = turned(second ^ first)
    third = turned(third ^ fourth ^ view.getUint8(at))
    fourth = turned(fourth ^ third)
  }
  return hex(mixed(first, second)) + hex(mixed(third, fourth))
}

const pieceBytes = 1_048_576

type Lanes = readonly [first: number, second: number, third: number, fourth: number]

const hashBlocks = ([first, second, third, fourth]: Lanes, view: DataView, from: number, to: number): Lanes => {
  for (let at = from; at < to; at += 16) {
    first = turned(first ^ second ^ view.getInt32(at, true))
    third = turned(third ^ fourth ^ view.getInt32(at + 8, true))
    second = turned(second ^ first ^ view.getInt32(at + 4, true))
    fourth = turned(fourth ^ third ^ view.getInt32(at + 12, true))
  }
  return [first, second, third, fourth]
}

const turned = (word: number): number => {
  const product = Math.imul(word, 0x9e3779b1)
  return (product << 13) | (product >>> 19)
}

const hex = (half: number): string => half.toString(16).padStart(14, "0")
