/**
 * Gradient boosting of small regression trees on soft labels: logistic loss, histograms, trees grown leaf by leaf by the
 * gain of the best split (as in XGBoost, Chen and Guestrin 2016, and LightGBM, Ke et al. 2017).
 */
export interface Options {
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  /** Of the rows, and of the features, that each tree sees. */
  readonly rowShare: number
  readonly featureShare: number
  /** Least sum of second derivatives in a leaf; penalty on the square of what a leaf adds. */
  readonly minLeaf: number
  readonly penalty: number
  readonly seed: number
}

export const usual: Options = {
  trees: 150,
  leaves: 28,
  rate: 0.11,
  rowShare: 0.7,
  featureShare: 0.4,
  minLeaf: 5,
  penalty: 2,
  seed: 1
}

/** A tree as arrays: a split has a feature (-1 in a leaf), the left child where its value is at most `threshold`. */
export interface Tree {
  readonly feature: Array<number>
  readonly threshold: Array<number>
  readonly left: Array<number>
  readonly right: Array<number>
  /** What a leaf adds to the log-odds. */
  readonly value: Array<number>
}

export interface Ensemble {
  readonly base: number
  readonly trees: ReadonlyArray<Tree>
}

/** Rows as columns of bins. */
export interface Binned {
  readonly rows: number
  readonly columns: ReadonlyArray<Uint8Array>
  /** Of each feature: bin `i` holds values at most `edges[i]`, and the last bin the rest. */
  readonly edges: ReadonlyArray<Float32Array>
}

const maxBins = 64

/** A small generator (mulberry32), so that a fit can be repeated. */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

export const edgesOf = (values: Float32Array): Float32Array => {
  const sorted = values.toSorted()
  const edges: Array<number> = []
  const distinct: Array<number> = []
  for (const value of sorted) if (distinct.at(-1) !== value) distinct.push(value)
  if (distinct.length <= maxBins) {
    for (let i = 0; i + 1 < distinct.length; i++) edges.push(between(distinct[i]!, distinct[i + 1]!))
    return Float32Array.from(edges)
  }
  for (let bin = 1; bin < maxBins; bin++) {
    const value = sorted[Math.floor((bin * sorted.length) / maxBins)]!
    if (value !== edges.at(-1) && value !== sorted.at(-1)) edges.push(value)
  }
  return Float32Array.from(edges)
}

const between = (low: number, high: number): number => {
  const middle = Math.fround((low + high) / 2)
  return middle < high ? middle : low
}

