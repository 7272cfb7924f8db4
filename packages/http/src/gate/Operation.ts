/**
 * One operation of the wire: what is checked before the work, and the work.
 *
 * ```
 * body ─► key ─► scope ─► rate limit ─► credits ─► block list ─► open jobs ─► idempotency ─► work
 * 400,413,415  401   403      429         402         403           429           409       (400 by its schema first)
 * ```
 *
 * The order decides which error wins (docs/reference/v2.md §1.2), so it is written
 * once, here, instead of being spread over middleware.
 */
import * as Account from "@orbweaver/core/accounts/Account"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Url from "@orbweaver/core/model/Url"
import type * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import type * as Egress from "@orbweaver/core/network/Egress"
import type { Service as CallRecorder } from "@orbweaver/core/accounts/CallRecorder"
import type { Service as ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import type { Service as RateCounter } from "@orbweaver/core/accounts/RateCounter"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ParsedSearchParams, HttpServerRequest } from "effect/http/HttpServerRequest"
import { RouteContext } from "effect/http/HttpRouter"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { egressUnder, refuseBlocked } from "../wire/decode.ts"
import { bodyOf, wireError, WireError } from "../wire/ErrorBody.ts"
import { callEntry, type CallFacts, endpointOf } from "./callEntry.ts"
import { type Origin, refuseAddress, refuseScope } from "./keyAccess.ts"
import * as Idempotency from "./Idempotency.ts"
import type { Version } from "../wire/issues.ts"
import type { WithinOpenJobs } from "./OpenJobs.ts"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { jsonType } from "../wire/jsonText.ts"
import * as RateLimits from "./RateLimits.ts"
import { type BodyLimits, hostRequest, readJson } from "../wire/readBody.ts"
import { requestId } from "../wire/requestId.ts"
import { type Failure, insufficient, wireErrorOf, unexpected } from "../wire/wireErrorOf.ts"
import { type ProfilePlace, refusedFields } from "../wire/unsupportedFields.ts"

/** A request whose caller is known and may do this. */
export interface Call {
  readonly request: HttpServerRequest
  readonly version: Version
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The parsed body, not yet checked against a schema; `undefined` for operations without one. */
  readonly body: unknown
  readonly caller: ApiKeys.KeyHolder
  /** For work that reads the body itself. */
  readonly limits: BodyLimits
  /** Names the request in its answer and in the log. */
  readonly id: string
  /** What the log of calls is to know. */
  readonly report: (facts: Pick<CallFacts, "credits" | "forgotten" | "resultId">) => void
}

/** The body of a 200, or a whole response. */
type Answer = HttpServerResponse.HttpServerResponse | object

export interface Operation extends ApiKeys.Access {
  readonly kind: Account.RequestKind
  /** `json` reads the body before anything else is checked; `raw` leaves it to the work. */
  readonly body?: "json" | "raw"
  /** Values that the lists of its body may have together. Default 20,000. */
  readonly maxItems?: number
  /** Credits or tokens that must be left, from the unchecked body. */
  readonly price?: (body: unknown) => { readonly unit: Ledger.Unit; readonly amount: number }
  /** Judge `url` of the body by the block list before its schema is checked. */
  readonly judged?: boolean
  /** Where its body has a profile in v2; v1 has none. Refused everywhere when absent. */
  readonly profile?: ProfilePlace
  /** Whether it starts a job, from the unchecked body. */
  readonly startsJob?: (body: unknown) => boolean
  /** Honours `x-idempotency-key`. */
  readonly once?: boolean
  /** The caller's key where its client has it in the unchecked body, for requests without `Authorization`. */
  readonly keyIn?: (body: unknown) => string | undefined
  /** How an error is written. The error body of v1 and v2 when absent. */
  readonly writeError?: (error: WireError, request: HttpServerRequest) => ErrorText
  readonly work: (call: Call) => Effect.Effect<Answer, Failure>
}

