/** Whole numbers ordered by a moment; the earliest first. */
export interface Heap {
  readonly size: number
  readonly push: (item: number, at: number) => void
  /** The earliest moment, or `undefined`. */
  readonly earliest: () => number | undefined
  /** Takes the earliest item out. */
  readonly pop: () => number | undefined
}

export const make = (): Heap => {
  const entries: Array<{ readonly item: number; readonly at: number }> = []
  const earlier = (left: number, right: number): boolean => entries[left]!.at < entries[right]!.at
  const swap = (left: number, right: number): void => {
    ;[entries[left], entries[right]] = [entries[right]!, entries[left]!]
  }
  return {
    get size() {
      return entries.length
    },
    push: (item, at) => {
      let index = entries.push({ item, at }) - 1
      for (let parent = (index - 1) >> 1; index > 0 && earlier(index, parent); parent = (index - 1) >> 1) {
        swap(index, parent)
        index = parent
      }
    },
    earliest: () => entries[0]?.at,
    pop: () => {
      const first = entries[0]
      const last = entries.pop()
      if (first === undefined || last === undefined) return undefined
      if (entries.length > 0) {
        entries[0] = last
        for (let index = 0; ;) {
          const left = index * 2 + 1
          let least = index
          if (left < entries.length && earlier(left, least)) least = left
          if (left + 1 < entries.length && earlier(left + 1, least)) least = left + 1
          if (least === index) break
          swap(index, least)
          index = least
        }
      }
      return first.item
    }
  }
}
