/** What a failed request means for a view that shows something of the server: ask again, or stop and say why. */

/** No answer came: the server is gone or restarts, or the visitor is offline. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"

  constructor(cause?: unknown) {
    super("The server does not answer", { cause })
  }
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: unknown
  /** Whether the server itself says so, and no proxy before it. */
  readonly isOfServer: boolean
  /** Time that the server asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    body: { readonly error?: unknown; readonly code?: unknown; readonly details?: unknown },
    retryAfterMs?: number
  ) {
    super(typeof body.error === "string" ? body.error : `The server answered ${status}`)
    this.status = status
    this.isOfServer = typeof body.error === "string"
    this.code = typeof body.code === "string" ? body.code : undefined
    this.details = body.details
    this.retryAfterMs = retryAfterMs
  }
}

/** Seconds or a date (RFC 9110 §10.2.3), as milliseconds from now. */
export const parseRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

export type Failure =
  /** Another try may succeed. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "busy"; readonly retryAfterMs?: number }
  /** The same request fails again until somebody does something. */
  | { readonly kind: "unauthorized" }
  | { readonly kind: "missing" }
  | { readonly kind: "refused" }

/** Statuses that may be better a moment later, besides those of faults of the server. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

export const classify = (error: unknown): Failure => {
  if (!(error instanceof ApiError)) return { kind: "unreachable" }
  const { isOfServer, retryAfterMs, status } = error
  if (status === 401) return { kind: "unauthorized" }
  // Proxies answer 404 while the server behind them is away.
  if (status === 404) return { kind: isOfServer ? "missing" : "unreachable" }
  // 501 says that this server lacks a part.
  if (passing.has(status) || (status >= 500 && status !== 501)) {
    return { kind: "busy", ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  return { kind: "refused" }
}

export const isPassing = ({ kind }: Failure): boolean => kind === "unreachable" || kind === "busy"
