// What the page costs to load.
import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { assert, it } from "vitest"

const app = fileURLToPath(new URL("../app", import.meta.url))
const maxBytes = 150_000

it("is at most 150 KB compressed, all files together", async () => {
  const entries = await readdir(app, { recursive: true, withFileTypes: true })
  let total = 0
  for (const entry of entries) {
    if (entry.isFile()) total += gzipSync(await readFile(`${entry.parentPath}/${entry.name}`)).byteLength
  }
  assert.isAbove(total, 10_000)
  assert.isBelow(total, maxBytes)
})
