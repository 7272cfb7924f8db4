/**
 * How many pages a worker claims beyond those that it works on, so that none of its fibers waits for the store.
 *
 * It is four times what the fibers end during an exchange with the store: half of it is worked on while the other half is
 * written and claimed anew, so exchanges are few however slow many workers make them.
 */

/** Pages claimed ahead by a worker of few fibers. */
const minAhead = 8
/** Pages claimed ahead at most, for each fiber. */
const maxAheadFactor = 8

export class ClaimAhead {
  readonly #maxPages: number
  readonly #minPages: number
  #pages: number
  /** Of the exchanges so far, the newest counting most; in milliseconds, and pages a millisecond. */
  #exchangeMs = 0
  #pageRate = 0
  #lastExchangeAt: number

  constructor(concurrency: number, now: number) {
    this.#minPages = Math.max(Math.ceil(concurrency / 2), minAhead)
    this.#maxPages = Math.max(this.#minPages, concurrency * maxAheadFactor)
    this.#pages = this.#minPages
    this.#lastExchangeAt = now
  }

  get pages(): number {
    return this.#pages
  }

  /** Fits it to an exchange that wrote this many pages; `began` and `ended` are milliseconds since the epoch. */
  fit(pages: number, began: number, ended: number): void {
    this.#exchangeMs = smoothed(this.#exchangeMs, ended - began)
    this.#pageRate = smoothed(this.#pageRate, pages / Math.max(1, ended - this.#lastExchangeAt))
    this.#lastExchangeAt = ended
    const wanted = Math.ceil(4 * this.#exchangeMs * this.#pageRate)
    this.#pages = Math.min(this.#maxPages, Math.max(this.#minPages, wanted))
  }
}

/** The value once another one was measured. */
const smoothed = (before: number, measured: number): number => before + (measured - before) / 4
