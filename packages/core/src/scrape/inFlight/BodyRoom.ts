/**
 * The bytes of bodies that running scrapes hold, and the bodies that wait for room.
 *
 * A body counts by its size, once the site says it or as it grows. Until then its scrape counts as a typical one, which
 * is learnt from those before.
 *
 * Bodies that are half read hold room that others wait for. To let one of them always end, the first that finds no room,
 * or takes more than an eighth of it, goes on without any: it counts nothing, so that others go on beside it, however
 * large it is or long it takes. The next one follows when it has ended. What is held at most is `maxBytes` and one body.
 */
import type { Overloaded } from "../../model/CaptureError.ts"

/** A body that waits for room. */
interface Pause {
  /** Gives the reason when there was no room in time. */
  readonly ended: Promise<Overloaded | undefined>
  readonly end: () => void
}

/** What one scrape holds. */
export interface HeldBody {
  /** Others may share the capture that began under a lease: what it reads once this is false is not counted. */
  isRunning: boolean
  /** Bytes of its body; undefined before it begins. */
  body: number | undefined
  /** Bytes that are counted for it. */
  reserved: number
  pause: Pause | undefined
  /** Begins a pause, which ends when the scrape has waited for as long as it may. */
  readonly wait: () => Pause
}

/** Undefined where there is room at once. */
type Wait = Pause["ended"] | undefined

/** What a scrape counts as at least until its body is there. */
export const minBytes = 32 * 1024
/** So many scrapes run at once at least, however large bodies are of late: none is expected to take a larger share. */
const minAtOnce = 8
/** How much of an average its newest value is. */
export const newest = 1 / 8

export class BodyRoom {
  readonly #maxBytes: number
  readonly #maxTypical: number
  /** Lets a scrape begin that waits to; false when nobody does. */
  readonly #openDoor: () => boolean
  #used = 0
  #running = 0
  /** Of those running, the ones whose body has not begun. */
  #bodiless = 0
  /** How large bodies are of late. */
  #typical = minBytes
  readonly #paused = new Set<HeldBody>()
  /** Whose body grows without room, and counts nothing. */
  #exempt: HeldBody | undefined

  constructor(maxBytes: number, openDoor: () => boolean) {
    this.#maxBytes = maxBytes
    this.#maxTypical = Math.max(minBytes, maxBytes / minAtOnce)
    this.#openDoor = openDoor
  }

  /** Bytes reserved. */
  get used(): number {
    return this.#used
  }

  get running(): number {
    return this.#running
  }

  /** Bodies that wait for room. */
  get paused(): number {
    return this.#paused.size
  }

  get mayEnter(): boolean {
    if (this.#running === 0) return true
    return this.#used + (this.#bodiless + 1) * this.#typical <= this.#maxBytes && !this.#isRoomTaken()
  }

  enter(held: HeldBody): void {
    held.isRunning = true
    this.#running++
    this.#bodiless++
  }

  /** Counts a body of this size so far. */
  resize(held: HeldBody, body: number): Wait {
    if (!held.isRunning) return undefined
    if (held.body === undefined) this.#bodiless--
    held.body = body
    if (held.pause !== undefined) return held.pause.ended
    if (held === this.#exempt || body <= held.reserved) return undefined
    if (this.#findsRoom(held)) {
      // What it had is free for others.
      if (held === this.#exempt) this.proceed()
      return undefined
    }
    this.#paused.add(held)
    held.pause = held.wait()
    return held.pause.ended
  }

  /** Counts a body that is here: what was reserved for more of it is free for others. */
  hold(held: HeldBody, bytes: number): Wait {
    const wait = this.resize(held, bytes)
    if (held.isRunning && bytes < held.reserved) {
      this.#reserve(held, bytes)
      this.proceed()
    }
    return wait
  }

  /** Another attempt begins, and what was read before is gone. */
  restart(held: HeldBody): void {
    if (!held.isRunning || held.body === undefined) return
    this.#free(held)
    held.body = undefined
    this.#bodiless++
    this.proceed()
  }

  /** Frees all that the scrape held, and learns from its body; `proceed` then lets others go on. */
  leave(held: HeldBody): void {
    this.#free(held)
    held.isRunning = false
    this.#running--
    if (held.body === undefined) return
    this.#typical += (Math.min(this.#maxTypical, Math.max(minBytes, held.body)) - this.#typical) * newest
  }

  /** The body waits no longer. */
  giveUp(held: HeldBody): void {
    this.#paused.delete(held)
  }

  /** Lets those go on that have room now: bodies that wait, then scrapes that wait to begin. */
  proceed(): void {
    for (const held of this.#paused) {
      if (this.#findsRoom(held)) {
        this.#paused.delete(held)
        held.pause?.end()
      } else if (this.#couldFit(held)) break
    }
    while (this.mayEnter) if (!this.#openDoor()) break
  }

  /** Reserves for a body that needs more: twice of what it had where there is room, so that it rarely asks. */
  #findsRoom(held: HeldBody): boolean {
    const { body = 0, reserved } = held
    const free = this.#maxBytes - this.#used + reserved
    if (this.#exempt === undefined && body > Math.min(free, this.#maxTypical)) {
      this.#exempt = held
      this.#reserve(held, 0)
      return true
    }
    if (body > free) return false
    this.#reserve(held, Math.max(body, Math.min(2 * reserved, free)))
    return true
  }

  /** A body larger than all the room waits for its turn to go on without; nobody can make room for it. */
  #couldFit({ body = 0 }: HeldBody): boolean {
    return body <= this.#maxBytes
  }

  /** Who comes later does not take the room that a paused body needs. */
  #isRoomTaken(): boolean {
    for (const held of this.#paused) if (this.#couldFit(held)) return true
    return false
  }

  #reserve(held: HeldBody, bytes: number): void {
    this.#used += bytes - held.reserved
    held.reserved = bytes
  }

  #free(held: HeldBody): void {
    if (held === this.#exempt) this.#exempt = undefined
    if (held.body === undefined) this.#bodiless--
    this.#reserve(held, 0)
    this.#paused.delete(held)
    held.pause?.end()
  }
}