/** The body of an error as an operation words it. */
export interface ErrorText {
  readonly text: string
  readonly contentType: string
  /** Besides those of the error. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A request, as the application's own authentication sees it. */
export interface IncomingRequest {
  readonly method: string
  readonly url: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The host's own object, with what its middleware left there: Node's message, such as Express', or a `Request`. */
  readonly source: object
}

/**
 * `undefined` or `null` for a caller who may not ask, who is answered 401; so is whatever else is no holder, with a line
 * in the log. What it throws is logged and answered 500.
 */
export type Authenticate = (
  request: IncomingRequest
) => ApiKeys.KeyHolder | null | undefined | Promise<ApiKeys.KeyHolder | null | undefined>

/** What every operation is checked with. */
export interface Guards {
  readonly keys: ApiKeys.Service
  /** Identifies the caller, where the application does so itself. */
  readonly authenticate: Authenticate | undefined
  readonly claimedKeys: ClaimedKeys
  readonly rates: RateCounter
  readonly withinOpenJobs: WithinOpenJobs
  readonly ledger: Ledger.Service
  readonly egress: Egress.Service
  /** Why nothing is done for the page that a request comes from. */
  readonly refusePage: (headers: HttpServerRequest["headers"]) => WireError | undefined
  readonly limits: BodyLimits
  /** Proxies whose `X-Forwarded-For` says whose request it is. */
  readonly trustedProxies: ReadonlyArray<string>
  readonly newRequestId: () => string
  /** Whether requests are counted and timed. */
  readonly metrics: boolean
  /** Whether each has a line in the log. */
  readonly requestLog: boolean
  /** Keeps calls for the list of the account; absent where none are kept. */
  readonly calls?: CallRecorder | undefined
}

/** The operation as the handler of a route: it never fails, and its defects are logged and answered with 500. */
export const toHandler = (
  operation: Operation,
  version: Version,
  guards: Guards,
  name = ""
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest | ParsedSearchParams | RouteContext> =>
  Effect.contextWith((context: Context.Context<HttpServerRequest | ParsedSearchParams | RouteContext>) => {
    const request = Context.get(context, HttpServerRequest)
    const { params } = Context.get(context, RouteContext)
    const query = Context.get(context, ParsedSearchParams)
    const id = requestId(request, guards.newRequestId)
    let headers = version === "v1" ? { ...commonHeaders(id), ...deprecation(request.originalUrl) } : commonHeaders(id)
    const counted = (more: RateLimits.Headers) => void (headers = { ...headers, ...more })
    const refuse = (error: WireError) =>
      operation.writeError === undefined
        ? toResponse(error, headers)
        : inWords(operation.writeError(error, request), error, headers)
    const facts: CallFacts = {}
    const response = Effect.matchCauseEffect(
      guarded(operation, version, guards, request, params, query, counted, id, facts),
      {
        onSuccess: (answer) => {
          readAnswer(answer, facts)
          return Effect.succeed(toResponse(answer, headers))
        },
        onFailure: (cause) => Effect.map(loggedWireError(cause, version, id), refuse)
      }
    )
    const endpoint = endpointOf(name)
    return guards.calls === undefined || endpoint === undefined
      ? response
      : recorded(guards.calls, response, facts, { endpoint, version })
  })

/** The same, and the call in the list of the account. */
const recorded = <R>(
  calls: CallRecorder,
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
  facts: CallFacts,
  { endpoint, version }: { readonly endpoint: string; readonly version: Version }
) =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const answered = yield* response
    const ms = (yield* Clock.currentTimeMillis) - at
    const entry = callEntry({ id: crypto.randomUUID(), at, ms, endpoint, version, status: answered.status }, facts)
    if (entry !== undefined) yield* calls.record(entry)
    return answered
  })

/** Credits and the id of a job, where an answer has them. */
const readAnswer = (answer: Answer, facts: CallFacts): void => {
  if (HttpServerResponse.isHttpServerResponse(answer) || answer instanceof WireError || !isObject(answer)) return
  const { creditsUsed, id } = answer
  if (typeof creditsUsed === "number") facts.credits ??= creditsUsed
  if (typeof id === "string") facts.resultId ??= id
}

/** The error for the caller; internal details are logged under the request's id. */
const loggedWireError = (cause: Cause.Cause<Failure>, version: Version, id: string): Effect.Effect<WireError> => {
  // The client has disconnected, so no answer is sent.
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const failure = Cause.findErrorOption(cause)
  if (Option.isSome(failure) && failure.value._tag !== "StoreError") {
    return Effect.succeed(wireErrorOf(failure.value, version))
  }
  return Effect.logError("A request failed unexpectedly", cause).pipe(
    Effect.annotateLogs({ requestId: id }),
    Effect.as(Option.isSome(failure) ? wireErrorOf(failure.value, version) : unexpected)
  )
}

