/** The waiting pages of one job: a queue for each host, hosts in turn, and those that wait for a moment. */
import * as Heap from "./Heap.ts"

interface Line {
  readonly host: string
  pages: Array<number>
  head: number
}

export interface Waiting {
  readonly push: (page: number, host: string) => void
  /** The page comes into its line at this moment. */
  readonly pushLater: (page: number, at: number) => void
  /** Up to `count` pages, host by host; `allow` says how many of a host go. */
  readonly take: (
    count: number,
    now: number,
    allow: (host: string, wanted: number) => number,
    hostOf: (page: number) => string
  ) => Array<number>
  /** The next moment at which a page comes into its line. */
  readonly nextAt: () => number | undefined
  /** Hosts with a line, at most so many. */
  readonly hosts: (most: number) => ReadonlyArray<string>
  readonly clear: () => void
}

/** Hosts looked at in one take, so that a job of very many busy hosts stays cheap. */
const maxLooks = 256

export const make = (): Waiting => {
  // A map keeps its order: the host served last goes to the end.
  const lines = new Map<string, Line>()
  let later = Heap.make()

  const push = (page: number, host: string): void => {
    const line = lines.get(host)
    if (line === undefined) lines.set(host, { host, pages: [page], head: 0 })
    else line.pages.push(page)
  }

  const shift = (line: Line): number => {
    const page = line.pages[line.head++]!
    if (line.head > 1024 && line.head * 2 > line.pages.length) {
      line.pages = line.pages.slice(line.head)
      line.head = 0
    }
    return page
  }

  return {
    push,
    pushLater: (page, at) => later.push(page, at),
    take: (count, now, allow, hostOf) => {
      for (let at = later.earliest(); at !== undefined && at <= now; at = later.earliest()) {
        const page = later.pop()!
        push(page, hostOf(page))
      }
      const taken: Array<number> = []
      const looked = [...take(lines.values(), maxLooks)]
      const share = Math.max(1, Math.ceil(count / Math.max(1, looked.length)))
      for (const line of looked) {
        if (taken.length >= count) break
        const wanted = Math.min(count - taken.length, share, line.pages.length - line.head)
        const going = allow(line.host, wanted)
        for (let index = 0; index < going; index++) taken.push(shift(line))
        lines.delete(line.host)
        if (line.head < line.pages.length) lines.set(line.host, line)
      }
      return taken
    },
    nextAt: () => later.earliest(),
    hosts: (most) => [...take(lines.keys(), most)],
    clear: () => {
      lines.clear()
      later = Heap.make()
    }
  }
}

function* take<A>(items: Iterable<A>, count: number): Generator<A> {
  let left = count
  for (const item of items) {
    if (left-- <= 0) return
    yield item
  }
}
