/** What happens when, in virtual milliseconds: a binary heap; of one moment what was added first happens first. */
export interface Timeline<Step> {
  readonly add: (at: number, step: Step) => void
  readonly next: () => { readonly at: number; readonly step: Step } | undefined
}

interface Entry<Step> {
  readonly at: number
  readonly order: number
  readonly step: Step
}

const isBefore = <Step>(left: Entry<Step>, right: Entry<Step>): boolean =>
  left.at < right.at || (left.at === right.at && left.order < right.order)

export const makeTimeline = <Step>(): Timeline<Step> => {
  const entries: Array<Entry<Step>> = []
  let order = 0
  return {
    add: (at, step) => {
      const entry = { at, step, order: order++ }
      let index = entries.length
      while (index > 0) {
        const parent = (index - 1) >> 1
        if (!isBefore(entry, entries[parent]!)) break
        entries[index] = entries[parent]!
        index = parent
      }
      entries[index] = entry
    },
    next: () => {
      const first = entries[0]
      const last = entries.pop()
      if (first === undefined || last === undefined || entries.length === 0) return first
      let index = 0
      for (;;) {
        let child = index * 2 + 1
        if (child >= entries.length) break
        if (child + 1 < entries.length && isBefore(entries[child + 1]!, entries[child]!)) child++
        if (!isBefore(entries[child]!, last)) break
        entries[index] = entries[child]!
        index = child
      }
      entries[index] = last
      return first
    }
  }
}
