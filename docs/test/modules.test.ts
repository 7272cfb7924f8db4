import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { publicModules, writeModules } from "../generate/modules.ts"

it("public modules have a page made from their sources", async () => {
  const all = publicModules()
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-modules-"))
  try {
    expect(await writeModules(folder, all)).toBeGreaterThan(all.length)
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"))
    // As HTML a page is not three times as large: 200 KB at most.
    expect(pages.filter((file) => statSync(join(folder, file)).size > 70_000)).toEqual([])
    expect(readFileSync(join(folder, "orbweaver/src.md"), "utf8")).toContain("](./src/types/CrawlInput.md)")
    const options = readFileSync(join(folder, "orbweaver/src/types/OrbweaverOptions.md"), "utf8")
    expect(options).toContain("[`Adapters`](./Adapters.md).[`formats`](./Adapters.md#formats)")
    const wide = pages.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/^```[^]*?^```/gm)].flatMap(([block]) =>
        block
          .split("\n")
          .filter((line) => line.length > 80)
          .map((line) => `${file}: ${line}`)
      )
    )
    expect(wide).toEqual([])
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
