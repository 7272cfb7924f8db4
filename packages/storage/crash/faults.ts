/** What can happen to a crawl, drawn by a seed. */
import type { ChildProcess } from "node:child_process"
import type { Postgres } from "../test/support/postgres.ts"
import type { Proxy } from "../test/support/proxy.ts"
import { points, type Point } from "./points.ts"
import type { Random } from "./random.ts"

/** How a worker is started again. */
export interface Restart {
  readonly point?: Point
  readonly times?: number
  readonly fullMs?: number
}

export interface World {
  readonly random: Random
  /** Kills the worker with this number, and starts it again. */
  readonly restart: (worker: number, orders: Restart) => Promise<ChildProcess>
  readonly workers: number
  readonly postgres?: { readonly server: Postgres; readonly proxy: Proxy } | undefined
}

export interface Fault {
  readonly name: string
  /** Whether processes are killed. */
  readonly kills: number
  readonly happen: (world: World) => Promise<void>
}

export const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

const anyWorker = ({ random, workers }: World): number => random.between(0, workers)

const common: ReadonlyArray<Fault> = [
  {
    name: "a worker is killed at a random moment",
    kills: 1,
    happen: async (world) => void (await world.restart(anyWorker(world), {}))
  },
  {
    name: "a worker is killed at a named point",
    kills: 2,
    happen: async (world) => {
      const number = anyWorker(world)
      const point = world.random.of(points)
      const worker = await world.restart(number, { point, times: world.random.between(1, 8) })
      // One that does not come to the point in its time is killed where it is.
      await Promise.race([new Promise((resolve) => worker.once("exit", resolve)), wait(3000)])
      await world.restart(number, {})
    }
  },
  {
    name: "all workers are killed at once",
    kills: 3,
    happen: async (world) => {
      await Promise.all(Array.from({ length: world.workers }, (_, number) => world.restart(number, {})))
    }
  }
]

const ofSqlite: ReadonlyArray<Fault> = [
  {
    name: "the disk is full",
    kills: 1,
    happen: async (world) => {
      const fullMs = world.random.between(500, 2000)
      await world.restart(anyWorker(world), { fullMs })
      await wait(fullMs)
    }
  }
]

const onPostgres = (
  name: string,
  kills: number,
  happen: (postgres: NonNullable<World["postgres"]>, random: Random) => Promise<void>
): Fault => ({ name, kills, happen: ({ postgres, random }) => happen(postgres!, random) })

const ofPostgres: ReadonlyArray<Fault> = [
  onPostgres("PostgreSQL is killed", 1, async ({ server }, random) => {
    await server.kill()
    await wait(random.between(0, 2000))
    await server.startAgain()
  }),
  onPostgres("PostgreSQL is restarted", 0, async ({ server }, random) => {
    await server.shutDown()
    await wait(random.between(0, 1000))
    await server.startAgain()
  }),
  onPostgres("PostgreSQL takes no connections", 0, async ({ proxy }, random) => {
    proxy.away = true
    await wait(random.between(200, 3000))
    proxy.away = false
  }),
  onPostgres("PostgreSQL is slow", 0, async ({ proxy }, random) => {
    proxy.delay = random.between(100, 2000)
    await wait(4000)
    proxy.delay = 0
  }),
  onPostgres("PostgreSQL is read-only", 0, async ({ server }, random) => {
    await server.execute("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    await wait(random.between(500, 2000))
    await server.execute(
      "SET default_transaction_read_only = off",
      "ALTER SYSTEM RESET default_transaction_read_only",
      "SELECT pg_reload_conf()"
    )
  }),
  ...(["before", "after", "silence"] as const).map((fault) =>
    onPostgres(`the network is cut mid-statement (${fault})`, 0, async ({ proxy }, random) => {
      for (let cut = 0; cut < (fault === "silence" ? 1 : 3); cut++) {
        proxy.arm(random.between(1, 60), fault)
        for (let waited = 0; waited < 10 && !proxy.struck(); waited++) await wait(100)
        proxy.disarm()
      }
    })
  ),
  onPostgres("all connections are cut", 0, async ({ proxy }) => proxy.cutAll())
]

export const faultsOf = (kind: "sqlite" | "postgres"): ReadonlyArray<Fault> => [
  ...common,
  ...(kind === "sqlite" ? ofSqlite : ofPostgres)
]
