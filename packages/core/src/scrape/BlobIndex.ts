/**
 * What a store of blobs holds: whose each is, when it expires, and what must go
 * to make room. Used by stores that have no queries of their own.
 *
 * When the whole grows too large, the oldest of the account that holds most go
 * first: one account's pictures never push out another's smaller share.
 */
/** Whose a blob is: made room for, and removed, together. */
export interface Owner {
  readonly account: string
  /** The job whose results point at it. */
  readonly job?: string | undefined
}

export interface Entry extends Owner {
  /** In bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

interface Shelf {
  /** In the order in which they came. */
  readonly entries: Map<string, Entry>
  size: number
}

/** Time between two looks for what has expired, in milliseconds. */
const between = 60_000

export class BlobIndex {
  readonly #maxBytes: number
  readonly #shelves = new Map<string, Shelf>()
  #size = 0
  #looked = Number.NEGATIVE_INFINITY

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Enters a blob, in place of one with its name; it stays as long as either. The result are the names of
   * those to delete, no longer in the book.
   */
  add(name: string, given: Entry, now: number): ReadonlyArray<string> {
    const before = this.#shelves.get(given.account)?.entries.get(name)
    const entry = { ...given, expiresAt: Math.max(given.expiresAt, before?.expiresAt ?? 0) }
    this.drop(name, entry.account)
    let shelf = this.#shelves.get(entry.account)
    if (shelf === undefined) this.#shelves.set(entry.account, (shelf = { entries: new Map(), size: 0 }))
    shelf.entries.set(name, entry)
    shelf.size += entry.size
    this.#size += entry.size
    return [...this.#expired(now), ...this.#tooMany(entry)]
  }

  drop(name: string, account: string): void {
    const shelf = this.#shelves.get(account)
    const entry = shelf?.entries.get(name)
    if (shelf === undefined || entry === undefined) return
    shelf.entries.delete(name)
    shelf.size -= entry.size
    this.#size -= entry.size
    if (shelf.entries.size === 0) this.#shelves.delete(account)
  }

  /** Takes out all of an owner: of one job, or of an account with all its jobs. */
  takeByOwner({ account, job }: Owner): ReadonlyArray<string> {
    const names = [...(this.#shelves.get(account)?.entries ?? [])].flatMap(([name, entry]) =>
      job === undefined || entry.job === job ? [name] : []
    )
    for (const name of names) this.drop(name, account)
    return names
  }

  #expired(now: number): Array<string> {
    if (now - this.#looked < between && this.#size <= this.#maxBytes) return []
    this.#looked = now
    const found: Array<string> = []
    for (const [account, { entries }] of this.#shelves) {
      for (const [name, { expiresAt }] of entries) {
        if (expiresAt > now) continue
        found.push(name)
        this.drop(name, account)
      }
    }
    return found
  }

  /** The newest stays: its address is about to be given. */
  #tooMany(newest: Entry): Array<string> {
    const spare = ([account, { size }]: readonly [string, Shelf]) =>
      account === newest.account ? size - newest.size : size
    const found: Array<string> = []
    while (this.#size > this.#maxBytes) {
      const [account, { entries }] = [...this.#shelves].reduce((a, b) => (spare(a) >= spare(b) ? a : b))
      const [name] = entries.keys()
      found.push(name!)
      this.drop(name!, account)
    }
    return found
  }
}
