/** Groups of things that are joined two by two, by their indexes (union-find with halved paths). */
interface Groups {
  readonly join: (a: number, b: number) => void
  /** The same number for all of a group. */
  readonly groupOf: (index: number) => number
}

export const makeGroups = (count: number): Groups => {
  const parent = Array.from({ length: count }, (_, index) => index)
  const groupOf = (index: number): number => {
    let at = index
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
  return {
    join: (a, b) => {
      parent[groupOf(a)] = groupOf(b)
    },
    groupOf
  }
}
