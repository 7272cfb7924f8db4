/**
 * Boosted trees, packed: each node is a feature, a threshold and where its left child stands; the right one follows it. A
 * leaf has no feature, and for a threshold what it adds to the log-odds of content.
 */
export interface Ensemble {
  readonly base: number
  /** Where each tree begins. */
  readonly roots: Int32Array
  /** By node: its feature in the upper 16 bits, its left child in the lower ones; -1 in a leaf. */
  readonly split: Int32Array
  readonly threshold: Float32Array
}

/** Trees after which a row is left alone that is sure, and the log-odds of one that is. */
const fewTrees = 16
const sure = 3

/** The chance of each row, of `width` numbers, to be content. */
export const chancesOf = (
  { base, roots, split, threshold }: Ensemble,
  values: Float32Array,
  width: number
): Float32Array => {
  const count = values.length / width
  const sums = new Float32Array(count).fill(base)
  const rows = Int32Array.from(sums, (_, row) => row)
  let left = count
  // Tree by tree: the nodes of one stay in the cache of the processor.
  for (let tree = 0; tree < roots.length; tree++) {
    if (tree > 0 && tree % fewTrees === 0) left = unsure(rows, left, sums)
    const root = roots[tree]!
    for (let i = 0; i < left; i++) {
      const row = rows[i]!
      const at = row * width
      let node = root
      let one = split[node]!
      while (one >= 0) {
        node = (one & 0xffff) + (values[at + (one >> 16)]! <= threshold[node]! ? 0 : 1)
        one = split[node]!
      }
      sums[row]! += threshold[node]!
    }
  }
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
}

/** Puts the rows that are not sure yet to the front, and returns their number. */
const unsure = (rows: Int32Array, count: number, sums: Float32Array): number => {
  let left = 0
  for (let i = 0; i < count; i++) if (Math.abs(sums[rows[i]!]!) < sure) rows[left++] = rows[i]!
  return left
}

/** Bytes of a packed node: feature (2, one more than it), left child (1, counted from the root of its tree), threshold (4). */
const nodeBytes = 7

/** A tree as it is packed. */
export interface PlainTree {
  /** -1 in a leaf. */
  readonly feature: ReadonlyArray<number>
  /** What a leaf adds, in a leaf. */
  readonly threshold: ReadonlyArray<number>
  readonly left: ReadonlyArray<number>
}

/** Base64 of the base (4 bytes) and of each tree: its number of nodes (1 byte), and these. */
export const pack = (base: number, trees: ReadonlyArray<PlainTree>): string => {
  const size = trees.reduce((sum, { feature }) => sum + 1 + nodeBytes * feature.length, 4)
  const view = new DataView(new ArrayBuffer(size))
  view.setFloat32(0, base)
  let at = 4
  for (const { feature, left, threshold } of trees) {
    view.setUint8(at++, feature.length)
    for (const [node, one] of feature.entries()) {
      view.setUint16(at, one + 1)
      view.setUint8(at + 2, left[node]!)
      view.setFloat32(at + 3, threshold[node]!)
      at += nodeBytes
    }
  }
  return Buffer.from(view.buffer).toString("base64")
}

export const unpack = (packed: string): Ensemble => {
  const bytes = Buffer.from(packed, "base64")
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const roots: Array<number> = []
  const most = Math.ceil(bytes.byteLength / nodeBytes)
  const split = new Int32Array(most)
  const threshold = new Float32Array(most)
  let node = 0
  if (packed === "") return { base: 0, roots: new Int32Array(0), split, threshold }
  for (let at = 4; at < bytes.byteLength;) {
    const root = node
    roots.push(root)
    for (const end = node + view.getUint8(at++); node < end; node++, at += nodeBytes) {
      const feature = view.getUint16(at) - 1
      split[node] = feature < 0 ? -1 : (feature << 16) | (root + view.getUint8(at + 2))
      threshold[node] = view.getFloat32(at + 3)
    }
  }
  return { base: view.getFloat32(0), roots: Int32Array.from(roots), split, threshold }
}
