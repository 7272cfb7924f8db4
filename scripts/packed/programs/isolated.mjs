// Files and large pages in processes of their own, by the code that the packages carry; it closes nothing.
import assert from "node:assert/strict"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ isolated: true })
const { markdown } = await orb.parse({ data: "Tea,Price\nGreen,4\n", filename: "tea.csv" })
assert.match(markdown, /\| Green \| 4 \|/)
const { metadata } = await orb.parse({ data: `<title>Large</title>${"<p>Words. ".repeat(30_000)}`, filename: "a.html" })
assert.equal(metadata.title, "Large")

const small = createOrbweaver({ isolated: { memory: 20 } })
await assert.rejects(small.parse({ data: "Tea,Price\nGreen,4\n", filename: "tea.csv" }), /20 MiB of memory/)
