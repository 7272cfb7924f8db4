/**
 * What every fetch engine does around its own HTTP: headers, egress, redirects
 * and the cookies they set, one deadline over all of it, typed failures.
 *
 * ```
 * FetchRequest ─► check headers ─► judgeUrl ─► Engine.hop ─► answer
 *                                     ▲            │ 3xx
 *                                     └────────────┘  at most 20 times
 * ```
 *
 * An engine makes one hop: it connects only where `judgeAddress` agrees, reads
 * the body within the cap, and rejects with a `CaptureReason` or with an error
 * that the table of `errors.ts` knows.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CurrentAccount } from "@orbweaver/core/Account"
import { CaptureError, ConnectionFailed, Refused, TimedOut, TooManyRedirects } from "@orbweaver/core/CaptureError"
import { forAccount, type Service as EgressService } from "@orbweaver/core/Egress"
import type { FetchRequest, FetchResponse, Service } from "@orbweaver/core/Fetcher"
import { check, mayKeepCredentials, withoutCredentials } from "@orbweaver/core/RequestHeaders"
import { toReason } from "./errors.ts"
import { RedirectCookies } from "./redirectCookies.ts"

/** As browsers do (WHATWG Fetch, HTTP-redirect fetch). */
export const maxRedirects = 20

export interface Hop {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly skipTlsVerification: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookie: ReadonlyArray<string>
  /** Empty when the answer is a redirect. */
  readonly body: Uint8Array
}

export interface Engine {
  readonly class: "basic" | "stealth"
  /** Sent unless the caller says otherwise. */
  readonly headers: Readonly<Record<string, string>>
  /** One request and its answer. The signal is aborted when nobody waits any more. */
  readonly hop: (hop: Hop, signal: AbortSignal) => Promise<Answer>
}

export const make = (engine: Engine, egress: EgressService): Service => ({
  // No span: the one of `Capture.capture` says the same, and costs a tenth of a request.
  fetch: Effect.fnUntraced(function* (request: FetchRequest) {
    const policy = forAccount(egress, yield* CurrentAccount)
    return yield* Effect.callback<FetchResponse, CaptureError>((resume) => {
      const controller = new AbortController()
      const at: Progress = { url: request.url, limitMs: Duration.toMillis(request.timeout) }
      const fail = (error: unknown) => Effect.fail(errorOf(error, request, at))
      const cancelDeadline = after(at.limitMs, () => {
        controller.abort()
        resume(fail(new TimedOut({ limitMs: at.limitMs })))
      })
      void exchange(engine, policy, request, at, controller.signal)
        .then(Effect.succeed, fail)
        .then((result) => {
          cancelDeadline()
          // The body of a redirect may still be on its way.
          if (at.url !== request.url) controller.abort()
          return resume(result)
        })
      return Effect.sync(() => {
        cancelDeadline()
        controller.abort()
      })
    })
  })
})

/**
 * A timer of the platform's own, cleared with the exchange: as dear as the
 * timeouts of effect are (a fiber each), they would cost a fifth of a request.
 */
const after = (ms: number, run: () => void): (() => void) => {
  // Timers of Node count to 2^31 - 1 milliseconds, and one that is longer fires at once.
  if (ms > 2 ** 31 - 1) return () => undefined
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const errorOf = (error: unknown, request: FetchRequest, at: Progress): CaptureError =>
  new CaptureError({
    url: request.url.href,
    reason: toReason(error, {
      host: at.url.hostname,
      skipTlsVerification: request.skipTlsVerification === true,
      limitMs: at.limitMs
    })
  })

/** How far an exchange came, for its error. */
interface Progress {
  url: URL
  /** The caller's limit, in milliseconds. */
  readonly limitMs: number
}

const exchange = async (
  engine: Engine,
  egress: EgressService,
  request: FetchRequest,
  at: Progress,
  signal: AbortSignal
): Promise<FetchResponse> => {
  const checked = check(request.headers ?? {})
  if (!checked.ok) throw new Refused({ policy: "header", detail: checked.problem })
  let given = checked.headers
  let cookies: RedirectCookies | undefined
  let url = request.url
  for (let redirects = 0; ; redirects++) {
    at.url = url
    const verdict = egress.judgeUrl(url)
    if (!verdict.allowed) throw new Refused({ policy: verdict.policy, detail: verdict.detail })

    const headers: Record<string, string> = { ...engine.headers, ...given }
    const cookie = cookies?.header(url, given["cookie"])
    if (cookie !== undefined) headers["cookie"] = cookie
    const answer = await engine.hop(
      { url, headers, maxBytes: request.maxBytes, skipTlsVerification: request.skipTlsVerification === true },
      signal
    )
    const location = isRedirect(answer.status) ? answer.headers["location"] : undefined
    if (location === undefined) {
      return { url, status: answer.status, headers: answer.headers, body: answer.body, proxyUsed: engine.class }
    }
    if (redirects === maxRedirects) throw new TooManyRedirects({ limit: maxRedirects })
    const next = redirectTo(location, url)
    if (next === null) throw new ConnectionFailed({ detail: "invalid redirect location" })
    if (answer.setCookie.length > 0) (cookies ??= new RedirectCookies()).set(url, answer.setCookie)
    if (!mayKeepCredentials(url, next)) given = withoutCredentials(given)
    url = next
  }
}

export const isRedirect = (status: number): boolean =>
  status === 301 || status === 302 || status === 303 || status === 307 || status === 308

/** `null` when the location cannot be read. The fragment is inherited (WHATWG Fetch, location URL). */
const redirectTo = (location: string, from: URL): URL | null => {
  const next = URL.parse(utf8(location), from.href)
  if (next !== null && next.hash === "" && from.hash !== "") next.hash = from.hash
  return next
}

/** Header bytes arrive as Latin-1; in locations they are UTF-8 when they are not ASCII. */
const utf8 = (value: string): string => {
  if (!/[\x80-\xff]/.test(value)) return value
  const bytes = Buffer.from(value, "latin1")
  const text = bytes.toString("utf8")
  return text.includes("\ufffd") ? value : text
}

/** Header lines as engines give them, to the shape of `FetchResponse`. */
export const joinHeaders = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Record<string, string> => {
  const joined: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) joined[name] = typeof value === "string" ? value : value.join(", ")
  }
  return joined
}