/** The day that v2 took the place of v1, in seconds. */
const supersededAt = 1_755_561_600

/** Says that v1 is superseded (RFC 9745), and by what (RFC 5829) where v2 has the same. */
const deprecation = (url: string): Record<string, string> => {
  const [path = ""] = url.replace(/^[a-z]+:\/\/[^/]*/i, "").split("?", 1)
  const successor = /\/v1\/(?:llmstxt|deep-research)/.test(path) ? undefined : path.replace("/v1/", "/v2/")
  return {
    deprecation: `@${supersededAt}`,
    ...(successor === undefined ? {} : { link: `<${successor}>; rel="successor-version"` })
  }
}

const guarded = Effect.fnUntraced(function* (
  operation: Operation,
  version: Version,
  guards: Guards,
  request: HttpServerRequest,
  params: Call["params"],
  query: Call["query"],
  counted: (headers: RateLimits.Headers) => void,
  id: string,
  facts: CallFacts
) {
  const elsewhere = guards.refusePage(request.headers)
  if (elsewhere !== undefined) return yield* elsewhere
  const body = operation.body === "json" ? yield* readJson(request, guards.limits, boundsOf(operation)) : undefined
  const caller = yield* authenticate(request, guards, operation.keyIn?.(body))
  Object.assign(facts, { accountId: caller.account.id, key: caller.account.keyName, body })
  const misplaced = refuseAddress(caller, originOf(request), guards.trustedProxies)
  if (misplaced !== undefined) return yield* misplaced
  yield* admit(operation, body, caller, guards, counted)
  if (operation.judged === true) yield* checkTarget(body, egressOf(body, guards.egress))
  const refused = refusedFields(body, version === "v2" ? operation.profile : undefined)
  const work = Effect.gen(function* () {
    // A promise of privacy or safety that is not kept: no operation, strict or not, answers without it.
    if (refused !== undefined) return yield* refused
    if (operation.once === true) {
      yield* Idempotency.claim(guards.claimedKeys, caller.account, request.headers["x-idempotency-key"])
    }
    return yield* operation.work({
      request,
      version,
      params,
      query,
      body,
      caller,
      limits: guards.limits,
      id,
      report: (more) => void Object.assign(facts, more)
    })
  }).pipe(Effect.provideService(Account.CurrentAccount, caller.account))
  return yield* operation.startsJob?.(body) === true ? guards.withinOpenJobs(caller.account, work) : work
})

/**
 * Whether the key of the caller may do this, and the plan has a request and the price left for it; fails with 403, 429 or
 * 402. `counted` gets what the answer says of the requests that are left.
 */
export const admit = Effect.fnUntraced(function* (
  { kind, price, ...access }: Pick<Operation, "kind" | "price" | keyof ApiKeys.Access>,
  body: unknown,
  caller: ApiKeys.KeyHolder,
  { ledger, rates }: Pick<Guards, "ledger" | "rates">,
  counted: (headers: RateLimits.Headers) => void = () => undefined
): Effect.fn.Return<void, WireError | StoreError> {
  const { account } = caller
  const refused = refuseScope(caller, access)
  if (refused !== undefined) return yield* refused
  counted(yield* RateLimits.consume(rates, account, kind))
  if (price === undefined) return
  const { amount, unit } = price(body)
  yield* Ledger.ensure(account, unit, amount).pipe(
    Effect.provideService(Ledger.Ledger, ledger),
    Effect.catchTag("InsufficientCredits", (error) => Effect.fail(insufficient(error)))
  )
})

const boundsOf = ({ maxItems }: Operation) => (maxItems === undefined ? undefined : { maxItems })

const unauthorized = wireError(401, "Unauthorized")
const tokenMissing = wireError(401, "Unauthorized: Token missing")
const invalidToken = wireError(401, "Unauthorized: Invalid token")

