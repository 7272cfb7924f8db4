/**
 * Webhooks: reports the events of a job to the caller's server.
 *
 * The event is written to an outbox with the change that it reports, in one
 * transaction, and sent from there: at least once, with an id that stays the
 * same over retries and its place among the job's events, several at once. There
 * is never more than one final event, and it is sent when all others were tried
 * (docs/reference/jobs.md §17).
 */
import * as Context from "effect/Context"
import { WebCrypto } from "effect/crypto/WebCrypto"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { type JobEventType, type JobId, type JobKind, jobKindEntry } from "../model/Job.ts"
import * as ScrapeId from "../model/ScrapeId.ts"
import type { Webhook, WebhookEventType } from "../model/WebhookOptions.ts"
import type { StoreError } from "../model/StoreError.ts"

/** Which kind of delivery an event of a job makes, if the webhook wants it. */
export const isSubscribed = (webhook: Webhook | undefined, type: JobEventType | WebhookEventType): webhook is Webhook =>
  webhook !== undefined && webhook.events.some((event) => event === type)

/**
 * An event whose body was written when it happened: of a check, the changes that it found and its end; of an agent, each
 * step. It has its address with it.
 */
export interface EventPost {
  /** Names it over all attempts, and among all events. */
  readonly id: string
  /** A final event is sent once each one before it was delivered or has failed once. */
  readonly type: "page" | "completed" | "action"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Events of a job that have not been delivered. */
export interface UndeliveredEvents {
  readonly waiting: number
  /** Those that wait and have not failed yet. */
  readonly untried: number
  /** Dead letters. */
  readonly failed: number
}

/** One event on its way to one address. */
export interface Delivery {
  /** The same over all attempts. */
  readonly id: string
  readonly jobId: JobId
  readonly kind: JobKind
  readonly webhook: Webhook
  /** Number of the event within its job. */
  readonly number: number
  readonly type: JobEventType | EventPost["type"]
  readonly position?: number | undefined
  /** Why the job failed. */
  readonly error?: string | undefined
  /** What is posted, where it was written when the event happened (`EventPost`). */
  readonly body?: string | undefined
  /** 1 for the first. */
  readonly attempt: number
}

/** Times that an event may be taken, without word of what came of it, while the final event of its job waits for it. */
export const maxDeliveryLosses = 3

export interface OutboxService {
  /**
   * Deliveries that are due, oldest first, those of one job in the order of its events; leased for so many milliseconds. A
   * final event waits until each one before it was delivered or has failed once.
   */
  readonly take: (count: number, leaseMs: number) => Effect.Effect<ReadonlyArray<Delivery>, StoreError>
  readonly delivered: (delivery: Delivery) => Effect.Effect<void, StoreError>
  /**
   * Try again at this moment, in milliseconds since the epoch; a dead letter when absent, which keeps no body (`EventPost`).
   */
  readonly failed: (delivery: Delivery, reason: string, retryAt?: number) => Effect.Effect<void, StoreError>
  /** How many events of a job are left. */
  readonly counts: (id: JobId) => Effect.Effect<UndeliveredEvents, StoreError>
  /** Deliveries of a job that were given up, with the last reason. */
  readonly dead: (
    id: JobId
  ) => Effect.Effect<ReadonlyArray<{ readonly number: number; readonly reason: string }>, StoreError>
}

/** Port: events waiting to be sent. Given by the store of the jobs. */
export class WebhookOutbox extends Context.Service<WebhookOutbox, OutboxService>()("@orbweaver/core/WebhookOutbox") {}

/** Milliseconds before the second, third and fourth attempt. */
export const retryDelays: ReadonlyArray<number> = [60_000, 300_000, 900_000]

/** Header of the signature: `sha256=` and the lower-case hex HMAC-SHA256 of the body. */
export const signatureHeader = "x-firecrawl-signature"

/** Signs the bytes of a body. */
export const sign = (secret: Redacted.Redacted, body: string): Effect.Effect<string> =>
  Effect.flatMap(WebCrypto, ({ subtle }) =>
    Effect.promise(async () => {
      const text = new TextEncoder()
      const key = await subtle.importKey(
        "raw",
        text.encode(Redacted.value(secret)),
        { name: "HMAC", hash: "SHA-256" },
        false,
        ["sign"]
      )
      return `sha256=${Hex.encode(new Uint8Array(await subtle.sign("HMAC", key, text.encode(body))))}`
    })
  )

/**
 * A UUID of the event, the same at every attempt (docs/reference/jobs.md §17.2): made of the job's and the
 * event's number, which its version says (RFC 9562 §5.8).
 */
const eventUuid = (jobId: JobId, number: number): string => {
  const id = ScrapeId.ofPage(jobId, String(number))
  return `${id.slice(0, 14)}8${id.slice(15)}`
}

/** A step of a job that says what it does: its number from 1, and `data` of the event. */
export interface JobAction {
  readonly number: number
  readonly data: Schema.Json
}

/** Where numbers of actions begin, so that their ids are those of no event of the job. */
const firstAction = 2 ** 47

/** The event of a step; nothing where the job's webhook does not want it. */
export const actionPosts = (
  { id, kind, webhook }: { readonly id: JobId; readonly kind: JobKind; readonly webhook?: Webhook | undefined },
  { data, number }: JobAction
): ReadonlyArray<EventPost> => {
  if (!isSubscribed(webhook, "action")) return []
  const webhookId = eventUuid(id, firstAction + number)
  const { headers, metadata } = webhook
  const type = `${jobKindEntry(kind).webhookPrefix}.action`
  const body = JSON.stringify({ success: true, type, id, webhookId, data: [data], metadata })
  return [{ id: webhookId, type: "action", url: addressFor(webhook, id), headers, body }]
}

/** `{{JOB_ID}}` in an address is the job's id. */
export const addressFor = ({ url }: Pick<Webhook, "url">, id: JobId): string => url.replaceAll("{{JOB_ID}}", id)

/** The body of a delivery; `data` holds the document of a `page` event. */
export const payload = (delivery: Delivery, data: ReadonlyArray<unknown>): string =>
  JSON.stringify({
    success: delivery.type !== "failed",
    type: `${jobKindEntry(delivery.kind).webhookPrefix}.${delivery.type}`,
    id: delivery.jobId,
    webhookId: eventUuid(delivery.jobId, delivery.number),
    sequence: delivery.number,
    data,
    ...(delivery.error === undefined ? {} : { error: delivery.error }),
    metadata: delivery.webhook.metadata
  })