export const binOf = (edges: Float32Array, value: number): number => {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

interface Leaf {
  readonly from: number
  readonly to: number
  /** Sums of both derivatives, by bin: of each feature that the tree sees, one after another. */
  readonly histogram: Float64Array
  readonly node: number
  split: Split | undefined
}

interface Split {
  readonly gain: number
  readonly feature: number
  readonly bin: number
}

export const fit = (data: Binned, labels: Float32Array, weights: Float32Array, options: Options = usual): Ensemble => {
  const { columns, edges, rows } = data
  const { featureShare, leaves, minLeaf, penalty, rate, rowShare, seed } = options
  const next = random(seed)
  let sum = 0
  let total = 0
  for (let row = 0; row < rows; row++) {
    sum += weights[row]! * labels[row]!
    total += weights[row]!
  }
  const base = Math.log(sum / (total - sum))
  const margin = new Float32Array(rows).fill(base)
  const first = new Float32Array(rows)
  const second = new Float32Array(rows)
  const order = new Int32Array(rows)
  const spare = new Int32Array(rows)
  const trees: Array<Tree> = []
  const usable = columns.map((_, feature) => feature).filter((feature) => edges[feature]!.length > 0)
  while (trees.length < options.trees) {
    for (let row = 0; row < rows; row++) {
      const chance = 1 / (1 + Math.exp(-margin[row]!))
      first[row] = weights[row]! * (chance - labels[row]!)
      second[row] = weights[row]! * Math.max(1e-6, chance * (1 - chance))
    }
    let count = 0
    for (let row = 0; row < rows; row++) if (next() < rowShare) order[count++] = row
    const seen = usable.filter(() => next() < featureShare)
    if (seen.length === 0) continue
    const tree: Tree = { feature: [-1], threshold: [0], left: [0], right: [0], value: [0] }
    const histogramOf = (from: number, to: number): Float64Array => {
      const histogram = new Float64Array(seen.length * maxBins * 2)
      for (const [i, feature] of seen.entries()) {
        const column = columns[feature]!
        const at = i * maxBins * 2
        for (let k = from; k < to; k++) {
          const row = order[k]!
          const slot = at + 2 * column[row]!
          histogram[slot]! += first[row]!
          histogram[slot + 1]! += second[row]!
        }
      }
      return histogram
    }
    const bestSplit = (histogram: Float64Array): Split | undefined => {
      let g = 0
      let h = 0
      for (let bin = 0; bin < maxBins; bin++) {
        g += histogram[2 * bin]!
        h += histogram[2 * bin + 1]!
      }
      if (h < 2 * minLeaf) return undefined
      const whole = (g * g) / (h + penalty)
      let best: Split | undefined
      for (const [i, feature] of seen.entries()) {
        let leftG = 0
        let leftH = 0
        const last = edges[feature]!.length
        for (let bin = 0; bin < last; bin++) {
          leftG += histogram[(i * maxBins + bin) * 2]!
          leftH += histogram[(i * maxBins + bin) * 2 + 1]!
          if (leftH < minLeaf) continue
          if (h - leftH < minLeaf) break
          const gain = (leftG * leftG) / (leftH + penalty) + ((g - leftG) * (g - leftG)) / (h - leftH + penalty) - whole
          if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, bin }
        }
      }
      return best
    }
    const root: Leaf = { from: 0, to: count, histogram: histogramOf(0, count), node: 0, split: undefined }
    root.split = bestSplit(root.histogram)
    const open: Array<Leaf> = [root]
    const closed: Array<Leaf> = []
    while (open.length > 0 && open.length + closed.length < leaves) {
      let chosen = 0
      for (let i = 1; i < open.length; i++)
        if ((open[i]!.split?.gain ?? 0) > (open[chosen]!.split?.gain ?? 0)) chosen = i
      const [leaf] = open.splice(chosen, 1)
      const { split } = leaf!
      if (split === undefined) {
        closed.push(leaf!)
        continue
      }
      const column = columns[split.feature]!
      let left = leaf!.from
      let right = 0
      for (let k = leaf!.from; k < leaf!.to; k++) {
        const row = order[k]!
        if (column[row]! <= split.bin) order[left++] = row
        else spare[right++] = row
      }
      order.set(spare.subarray(0, right), left)
      const node = tree.feature.length
      for (let i = 0; i < 2; i++) {
        tree.feature.push(-1)
        tree.threshold.push(0)
        tree.left.push(0)
        tree.right.push(0)
        tree.value.push(0)
      }
      tree.feature[leaf!.node] = split.feature
      tree.threshold[leaf!.node] = edges[split.feature]![split.bin]!
      tree.left[leaf!.node] = node
      tree.right[leaf!.node] = node + 1
      const isLeftSmall = left - leaf!.from <= leaf!.to - left
      const small = isLeftSmall ? histogramOf(leaf!.from, left) : histogramOf(left, leaf!.to)
      const large = leaf!.histogram
      for (let i = 0; i < large.length; i++) large[i]! -= small[i]!
      const one: Leaf = {
        from: leaf!.from,
        to: left,
        histogram: isLeftSmall ? small : large,
        node,
        split: undefined
      }
      const other: Leaf = {
        from: left,
        to: leaf!.to,
        histogram: isLeftSmall ? large : small,
        node: node + 1,
        split: undefined
      }
      one.split = bestSplit(one.histogram)
      other.split = bestSplit(other.histogram)
      open.push(one, other)
    }
    for (const leaf of [...open, ...closed]) {
      let g = 0
      let h = 0
      for (let k = leaf.from; k < leaf.to; k++) {
        g += first[order[k]!]!
        h += second[order[k]!]!
      }
      tree.value[leaf.node] = (-rate * g) / (h + penalty)
    }
    trees.push(tree)
    // By the bins, for the rows that the tree did not see too.
    const binAt = tree.feature.map((feature, node) => (feature < 0 ? 0 : binOf(edges[feature]!, tree.threshold[node]!)))
    for (let row = 0; row < rows; row++) {
      let node = 0
      while (tree.feature[node]! >= 0)
        node = columns[tree.feature[node]!]![row]! <= binAt[node]! ? tree.left[node]! : tree.right[node]!
      margin[row]! += tree.value[node]!
    }
  }
  return { base, trees }
}
