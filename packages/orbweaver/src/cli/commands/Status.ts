/** `orbweaver status`: what waits and what runs in a store, and who works on it. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { counted } from "@orbweaver/core/internal/support/counted"
import { askStore, storeFlags } from "../settings/adapters.ts"
import { json } from "../flags/flags.ts"
import { print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"

export const status = Command.make(
  "status",
  { json, ...storeFlags },
  Effect.fn(function* (given) {
    const input = yield* stores.existing(given)
    const { load, workers } = yield* askStore(
      input,
      JobStore.use((store) => Effect.all({ load: store.load, workers: store.workers }))
    )
    if (input.json) return yield* print(JSON.stringify({ ...load, workers }, null, 2))
    if (load.open.length === 0) yield* print("No job runs.")
    for (const { jobs, kind, running, status, waiting } of load.open) {
      yield* print(
        `${kind}  ${status}  ${counted(jobs, "job")}  ${counted(waiting, "page")} waiting  ${running} running`
      )
    }
    if (load.longestWaitMs > 0) yield* print(`A job has waited ${inSeconds(load.longestWaitMs)} for a worker.`)
    if (load.latePages > 0) {
      yield* print(`${counted(load.latePages, "page")} late: the worker was killed, or does not answer.`)
    }
    for (const { delayMs, host, running, waitMs } of load.slowHosts) {
      const pace = delayMs > 0 ? `, one each ${inSeconds(delayMs)}` : ""
      yield* print(`${host}  next page in ${inSeconds(waitMs)}${pace}  ${running} running`)
    }
    for (const { host, isGone, lastBeatAt, pid, running, startedAt, version } of workers) {
      const state = isGone
        ? `gone, last heard of ${new Date(lastBeatAt).toISOString()}`
        : `${counted(running, "page")} running`
      yield* print(`worker ${version}  ${host} process ${pid}  since ${new Date(startedAt).toISOString()}  ${state}`)
    }
    if (load.open.length > 0 && workers.every(({ isGone }) => isGone)) {
      yield* print("No worker is there: start one with `orbweaver worker`, or with a server.")
    }
  })
).pipe(Command.withDescription("Show what waits and what runs in a store, and its workers"))

const inSeconds = (milliseconds: number): string => Duration.format(Duration.seconds(Math.ceil(milliseconds / 1000)))
