/**
 * Sends what waits in the outbox (`Webhooks`): signed, with a deadline, a few
 * at once, retried with growing pauses, and given up as a dead letter.
 *
 * The port `WebhookSender` posts one body; `@orbweaver/egress` does it through
 * the egress policy, so a webhook never reaches a private address by accident.
 * An event for a mailbox goes to the port `Mailer`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { CaptureError } from "../model/CaptureError.ts"
import { documentOf, type Job, type JobNotFound, jobKindEntry } from "../model/Job.ts"
import { JobStore } from "./JobStore.ts"
import { type Mail, Mailer, mailOfPost } from "./Mailer.ts"
import type { StoreError } from "../model/StoreError.ts"
import {
  addressFor,
  type Delivery,
  type OutboxService,
  payload,
  retryDelays,
  sign,
  signatureHeader,
  WebhookOutbox
} from "./Webhooks.ts"
import { retryWhileAway } from "./retryWhileAway.ts"

export interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For the whole exchange. */
  readonly timeout: Duration.Duration
}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Posts the body and gives the status; follows no redirect. */
    readonly post: (post: Post) => Effect.Effect<number, CaptureError>
  }
>()("@orbweaver/core/WebhookSender") {}

export interface Options {
  /** Signs every body; unsigned when absent. */
  readonly secret?: Redacted.Redacted | undefined
  /** Milliseconds before each further attempt. */
  readonly retryDelays?: ReadonlyArray<number> | undefined
  readonly timeout?: Duration.Duration | undefined
  readonly poll?: Duration.Duration | undefined
}

/** Sends for as long as the layer lives. */
export const layer = (options: Options = {}): Layer.Layer<never, never, WebhookOutbox | WebhookSender | JobStore> =>
  Layer.effectDiscard(
    Effect.forkScoped(
      Effect.forever(
        Effect.gen(function* () {
          const sent = yield* Effect.catchCause(deliver(options), (cause) =>
            Effect.as(Effect.logWarning("Webhooks could not be read from the outbox", cause), 0)
          )
          if (sent === 0) yield* Effect.sleep(options.poll ?? Duration.millis(500))
        })
      )
    )
  )

const atOnce = 10
/** How long a delivery is ours after the time that its exchange may take, in milliseconds. */
const recordingMs = 20_000
/** How long what came of a delivery is written again and again while the store is away. */
const recordingTime = Duration.millis(recordingMs * 0.75)

/** Sends what is due now; returns how many were tried. */
export const deliver = Effect.fnUntraced(function* (options: Options = {}) {
  const outbox = yield* WebhookOutbox
  const timeout = options.timeout ?? defaultTimeout
  const longest = (yield* Mailer) === undefined ? timeout : Duration.max(timeout, mailTimeout)
  const leaseMs = Duration.toMillis(longest) + recordingMs
  const taken = yield* outbox.take(atOnce, leaseMs)
  // Events of pages are sent after the event that started their job.
  for (const isStart of [true, false]) {
    const some = taken.filter(({ type }) => (type === "started") === isStart)
    yield* sendAll(outbox, some, { ...options, timeout })
  }
  return taken.length
})

interface SendOptions extends Options {
  readonly timeout: Duration.Duration
}

/** A fault of the store costs no other delivery its word; this one is due again when its lease ends. */
const sendAll = (outbox: OutboxService, deliveries: ReadonlyArray<Delivery>, options: SendOptions) =>
  Effect.forEach(
    deliveries,
    (delivery) =>
      Effect.catchCause(attempt(outbox, delivery, options), (cause) =>
        Effect.logWarning(
          `The webhook ${delivery.id} could not be sent, or recorded as sent, and will be sent again`,
          cause
        )
      ),
    { concurrency: atOnce, discard: true }
  )

const attempt = Effect.fn("WebhookSender.attempt")(function* (
  outbox: OutboxService,
  delivery: Delivery,
  options: SendOptions
) {
  const problem = yield* send(delivery, options)
  if (problem === undefined)
    return yield* outbox.delivered(delivery).pipe(retryWhileAway("Noting a delivery", recordingTime))
  const delay = problem.isFinal ? undefined : (options.retryDelays ?? retryDelays)[delivery.attempt - 1]
  const now = yield* Clock.currentTimeMillis
  const retryAt = delay === undefined ? undefined : now + delay
  yield* outbox.failed(delivery, problem.reason, retryAt).pipe(retryWhileAway("Noting a delivery", recordingTime))
})

