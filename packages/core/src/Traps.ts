/**
 * Recognises endless series of addresses: paths that repeat themselves,
 * calendars without end and facets in every combination.
 *
 * A guard belongs to one crawl and remembers a bounded number of patterns.
 * Session ids are no trap here: identity leaves them out (`UrlIdentity`).
 */

export type Trap = "repeatingPath" | "deepPath" | "calendar" | "facets"

export interface TrapLimits {
  /** Most path segments. */
  readonly segments: number
  /** Years around the present that a calendar may show. */
  readonly years: number
  /** Most combinations of three or more query parameters for one path. */
  readonly combinations: number
  /** Paths whose combinations are counted; the oldest are forgotten first. */
  readonly paths: number
  /** Most pages with the same content before their links are no longer followed. */
  readonly sameContent: number
}

export const limits: TrapLimits = { segments: 40, years: 2, combinations: 500, paths: 10_000, sameContent: 20 }

export interface Guard {
  /** The kind of series that the address belongs to. Counts the address. */
  readonly judge: (url: URL) => Trap | undefined
  /** Whether so many pages had this content that it says "not found" or the like. Counts the page. */
  readonly isRepeated: (contentHash: string) => boolean
}

/** `year` is the present one. */
export const makeGuard = (year: number, given: Partial<TrapLimits> = {}): Guard => {
  const bounds = { ...limits, ...given }
  const combinations = new Map<string, Set<string>>()
  const contents = new Map<string, number>()

  const facets = (url: URL): boolean => {
    const parameters = url.search.slice(1).split("&")
    if (parameters.length < 3) return false
    const path = url.host + url.pathname
    let seen = combinations.get(path)
    if (seen === undefined) {
      if (combinations.size >= bounds.paths) forgetOldest(combinations)
      combinations.set(path, (seen = new Set()))
    }
    const combination = parameters.sort().join("&")
    if (seen.has(combination)) return false
    if (seen.size >= bounds.combinations) return true
    seen.add(combination)
    return false
  }

  return {
    judge: (url) => {
      const segments = url.pathname.split("/").filter((segment) => segment !== "")
      if (segments.length > bounds.segments) return "deepPath"
      if (repeats(segments)) return "repeatingPath"
      if (beyondCalendar(url, year, bounds.years)) return "calendar"
      return facets(url) ? "facets" : undefined
    },
    isRepeated: (contentHash) => {
      if (contents.size >= bounds.paths) forgetOldest(contents)
      const count = (contents.get(contentHash) ?? 0) + 1
      contents.set(contentHash, count)
      return count > bounds.sameContent
    }
  }
}

const forgetOldest = (map: Map<string, unknown>): void => {
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

/** Whether a run of one to three segments stands three times in a row. */
const repeats = (segments: ReadonlyArray<string>): boolean => {
  for (let length = 1; length <= 3; length++) {
    // A single segment may stand twice or thrice (`/en/en/`, `/1/1/1`); four in a row are no accident.
    const times = length === 1 ? 4 : 3
    let run = 0
    for (let index = length; index < segments.length; index++) {
      run = segments[index] === segments[index - length] ? run + 1 : 0
      if (run >= length * (times - 1)) return true
    }
  }
  return false
}

const calendarWord = /calendar|event|agenda|schedule|archive|month|week|date|day/i

/** A page of a calendar that is years away from the present. */
const beyondCalendar = (url: URL, year: number, years: number): boolean => {
  const text = url.pathname + url.search
  if (!calendarWord.test(text)) return false
  const match =
    /(?:^|[^\d])((?:19|2\d)\d\d)(?:[-/_.]?(?:0?[1-9]|1[0-2]))(?![\d])/.exec(text) ?? /[?&]year=(\d{4})/.exec(text)
  if (match === null) return false
  const shown = Number(match[1])
  return shown > year + years || shown < 1990
}
