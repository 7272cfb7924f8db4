/** `WebhookOutbox` in memory: deliveries that wait, are on their way, or were given up. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { JobId } from "../../model/Job.ts"
import { type Delivery, isFinalEvent, maxDeliveryLosses, type OutboxService, WebhookOutbox } from "../Webhooks.ts"

export interface Outbox {
  readonly service: OutboxService
  readonly add: (delivery: Delivery) => void
  /** Drops the job's undelivered events. */
  readonly forget: (id: JobId) => void
}

/** A delivery that is on its way, or failed and due again later. */
interface Waiting {
  readonly delivery: Delivery
  readonly dueAt: number
}

export const makeOutbox = (): Outbox => {
  const ready = new Map<string, Delivery>()
  const later = new Map<string, Waiting>()
  /** Deliveries that have failed once. */
  const refused = new Set<string>()
  const dead = new Map<JobId, Array<{ readonly number: number; readonly reason: string }>>()

  const forget = (id: string): void => {
    ready.delete(id)
    later.delete(id)
    refused.delete(id)
  }

  /** The last event of a job waits for all others, and the others for the first while it is on its way. */
  const waitsForOthers = ({ jobId, number, type }: Delivery): boolean => {
    if (!isFinalEvent(type)) return number > 1 && isOnItsWay(`${jobId}-1`)
    const untold = (other: Delivery): boolean =>
      other.jobId === jobId && other.number < number && other.attempt <= maxDeliveryLosses && !refused.has(other.id)
    return [...ready.values()].some(untold) || [...later.values()].some(({ delivery }) => untold(delivery))
  }

  const isOnItsWay = (id: string): boolean => {
    const delivery = ready.get(id) ?? later.get(id)?.delivery
    return delivery !== undefined && delivery.attempt > 0 && delivery.attempt <= maxDeliveryLosses && !refused.has(id)
  }

  const service = WebhookOutbox.of({
    take: (count, leaseMs) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [id, { delivery, dueAt }] of later) {
          if (dueAt > now) continue
          later.delete(id)
          ready.set(id, delivery)
        }
        const taken: Array<Delivery> = []
        for (const [id, waiting] of ready) {
          if (taken.length >= count) break
          if (waitsForOthers(waiting)) continue
          const delivery = { ...waiting, attempt: waiting.attempt + 1 }
          ready.delete(id)
          later.set(id, { delivery, dueAt: now + leaseMs })
          taken.push(delivery)
        }
        return taken
      }),
    delivered: ({ id }) => Effect.sync(() => forget(id)),
    failed: (delivery, reason, retryAt) =>
      Effect.sync(() => {
        const { id, jobId, number } = delivery
        if (!later.has(id)) return
        if (retryAt !== undefined) {
          later.set(id, { delivery, dueAt: retryAt })
          refused.add(id)
          return
        }
        forget(id)
        dead.set(jobId, [...(dead.get(jobId) ?? []), { number, reason }])
      }),
    dead: (id) => Effect.sync(() => dead.get(id) ?? [])
  })

  return {
    service,
    add: (delivery) => void ready.set(delivery.id, delivery),
    forget: (job) => {
      dead.delete(job)
      for (const { id, jobId } of [...ready.values(), ...[...later.values()].map(({ delivery }) => delivery)]) {
        if (jobId === job) forget(id)
      }
    }
  }
}
