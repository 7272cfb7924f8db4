/**
 * Recognises endless series: of addresses (paths that repeat themselves,
 * calendars without end, facets in every combination) and of pages that say
 * "not found" without the status, or the same for every address.
 *
 * An address in a series is skipped; a page in one is kept, and its links are
 * not followed. A guard belongs to one crawl in one worker and remembers a
 * bounded number of patterns. Session ids are no trap here: identity leaves
 * them out (`UrlIdentity`).
 */
import { contentHash } from "../support/contentHash.ts"
import { LruMap } from "../support/LruMap.ts"

type AddressTrap = "repeatingPath" | "deepPath" | "calendar" | "facets"
export type PageTrap = "softNotFound" | "sameContent"
export type Trap = AddressTrap | PageTrap

interface TrapLimits {
  /** Most path segments. */
  readonly segments: number
  /** Years around the present that a calendar may show. */
  readonly years: number
  /** Most combinations of three or more query parameters for one path. */
  readonly combinations: number
  /** Paths whose combinations are counted; the least recently used are forgotten first. */
  readonly paths: number
  /** Most pages with the same content before their links are no longer followed. */
  readonly sameContent: number
  /** Most pages with one title that says "not found" before their links are no longer followed. */
  readonly sameTitle: number
}

const limits: TrapLimits = {
  segments: 40,
  years: 2,
  combinations: 500,
  paths: 10_000,
  sameContent: 20,
  sameTitle: 3
}

export interface Guard {
  /** The kind of series that the address belongs to. Counts the address. */
  readonly judge: (url: URL) => AddressTrap | undefined
  /** The kind of series that a page which answered 200 belongs to. Counts the page. */
  readonly judgePage: (page: {
    readonly contentHash: string
    readonly title?: string | undefined
  }) => PageTrap | undefined
}

/** `year` is the present one. */
export const makeGuard = (year: number, limitOverrides: Partial<TrapLimits> = {}): Guard => {
  const bounds = { ...limits, ...limitOverrides }
  const combinations = new LruMap<string, Set<string>>({ maxEntries: bounds.paths })
  const contents = new LruMap<string, number>({ maxEntries: bounds.paths })
  const titles = new LruMap<string, number>({ maxEntries: bounds.paths })

  /** How often the text was counted, this time included. */
  const counted = (counts: LruMap<string, number>, text: string): number => {
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return count
  }

  const facets = (url: URL): boolean => {
    const parameters = url.search.slice(1).split("&")
    if (parameters.length < 3) return false
    const path = url.host + url.pathname
    let seen = combinations.get(path)
    if (seen === undefined) {
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
    judgePage: ({ contentHash: content, title = "" }) => {
      const same = counted(contents, content)
      if (title.length < 200 && notFoundTitle.test(title)) {
        // Titles repeat the address that was asked for.
        const words = title.replace(/["'`«»“”‘’].*["'`«»“”‘’]|\/\S*|\d+/g, "")
        // Its hash, since a title may be a part of the page that it would keep.
        if (counted(titles, contentHash(words)) > bounds.sameTitle) return "softNotFound"
      }
      return same > bounds.sameContent ? "sameContent" : undefined
    }
  }
}

/** Titles of pages that stand for missing ones, in the languages that are met most. */
const notFoundTitle =
  /\b404\b|not found|no longer (?:exists|available)|does(?:n.t| not) exist|nicht gefunden|introuvable|no encontrad[ao]|non trovat[ao]|não encontrad[ao]|niet gevonden|не найден|页面不存在|見つかりません/i

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
