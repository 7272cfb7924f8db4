/**
 * Which of the pages that a worker has claimed runs next, and which accounts may still send it pages.
 *
 * Of the waiting pages that of the account with the fewest running pages here goes first. Beyond the places that anybody
 * may take, a few are kept for accounts that have no page running anywhere: an account whose long pages take all the
 * others keeps nobody waiting, and an account that is alone lacks no place.
 */

/** What places have to know of a page. */
interface Claimed {
  readonly accountId: string
  /** Whether its account had no other running page when it was claimed. */
  readonly isFirst: boolean
}

export interface Places<Page extends Claimed> {
  /** The page waits from now on. */
  readonly offer: (page: Page) => void
  /** The page that begins now; undefined when none may. */
  readonly next: () => Page | undefined
  /** A page of the account that began has ended. */
  readonly end: (accountId: string) => void
  /** Pages that wait. */
  readonly waiting: () => number
  /** Kept places that are free while all others are taken; 0 while others are free. */
  readonly keptRoom: () => number
}

/** Places that are kept, on top of the `concurrency` of a worker. */
export const keptPlaces = (concurrency: number): number => Math.ceil(concurrency / 10)

export const makePlaces = <Page extends Claimed>(concurrency: number): Places<Page> => {
  const kept = keptPlaces(concurrency)
  const lines = new Map<string, Array<Page>>()
  const runningOf = new Map<string, number>()
  let running = 0

  /** The account with the fewest running pages; of several, the one whose line is the oldest. */
  const nextAccount = (): string | undefined => {
    let found: string | undefined
    let fewest = running < concurrency ? Infinity : 1
    for (const [account, line] of lines) {
      const pages = runningOf.get(account) ?? 0
      if (pages >= fewest || (running >= concurrency && !line[0]!.isFirst)) continue
      found = account
      fewest = pages
    }
    return found
  }

  return {
    offer: (page) => {
      const line = lines.get(page.accountId)
      if (line === undefined) lines.set(page.accountId, [page])
      else line.push(page)
    },
    next: () => {
      const account = running < concurrency + kept ? nextAccount() : undefined
      const line = account === undefined ? undefined : lines.get(account)
      const page = line?.shift()
      if (account === undefined || line === undefined || page === undefined) return undefined
      lines.delete(account)
      if (line.length > 0) lines.set(account, line)
      runningOf.set(account, (runningOf.get(account) ?? 0) + 1)
      running++
      return page
    },
    end: (account) => {
      running--
      const pages = (runningOf.get(account) ?? 0) - 1
      if (pages > 0) runningOf.set(account, pages)
      else runningOf.delete(account)
    },
    waiting: () => {
      let pages = 0
      for (const line of lines.values()) pages += line.length
      return pages
    },
    keptRoom: () => (running < concurrency ? 0 : concurrency + kept - running)
  }
}
