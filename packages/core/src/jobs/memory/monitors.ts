/** `MonitorStore` in memory. */
import * as Effect from "effect/Effect"
import {
  firstPlace,
  lastPlace,
  type LentCheck,
  MonitorStore,
  noQuota,
  type Place,
  type Service,
  type StoredCheck,
  type StoredMonitor
} from "../MonitorStore.ts"
import { takeTurns } from "../rules/checkTurns.ts"
import { updateMonitor } from "../rules/updateMonitor.ts"
import { makeNotifications } from "./notifications.ts"

interface Entry {
  check: StoredCheck
  leaseUntil: number
}

const isBefore = (left: Place, right: Place): boolean =>
  left.createdAt < right.createdAt || (left.createdAt === right.createdAt && left.id < right.id)

const waitsSince = ({ check, leaseUntil }: Entry): number => Math.max(leaseUntil, check.createdAt)

export const makeMonitors = (): Service => {
  const monitors = new Map<string, StoredMonitor>()
  const checks = new Map<string, Entry>()
  const checksOf = new Map<string, Set<string>>()
  const openChecks = new Set<string>()
  const notifications = makeNotifications()

  const ofMonitor = (id: string): ReadonlyArray<StoredCheck> =>
    [...(checksOf.get(id) ?? [])].map((check) => checks.get(check)!.check)

  const put = (check: StoredCheck): void => {
    const { id, monitorId, open } = check
    checks.set(id, { check, leaseUntil: checks.get(id)?.leaseUntil ?? 0 })
    checksOf.set(monitorId, (checksOf.get(monitorId) ?? new Set()).add(id))
    if (open) openChecks.add(id)
    else openChecks.delete(id)
  }

  const drop = ({ id, monitorId }: StoredCheck): void => {
    checks.delete(id)
    openChecks.delete(id)
    notifications.drop(({ checkId }) => checkId === id)
    const ofMonitor = checksOf.get(monitorId)
    ofMonitor?.delete(id)
    if (ofMonitor?.size === 0) checksOf.delete(monitorId)
  }

  const openOf = (monitorId: string): StoredCheck | undefined =>
    ofMonitor(monitorId)
      .filter(({ open }) => open)
      .toSorted((left, right) => left.createdAt - right.createdAt)[0]

  return MonitorStore.of({
    save: (monitor) => Effect.sync(() => void monitors.set(monitor.id, monitor)),
    update: (accountId, id, change) =>
      updateMonitor(
        {
          read: Effect.sync(() => {
            const found = monitors.get(id)
            return found?.accountId === accountId ? { monitor: found, version: found.value } : undefined
          }),
          write: (version, { nextRunAt, value }) =>
            Effect.sync(() => {
              const found = monitors.get(id)
              if (found === undefined || found.value !== version) return undefined
              const { nextRunAt: before, ...rest } = found
              const next = nextRunAt === undefined ? before : (nextRunAt ?? undefined)
              const changed: StoredMonitor = { ...rest, value, ...(next === undefined ? {} : { nextRunAt: next }) }
              monitors.set(id, changed)
              return changed
            })
        },
        change
      ),
    get: (accountId, id) =>
      Effect.sync(() => {
        const found = monitors.get(id)
        return found?.accountId === accountId ? found : undefined
      }),
    find: (id) => Effect.sync(() => monitors.get(id)),
    list: (accountId, { after = firstPlace, limit, offset }) =>
      Effect.sync(() =>
        [...monitors.values()]
          .filter((monitor) => monitor.accountId === accountId && isBefore(after, monitor))
          .toSorted((left, right) => (isBefore(left, right) ? -1 : 1))
          .slice(offset, offset + limit)
      ),
    remove: (accountId, id) =>
      Effect.sync(() => {
        if (monitors.get(id)?.accountId !== accountId) return false
        for (const check of ofMonitor(id)) drop(check)
        return monitors.delete(id)
      }),
    due: (now, limit) =>
      Effect.sync(() =>
        [...monitors.values()]
          .filter(({ nextRunAt }) => nextRunAt !== undefined && nextRunAt <= now)
          .toSorted((left, right) => left.nextRunAt! - right.nextRunAt!)
          .slice(0, limit)
      ),
    begin: ({ at, check, monitorId, nextRunAt, overlapping }) =>
      Effect.sync(() => {
        const monitor = monitors.get(monitorId)
        if (monitor?.nextRunAt !== at) return false
        monitors.set(monitorId, { ...monitor, nextRunAt })
        put(openOf(monitorId) === undefined ? check : overlapping)
        return true
      }),
    startCheck: (check) =>
      Effect.sync(() => {
        if (!monitors.has(check.monitorId)) return undefined
        const running = openOf(check.monitorId)
        if (running === undefined) put(check)
        return running ?? check
      }),
    saveCheck: (check) =>
      Effect.sync(() => {
        if (!monitors.has(check.monitorId)) return false
        put(check)
        return true
      }),
    check: (monitorId, id) =>
      Effect.sync(() => {
        const found = checks.get(id)?.check
        return found?.monitorId === monitorId ? found : undefined
      }),
    checks: (monitorId, { after = lastPlace, limit, offset }) =>
      Effect.sync(() =>
        ofMonitor(monitorId)
          .filter((check) => isBefore(check, after))
          .toSorted((left, right) => (isBefore(left, right) ? 1 : -1))
          .slice(offset, offset + limit)
      ),
    take: (now, leaseMs, limit, quota = noQuota) =>
      Effect.sync(() => {
        const free = [...openChecks]
          .map((id) => checks.get(id)!)
          .filter(({ leaseUntil }) => leaseUntil <= now)
          .toSorted((left, right) => waitsSince(left) - waitsSince(right))
          .map(({ check }): LentCheck => ({ ...check, accountId: monitors.get(check.monitorId)?.accountId ?? "" }))
        const taken = takeTurns(free, limit, quota)
        for (const { id } of taken) checks.get(id)!.leaseUntil = now + leaseMs
        return taken
      }),
    openCheck: (monitorId) => Effect.sync(() => openOf(monitorId)),
    heartbeat: (id, leaseUntil) =>
      Effect.sync(() => {
        const entry = checks.get(id)
        if (entry !== undefined) entry.leaseUntil = leaseUntil
      }),
    conclude: (check, events) =>
      Effect.sync(() => {
        if (!monitors.has(check.monitorId) || !openChecks.has(check.id)) return false
        put({ ...check, open: false })
        notifications.add(events)
        return true
      }),
    outbox: notifications.outbox,
    notificationCounts: (checkId) => Effect.sync(() => notifications.counts(checkId)),
    forget: (monitorId, before) =>
      Effect.sync(() => {
        for (const check of ofMonitor(monitorId)) if (!check.open && check.createdAt < before) drop(check)
      }),
    erase: (erasure) =>
      Effect.sync(() => {
        const erased = [...monitors.values()].filter(erasure.monitor)
        for (const { id } of erased) monitors.delete(id)
        const erasedChecks = [...checks.values()].filter(
          ({ check }) => !monitors.has(check.monitorId) || erasure.check(check)
        )
        for (const { check } of erasedChecks) drop(check)
        notifications.drop(erasure.notification)
        return { monitors: erased.length, checks: erasedChecks.length }
      })
  })
}
