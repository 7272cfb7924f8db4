/**
 * Gets a page by as many attempts as it takes: HTTP first, a browser on need or
 * on evidence, the stealth engine when the site blocks, and again after failures
 * that pass. One deadline over all of them.
 *
 * ```
 * fetch ─► ok
 *   ├─ an answer that is no valid HTTP, an empty shell, a challenge that is a script ─► browser
 *   ├─ blocked, and `proxy: "auto"` ─► the same by the stealth engine
 *   └─ connection dropped, answer ended early, 429 or 503 with Retry-After ─► the same again, twice at most
 * ```
 *
 * Whether and when the same is tried again the application may decide (`retry`).
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { CaptureError, type CaptureReason } from "../model/CaptureError.ts"
import { isDroppedConnection, isMalformedAnswer } from "../model/networkCauses.ts"
import { type Attempt, kindOf, type CaptureOutcome } from "../model/Outcome.ts"
import type { Parsed } from "../reading/Parser.ts"
import type { RenderResponse } from "../network/Renderer.ts"
import { askRetry, type FailedAttempt, type Service as RequestHooks } from "../network/RequestHooks.ts"
import { isHtml, judgeFile, judgePage, type PageVerdict } from "../reading/judge.ts"
import { retryAfterMs } from "../support/retryAfter.ts"

export interface Step {
  readonly engine: "fetch" | "browser"
  readonly proxy: "basic" | "stealth"
}

/** An answer, read. */
export interface Read {
  readonly response: RenderResponse
  readonly mediaType: string
  readonly content: Parsed
}

export interface CapturedPage extends Read {
  readonly engine: Step["engine"]
  readonly outcome: CaptureOutcome
}

interface CapturePlan {
  readonly url: URL
  readonly first: Step
  /** Further engines that may be tried. */
  readonly mayRender: boolean
  readonly mayStealth: Readonly<Record<Step["engine"], boolean>>
  readonly timeout: Duration.Duration
  /** How often failures that pass are tried again. */
  readonly maxRetries: number
  /** The application's word on that; absent where the caller tries again by itself. */
  readonly hooks?: RequestHooks | undefined
  /** One exchange; `timeout` is what is left of the deadline. */
  readonly load: (step: Step, timeout: Duration.Duration) => Effect.Effect<RenderResponse, CaptureError>
  readonly read: (response: RenderResponse) => Effect.Effect<Read, CaptureError>
}

/** Of a scrape that nobody repeats. */
export const maxRetries = 2
const firstBackoff = 250
/** Longest wait that a site may ask for, in milliseconds. */
export const longestRetryAfter = 30_000

/** Fails with the last failure when no attempt gave a page. */
export const attemptAll = Effect.fnUntraced(function* (plan: CapturePlan) {
  const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(plan.timeout)
  const attempts: Array<Attempt> = []
  const triedSteps = new Set<string>()
  /** Milliseconds until the same is tried again, as the application says or else by the rule that `usual` follows. */
  const waitFor = (failed: Omit<FailedAttempt, "attempt" | "url">, usual: Effect.Effect<number | undefined>) =>
    plan.hooks?.retry === undefined || isOfHook(failed.error)
      ? usual
      : askRetry(plan.hooks, { ...failed, url: plan.url.href, attempt: retries + 1 }).pipe(
          Effect.mapError((reason) => new CaptureError({ url: plan.url.href, reason })),
          Effect.flatMap((wait) => (wait === undefined ? usual : Effect.succeed(wait === false ? undefined : wait)))
        )
  let best: { readonly read: Read; readonly verdict: PageVerdict; readonly engine: Step["engine"] } | undefined
  let step: Step | undefined = plan.first
  let retries = 0
  while (step !== undefined) {
    const current: Step = step
    triedSteps.add(nameOf(current))
    const began = yield* Clock.currentTimeMillis
    const result = yield* Effect.result(
      Effect.flatMap(plan.load(current, Duration.millis(Math.max(1, deadline - began))), plan.read)
    )
    const now = yield* Clock.currentTimeMillis
    const left = deadline - now
    const tookMs = now - began
    if (Result.isFailure(result)) {
      const { failure } = result
      attempts.push({ ...current, kind: kindOf(failure.reason), detail: failure.reason.message.slice(0, 300), tookMs })
      const wait = yield* waitFor(
        { error: failure.reason, kind: kindOf(failure.reason) },
        retries < plan.maxRetries && passes(failure.reason)
          ? backoff(failure.reason, retries)
          : Effect.succeed(undefined)
      )
      if (wait !== undefined && wait < left) {
        retries++
        yield* Effect.sleep(wait)
        continue
      }
      if (best === undefined && current.engine === "fetch" && plan.mayRender && isMalformed(failure.reason)) {
        step = { ...current, engine: "browser" }
        continue
      }
      // A shell or a block page says more than the failure to get behind it.
      if (best === undefined) return yield* failure
      break
    }
    const read = result.success
    const { headers, status } = read.response
    const verdict = judgeAnswer(read, plan.url, current.engine)
    const mayRetry = retries < plan.maxRetries
    const usual = !mayRetry
      ? undefined
      : read.response.endedEarly === true
        ? firstBackoff * 2 ** retries
        : retryAfter(status, headers["retry-after"], now)
    const isWhole = verdict.kind === "ok" && read.response.endedEarly !== true
    const wait = isWhole
      ? usual
      : yield* waitFor({ response: { status, headers }, kind: verdict.kind }, Effect.succeed(usual))
    const detail = [refreshedFrom(read.response.refreshed), verdict.evidence].filter((part) => part !== undefined)
    attempts.push({
      ...current,
      kind: verdict.kind,
      status,
      ...(detail.length === 0 ? {} : { detail: detail.join("; ") }),
      tookMs
    })
    best = { read, verdict, engine: current.engine }
    if (wait !== undefined && wait < left) {
      retries++
      yield* Effect.sleep(wait)
      continue
    }
    step = nextStep(current, verdict, plan, triedSteps)
  }
  const { engine, verdict, read } = best!
  const { evidence, kind, vendor } = verdict
  const outcome: CaptureOutcome = {
    kind,
    ...(vendor === undefined ? {} : { vendor }),
    ...(evidence === undefined ? {} : { evidence }),
    attempts
  }
  return { ...read, engine, outcome } satisfies CapturedPage
})

