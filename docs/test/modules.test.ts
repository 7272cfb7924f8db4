import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { publicModules, writeModules } from "../generate/modules.ts"

it("public modules have a page made from their sources", async () => {
  const all = publicModules()
  const some = all.filter(({ name }) =>
    ["orbweaver/sinks", "@orbweaver/core/crawl/Crawler", "@orbweaver/core/model/CaptureError"].includes(name)
  )
  expect(some).toHaveLength(3)
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-modules-"))
  try {
    expect(await writeModules(folder, some)).toBe(4)
    const sinks = readFileSync(join(folder, "orbweaver/src/sinks.md"), "utf8")
    expect(sinks).toMatch(/^# orbweaver\/sinks$/m)
    expect(sinks).toContain("markdownFolder")
    const crawler = readFileSync(join(folder, "core/src/crawl/Crawler.md"), "utf8")
    expect(crawler).toContain("An Effect service: `yield* Crawler` gives [Service](#service).")
    expect(crawler).toContain("`static` **layer**")
    expect(crawler).not.toMatch(/new Crawler|Shape/)
    const errors = readFileSync(join(folder, "core/src/model/CaptureError.md"), "utf8")
    expect(errors).toContain(
      'A tagged error: its `_tag` is `"CaptureError"`, and `Effect.catchTag("CaptureError", …)` handles it.'
    )
    expect(errors).not.toMatch(/new CaptureError|YieldableError|Schema\.\w/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