/** The caller's headers, but for those that say what we send and that it is from us. */
const withoutOurs = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !["content-type", signatureHeader].includes(name.toLowerCase()))
  )

/** User and password of an address as the header that they mean (RFC 7617): no address with credentials is contacted. */
const withoutCredentials = (given: URL) => {
  if (given.username === "" && given.password === "") return { url: given, headers: {} }
  const url = new URL(given)
  url.username = ""
  url.password = ""
  const pair = [given.username, given.password].map(decoded).join(":")
  return { url, headers: { authorization: `Basic ${Base64.encode(pair)}` } }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Posts a signed body; says why it was not delivered, or nothing. */
export const postSigned = Effect.fnUntraced(function* (
  {
    body,
    headers,
    url: address
  }: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { secret, timeout = defaultTimeout }: Pick<Options, "secret" | "timeout">
): Effect.fn.Return<string | undefined, never, WebhookSender> {
  const sender = yield* WebhookSender
  const given = URL.parse(address)
  if (given === null) return "is no address"
  const { headers: credentials, url } = withoutCredentials(given)
  const isAuthorized = Object.keys(headers).some((name) => name.toLowerCase() === "authorization")
  const signature = secret === undefined ? {} : { [signatureHeader]: yield* sign(secret, body) }
  return yield* sender
    .post({
      url,
      body,
      timeout,
      headers: {
        ...(isAuthorized ? {} : credentials),
        ...withoutOurs(headers),
        "content-type": "application/json",
        ...signature
      }
    })
    .pipe(
      Effect.map((status) => (status >= 200 && status < 300 ? undefined : `answered ${status}`)),
      Effect.catch((error) => Effect.succeed(error.message))
    )
})

const defaultTimeout = Duration.seconds(10)
/** Mail servers keep strangers waiting for their greeting. */
const mailTimeout = Duration.seconds(30)

/** Why an event was not delivered. */
interface Problem {
  readonly reason: string
  /** Whether another attempt would end the same way. */
  readonly isFinal: boolean
}

/** Why it was not delivered, or nothing. */
const send = Effect.fnUntraced(function* (
  delivery: Delivery,
  options: SendOptions
): Effect.fn.Return<Problem | undefined, StoreError, WebhookSender | JobStore> {
  const { headers, url } = delivery.webhook
  const mail = delivery.body === undefined ? undefined : mailOfPost({ url, body: delivery.body })
  if (mail !== undefined) return yield* sendMail({ ...mail, id: delivery.id })
  const reason =
    delivery.body === undefined
      ? yield* postSigned(
          {
            url: addressFor(delivery.webhook, delivery.jobId),
            headers,
            body: payload(delivery, yield* dataOf(delivery))
          },
          options
        )
      : yield* postSigned({ url, headers, body: delivery.body }, options)
  return reason === undefined ? undefined : { reason, isFinal: false }
})

const sendMail = Effect.fnUntraced(function* (mail: Omit<Mail, "at" | "timeout">) {
  const mailer = yield* Mailer
  if (mailer === undefined) return { reason: "this process has no mail server (`mail`)", isFinal: false }
  return yield* mailer.send({ ...mail, at: yield* DateTime.now, timeout: mailTimeout }).pipe(
    Effect.as(undefined),
    Effect.catchTag("MailFailed", ({ detail, isFinal }) => Effect.succeed({ reason: detail, isFinal }))
  )
})

const dataOf = Effect.fnUntraced(function* ({ jobId, kind, position, type }: Delivery) {
  const store = yield* JobStore
  const answers = jobKindEntry(kind).outputIdName !== undefined && type === "completed"
  if (!answers && position === undefined) return []
  const found: Effect.Effect<ReadonlyArray<object>, JobNotFound | StoreError> = Effect.gen(function* () {
    const job = yield* store.get(jobId)
    if (answers || position === undefined) return outputData(job)
    const results = yield* store.results(jobId, { after: position - 1, limit: 1 })
    return results.map(({ document }) => documentOf(job, document))
  })
  return yield* Effect.catchTag(found, "JobNotFound", () => Effect.succeed([]))
})

/** What the final event of a job says that answers with one output; nothing while there is none. */
const outputData = ({ id, kind, output }: Job): ReadonlyArray<object> => {
  const { outputIdName } = jobKindEntry(kind)
  return outputIdName === undefined || typeof output !== "object" || output === null
    ? []
    : [{ success: true, [outputIdName]: id, ...output }]
}
