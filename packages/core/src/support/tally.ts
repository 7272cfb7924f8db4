/** Counts under keys, such as how often each word stands in a text. */

/** Adds to the count of a key, which begins at 0, and gives it. */
export const addTo = <K>(counts: Map<K, number>, key: K, by = 1): number => {
  const count = (counts.get(key) ?? 0) + by
  counts.set(key, count)
  return count
}

/** How often each of the keys is there. */
export const tally = <K>(keys: Iterable<K>): ReadonlyMap<K, number> => {
  const counts = new Map<K, number>()
  for (const key of keys) addTo(counts, key)
  return counts
}
