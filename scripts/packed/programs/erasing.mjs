// What a team erases over HTTP is in no file of the store, and an agent stores nothing where that is not allowed.
import assert from "node:assert/strict"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"

const site = new URL(process.env.SITE)
const folder = mkdtempSync(join(tmpdir(), "orbweaver-erasing-"))
const orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(join(folder, "store.sqlite")) })
const api = await orb.http({ authenticate: ({ headers }) => headers["x-user"] })
const ask = async (user, path, body) => {
  const headers = { "content-type": "application/json", "x-user": user }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await api.fetch(new Request(`http://127.0.0.1${path}`, init))
  return { status: response.status, body: await response.json() }
}
const stored = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n")

const refused = await ask("ada", "/v2/agent", { prompt: "Who?", zeroDataRetention: true })
assert.equal(refused.status, 400)
assert.deepEqual(refused.body.details[0].path, ["zeroDataRetention"])

for (const user of ["ada", "bob"]) assert.equal((await ask(user, "/v2/scrape", { url: site.href })).status, 200)
const counted = await ask("ada", "/v2/team/erase", { host: site.hostname, dryRun: true })
assert.deepEqual([counted.body.dryRun, counted.body.erased.answers, counted.body.erased.cachedPages], [true, 1, 1])
const erase = async (user, body) => (await ask(user, "/v2/team/erase", body)).body.erased
assert.deepEqual(await erase("ada", { host: site.hostname }), counted.body.erased)
assert.ok(stored().includes(site.host))
assert.equal((await erase("bob", { everything: true })).answers, 1)
assert.ok(!stored().includes(site.host))
assert.deepEqual((await ask("ada", "/v2/team/erase", { url: "example" })).body.details[0].path, ["url"])
await orb.close()
rmSync(folder, { recursive: true })
