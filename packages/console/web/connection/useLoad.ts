/** Loads what a view shows, and keeps it new. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { Alarm } from "./Alarm.ts"
import { onAttention } from "./attention.ts"
import { afterFailure, type Connection } from "./connection.ts"

export interface Loaded<A> {
  readonly value: A | undefined
  readonly error: unknown
  readonly connection: Connection
  /** When the value was read, in milliseconds since the epoch. */
  readonly at: number | undefined
  readonly reload: () => void
}

interface LoadState<A> {
  readonly key: string
  readonly value?: A
  readonly at?: number
  readonly error?: unknown
  readonly connection: Connection
}

interface LoadOptions {
  /** Loads again after this time, while the page is visible. */
  readonly everyMs?: number
  /** `false` for what costs something: it is then loaded once, however that ends. */
  readonly retries?: boolean
}

/** A request that is refused is refused again, most likely: it is asked seldom. */
const refusedMs = 30_000

/**
 * Loads on mount and whenever `key` changes. When the server does not answer, or has too much to do, it is asked again
 * with growing pauses; what was loaded stays.
 */
export const useLoad = <A>(
  load: (signal: AbortSignal) => Promise<A>,
  key: string,
  { everyMs, retries = true }: LoadOptions = {}
): Loaded<A> => {
  const [state, setState] = useState<LoadState<A>>({ key, connection: { state: "connecting" } })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const { abort, signal } = controlOf()
    const alarm = new Alarm()
    let connection: Connection = { state: "connecting" }
    /** Returns how long to wait until the next time; nothing when there is none. */
    const look = async (): Promise<number | undefined> => {
      try {
        const value = await latest.current(signal)
        connection = { state: everyMs === undefined ? "ended" : "polling" }
        if (!signal.aborted) setState({ key, value, at: Date.now(), connection })
        return everyMs
      } catch (error) {
        if (signal.aborted) return undefined
        const after = afterFailure(connection, error, Math.random())
        connection = after
        setState((before) => ({ ...(before.key === key ? before : { key }), error, connection: after }))
        if (after.state === "reconnecting" && retries) return after.waitMs
        return everyMs === undefined ? undefined : Math.max(everyMs, refusedMs)
      }
    }
    const run = async () => {
      while (!signal.aborted) {
        alarm.clear()
        const waitMs = document.visibilityState === "visible" ? await look() : Infinity
        if (waitMs === undefined) return
        await alarm.wait(waitMs)
      }
    }
    void run()
    const ignore = onAttention(() => alarm.ring())
    return () => {
      ignore()
      abort()
      alarm.ring()
    }
  }, [key, everyMs, retries, turn])
  return {
    value: state.value,
    error: state.error,
    connection: state.connection,
    at: state.at,
    reload: useCallback(() => setTurn((before) => before + 1), [])
  }
}

const controlOf = (): { readonly signal: AbortSignal; readonly abort: () => void } => {
  const control = new AbortController()
  return { signal: control.signal, abort: () => control.abort() }
}
