/**
 * Which jobs a claim looks at: those that may have a page to give.
 *
 * A claim that finds nothing in a job parks it: until a moment, until one of its hosts has room, or until the job changes.
 * So a claim costs the same however many jobs wait for their hosts.
 */
import type { MemoryJob } from "./MemoryJob.ts"
import * as Heap from "./Heap.ts"

export interface ReadyJobs {
  /** The job has changed: it is looked at again where it has waiting pages. */
  readonly update: (job: MemoryJob) => void
  /** The host has room for so many pages: jobs that wait for that are looked at again. */
  readonly wakeForRoom: (host: string, room: number) => void
  /** Jobs whose moment has come are looked at again. */
  readonly wakeDue: (now: number) => void
  /** Has nothing to give until this moment, until one of the hosts has room, or until it changes. */
  readonly park: (job: MemoryJob, until: number, fullHosts: ReadonlyArray<string>) => void
  readonly isParked: (job: MemoryJob) => boolean
  /**
   * At most so many jobs of accounts with no more than `maxBusy` running pages: of those with the fewest first, of each
   * account those of higher priority first.
   */
  readonly look: (most: number, busyOf: (account: string) => number, maxBusy: number) => Look
  /** Others of its account have their turn before it, and other accounts before its own. */
  readonly rotate: (job: MemoryJob) => void
  /** The next moment at which a parked job may have a page to give, or an earlier one. */
  readonly nextDue: () => number | undefined
}

export interface Look {
  readonly jobs: ReadonlyArray<MemoryJob>
  /** Whether these are all. */
  readonly isWhole: boolean
}

interface Parked {
  readonly number: number
  readonly hosts: ReadonlyArray<string>
}

/** Ready jobs of one account, by priority. */
type Ready = Map<number, Set<MemoryJob>>

export const make = (): ReadyJobs => {
  const accounts = new Map<string, Ready>()
  const parked = new Map<MemoryJob, Parked>()
  /** Parked jobs by their numbers in the heap, which may be gone by now. */
  const numbered = new Map<number, MemoryJob>()
  const waitingForRoom = new Map<string, Set<MemoryJob>>()
  const moments = Heap.make()
  let lastNumber = 0
  let latest = 0

  const makeReady = (job: MemoryJob): void => {
    const { accountId, priority } = job.spec
    const ready = accounts.get(accountId) ?? new Map<number, Set<MemoryJob>>()
    accounts.set(accountId, ready)
    const jobs = ready.get(priority) ?? new Set()
    ready.set(priority, jobs.add(job))
  }

  const remove = (job: MemoryJob): void => {
    const { accountId, priority } = job.spec
    const ready = accounts.get(accountId)
    const jobs = ready?.get(priority)
    if (ready === undefined || jobs?.delete(job) !== true) return
    if (jobs.size === 0) ready.delete(priority)
    if (ready.size === 0) accounts.delete(accountId)
  }

  const unpark = (job: MemoryJob): void => {
    const found = parked.get(job)
    if (found === undefined) return
    parked.delete(job)
    numbered.delete(found.number)
    for (const host of found.hosts) {
      const jobs = waitingForRoom.get(host)
      jobs?.delete(job)
      if (jobs?.size === 0) waitingForRoom.delete(host)
    }
  }

  const update = (job: MemoryJob): void => {
    unpark(job)
    if (job.state.status === "scraping" && job.state.counts.queued > 0) makeReady(job)
    else remove(job)
  }

  return {
    update,
    wakeForRoom: (host, room) => {
      for (let left = room; left > 0; left--) {
        let first: MemoryJob | undefined
        for (const job of waitingForRoom.get(host) ?? []) {
          if (first === undefined || job.spec.priority > first.spec.priority) first = job
        }
        if (first === undefined) return
        update(first)
      }
    },
    wakeDue: (now) => {
      // After the clock was set back all moments are too far away.
      if (now < latest) for (const job of parked.keys()) update(job)
      latest = now
      for (let at = moments.earliest(); at !== undefined && at <= now; at = moments.earliest()) {
        const job = numbered.get(moments.pop()!)
        if (job !== undefined) update(job)
      }
    },
    park: (job, until, hosts) => {
      remove(job)
      const number = lastNumber++
      parked.set(job, { number, hosts })
      for (const host of hosts) waitingForRoom.set(host, (waitingForRoom.get(host) ?? new Set()).add(job))
      if (until === Infinity) return
      numbered.set(number, job)
      moments.push(number, until)
    },
    isParked: (job) => parked.has(job),
    look: (most, busyOf, maxBusy) => {
      const order = [...accounts]
        .map(([account, ready]) => ({ ready, busy: busyOf(account), priority: Math.max(...ready.keys()) }))
        .filter(({ busy }) => busy <= maxBusy)
        .toSorted((left, right) => left.busy - right.busy || right.priority - left.priority)
      const jobs: Array<MemoryJob> = []
      const looked = order.slice(0, most)
      const ofEach = Math.max(1, Math.floor(most / Math.max(1, looked.length)))
      let isWhole = looked.length === order.length
      for (const { ready } of looked) {
        let left = ofEach
        for (const priority of [...ready.keys()].toSorted((one, other) => other - one)) {
          for (const job of ready.get(priority)!) {
            if (left-- > 0) jobs.push(job)
            else break
          }
        }
        if (left < 0) isWhole = false
      }
      return { jobs, isWhole }
    },
    rotate: (job) => {
      const ready = accounts.get(job.spec.accountId)
      const jobs = ready?.get(job.spec.priority)
      if (ready === undefined || jobs?.delete(job) !== true) return
      jobs.add(job)
      accounts.delete(job.spec.accountId)
      accounts.set(job.spec.accountId, ready)
    },
    nextDue: () => moments.earliest()
  }
}
