/**
 * How long teams wait for each other, and whether hosts and limits are respected, with hundreds of teams, tens of thousands
 * of hosts, refusals, silence and killed workers: minutes of a virtual clock on a real store.
 *
 * `npm run bench:simulation -w packages/storage [-- --store temporary|sqlite|postgres --teams 200 --hosts 50000 --minutes 5]`
 *
 * Ends with 1 when a promise was broken.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { sqlite, temporary } from "@orbweaver/storage"
import { postgres } from "@orbweaver/storage/postgres"
import { Clock, Effect } from "effect"
import { start } from "../test/support/postgres.ts"
import { table } from "./simulation/figures.ts"
import { simulate } from "./simulation/run.ts"

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "temporary" },
    teams: { type: "string", default: "200" },
    hosts: { type: "string", default: "50000" },
    minutes: { type: "string", default: "5" },
    workers: { type: "string", default: "40" },
    concurrency: { type: "string", default: "10" },
    kills: { type: "string", default: "10" },
    seed: { type: "string", default: "1" }
  }
})

const { clock, run } = simulate({
  teams: Number(values.teams),
  hosts: Number(values.hosts),
  minutes: Number(values.minutes),
  workers: Number(values.workers),
  concurrency: Number(values.concurrency),
  kills: Number(values.kills),
  seed: Number(values.seed)
})

const folder = mkdtempSync(join(tmpdir(), "orbweaver-simulation-"))
const server = values.store === "postgres" ? await start(["-c", "fsync=off"]) : undefined
const stores =
  server !== undefined
    ? postgres(server.url, { schema: "simulation", maxConnections: 4 })
    : values.store === "sqlite"
      ? sqlite(join(folder, "jobs.sqlite"))
      : temporary()

const from = performance.now()
const figures = await Effect.runPromise(run.pipe(Effect.provide(stores), Effect.provideService(Clock.Clock, clock)))
console.log(table(figures))
console.log(`${values.minutes} virtual minutes in ${((performance.now() - from) / 1000).toFixed(1)} s of real time`)
await server?.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(figures.violations.length === 0 ? 0 : 1)
