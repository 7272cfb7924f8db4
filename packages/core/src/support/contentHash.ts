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

/** 28 hexadecimal digits that equal contents share. */
export const contentHash = (content: Uint8Array | string): string => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let first = 0x9e3779b1
  let second = 0x85ebca77
  let third = 0xc2b2ae3d
  let fourth = 0x27d4eb2f ^ bytes.byteLength
  const whole = bytes.byteLength - (bytes.byteLength % 16)
  let at = 0
  for (; at < whole; at += 16) {
    first = turned(first ^ second ^ view.getInt32(at, true))
    third = turned(third ^ fourth ^ view.getInt32(at + 8, true))
    second = turned(second ^ first ^ view.getInt32(at + 4, true))
    fourth = turned(fourth ^ third ^ view.getInt32(at + 12, true))
  }
  for (; at < bytes.byteLength; at++) {
    first = turned(first ^ second ^ view.getUint8(at))
    second = turned(second ^ first)
    third = turned(third ^ fourth ^ view.getUint8(at))
    fourth = turned(fourth ^ third)
  }
  return hex(mixed(first, second)) + hex(mixed(third, fourth))
}

const turned = (word: number): number => {
  const product = Math.imul(word, 0x9e3779b1)
  return (product << 13) | (product >>> 19)
}

const hex = (half: number): string => half.toString(16).padStart(14, "0")
