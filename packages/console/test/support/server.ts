/** A server with the console, two teams, and sites that it may visit. */
import { Duration, Effect, Layer } from "effect"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { CallLog } from "@orbweaver/core/accounts/CallLog"
import { CallRecorder } from "@orbweaver/core/accounts/CallRecorder"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Node from "@orbweaver/http/Node"
import { TestSite } from "@orbweaver/testing/TestSite"
import { withKeys } from "../../../http/test/assembly.ts"
import { loadConsole } from "../../src/index.ts"
import { routes } from "./site.ts"

export const keys = {
  admin: "fc-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  reader: "fc-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
  other: "fc-cccccccccccccccccccccccccccccccc"
}

const teams = [
  {
    id: "acme",
    credits: 100_000,
    tokens: 5000,
    billingDay: 1,
    // Midnight of it is another day in UTC.
    timeZone: "Europe/Vienna",
    keys: [
      { key: keys.admin, name: "operator", scopes: ["read", "write", "admin"] as const },
      { key: keys.reader, name: "reader", scopes: ["read"] as const }
    ]
  },
  { id: "bolt", credits: 100, keys: [{ key: keys.other, name: "bolt" }] }
]

const services = (open: boolean) =>
  Layer.mergeAll(
    withKeys(open ? ApiKeys.layerOpen() : TeamStore.layerMemory),
    Layer.provideMerge(CallRecorder.layer(), CallLog.layerMemory),
    TestSite.layerWith({ routes })
  )

export interface Running {
  /** Address of the console. */
  readonly console: string
  readonly api: string
  readonly site: (path: string) => string
  readonly jobs: typeof JobStore.Service
}

/** Serves while `use` runs. */
export const withServer = <A>(use: (running: Running) => Promise<A>, open = false): Promise<A> =>
  Effect.gen(function* () {
    const files = yield* Effect.promise(loadConsole)
    const store = yield* Effect.serviceOption(TeamStore)
    if (store._tag === "Some") for (const team of teams) yield* store.value.save(team)
    const site = yield* TestSite
    const { url } = yield* Node.listen({
      port: 0,
      console: files,
      metrics: true,
      gracefulShutdown: Duration.seconds(1)
    })
    const jobs = yield* JobStore
    return yield* Effect.promise(() =>
      use({ console: `${url}/console/`, api: url, site: (path) => site.url(path).href, jobs })
    )
  }).pipe(Effect.scoped, Effect.provide(services(open)), Effect.runPromise)

export interface Started extends Running {
  readonly close: () => Promise<void>
}

/** Serves until it is closed. */
export const startServer = (open = false): Promise<Started> => {
  const started = Promise.withResolvers<Started>()
  const closing = Promise.withResolvers<void>()
  const done = withServer((running) => {
    started.resolve({
      ...running,
      close: () => {
        closing.resolve()
        return done
      }
    })
    return closing.promise
  }, open)
  done.catch(started.reject)
  return started.promise
}
