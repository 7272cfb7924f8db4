/**
 * What an application is asked about every request: may it leave and with which headers, is its answer taken, is a failed
 * page tried again.
 *
 * Hooks come after the egress policy has judged an address, and the connection is judged once more after them, so a hook
 * can refuse what the policy allows and never the other way round. Engines that make requests call them: the fetch engines
 * for every hop, the browser for every request of a page that it can intercept.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CaptureReason } from "../model/CaptureError.ts"
import { HookFailed, Vetoed, withCause } from "../model/CaptureError.ts"
import type { CaptureOutcome } from "../model/Outcome.ts"
import { checkGiven } from "../model/RequestHeaders.ts"

/** A request that is about to leave. */
export interface OutgoingRequest {
  /** Where it goes: of a redirect, the address of this hop. */
  readonly url: string
  /** As they will be sent, with lower-case names; headers that belong to the connection are not among them. */
  readonly headers: Readonly<Record<string, string>>
  /** What sends it. */
  readonly engine: "fetch" | "browser"
  /** The address that was asked for first, where a redirect or a page in a browser led to this one. */
  readonly from?: string | undefined
}

/** An answer that has arrived. */
export interface IncomingResponse {
  readonly url: string
  /** HTTP status: 3xx for a redirect, which is followed afterwards. */
  readonly status: number
  /** With lower-case names; those of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly engine: "fetch" | "browser"
  /** Bytes of the body, decompressed; 0 for a redirect. */
  readonly bytes: number
  /** From the request to the last byte, in milliseconds. */
  readonly tookMs: number
}

/** What a hook changes; nothing where it returns nothing. */
export interface HookResult {
  /**
   * Headers that replace those of the same name, for this request or answer alone; one that is `undefined` is left out.
   * What a request is given here is not carried to where it redirects: the hook is asked again there.
   */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Why the request must not leave, or its answer not be used: the page fails with `Vetoed`. */
  readonly veto?: string | undefined
}

type Awaitable<A> = A | Promise<A>

/** What ends when the request does, or when the hook's own time is over. */
export interface HookCall {
  readonly signal: AbortSignal
}

export type OnRequest = (request: OutgoingRequest, call: HookCall) => Awaitable<HookResult | void | undefined>
export type OnResponse = (response: IncomingResponse, call: HookCall) => Awaitable<HookResult | void | undefined>

/** A page that was not captured, or was answered with something else than the page. */
export interface FailedAttempt {
  readonly url: string
  /** Attempts so far: 1 after the first. */
  readonly attempt: number
  /** Why there is no answer. Absent where there is one. */
  readonly error?: CaptureReason | undefined
  /** The answer. Absent where there is none. */
  readonly response?: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined
  /** What the attempt gave: `http-error`, `blocked`, `unreachable`, … */
  readonly kind: CaptureOutcome["kind"]
}

/**
 * How long to wait until the page is tried again: milliseconds or a duration such as `"2 seconds"`. `false`: it is not
 * tried again. `undefined`: as without the hook.
 */
export type Retry = (failed: FailedAttempt, call: HookCall) => Awaitable<Duration.Input | false | undefined | void>

export interface Service {
  readonly onRequest?: OnRequest | undefined
  readonly onResponse?: OnResponse | undefined
  readonly retry?: Retry | undefined
  /** How long one call of a hook may take, in milliseconds. */
  readonly limitMs: number
}

/** Longest that a hook may take unless the application says otherwise. */
export const defaultLimit = Duration.seconds(10)

/** Attempts at one page, however often `retry` asks for another. */
export const maxAttempts = 10

/** Without hooks unless an application gives some. */
export const RequestHooks = Context.Reference<Service>("@orbweaver/core/RequestHooks", {
  defaultValue: () => ({ limitMs: Duration.toMillis(defaultLimit) })
})

type HookInputs = {
  readonly onRequest: OutgoingRequest
  readonly onResponse: IncomingResponse
}

