// Stores by their place.
import { DatabaseSync } from "node:sqlite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, InvalidInput, StoreError } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let folder: string
beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-stores-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})
const egress = { allowLocal: true }

describe("stores", () => {
  it("given as a path are a SQLite file, whose jobs another instance reads", async () => {
    const stores = join(folder, "jobs.sqlite")
    const first = createOrbweaver({ egress, stores })
    const { id } = await first.batchScrape([site.url("/article")])
    await first.close()
    expect(new DatabaseSync(stores).prepare("PRAGMA quick_check").get()).toEqual({ quick_check: "ok" })
    await using second = createOrbweaver({ egress, stores })
    expect(await second.getBatchScrapeStatus(id)).toMatchObject({ status: "completed", completed: 1 })
  })

  it.each(["", "postgres://somebody:hush@host/jobs"])("are not %j", (stores) => {
    expect(() => createOrbweaver({ stores })).toThrow(InvalidInput)
    expect(() => createOrbweaver({ stores })).not.toThrow(/hush/)
  })

  it("that cannot be opened reject the call", async () => {
    await using orb = createOrbweaver({ egress, stores: join(folder, "missing", "jobs.sqlite") })
    await expect(orb.startBatchScrape([site.url("/article")])).rejects.toThrow(StoreError)
  })
})
