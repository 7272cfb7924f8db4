// Jobs on a file, that another instance reads, and what a server keeps in it.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"

const folder = mkdtempSync(join(tmpdir(), "orbweaver-stores-"))
const file = join(folder, "orbweaver.sqlite")
const options = { egress: { allowLocal: true }, stores: sqlite(file) }
const first = createOrbweaver(options)
const { id } = await first.crawl(process.env.SITE, { limit: 5, sitemap: "skip" })

// Its rate limits and idempotency keys are in the file, too.
const limits = { credits: Infinity, tokens: Infinity, concurrency: 2, retention: "1 day" }
const plan = { ...limits, requestsPerMinute: { crawl: 2 } }
const api = await first.http({ authenticate: () => ({ id: "ada", plan }) })
const start = async (key) => {
  const headers = { "content-type": "application/json", "x-idempotency-key": key }
  const init = { method: "POST", headers, body: JSON.stringify({ url: process.env.SITE, limit: 1 }) }
  return (await api.fetch(new Request("http://127.0.0.1/v2/crawl", init))).status
}
const key = "0c8f2f2e-24c3-4b0f-8f5e-6a1d5f0c7e11"
assert.deepEqual([await start(key), await start(key), await start(key)], [200, 409, 429])
await first.close()
const second = createOrbweaver({ ...options, stores: sqlite(file), worker: false })
assert.equal((await second.getCrawlStatus(id)).data.length, 2)
await second.close()

// The command says what waits in the folder, and copies it.
const bin = "node_modules/orbweaver/bin/orbweaver.js"
const command = (...args) => execFileSync(process.execPath, [bin, ...args], { encoding: "utf8", stdio: "pipe" })
const load = JSON.parse(command("status", "--json", "--data", folder))
assert.deepEqual(Object.keys(load), ["open", "latePages", "longestWaitMs", "slowHosts", "workers"])
const copy = join(folder, "copy")
command("backup", copy, "--data", folder)
assert.match(command("jobs", "--data", copy), new RegExp(`^${id}  crawl  completed`, "m"))
rmSync(folder, { recursive: true })
