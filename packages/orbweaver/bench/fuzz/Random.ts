/** Numbers of a seed (mulberry32), and the choices that generators make with them. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `end`, which is not reached. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  of<A>(values: ReadonlyArray<A>): A {
    return values[this.below(values.length)]!
  }

  /** Few values mostly, many sometimes. */
  list<A>(max: number, make: () => A): Array<A> {
    const length = this.below(this.chance(0.1) ? max + 1 : Math.min(max, 6) + 1)
    return Array.from({ length }, make)
  }
}

/** The seed of one input: inputs are made again from the run's seed, the target's name and their number. */
export const seedOf = (seed: number, name: string, at: number): number => {
  let hash = 0x811c9dc5 ^ seed
  for (const sign of `${name} ${at}`) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
