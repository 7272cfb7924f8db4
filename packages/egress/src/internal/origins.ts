/**
 * What is under way at each origin, for two facts that undici's pools do not expose: whether a request still waits for
 * a socket that is connecting, so that a cancelled request leaves nothing on the wire; and whether a request went out
 * on a connection that had been used before, so that one which the server closed meanwhile may be sent again (RFC 9112
 * section 9.3.1).
 *
 * Holds an origin only while a request to it is under way.
 */
interface Origin {
  outstanding: number
  /** Requests that no connection has taken yet. */
  waiting: number
  /** Connections opened since the origin is held here. */
  opened: number
  /** Each gives up one connection that is not open yet. */
  readonly connecting: Set<() => void>
}

/** One request at its origin, from dispatch to its end. */
export interface ConnectionLease {
  /** A connection took the request. */
  readonly started: () => void
  /** The request has ended or was cancelled. */
  readonly over: () => void
  /** Whether no connection was opened since dispatch: the one used was an older one. */
  readonly reused: () => boolean
}

/** What a request sees that came just as its connection was given up for lack of others: it is to be sent again. */
export const abandoned = Object.assign(new Error("the connection is no longer needed"), { code: "ABANDONED" })

export class Origins {
  readonly #origins = new Map<string, Origin>()

  enter(name: string): ConnectionLease {
    const origin = this.#origins.get(name) ?? { outstanding: 0, waiting: 0, opened: 0, connecting: new Set() }
    this.#origins.set(name, origin)
    const before = origin.opened
    origin.outstanding++
    origin.waiting++
    let state: "waiting" | "running" | "over" = "waiting"
    return {
      started: () => {
        if (state !== "waiting") return
        state = "running"
        origin.waiting--
      },
      over: () => {
        if (state === "over") return
        if (state === "waiting") origin.waiting--
        state = "over"
        origin.outstanding--
        if (origin.waiting === 0) {
          for (const giveUp of origin.connecting) giveUp()
        }
        if (origin.outstanding === 0) this.#origins.delete(name)
      },
      reused: () => origin.opened === before
    }
  }

  /** A connection to the origin is being opened. */
  connecting(name: string, giveUp: () => void): { readonly unwanted: boolean; readonly settled: () => void } {
    const origin = this.#origins.get(name)
    if (origin === undefined) return { unwanted: false, settled: () => undefined }
    origin.opened++
    origin.connecting.add(giveUp)
    return { unwanted: origin.waiting === 0, settled: () => void origin.connecting.delete(giveUp) }
  }
}
