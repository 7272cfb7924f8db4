/**
 * Named places at which a process kills itself: around the writes whose halves
 * must not be seen apart. SIGKILL leaves no time for anything.
 */
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import type * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreOrders } from "./target.ts"

export const points = [
  "before a commit",
  "after a commit",
  "before claiming",
  "after claiming",
  "between fetch and settling",
  "after settling",
  "before a heartbeat",
  "before the end of a task",
  "after the end of a task",
  "within a webhook",
  "between a webhook and its mark",
  "after the mark of a webhook"
] as const
type Point = (typeof points)[number]

export interface Points {
  /** Wraps the ports. */
  readonly layer: Layer.Layer<Frontier | JobQueue | WebhookOutbox, never, Frontier | JobQueue | WebhookOutbox>
  /** Kills the process when it has come to the point for the given time. */
  readonly reach: (point: Point) => void
  /** For the stores. */
  readonly aroundCommit: NonNullable<StoreOrders["aroundCommit"]>
  readonly post: (sender: WebhookSender.WebhookSender["Service"]) => WebhookSender.WebhookSender["Service"]
}

/** Points at which this process kills itself: at the `times`th time that it comes to `point`. */
export const make = (point: string | undefined, times = 1): Points => {
  let left = times
  const reach = (name: Point): void => {
    if (name === point && --left <= 0) process.kill(process.pid, "SIGKILL")
  }
  const at = (name: Point) => Effect.sync(() => reach(name))
  const around = <A, E, R>(before: Point, effect: Effect.Effect<A, E, R>, after: Point) =>
    Effect.andThen(at(before), Effect.tap(effect, at(after)))
  return {
    reach,
    aroundCommit: { before: () => reach("before a commit"), after: () => reach("after a commit") },
    post: (real) => ({
      post: (request) =>
        Effect.tap(
          Effect.raceFirst(
            real.post(request),
            Effect.andThen(Effect.sleep(1), Effect.andThen(at("within a webhook"), Effect.never))
          ),
          at("between a webhook and its mark")
        )
    }),
    layer: Layer.mergeAll(
      Layer.effect(
        Frontier,
        Effect.map(Frontier, (real) => ({
          ...real,
          claim: (request) => around("before claiming", real.claim(request), "after claiming"),
          exchange: (settlements, request) =>
            settlements.length === 0
              ? real.exchange(settlements, request)
              : around("between fetch and settling", real.exchange(settlements, request), "after settling"),
          heartbeat: (leases, leaseMs) => Effect.andThen(at("before a heartbeat"), real.heartbeat(leases, leaseMs))
        }))
      ),
      Layer.effect(
        JobQueue,
        Effect.map(JobQueue, (real) => ({
          ...real,
          done: (task) => around("before the end of a task", real.done(task), "after the end of a task")
        }))
      ),
      Layer.effect(
        WebhookOutbox,
        Effect.map(WebhookOutbox, (real) => ({
          ...real,
          delivered: (delivery) => Effect.tap(real.delivered(delivery), at("after the mark of a webhook"))
        }))
      )
    )
  }
}
