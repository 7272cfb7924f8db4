/** What teams ask for and how hosts answer, the same for one seed. */
import { makeRandom, type Random } from "@orbweaver/testing/internal/crash/random"

/**
 * ```
 * slow crawl    one crawl of one host that asks for a long crawl delay
 * small jobs    thousands of jobs of a few pages, in waves
 * long pages    one job of pages that take a minute each
 * single pages  one page now and then, most teams
 * busy crawl    one crawl of one host that refuses pages beyond a few at once, when asked for
 * ```
 */
export type LoadKind = "slow crawl" | "small jobs" | "long pages" | "single pages" | "busy crawl"

export interface Host {
  readonly name: string
  /** What its robots.txt asks for between two requests; 0 for nothing. */
  readonly delayMs: number
  readonly latencyMs: number
  /** Share of its answers that are refusals: 429 or 503. */
  readonly refusals: number
  /** Pages at once beyond which it refuses; absent for a host that does not count. */
  readonly stands?: number
  /** Share of requests that it does not answer. */
  readonly silences: number
}

export interface Submission {
  readonly at: number
  readonly team: string
  readonly kind: LoadKind
  readonly urls: ReadonlyArray<string>
  readonly maxConcurrency: number
}

export interface Load {
  readonly hosts: ReadonlyMap<string, Host>
  readonly submissions: ReadonlyArray<Submission>
}

export interface LoadSettings {
  readonly teams: number
  readonly hosts: number
  readonly minutes: number
  readonly seed: number
  /** Pages of the busy crawl; none when absent. */
  readonly busyPages?: number
}

const minute = 60_000
/** How long a page of the kind "long pages" takes. */
export const longPageMs = minute

const hostOf = (name: string, random: Random): Host => ({
  name,
  delayMs: random.next() < 0.15 ? random.between(1, 11) * 1000 : 0,
  latencyMs: random.between(100, 1200),
  refusals: random.next() < 0.05 ? 0.4 : 0,
  silences: random.next() < 0.03 ? 0.3 : 0
})

export const makeLoad = ({ busyPages = 0, hosts: hostCount, minutes, seed, teams }: LoadSettings): Load => {
  const random = makeRandom(seed)
  const hosts = new Map<string, Host>()
  const submissions: Array<Submission> = []
  const end = minutes * minute
  const slowCrawls = Math.ceil(teams * 0.06)
  const bulk = Math.ceil(teams * 0.04)
  const long = Math.ceil(teams * 0.02)
  let given = 0
  const nextHost = (more: Partial<Host> = {}): string => {
    const name = `host-${given++}.test`
    hosts.set(name, { ...hostOf(name, random), ...more })
    return name
  }
  const pagesOf = (host: string, count: number) => Array.from({ length: count }, (_, page) => `https://${host}/${page}`)
  const submit = (
    kind: LoadKind,
    team: number,
    at: number,
    urls: ReadonlyArray<string>,
    maxConcurrency = Infinity
  ): void => void submissions.push({ at, team: `team ${team}`, kind, urls, maxConcurrency })

  let team = 0
  for (; team < slowCrawls; team++) {
    const host = nextHost({ delayMs: random.between(10, 31) * 1000, refusals: 0, silences: 0 })
    submit("slow crawl", team, random.between(0, 2000), pagesOf(host, minutes * 8))
  }
  const longHosts = Math.floor(hostCount * 0.04)
  for (; team < slowCrawls + long; team++) {
    const urls = Array.from({ length: Math.ceil(longHosts / long) }, () => nextHost({ delayMs: 0 })).flatMap((host) =>
      pagesOf(host, 1)
    )
    submit("long pages", team, random.between(0, 2000), urls)
  }
  const singles = teams - team - bulk
  const bulkHosts = Math.floor((hostCount - given - singles) / bulk)
  const waves = minutes * 2
  for (const first = team; team < first + bulk; team++) {
    const start = random.between(0, 2000)
    for (let left = bulkHosts, done = 0; left > 0; done = bulkHosts - left) {
      const wave = Math.floor((done * waves) / bulkHosts)
      const taken = Math.min(left, random.between(1, 4))
      left -= taken
      const urls = Array.from({ length: taken }, () => nextHost()).flatMap((host) =>
        pagesOf(host, random.between(1, 3))
      )
      submit("small jobs", team, start + (wave * end) / waves, urls, random.next() < 0.1 ? 1 : Infinity)
    }
  }
  for (let single = 0; single < singles; single++, team++) {
    const host = nextHost({ delayMs: 0, refusals: 0, silences: 0 })
    let page = 0
    // Exponential pauses, 30 seconds on average: nobody knows when the next one comes.
    const pause = (): number => Math.ceil(-Math.log(1 - random.next()) * 30_000)
    for (let at = pause(); at < end; at += pause()) submit("single pages", team, at, [`https://${host}/${page++}`])
  }
  if (busyPages > 0) {
    const host = nextHost({ delayMs: 0, latencyMs: 500, refusals: 0, silences: 0, stands: 4 })
    submit("busy crawl", team, 0, pagesOf(host, busyPages))
  }
  return { hosts, submissions: submissions.toSorted((left, right) => left.at - right.at) }
}
