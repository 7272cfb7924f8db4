/** Numbers that a seed repeats (mulberry32). */
export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number
  /** A whole number from `from` to below `to`. */
  readonly between: (from: number, to: number) => number
  readonly of: <A>(values: ReadonlyArray<A>) => A
}

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from))
  return { next, between, of: (values) => values[between(0, values.length)]! }
}
