/** The one bounded map: when it grows too large, the entries that were used least recently go. */

export interface LruOptions<K, V> {
  /** Entries kept. Default unlimited. */
  readonly maxEntries?: number | undefined
  /** Weight of all entries kept, as `weigh` counts it. Default unlimited. */
  readonly maxWeight?: number | undefined
  /** Weight of an entry, which must not change while it is kept. Default 0. */
  readonly weigh?: ((value: V, key: K) => number) | undefined
}

export class LruMap<K, V> {
  readonly #maxEntries: number
  readonly #maxWeight: number
  readonly #weigh: (value: V, key: K) => number
  // A Map keeps insertion order: the first entry is the least recently used.
  readonly #entries = new Map<K, V>()
  #weight = 0

  constructor({ maxEntries = Infinity, maxWeight = Infinity, weigh = () => 0 }: LruOptions<K, V>) {
    this.#maxEntries = maxEntries
    this.#maxWeight = maxWeight
    this.#weigh = weigh
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value, which counts as used now. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** The value, without counting as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)
  }

  /** Values, the least recently used first. */
  values(): IterableIterator<V> {
    return this.#entries.values()
  }

  /** Entries, the least recently used first. */
  entries(): IterableIterator<[K, V]> {
    return this.#entries.entries()
  }

  /** Adds or replaces a value as the most recently used. Returns the entries without room, this one if it is too large. */
  set(key: K, value: V): ReadonlyArray<readonly [K, V]> {
    this.delete(key)
    const weight = this.#weigh(value, key)
    if (weight > this.#maxWeight || this.#maxEntries < 1) return [[key, value]]
    this.#entries.set(key, value)
    this.#weight += weight
    if (this.#entries.size <= this.#maxEntries && this.#weight <= this.#maxWeight) return none
    const evicted: Array<readonly [K, V]> = []
    for (const entry of this.#entries) {
      if (this.#entries.size <= this.#maxEntries && this.#weight <= this.#maxWeight) break
      evicted.push(entry)
      this.delete(entry[0])
    }
    return evicted
  }

  delete(key: K): boolean {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#weight -= this.#weigh(value, key)
    return this.#entries.delete(key)
  }
}

const none: ReadonlyArray<never> = []