/** The scheme word is not checked: the key is the second part (docs/reference/v2.md §1.3). */
const authenticate = (
  request: HttpServerRequest,
  { authenticate: own, keys }: Guards,
  keyInBody: string | undefined
) => {
  if (own !== undefined) {
    const { headers, method, originalUrl } = request
    const asked = { method, url: originalUrl, headers, source: hostRequest(request) }
    return Effect.flatMap(
      Effect.promise(async () => own(asked)),
      (holder) => {
        if (isHolder(holder)) return Effect.succeed(holder)
        if (holder === undefined || holder === null) return Effect.fail(unauthorized)
        return Effect.andThen(Effect.logWarning(notHolder), Effect.fail(unauthorized))
      }
    )
  }
  const header = request.headers["authorization"]
  if (header !== undefined) return holderOf(header.split(" ", 2)[1], keys)
  if (keyInBody !== undefined) return holderOf(keyInBody, keys)
  return keys.anonymous === undefined ? Effect.fail(unauthorized) : Effect.succeed(keys.anonymous)
}

const originOf = ({ headers, peerAddress }: HttpServerRequest): Origin => ({
  peer: Option.getOrUndefined(peerAddress),
  forwardedFor: headers["x-forwarded-for"]
})

const notHolder =
  "`authenticate` answered neither an account nor `undefined`: expected `{ id, plan }`, and from Effect programs `{ account, scopes }`; answered 401"

/** Programs without types may answer anything. */
const isHolder = (holder: ApiKeys.KeyHolder | null | undefined): holder is ApiKeys.KeyHolder => {
  const { account, scopes } = (holder ?? {}) as Partial<ApiKeys.KeyHolder>
  return Array.isArray(scopes) && typeof account?.id === "string" && typeof account.plan === "object"
}

/** The holder of a key, or 401; shared with the WebSocket, whose key comes as a subprotocol. */
export const holderOf = (key: string | undefined, keys: ApiKeys.Service) => {
  if (key === undefined || key === "") {
    return keys.anonymous === undefined ? Effect.fail(tokenMissing) : Effect.succeed(keys.anonymous)
  }
  return Effect.flatMap(keys.find(Redacted.make(key)), (holder) =>
    holder === undefined ? Effect.fail(invalidToken) : Effect.succeed(holder)
  )
}

/** What the lists of the body leave, which stand at its top or among the options of its pages. */
const egressOf = (body: unknown, egress: Egress.Service): Egress.Service => {
  const { scrapeOptions, threatProtection } = (body ?? {}) as Readonly<Record<string, unknown>>
  const nested = isObject(scrapeOptions) ? scrapeOptions["threatProtection"] : undefined
  return [threatProtection, nested].reduce<Egress.Service>(egressUnder, egress)
}

/** E6. Other faults of the URL are reported by the schema, or by the capture. */
const checkTarget = (body: unknown, egress: Egress.Service): Effect.Effect<void, WireError> => {
  const typed = (body as { readonly url?: unknown } | undefined)?.url
  if (typeof typed !== "string") return Effect.void
  return Effect.matchEffect(Url.parse(typed), {
    onFailure: () => Effect.void,
    onSuccess: (url) => refuseBlocked(url, egress)
  })
}

const toResponse = (answer: Answer, headers: Record<string, string>): HttpServerResponse.HttpServerResponse => {
  if (HttpServerResponse.isHttpServerResponse(answer)) return HttpServerResponse.setHeaders(answer, headers)
  return answer instanceof WireError
    ? json(bodyOf(answer), answer.status, { ...headers, ...answer.headers })
    : json(answer, 200, headers)
}

const inWords = (written: ErrorText, { headers, status }: WireError, more: Record<string, string>) =>
  HttpServerResponse.text(written.text, {
    status,
    headers: { ...more, ...headers, ...written.headers },
    contentType: written.contentType
  })

/** Every answer may be read by a browser of any origin (docs/reference/v2.md §1.1). */
export const commonHeaders = (id: string): Record<string, string> => ({
  "access-control-allow-origin": "*",
  "x-request-id": id
})

/** Keys whose value is undefined are left out, as `JSON.stringify` does. */
export const json = (
  body: object,
  status: number,
  headers: Record<string, string>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(body), { status, headers, contentType: jsonType })
