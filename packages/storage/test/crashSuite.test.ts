/** A few seeds of the crash suite (`npm run crash`): crawls whose workers, network and database fail end whole. */
import { assert, describe, it } from "@effect/vitest"
import { isWhole, run } from "../crash/run.ts"
import { start } from "./support/postgres.ts"

const few = { pages: 100, faults: 3, workers: 2 }
const patience = { timeout: 180_000 }

describe("a crawl under faults", () => {
  it("ends whole on SQLite", patience, async () => {
    const report = await run({ ...few, kind: "sqlite", seed: 3 })
    assert.isTrue(isWhole(report), JSON.stringify(report))
  })

  it("ends whole on PostgreSQL", patience, async () => {
    // Its own, because it is killed.
    const postgres = await start()
    const report = await run({ ...few, kind: "postgres", seed: 3, postgres })
    await postgres.stop()
    assert.isTrue(isWhole(report), JSON.stringify(report))
  })
})
