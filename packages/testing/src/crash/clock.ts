/** The wall clock of this process, which can be set wrong. */

/** Replaces `Date` with one that can be shifted, and returns what shifts it, in milliseconds. */
export const makeClock = (): ((millis: number) => void) => {
  const Real = globalThis.Date
  let shift = 0
  const now = (): number => Real.now() + shift
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: ReadonlyArray<unknown>, newTarget: typeof Date) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new Real(now()).toString(),
    get: (target, key, receiver) => (key === "now" ? now : (Reflect.get(target, key, receiver) as unknown))
  })
  return (millis) => {
    shift = millis
  }
}
