/**
 * A hash of a whole page: runs over every character of every page of a crawl, so
 * it takes eight at a time where the fingerprint of an address takes one.
 *
 * Four lanes of a multiplication and a rotation, as xxHash has them, each fed
 * from its neighbour; 106 bits of them. Well mixed, not for secrets.
 */
import { mixed } from "../UrlIdentity.ts"

/** 28 hexadecimal digits that equal contents share. */
export const contentHash = (text: string): string => {
  let first = 0x9e3779b1
  let second = 0x85ebca77
  let third = 0xc2b2ae3d
  let fourth = 0x27d4eb2f ^ text.length
  const whole = text.length - (text.length % 8)
  let at = 0
  for (; at < whole; at += 8) {
    first = turned(first ^ fourth ^ pair(text, at))
    second = turned(second ^ first ^ pair(text, at + 2))
    third = turned(third ^ second ^ pair(text, at + 4))
    fourth = turned(fourth ^ third ^ pair(text, at + 6))
  }
  for (; at < text.length; at++) {
    first = turned(first ^ fourth ^ text.charCodeAt(at))
    fourth = turned(fourth ^ first)
  }
  return hex(mixed(first, second)) + hex(mixed(third, fourth))
}

const pair = (text: string, at: number): number => text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)

const turned = (word: number): number => {
  const product = Math.imul(word, 0x9e3779b1)
  return (product << 13) | (product >>> 19)
}

const hex = (half: number): string => half.toString(16).padStart(14, "0")
