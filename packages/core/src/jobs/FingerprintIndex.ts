/**
 * A map from fingerprints to whole numbers in flat memory: 20 bytes an entry
 * at most half of the table, no object each. For the addresses that a job has
 * met, a million and more.
 */
import type { Fingerprint } from "../model/UrlIdentity.ts"

export interface FingerprintIndex {
  readonly size: number
  /** The number stored for the key, or -1. */
  readonly get: (key: Fingerprint) => number
  /** Stores a number from 0 to 2^31 - 2, replacing the one before. */
  readonly set: (key: Fingerprint, value: number) => void
  readonly clear: () => void
}

export const make = (expected = 1024): FingerprintIndex => {
  const initial = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)))
  let mask = initial - 1
  let firsts = new Float64Array(initial)
  let seconds = new Float64Array(initial)
  // Values are stored plus one, so that 0 says empty.
  let values = new Int32Array(initial)
  let size = 0

  const find = ({ a, b }: Fingerprint): number => {
    let slot = (a ^ (b >>> 7)) & mask
    while (values[slot] !== 0 && (firsts[slot] !== a || seconds[slot] !== b)) slot = (slot + 1) & mask
    return slot
  }

  const grow = (): void => {
    const [oldFirsts, oldSeconds, oldValues] = [firsts, seconds, values]
    const length = oldValues.length * 2
    mask = length - 1
    firsts = new Float64Array(length)
    seconds = new Float64Array(length)
    values = new Int32Array(length)
    for (let index = 0; index < oldValues.length; index++) {
      if (oldValues[index] === 0) continue
      const slot = find({ a: oldFirsts[index]!, b: oldSeconds[index]! })
      firsts[slot] = oldFirsts[index]!
      seconds[slot] = oldSeconds[index]!
      values[slot] = oldValues[index]!
    }
  }

  return {
    get size() {
      return size
    },
    get: (key) => values[find(key)]! - 1,
    set: (key, value) => {
      let slot = find(key)
      if (values[slot] === 0) {
        // Short probes need a table that is at most two thirds full.
        if (++size * 3 > values.length * 2) {
          grow()
          slot = find(key)
        }
        firsts[slot] = key.a
        seconds[slot] = key.b
      }
      values[slot] = value + 1
    },
    clear: () => {
      mask = initial - 1
      firsts = new Float64Array(initial)
      seconds = new Float64Array(initial)
      values = new Int32Array(initial)
      size = 0
    }
  }
}
