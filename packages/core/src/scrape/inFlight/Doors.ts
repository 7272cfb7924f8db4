/** Who waits to begin: those of an account in the order of arrival, accounts in turn. */

export class Doors {
  readonly #lines = new Map<string, Set<() => void>>()
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  /** Calls `go` when it is the turn of this one; returns what gives the place in the line up. */
  wait(account: string, go: () => void): () => void {
    const line = this.#lines.get(account) ?? new Set()
    this.#waiting++
    this.#lines.set(account, line.add(go))
    return () => {
      if (line.delete(go)) this.#waiting--
    }
  }

  /** Lets the first of the account whose turn it is begin; false when nobody waits. */
  open(): boolean {
    for (const [account, line] of this.#lines) {
      this.#lines.delete(account)
      for (const go of line) {
        line.delete(go)
        if (line.size > 0) this.#lines.set(account, line)
        this.#waiting--
        go()
        return true
      }
    }
    return false
  }
}