const judgeAnswer = ({ content, mediaType, response }: Read, requested: URL, engine: Step["engine"]): PageVerdict => {
  if (content.read !== undefined) return content.read.judged
  const { body, headers, status, url } = response
  return isHtml(mediaType)
    ? judgePage({ status, headers, html: content.html, requested, url, engine })
    : judgeFile({ status, headers, requested, url }, body)
}

/** That another page was read than the one that answered first, which only sends its visitors on. */
const refreshedFrom = (pages: ReadonlyArray<string> | undefined): string | undefined =>
  pages === undefined ? undefined : `the refresh of ${pages.join(", ").slice(0, 300)} was followed`

const nameOf = ({ engine, proxy }: Step): string => `${engine}/${proxy}`

const nextStep = (
  current: Step,
  verdict: PageVerdict,
  plan: CapturePlan,
  triedSteps: ReadonlySet<string>
): Step | undefined => {
  const browser: Step = { ...current, engine: "browser" }
  const wanted: Array<Step> = []
  const isFilledByScripts = (verdict.kind === "empty" || verdict.kind === "ok") && verdict.script
  if (isFilledByScripts && plan.mayRender) wanted.push(browser)
  if (verdict.kind === "blocked" && verdict.vendor !== "login") {
    if (plan.mayRender && verdict.script) wanted.push(browser)
    wanted.push({ ...current, proxy: "stealth" })
    if (plan.mayRender) wanted.push({ engine: "browser", proxy: "stealth" })
    // A browser with no other way out has seen what it can.
    if (plan.first.engine === "fetch" && !plan.mayStealth.browser) wanted.push({ engine: "fetch", proxy: "stealth" })
  }
  const may = ({ engine, proxy }: Step) =>
    proxy === "basic" || plan.first.proxy === "stealth" || plan.mayStealth[engine]
  return wanted.find((step) => may(step) && !triedSteps.has(nameOf(step)))
}

const isMalformed = (reason: CaptureReason): boolean =>
  reason._tag === "ConnectionFailed" && isMalformedAnswer(reason.detail)

/** The application has decided already, or its decision went wrong. */
const isOfHook = (reason: CaptureReason | undefined): boolean =>
  reason?._tag === "Vetoed" || reason?._tag === "HookFailed"

/** Failures that are over as soon as one asks again. */
const passes = (reason: CaptureReason): boolean =>
  reason._tag === "Overloaded" || (reason._tag === "ConnectionFailed" && isDroppedConnection(reason.detail))

/** Doubles each time, and differs among those who failed together; our own overload says how long it takes. */
const backoff = (reason: CaptureReason, retries: number): Effect.Effect<number> =>
  Effect.map(Random.next, (random) => {
    const least = reason._tag === "Overloaded" ? reason.retryAfterSeconds * 1000 : 0
    return least + firstBackoff * 2 ** retries * (0.5 + random)
  })

/** How long the site asks to wait, in milliseconds; undefined when it asks for nothing or too much. */
const retryAfter = (status: number, header: string | undefined, now: number): number | undefined => {
  const wait = status === 429 || status === 503 ? retryAfterMs(header, now) : undefined
  return wait === undefined || wait > longestRetryAfter ? undefined : wait
}
