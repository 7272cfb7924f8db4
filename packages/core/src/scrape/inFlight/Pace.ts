/** How long scrapes take of late, and how long one may therefore wait. */
import * as Duration from "effect/Duration"
import { newest } from "./BodyRoom.ts"

/** Share of its time that a scrape may wait: twice of what the work takes of late is left for it, within these. */
const minWaitingShare = 0.25
const maxWaitingShare = 0.75
const maxRetrySeconds = 30

export class Pace {
  /** Milliseconds from the end of one scrape to that of the next while others wait. */
  #betweenEnds = 1000
  #lastEnd: number | undefined
  /** Milliseconds that the work of a scrape takes. */
  #workTime = 0

  /** A scrape has ended whose work took so many milliseconds; `now` is in milliseconds since the epoch. */
  end(workTime: number, now: number, othersWait: boolean): void {
    this.#workTime += (workTime - this.#workTime) * newest
    if (this.#lastEnd !== undefined) this.#betweenEnds += (now - this.#lastEnd - this.#betweenEnds) * newest
    this.#lastEnd = othersWait ? now : undefined
  }

  /** How long a scrape may wait that has this time in all. */
  longestWait(time: Duration.Duration): Duration.Duration {
    const ms = Duration.toMillis(time)
    const share = Math.min(maxWaitingShare, Math.max(minWaitingShare, 1 - (2 * this.#workTime) / ms))
    return Duration.millis(Math.round(ms * share))
  }

  /** When one more may have room, behind those that wait. */
  retryAfterSeconds(waiting: number): number {
    return Math.min(maxRetrySeconds, Math.max(1, Math.ceil(((waiting + 1) * this.#betweenEnds) / 1000)))
  }
}
