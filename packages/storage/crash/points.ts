/**
 * Named places at which a worker kills itself: around the writes whose halves
 * must not be seen apart. SIGKILL leaves no time for anything.
 */
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { Effect, Layer } from "effect"

export const points = [
  "before claim",
  "after claim",
  "before settling",
  "after settling",
  "before heartbeat",
  "before task",
  "after task",
  "before webhook",
  "after webhook"
] as const
export type Point = (typeof points)[number]

const die = Effect.sync(() => process.kill(process.pid, "SIGKILL"))

/** Kills the process when the point is reached for this time, counted from 1. */
export const layer = (
  point: Point,
  times: number
): Layer.Layer<Frontier | JobQueue | WebhookOutbox, never, Frontier | JobQueue | WebhookOutbox> => {
  let left = times
  const at = (name: Point) => Effect.suspend(() => (name === point && --left <= 0 ? die : Effect.void))
  const around = <A, E, R>(name: "claim" | "settling" | "task" | "webhook", effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(at(`before ${name}`), Effect.tap(effect, at(`after ${name}`)))
  return Layer.mergeAll(
    Layer.effect(
      Frontier,
      Effect.map(Frontier, (real) => ({
        ...real,
        claim: (request) => around("claim", real.claim(request)),
        exchange: (settlements, request) => around("settling", real.exchange(settlements, request)),
        heartbeat: (leases, leaseMs) => Effect.andThen(at("before heartbeat"), real.heartbeat(leases, leaseMs))
      }))
    ),
    Layer.effect(
      JobQueue,
      Effect.map(JobQueue, (real) => ({ ...real, done: (task) => around("task", real.done(task)) }))
    ),
    Layer.effect(
      WebhookOutbox,
      Effect.map(WebhookOutbox, (real) => ({
        ...real,
        delivered: (delivery) => around("webhook", real.delivered(delivery))
      }))
    )
  )
}
