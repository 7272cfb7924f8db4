/** A few seeds of the crash suite (`npm run crash`): crawls whose processes, network and database fail end whole. */
import { assert, describe, it } from "@effect/vitest"
import { isWhole, run } from "@orbweaver/testing/crash"
import { target as postgres } from "../crash/postgres.ts"

const few = { pages: 80, faults: 2, workers: 1 }
const patience = { timeout: 180_000 }
const at = (name: string): URL => new URL(`../crash/${name}.ts`, import.meta.url)

describe("a crawl under faults", () => {
  it("ends whole on SQLite", patience, async () => {
    const report = await run({ ...few, target: at("sqlite"), seed: 3 })
    assert.isTrue(isWhole(report), JSON.stringify(report))
  })

  it("ends whole on PostgreSQL", patience, async () => {
    const report = await run({ ...few, target: at("postgres"), seed: 3 })
    await postgres.close?.()
    assert.isTrue(isWhole(report), JSON.stringify(report))
  })
})
