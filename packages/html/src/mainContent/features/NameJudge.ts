/**
 * The verdicts on the names of one page. A page uses few names many times, so each is judged once and then known by its
 * hash, read from the source without making a string. Two names with one hash would share a verdict; over the names of a
 * page that is one chance in a million, and costs a guess about one block.
 */
import { type Codes, codesOf } from "../../tree/codes.ts"
import { adBoxes } from "@orbweaver/core/internal/reading/adBoxes"
import { hashed, hashOf, hashSeed } from "../words/characters.ts"
import { judgeName, longestName, NameHints } from "../words/classTokens.ts"
import { HashTable } from "../words/HashTable.ts"

/** What advertising and consent services call their boxes. */
const services = new HashTable(256)
for (const name of [...adBoxes.classes, ...adBoxes.ids]) services.add(hashOf(name), NameHints.chrome)

export class NameJudge {
  /** Says which names the last value had, numbers in them left out: equal for `item-1 odd` and `item-2 odd`. */
  shape = 0
  private hashes = new Int32Array(512)
  private verdicts = new Uint16Array(512)
  private count = 0

  /** Verdict and shape by where a class attribute first stands. */
  private readonly classes = new Map<number, { readonly verdict: number; readonly shape: number }>()

  /** The same for a class attribute, which elements share (`AttributeTable`). */
  judgeClass(codes: Codes, from: number, to: number): number {
    const known = this.classes.get(from)
    if (known !== undefined) {
      this.shape = known.shape
      return known.verdict
    }
    const verdict = this.judge(codes, from, to)
    this.classes.set(from, { verdict, shape: this.shape })
    return verdict
  }

  /** The `Name` bits of a class attribute or an id, whose value is this range of the source. */
  judge(codes: Codes, from: number, to: number): number {
    let verdict = 0
    let shape = 1
    let at = from
    while (at < to) {
      let code = codes[at]!
      if (code <= 32) {
        at++
        continue
      }
      const start = at
      let hash = hashSeed
      do {
        hash = hashed(hash, code)
        if (code < 48 || code > 57) shape = hashed(shape, code)
        code = codes[++at]!
      } while (at < to && code > 32)
      shape = hashed(shape, 32)
      if (at - start > 1 && at - start <= longestName) verdict |= this.verdictOn(codes, start, at, hash)
    }
    this.shape = shape
    return verdict
  }

  private verdictOn(codes: Codes, start: number, end: number, hash: number): number {
    const key = hash === 0 ? 1 : hash
    const last = this.hashes.length - 1
    let slot = (hash ^ (hash >>> 15)) & last
    // A page made so that its names collide gets them judged again and again, and nothing worse.
    for (let probes = 0; probes < maxProbes; probes++) {
      const known = this.hashes[slot]!
      if (known === key) return this.verdicts[slot]!
      if (known === 0) {
        const verdict = judgeName(codes, start, end) | services.get(hash)
        this.hashes[slot] = key
        this.verdicts[slot] = verdict
        if (++this.count > last >> 1) this.grow()
        return verdict
      }
      slot = (slot + 1) & last
    }
    return judgeName(codes, start, end)
  }

  private grow(): void {
    const { hashes, verdicts } = this
    const size = hashes.length * 2
    this.hashes = new Int32Array(size)
    this.verdicts = new Uint16Array(size)
    this.count = 0
    for (let i = 0; i < hashes.length; i++) {
      const key = hashes[i]!
      if (key === 0) continue
      let slot = (key ^ (key >>> 15)) & (size - 1)
      let probes = 0
      while (this.hashes[slot] !== 0 && ++probes < maxProbes) slot = (slot + 1) & (size - 1)
      if (this.hashes[slot] !== 0) continue
      this.hashes[slot] = key
      this.verdicts[slot] = verdicts[i]!
      this.count++
    }
  }
}

const maxProbes = 16

/** The `Name` bits of a class attribute or an id. */
export const judgeNames = (names: string): number => new NameJudge().judge(codesOf(names), 0, names.length)
