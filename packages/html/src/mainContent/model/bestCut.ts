/**
 * Which blocks to keep when each is content with some chance: the prefix, from the likeliest on, with the largest expected
 * F1 of its text. Better than any threshold, since it depends on what else the page has.
 */

/** Characters that pull pages with next to no content towards keeping nothing. */
const prior = 18

export const bestCut = (chances: Float32Array, lengths: Int32Array, count: number): Uint8Array => {
  const order = Array.from({ length: count }, (_, block) => block).sort((a, b) => chances[b]! - chances[a]!)
  let expected = prior
  for (let block = 0; block < count; block++) expected += chances[block]! * lengths[block]!
  let kept = 0
  let right = 0
  let best = 0
  let size = 0
  for (const [at, block] of order.entries()) {
    kept += lengths[block]!
    right += chances[block]! * lengths[block]!
    const f1 = (2 * right) / (kept + expected)
    if (f1 > best) {
      best = f1
      size = at + 1
    }
  }
  const keep = new Uint8Array(count)
  for (let at = 0; at < size; at++) keep[order[at]!] = 1
  return keep
}
