import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { publicModules, writeModules } from "../generate/modules.ts"

it("public modules have a page made from their sources", { timeout: 240_000 }, async () => {
  const all = publicModules()
  const some = all.filter(({ name }) => ["orbweaver/sinks", "@orbweaver/fetch/Undici"].includes(name))
  expect(some).toHaveLength(2)
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-modules-"))
  try {
    expect(await writeModules(folder, some)).toBe(3)
    const sinks = readFileSync(join(folder, "orbweaver/src/sinks.md"), "utf8")
    expect(sinks).toMatch(/^# orbweaver\/sinks$/m)
    expect(sinks).toContain("markdownFolder")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
