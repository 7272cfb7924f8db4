// Formats, steps and sinks of somebody's own.
import assert from "node:assert/strict"
import { readFileSync, readdirSync, rmSync } from "node:fs"
import { createOrbweaver, defineFormat, defineStep } from "orbweaver"
import { jsonLines, markdownFolder } from "orbweaver/sinks"

const words = defineFormat({
  name: "words",
  uses: ["markdown"],
  run: async ({ fields }) => fields.markdown.split(/\s+/).length
})
const shout = defineStep({ name: "shout", page: ({ html }) => ({ html: html.replace("Hello", "HELLO") }) })

const orb = createOrbweaver({ egress: { allowLocal: true }, formats: [words], steps: [shout] })
const formats = ["markdown", "words"]
await orb.crawl(process.env.SITE, { limit: 5, scrapeOptions: { formats } }).to(jsonLines("pages.jsonl"))
const pages = readFileSync("pages.jsonl", "utf8").trimEnd().split("\n").map(JSON.parse)
assert.equal(pages.length, 2)
assert.ok(pages.every((page) => page.words > 40 && page.markdown.includes("HELLO")))
await orb.batchScrape([process.env.SITE]).to(markdownFolder("pages"))
assert.deepEqual(readdirSync("pages").sort(), ["index.json", "index.md"])
assert.match(readFileSync("pages/index.md", "utf8"), /^---\nurl: /)
rmSync("pages.jsonl")
rmSync("pages", { recursive: true })