/** The headers that the hook leaves. Rejects with `Vetoed` or `HookFailed`. */
export const askHook = async <Name extends keyof HookInputs>(
  { limitMs, ...hooks }: Service,
  name: Name,
  input: HookInputs[Name],
  signal: AbortSignal
): Promise<Readonly<Record<string, string>>> => {
  const hook = hooks[name] as ((input: HookInputs[Name], call: HookCall) => unknown) | undefined
  if (hook === undefined) return input.headers
  const result = await callHook(name, limitMs, signal, (call) => hook(input, call))
  if (result === undefined || result === null) return input.headers
  if (typeof result !== "object") throw new HookFailed({ hook: name, detail: expected })
  const { headers, veto } = result as { readonly headers?: unknown; readonly veto?: unknown }
  if (veto !== undefined && veto !== false) {
    throw new Vetoed({ hook: name, detail: typeof veto === "string" ? veto.slice(0, 500) : "without a reason" })
  }
  return headers === undefined ? input.headers : changed(name, input.headers, headers)
}

const expected = "it gave neither nothing nor an object with `headers` or `veto`"

const changed = (
  hook: "onRequest" | "onResponse",
  headers: Readonly<Record<string, string>>,
  changes: unknown
): Readonly<Record<string, string>> => {
  if (typeof changes !== "object" || changes === null) throw new HookFailed({ hook, detail: expected })
  const kept = new Map(Object.entries(headers))
  const added: Record<string, string> = {}
  for (const [name, value] of Object.entries(changes)) {
    const lower = name.toLowerCase()
    kept.delete(lower)
    if (value === undefined || value === null) continue
    if (typeof value !== "string") throw new HookFailed({ hook, detail: `the header ${name} is no text` })
    added[lower] = value
  }
  if (hook === "onResponse") return { ...Object.fromEntries(kept), ...added }
  const checked = checkGiven(added)
  if (!checked.ok) throw new HookFailed({ hook, detail: checked.problem })
  return { ...Object.fromEntries(kept), ...checked.headers }
}

/**
 * Calls the hook within its time. A platform timer, since engines that are no Effect wait for it. Rejects with
 * `HookFailed` when the hook throws, or has not settled in time.
 */
const callHook = async <A>(
  hook: HookFailed["hook"],
  limitMs: number,
  signal: AbortSignal,
  call: (call: HookCall) => Awaitable<A>
): Promise<A> => {
  const own = new AbortController()
  const settled = Promise.withResolvers<never>()
  const stop = () => settled.reject(new HookFailed({ hook, detail: "the request ended before it had settled" }))
  const timer = setTimeout(() => settled.reject(overdue(hook, limitMs)), limitMs)
  signal.addEventListener("abort", stop)
  if (signal.aborted) stop()
  try {
    const called = Promise.resolve().then(() => call({ signal: own.signal }))
    return await Promise.race([called, settled.promise])
  } catch (cause) {
    if (cause instanceof HookFailed) throw cause
    throw withCause(new HookFailed({ hook, detail: cause instanceof Error ? cause.message : String(cause) }), cause)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", stop)
    own.abort()
  }
}

/** A hook that has not settled in time. */
export const overdue = (hook: HookFailed["hook"], limitMs: number): HookFailed =>
  new HookFailed({ hook, detail: `it did not settle within ${limitMs} ms` })

/**
 * How long to wait before the page is tried again, in milliseconds, as the application's `retry` says: `false` for not at
 * all, `undefined` where it leaves that to us. Fails with `HookFailed`.
 */
export const askRetry = (
  { limitMs, retry }: Service,
  failed: FailedAttempt
): Effect.Effect<number | false | undefined, HookFailed> => {
  if (retry === undefined) return Effect.succeed(undefined)
  if (failed.attempt >= maxAttempts) return Effect.succeed(false)
  return Effect.flatMap(
    Effect.tryPromise({
      try: (signal) => callHook("retry", limitMs, signal, (call) => retry(failed, call)),
      catch: (cause) => cause as HookFailed
    }),
    (wait): Effect.Effect<number | false | undefined, HookFailed> => {
      if (wait === undefined || wait === false) return Effect.succeed(wait === false ? wait : undefined)
      const read = Duration.fromInput(wait)
      if (Option.isNone(read) || !Number.isFinite(Duration.toMillis(read.value)) || Duration.isNegative(read.value)) {
        return Effect.fail(new HookFailed({ hook: "retry", detail: "it gave neither a duration, `false` nor nothing" }))
      }
      return Effect.succeed(Duration.toMillis(read.value))
    }
  )
}
