// A screenshot with the Chrome or Chromium of the machine.
import assert from "node:assert/strict"
import { playwright } from "@orbweaver/browser"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: true }, renderer: playwright() })
const { screenshot } = await orb.scrape(process.env.SITE, { formats: ["screenshot"] })
assert.match(screenshot, /^data:image\/png;base64,/)
