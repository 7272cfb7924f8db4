// CommonJS gets the same module by require().
const assert = require("node:assert/strict")
const { CaptureError, createOrbweaver } = require("orbweaver")

const orb = createOrbweaver({ egress: { allowLocal: true } })
void (async () => {
  const { markdown } = await orb.parse({ data: "<h1>Hello</h1>", filename: "page.html" })
  assert.match(markdown, /^# Hello/)
  await assert.rejects(
    () => orb.scrape("http://nowhere.invalid/"),
    (error) => error instanceof CaptureError && error.stack.includes("require.cjs")
  )
})()
