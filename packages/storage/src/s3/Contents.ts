/**
 * What a bucket holds, as far as this process knows: what it has put itself, and what the last count has found. Only for
 * stores with a limit; without one nothing is remembered, since a bucket may hold more than memory does.
 */
import { BlobIndex, type Entry } from "@orbweaver/core/internal/scrape/BlobIndex"

interface CountedObject extends Entry {
  readonly key: string
}

/** A count that is under way: objects come and go meanwhile. */
interface Count {
  readonly found: Map<string, CountedObject>
  readonly gone: Set<string>
}

export class Contents {
  readonly #maxBytes: number
  #index: BlobIndex
  readonly #accounts = new Map<string, string>()
  #count: Count | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#index = new BlobIndex(maxBytes)
  }

  get #isBounded(): boolean {
    return this.#maxBytes !== Infinity
  }

  /** Enters an object; the result are the keys of those to delete. */
  add(key: string, entry: Entry, now: number): ReadonlyArray<string> {
    if (!this.#isBounded) return []
    this.#count?.gone.delete(key)
    this.#count?.found.delete(key)
    this.#count?.found.set(key, { key, ...entry })
    return this.#enter(key, entry, now)
  }

  drop(key: string): void {
    this.#count?.gone.add(key)
    const account = this.#accounts.get(key)
    if (account === undefined) return
    this.#accounts.delete(key)
    this.#index.drop(key, account)
  }

  /** `add` what a list of the bucket shows; `end` gives the keys of those to delete. */
  startCount() {
    const count: Count = { found: new Map(), gone: new Set() }
    if (this.#isBounded) this.#count = count
    return {
      add: (object: CountedObject): void => {
        if (this.#isBounded && !count.found.has(object.key)) count.found.set(object.key, object)
      },
      end: (now: number): ReadonlyArray<string> => {
        if (!this.#isBounded) return []
        this.#count = undefined
        this.#index = new BlobIndex(this.#maxBytes)
        this.#accounts.clear()
        const objects = [...count.found.values()].filter(({ key }) => !count.gone.has(key))
        objects.sort((a, b) => a.expiresAt - b.expiresAt)
        return objects.flatMap(({ key, ...entry }) => this.#enter(key, entry, now))
      }
    }
  }

  #enter(key: string, entry: Entry, now: number): ReadonlyArray<string> {
    this.#accounts.set(key, entry.account)
    return this.#index.add(key, entry, now)
  }
}
