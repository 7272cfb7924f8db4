/** A type that cannot be written without one of Effect. Whoever refers to it by a name writes what the name stands for. */
export class Unprintable extends Error {}

export const fail = (reason: string): never => {
  throw new Unprintable(reason)
}

/** The first of several ways that works. */
export const firstOf = (...ways: ReadonlyArray<() => string>): string => {
  for (const way of ways.slice(0, -1)) {
    try {
      return way()
    } catch (error) {
      if (!(error instanceof Unprintable)) throw error
    }
  }
  return ways.at(-1)!()
}
