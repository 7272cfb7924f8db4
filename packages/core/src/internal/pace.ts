/**
 * When pages of hosts that ask for a `crawl-delay` began, in one worker. The store
 * keeps the delay between claims, but only once a page has told it: until then
 * several pages of a host may have been claimed together.
 */

/** Hosts remembered; one that is forgotten is asked once too early at worst. */
const maxHosts = 1000

export const makePace = () => {
  const begun = new Map<string, number>()
  return {
    /** Whether a page of the host may begin at `now`; notes that it does. */
    mayBegin: (host: string, delayMs: number, now: number): boolean => {
      const last = begun.get(host)
      // Claims that keep the delay reach a worker sooner or later than it says.
      if (last !== undefined && now >= last && now < last + delayMs / 2) return false
      if (begun.size >= maxHosts) begun.clear()
      begun.set(host, now)
      return true
    }
  }
}
