/**
 * The pages that a worker has claimed, from the claim to their settlement, and the room that is left for others.
 *
 * ```
 * claimed ─► waiting ─► inbox: one place each ─► ended ─► settling ─► gone
 * ```
 *
 * A page is known by its lease. One that is lost (its job was cancelled, its lease given away, the worker stops) goes back
 * to the queue unless it has ended.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Queue from "effect/Queue"
import type { ClaimedPage, Lease, Settlement } from "../../jobs/Frontier.ts"
import type { ReportedPage } from "../../jobs/StoreWorker.ts"
import { keptPlaces, makePlaces, type Places } from "../../jobs/rules/places.ts"
import type { JobId } from "../../model/Job.ts"
import { ClaimAhead } from "./ClaimAhead.ts"

export interface HeldPage {
  readonly page: ClaimedPage
  readonly accountId: string
  readonly isFirst: boolean
  /** In milliseconds since the epoch. */
  readonly claimedAt: number
  isLost: boolean
  /** When the page last got on: was claimed, begun, or worked on to its end; milliseconds since the epoch. */
  since: number
  /** Works on the page, once one does. */
  fiber: Fiber.Fiber<Settlement> | undefined
}

export const makeHeldPages = Effect.fnUntraced(function* (concurrency: number) {
  const inbox = yield* Queue.bounded<HeldPage>(concurrency + keptPlaces(concurrency))
  const ended = yield* Queue.bounded<Settlement>(concurrency * 2)
  return new HeldPages(concurrency, inbox, ended, yield* Clock.currentTimeMillis)
})

export class HeldPages {
  /** Pages that begin now. */
  readonly inbox: Queue.Queue<HeldPage>
  /** How pages ended. */
  readonly ended: Queue.Queue<Settlement>
  readonly ahead: ClaimAhead
  /** Open while fibers are idle and there is room for more pages. */
  readonly idle = Latch.makeUnsafe(true)
  /** Open while no page is held. */
  readonly emptied = Latch.makeUnsafe(true)
  /** Claims so far that had room. */
  claims = 0
  readonly #concurrency: number
  readonly #places: Places<HeldPage>
  /** By their leases: those that wait or are worked on, and those that are being settled. */
  readonly #held = new Map<string, HeldPage>()
  readonly #settling = new Map<string, HeldPage>()
  /** Room that claims under way may fill. */
  #reserved = 0
  #isDraining = false

  constructor(concurrency: number, inbox: Queue.Queue<HeldPage>, ended: Queue.Queue<Settlement>, now: number) {
    this.#concurrency = concurrency
    this.#places = makePlaces(concurrency)
    this.ahead = new ClaimAhead(concurrency, now)
    this.inbox = inbox
    this.ended = ended
  }

  /** Pages that wait for a place. */
  get waiting(): number {
    return this.#places.waiting()
  }

  /** Pages that are worked on or being settled. */
  get running(): number {
    let running = this.#settling.size
    for (const { fiber } of this.#held.values()) if (fiber !== undefined) running++
    return running
  }

  /** Room for pages of any account. */
  get room(): number {
    return this.#concurrency + this.ahead.pages - this.#held.size
  }

  /** Room for pages of accounts that have no other running page. */
  get keptRoom(): number {
    return this.#places.keptRoom()
  }

  /** Reserves the room for a claim, less what others have reserved; `release` it when the claim has ended. */
  reserve(room: number): number {
    const count = this.#isDraining ? 0 : Math.max(0, room - this.#reserved)
    this.#reserved += count
    if (count > 0) this.claims++
    return count
  }

  release(count: number): void {
    this.#reserved -= count
    this.#update()
  }

  /** Holds pages that were claimed, and begins those that have a place. */
  add(pages: ReadonlyArray<ClaimedPage>, now: number): void {
    for (const page of pages) {
      const { accountId, isFirst } = page
      const isLost = this.#isDraining
      const held: HeldPage = { page, accountId, isFirst, claimedAt: now, isLost, since: now, fiber: undefined }
      this.#held.set(leaseKey(page), held)
      this.#places.offer(held)
    }
    this.#begin()
  }

  /** The place of a page that has ended is free for the next one. */
  leavePlace(held: HeldPage): void {
    this.#places.end(held.accountId)
    this.#begin()
  }

  /** What is settled is no longer waited for; returns what ends the settling, however it went. */
  settle(batch: ReadonlyArray<Settlement>): () => void {
    const keys = batch.map(({ lease }) => leaseKey(lease))
    for (const key of keys) {
      const held = this.#held.get(key)
      if (held === undefined) continue
      this.#held.delete(key)
      this.#settling.set(key, held)
    }
    return () => {
      keys.forEach((key) => this.#settling.delete(key))
      this.#update()
    }
  }

  /** All pages whose leases are to be renewed. */
  all(): ReadonlyArray<HeldPage> {
    return [...this.#held.values(), ...this.#settling.values()]
  }

  /** Those that have been held longest. */
  longestHeld(count: number): ReadonlyArray<ReportedPage> {
    return this.all()
      .toSorted((left, right) => left.claimedAt - right.claimedAt)
      .slice(0, count)
      .map(({ claimedAt, page: { jobId, page } }) => ({ jobId, page, since: claimedAt }))
  }

  /** The jobs of these pages of which no other page waits or is worked on: they may have ended. */
  jobsWithoutOthers(batch: ReadonlyArray<Settlement>): ReadonlySet<JobId> {
    const jobs = new Set(batch.map(({ lease }) => lease.jobId))
    for (const { page } of this.#held.values()) jobs.delete(page.jobId)
    return jobs
  }

  /** The page is somebody else's, or nobody's: its work is interrupted. */
  lose(lease: Lease): void {
    const held = this.#held.get(leaseKey(lease))
    if (held !== undefined) interrupt(held)
  }

  /** Holds the pages no longer, so that they go back when their leases end. */
  abandon(stuck: ReadonlyArray<HeldPage>): void {
    for (const held of stuck) {
      interrupt(held)
      this.#held.delete(leaseKey(held.page))
      this.#settling.delete(leaseKey(held.page))
    }
    this.#update()
  }

  /** From now on none is claimed and none begins. */
  drain(): void {
    this.#isDraining = true
    for (const held of this.#held.values()) if (held.fiber === undefined) held.isLost = true
    this.#update()
  }

  #begin(): void {
    // There is room for all that may begin.
    for (let next = this.#places.next(); next !== undefined; next = this.#places.next()) {
      Queue.offerUnsafe(this.inbox, next)
    }
  }

  #update(): void {
    if (this.#held.size + this.#settling.size + this.#reserved === 0) this.emptied.openUnsafe()
    else this.emptied.closeUnsafe()
    const hasRoom = this.room > this.#reserved && this.#held.size < this.#concurrency
    if (hasRoom && !this.#isDraining) this.idle.openUnsafe()
    else this.idle.closeUnsafe()
  }
}

const interrupt = (held: HeldPage): void => {
  held.isLost = true
  held.fiber?.interruptUnsafe()
}

const leaseKey = ({ jobId, page, token }: Lease): string => `${jobId}/${page}/${token}`
