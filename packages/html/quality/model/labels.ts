/**
 * What part of each block of a page stands in the text that people marked as its content: by the longest common
 * subsequence of their words, in runs of three and more; where the order differs, by pieces of four words. Each word of
 * the truth counts once.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

const maxTruth = 30_000
const maxWords = 60_000
const minRun = 3
const piece = 4

export const labelsOf = (blocks: ReadonlyArray<ReadonlyArray<string>>, truth: string): Float32Array => {
  const wanted = wordsOf(truth).slice(0, maxTruth)
  const isWanted = new Set(wanted)
  const words: Array<string> = []
  const owner: Array<number> = []
  for (const [block, list] of blocks.entries())
    for (const word of list)
      if (isWanted.has(word) && words.length < maxWords) {
        words.push(word)
        owner.push(block)
      }
  const match = commonSubsequence(wanted, words)
  const hits = new Float64Array(blocks.length)
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  /** By block: which of its wanted words, in order, are matched. */
  const matched = blocks.map((): Array<boolean> => [])
  for (let at = 0; at < words.length;) {
    let end = at + 1
    while (end < words.length && match[at]! >= 0 && match[end] === match[end - 1]! + 1 && owner[end]! >= 0) end++
    for (let i = at; i < end; i++) {
      const block = owner[i]!
      const isRun = match[i]! >= 0 && end - at >= Math.min(minRun, blocks[block]!.length)
      matched[block]!.push(isRun)
      if (!isRun) continue
      hits[block]!++
      left.set(words[i]!, left.get(words[i]!)! - 1)
    }
    at = end
  }
  const pieces = new Set<string>()
  for (let size = 2; size <= piece; size++)
    for (let at = 0; at + size <= wanted.length; at++) pieces.add(wanted.slice(at, at + size).join(" "))
  return Float32Array.from(blocks, (list, block) => {
    const byOrder = hits[block]! / list.length
    if (byOrder > 0.9 || list.length < 3) return byOrder
    const size = Math.min(piece, list.length)
    const covered = new Uint8Array(list.length)
    for (let at = 0; at + size <= list.length; at++)
      if (pieces.has(list.slice(at, at + size).join(" "))) covered.fill(1, at, at + size)
    const taken = new Map<string, number>()
    let count = 0
    let known = 0
    for (const [at, word] of list.entries()) {
      const isMatched = isWanted.has(word) && matched[block]![known++] === true
      if (covered[at] === 0) continue
      if (isMatched) count++
      else if ((left.get(word) ?? 0) - (taken.get(word) ?? 0) > 0) {
        count++
        taken.set(word, (taken.get(word) ?? 0) + 1)
      }
    }
    if (count / list.length <= byOrder + 0.1) return byOrder
    for (const [word, times] of taken) left.set(word, left.get(word)! - times)
    return count / list.length
  })
}

/** For each of `b` the index in `a` that it is matched with, or -1 (bit-parallel, Hyyrö 2004). */
const commonSubsequence = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): Int32Array => {
  const match = new Int32Array(b.length).fill(-1)
  const size = Math.ceil(a.length / 32)
  if (size === 0) return match
  const masks = new Map<string, Uint32Array>()
  for (const [at, word] of a.entries()) {
    let mask = masks.get(word)
    if (mask === undefined) masks.set(word, (mask = new Uint32Array(size)))
    mask[at >> 5]! |= 1 << (at & 31)
  }
  const rows = new Uint32Array(size * (b.length + 1))
  rows.fill(0xffffffff, 0, size)
  for (const [at, word] of b.entries()) {
    const mask = masks.get(word)!
    let carry = 0
    for (let i = 0, from = at * size, to = from + size; i < size; i++) {
      const row = rows[from + i]!
      const both = (row & mask[i]!) >>> 0
      const sum = row + both + carry
      carry = sum > 0xffffffff ? 1 : 0
      rows[to + i] = (sum >>> 0) | (row & ~both)
    }
  }
  let i = a.length
  let j = b.length
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      match[j - 1] = i - 1
      i--
      j--
    } else if ((rows[j * size + ((i - 1) >> 5)]! >>> ((i - 1) & 31)) & 1) i--
    else j--
  }
  return match
}
