// Jobs on a file, that another instance reads.
import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"

const file = "jobs.sqlite"
const options = { egress: { allowLocal: true }, stores: sqlite(file) }
const first = createOrbweaver(options)
const { id } = await first.crawl(process.env.SITE, { limit: 5, sitemap: "skip" })
await first.close()
const second = createOrbweaver({ ...options, stores: sqlite(file), worker: false })
assert.equal((await second.getCrawlStatus(id)).data.length, 2)
await second.close()
rmSync(file)
