/**
 * Cache of decisions about links that earlier pages of the job had: menus repeat on every page, and judging their URLs
 * again would be most of the cost of links.
 *
 * It is only a shortcut: the store decides by identity, so an evicted link is judged again.
 */
import type { Rules } from "./Discovery.ts"
import type { Candidate } from "../jobs/Frontier.ts"

interface KnownLinks {
  /** The candidate of a link, undefined for what is no page; `judge` says what is not known. */
  readonly of: (link: string, judge: (link: string) => Candidate | undefined) => Candidate | undefined
}

/** Remembered at least, and at most twice as many. */
const maxLinks = 2048
/** Of a link that is remembered, in characters. */
const maxLength = 512
/** Robots files are read, and run out, meanwhile. In milliseconds. */
const maxAge = 60_000

/** Remembers for one set of rules at a time. */
export const makeKnownLinks = (): ((rules: Rules, now: number) => KnownLinks) => {
  // What has not been asked for while so many others were is forgotten.
  let recent = new Map<string, Candidate | undefined>()
  let before = new Map<string, Candidate | undefined>()
  let judgedBy: Rules | undefined
  let since = 0

  const keep = (link: string, candidate: Candidate | undefined): Candidate | undefined => {
    if (recent.size >= maxLinks) {
      before = recent
      recent = new Map()
    }
    recent.set(link, candidate)
    return candidate
  }

  const links: KnownLinks = {
    of: (link, judge) => {
      const found = recent.get(link)
      if (found !== undefined) return found
      if (link.length > maxLength) return judge(link)
      if (recent.has(link)) return undefined
      const candidate = before.get(link)
      return keep(link, candidate !== undefined || before.has(link) ? candidate : judge(link))
    }
  }
  return (rules, now) => {
    if (judgedBy !== rules || now - since > maxAge) {
      recent.clear()
      before.clear()
      judgedBy = rules
      since = now
    }
    return links
  }
}
