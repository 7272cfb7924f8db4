// What the page costs to load.
import { readdir, stat } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { assert, it } from "vitest"

const app = fileURLToPath(new URL("../app", import.meta.url))
const maxBytes = 150_000

it("is at most 150 KB as it is sent, all files together", async () => {
  const entries = await readdir(app, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
  let total = 0
  for (const { name, parentPath } of files) total += (await stat(`${parentPath}/${name}.br`)).size
  assert.isAbove(total, 10_000)
  assert.isBelow(total, maxBytes)
})
