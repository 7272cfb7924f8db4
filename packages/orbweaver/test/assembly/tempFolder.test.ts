// What an instance writes while it runs is in the folder that it was given, and is gone when it has ended.
import { playwright } from "@orbweaver/browser"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, InvalidInput } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let folder: string
beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-temporary-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

describe("temporaryFolder", () => {
  it("has the profiles of browsers while they run", async () => {
    const temporaryFolder = join(folder, "made")
    const profiles = async () =>
      (await readdir(temporaryFolder)).filter((name) => name.startsWith("orbweaver-profile-"))
    const orb = createOrbweaver({ egress: { allowLocal: true }, renderer: playwright(), temporaryFolder })
    await orb.scrape(site.url("/app").href, { waitFor: 1 })
    expect(await profiles()).toHaveLength(1)
    await orb.close()
    expect(await profiles()).toEqual([])
    const records = (await readdir(temporaryFolder)).find((name) => name.startsWith("orbweaver-browsers-"))
    expect(await readdir(join(temporaryFolder, records!))).toEqual([])
  })

  it("is refused where it is no path", () => {
    expect(() => createOrbweaver({ temporaryFolder: "" })).toThrow(InvalidInput)
  })
})
