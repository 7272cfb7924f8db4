// An ECMAScript module that scrapes, crawls and reads pages as they come, and closes nothing.
import assert from "node:assert/strict"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: true } })
const { markdown } = await orb.scrape(process.env.SITE)
assert.match(markdown, /^# Hello/)

const { data } = await orb.crawl(process.env.SITE, { limit: 5 })
assert.equal(data.length, 2)

const seen = []
for await (const page of orb.crawl(process.env.SITE, { limit: 5, sitemap: "skip" }).pages())
  seen.push(page.metadata.url)
assert.equal(seen.length, 2)
