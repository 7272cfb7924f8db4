// A page, a large page and a file on threads, a crawl, and no warning: what a program does wherever it runs.
import assert from "node:assert/strict"
import { createOrbweaver } from "orbweaver"
import { jsonLines } from "orbweaver/sinks"

const warnings = []
const logger = ({ level, message }) => {
  if (/warn|error|fatal/i.test(level)) warnings.push(message)
}
const orb = createOrbweaver({ egress: { allowLocal: true }, logger })
const { links, markdown } = await orb.scrape(process.env.SITE, { formats: ["markdown", "links", "product"] })
assert.match(markdown, /^# Hello/)
assert.equal(links.length, 1)
const large = await orb.parse({ data: `<title>Large</title>${"<p>Words. ".repeat(60_000)}`, filename: "large.html" })
assert.equal(large.metadata.title, "Large")
const file = await orb.parse({ data: "Tea,Price\nGreen,4\n", filename: "tea.csv" })
assert.match(file.markdown, /\| Green \| 4 \|/)
const crawl = orb.crawl(process.env.SITE, { limit: 2 })
// Where nothing can be written, the pages stay in memory.
const pages =
  process.env.PAGES === undefined
    ? (await crawl).data.length
    : (await crawl.to(jsonLines(process.env.PAGES))).counts.completed
assert.equal(pages, 2)
await orb.close()
assert.deepEqual(warnings, [])
