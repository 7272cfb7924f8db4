/**
 * Finds the blocks that repeat on the pages of a site, so that they are left
 * out of the main content of the pages that follow (`subtractBoilerplate`).
 *
 * ```
 * page ─► blocks, template (`Discovered`) ─► observe ─► repeated ─► the next pages of the host
 * ```
 *
 * One counter belongs to one crawl in one worker: it learns from the pages that
 * this worker scrapes, and remembers a bounded number of blocks.
 *
 * Counting in the store would be shared by all processes, at the price of hundreds
 * of counters written for every page.
 */
import { LruMap } from "../support/LruMap.ts"

/** What is counted of a page; hashes are whole numbers below 2^53. */
export interface PageBlocks {
  /** Equal for pages that are laid out alike. */
  readonly template: number
  /** Hashes of the texts of its blocks, each once. */
  readonly blocks: ReadonlyArray<number>
}

interface Limits {
  /** Pages of one template, or of one host, that are needed before blocks are judged. */
  readonly pages: number
  /** Part of those pages that must have a block. */
  readonly share: number
  /** Templates and hosts that are counted; the ones seen longest ago are forgotten first. */
  readonly groups: number
  /** Blocks remembered of each. */
  readonly blocks: number
  /** Pages remembered by their content, which count once however many addresses they have. */
  readonly contents: number
}

const limits: Limits = { pages: 8, share: 0.6, groups: 32, blocks: 8192, contents: 10_000 }

export interface Boilerplate {
  /** Blocks that are known to repeat on pages of the host. */
  readonly repeated: (host: string) => ReadonlyArray<number>
  /** Counts a page. One whose content was counted before counts for nothing. */
  readonly observe: (host: string, page: PageBlocks, contentHash: string) => void
}

interface Group {
  readonly host: string
  pages: number
  /** Pages that each block was on. */
  readonly counts: Map<number, number>
  repeated: ReadonlyArray<number>
  /** Pages when `repeated` was made. */
  readAt: number
}

export const make = (given: Partial<Limits> = {}): Boilerplate => {
  const bounds = { ...limits, ...given }
  const groups = new LruMap<string, Group>({ maxEntries: bounds.groups })
  const known = new Map<string, ReadonlyArray<number>>()
  const contents = new Set<string>()

  const groupOf = (key: string, host: string): Group => {
    const found = groups.get(key)
    if (found !== undefined) return found
    const group: Group = { host, pages: 0, counts: new Map(), repeated: [], readAt: 0 }
    for (const [, forgotten] of groups.set(key, group)) known.delete(forgotten.host)
    return group
  }

  /** Forgets blocks that are too rare to repeat as things stand. */
  const prune = ({ counts, pages }: Group): void => {
    const least = Math.max(2, (pages * bounds.share) / 2)
    for (const [hash, count] of counts) if (count < least) counts.delete(hash)
  }

  const count = (group: Group, blocks: ReadonlyArray<number>): void => {
    group.pages++
    for (const hash of blocks) {
      const before = group.counts.get(hash)
      if (before !== undefined) group.counts.set(hash, before + 1)
      else if (group.counts.size < bounds.blocks) group.counts.set(hash, 1)
    }
    if (group.counts.size >= bounds.blocks) prune(group)
    // With many pages one more changes little.
    if (group.pages < bounds.pages || group.pages - group.readAt < Math.max(1, group.pages >> 3)) return
    group.readAt = group.pages
    const least = group.pages * bounds.share
    group.repeated = [...group.counts].flatMap(([hash, on]) => (on >= least ? [hash] : []))
    known.delete(group.host)
  }

  return {
    repeated: (host) => {
      let found = known.get(host)
      if (found === undefined) {
        const all = new Set<number>()
        for (const group of groups.values()) if (group.host === host) group.repeated.forEach((hash) => all.add(hash))
        found = [...all]
        // Hosts that nothing is known of are without number.
        if (found.length > 0) known.set(host, found)
      }
      return found
    },
    observe: (host, { blocks, template }, contentHash) => {
      if (contents.has(contentHash)) return
      if (contents.size >= bounds.contents) contents.clear()
      contents.add(contentHash)
      count(groupOf(host, host), blocks)
      count(groupOf(`${host} ${template}`, host), blocks)
    }
  }
}
