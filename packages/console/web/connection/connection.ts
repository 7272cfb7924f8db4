/**
 * How a view stands to the server.
 *
 * ```
 * connecting ─► live ⇄ polling ─► ended
 *      └──────────┴───────┴─► reconnecting ─► live, polling
 *                         └─► stopped (unauthorized, missing, refused)
 * ```
 */
import { backoffMs } from "./backoff.ts"
import { classify, type Failure, isPassing } from "./failure.ts"

export type Connection =
  | { readonly state: "connecting" }
  /** Told by a socket when something happens. */
  | { readonly state: "live" }
  /** Asks every few seconds. */
  | { readonly state: "polling" }
  | {
      readonly state: "reconnecting"
      readonly why: "unreachable" | "busy"
      /** Tries that failed in a row. */
      readonly failures: number
      readonly waitMs: number
    }
  | { readonly state: "stopped"; readonly why: "unauthorized" | "missing" | "refused" }
  /** Nothing changes any more. */
  | { readonly state: "ended" }

const isRetried = (failure: Failure): failure is Extract<Failure, { readonly kind: "unreachable" | "busy" }> =>
  isPassing(failure)

export const afterFailure = (before: Connection, error: unknown, random: number): Connection => {
  const failure = classify(error)
  if (!isRetried(failure)) return { state: "stopped", why: failure.kind }
  const failures = before.state === "reconnecting" ? before.failures + 1 : 1
  const retryAfterMs = failure.kind === "busy" ? failure.retryAfterMs : undefined
  return {
    state: "reconnecting",
    why: failure.kind,
    failures,
    waitMs: backoffMs(failures, random, retryAfterMs)
  }
}

/** What the visitor is told; nothing while all is well. */
export const describeConnection = (connection: Connection, isOnline: boolean): string | undefined => {
  if (connection.state === "reconnecting") {
    const why = !isOnline
      ? "This device is offline."
      : connection.why === "busy"
        ? "The server has too much to do or cannot reach its store."
        : "The server does not answer."
    return `Reconnecting… ${why}`
  }
  if (connection.state !== "stopped") return undefined
  switch (connection.why) {
    case "missing":
      return "The server no longer has this job. It has expired, or the server keeps jobs in memory and was restarted."
    case "unauthorized":
      return "The server no longer accepts this key. Sign in again."
    case "refused":
      return "The server refuses to show this."
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** `14:03:09`, in the visitor's time zone. */
export const timeOfDay = (at: number): string => {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":")
}
