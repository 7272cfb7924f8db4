/**
 * Peak memory of one conversion of a large page, in a process of its own: how far its resident set grows over that of the
 * same process after a small page, the page itself included.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { readers } from "./contestants.ts"
import { corpusPages, generatedPages, giant } from "./pages.ts"

export const memoryTable = (corpus: string | undefined): void => {
  const pages = corpus === undefined ? generatedPages() : corpusPages(corpus)
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))
  console.log("\nPeak memory of a large page")
  for (const size of [1, 5, 20]) {
    const file = join(folder, `${size}.html`)
    writeFileSync(file, giant(pages, size * 1e6))
    const { stdout } = spawnSync(
      process.execPath,
      ["--conditions=@orbweaver/source", fileURLToPath(import.meta.url), file],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }
    )
    console.log(stdout.trimEnd())
  }
  rmSync(folder, { recursive: true })
}

const measure = (file: string): void => {
  const url = "https://site.example/"
  readers.everything({ url, html: generatedPages(1)[0]!.html })
  const before = process.memoryUsage().rss / 1e6
  const bytes = readFileSync(file)
  const page = { url, html: bytes.toString("utf8") }
  const start = performance.now()
  readers.everything(page)
  const took = performance.now() - start
  const peak = (process.resourceUsage().maxRSS * 1024) / 1e6 - before
  const megabytes = bytes.length / 1e6
  console.log(
    `${megabytes.toFixed(1).padStart(6)} MB: ${peak.toFixed(0).padStart(5)} MB, ${(peak / megabytes).toFixed(1)} × its size, ${took.toFixed(0)} ms`
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) measure(process.argv[2]!)
