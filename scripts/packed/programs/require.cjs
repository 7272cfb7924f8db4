// CommonJS gets the same module by require().
const assert = require("node:assert/strict")
const { CaptureError, createOrbweaver } = require("orbweaver")

// Every entry of the packages is one module, whoever asks for it.
const { markdownFolder } = require("orbweaver/sinks")
const { sqlite } = require("@orbweaver/storage/sqlite")
assert.equal(typeof sqlite, "function")
void import("orbweaver/sinks").then((sinks) => assert.equal(sinks.markdownFolder, markdownFolder))

const orb = createOrbweaver({ egress: { allowLocal: true } })
void (async () => {
  const { markdown } = await orb.parse({ data: "<h1>Hello</h1>", filename: "page.html" })
  assert.match(markdown, /^# Hello/)
  await assert.rejects(
    () => orb.scrape("http://nowhere.invalid/"),
    (error) => error instanceof CaptureError && error.stack.includes("require.cjs")
  )
})()
