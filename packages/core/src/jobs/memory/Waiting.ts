/** The waiting pages of one job: a queue for each host, hosts in turn, and those that wait for a moment. */
import * as Heap from "./Heap.ts"

interface Line {
  readonly host: string
  pages: Array<number>
  head: number
  /** Pages that have a rank, in place of the list. */
  ranked?: Heap.Heap
}

export interface Waiting {
  readonly push: (page: number, host: string, rank?: number) => void
  /** The page comes into its line at this moment. */
  readonly pushLater: (page: number, at: number) => void
  /** Up to `count` pages, host by host; `allow` says how many of a host go. */
  readonly take: (
    count: number,
    now: number,
    allow: (host: string, wanted: number) => number,
    rowOf: (page: number) => { readonly host: string; readonly rank?: number | undefined }
  ) => Array<number>
  /** The next moment at which a page comes into its line. */
  readonly nextAt: () => number | undefined
  /** Hosts with a line, at most so many. */
  readonly hosts: (most: number) => ReadonlyArray<string>
  readonly clear: () => void
}

/** More than a job has pages: of one rank the page found first goes first. */
const pagesOfRank = 2 ** 32

/** Hosts looked at in one take, so that a job of very many busy hosts stays cheap. */
export const maxLooks = 256

export const make = (): Waiting => {
  // A map keeps its order: the host served last goes to the end.
  const lines = new Map<string, Line>()
  let later = Heap.make()

  const push = (page: number, host: string, rank?: number): void => {
    const line = lines.get(host) ?? { host, pages: [], head: 0 }
    lines.set(host, line)
    if (rank === undefined) line.pages.push(page)
    else (line.ranked ??= Heap.make()).push(page, rank * pagesOfRank + page)
  }

  const lengthOf = ({ head, pages, ranked }: Line): number => pages.length - head + (ranked?.size ?? 0)

  const shift = (line: Line): number => {
    if (line.head >= line.pages.length) return line.ranked!.pop()!
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
    take: (count, now, allow, rowOf) => {
      for (let at = later.earliest(); at !== undefined && at <= now; at = later.earliest()) {
        const page = later.pop()!
        const { host, rank } = rowOf(page)
        push(page, host, rank)
      }
      const taken: Array<number> = []
      const looked = [...take(lines.values(), maxLooks)]
      const share = Math.max(1, Math.ceil(count / Math.max(1, looked.length)))
      for (const line of looked) {
        if (taken.length >= count) break
        const wanted = Math.min(count - taken.length, share, lengthOf(line))
        const going = allow(line.host, wanted)
        for (let index = 0; index < going; index++) taken.push(shift(line))
        lines.delete(line.host)
        if (lengthOf(line) > 0) lines.set(line.host, line)
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
