/** Events of checks in memory: those that wait, are on their way, or were given up. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { LentNotification, Notification, NotificationCounts } from "../MonitorStore.ts"
import { maxDeliveryLosses, type Outbox } from "../Webhooks.ts"

interface Waiting {
  readonly notification: LentNotification
  /** Milliseconds since the epoch; absent for a dead letter. */
  readonly dueAt: number | undefined
  readonly hasFailed: boolean
}

export interface Notifications {
  readonly outbox: Outbox<LentNotification>
  readonly add: (notifications: ReadonlyArray<Notification>) => void
  /** Drops those that the predicate picks. */
  readonly drop: (isDropped: (notification: Notification) => boolean) => void
  readonly counts: (checkId: string) => NotificationCounts
}

export const makeNotifications = (): Notifications => {
  const all = new Map<string, Waiting>()

  /** The last event of a check waits for all others. */
  const waitsForOthers = ({ checkId, id, isLast }: Notification): boolean =>
    isLast &&
    [...all.values()].some(
      ({ dueAt, hasFailed, notification: other }) =>
        other.checkId === checkId &&
        other.id !== id &&
        dueAt !== undefined &&
        !hasFailed &&
        other.attempt <= maxDeliveryLosses
    )

  return {
    outbox: {
      take: (count, leaseMs) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const due = [...all.values()].filter(
            ({ dueAt, notification }) => dueAt !== undefined && dueAt <= now && !waitsForOthers(notification)
          )
          return due.slice(0, count).map((waiting) => {
            const notification = { ...waiting.notification, attempt: waiting.notification.attempt + 1 }
            all.set(notification.id, { ...waiting, notification, dueAt: now + leaseMs })
            return notification
          })
        }),
      delivered: ({ id }) => Effect.sync(() => void all.delete(id)),
      failed: ({ id }, _reason, retryAt) =>
        Effect.sync(() => {
          const waiting = all.get(id)
          if (waiting === undefined) return
          const { notification } = waiting
          const kept =
            retryAt === undefined ? { ...notification, post: { ...notification.post, body: "" } } : notification
          all.set(id, { notification: kept, dueAt: retryAt, hasFailed: true })
        })
    },
    add: (notifications) => {
      for (const notification of notifications) {
        all.set(notification.id, { notification: { ...notification, attempt: 0 }, dueAt: 0, hasFailed: false })
      }
    },
    drop: (isDropped) => {
      for (const [id, { notification }] of all) if (isDropped(notification)) all.delete(id)
    },
    counts: (checkId) => {
      const own = [...all.values()].filter(({ notification }) => notification.checkId === checkId)
      const waiting = own.filter(({ dueAt }) => dueAt !== undefined)
      return {
        waiting: waiting.length,
        untried: waiting.filter(({ hasFailed }) => !hasFailed).length,
        failed: own.length - waiting.length
      }
    }
  }
}
