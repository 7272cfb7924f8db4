// The API over an instance, in the application's own server, and fifty instances side by side.
import assert from "node:assert/strict"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: true } })
const api = await orb.http({ prefix: "/scraping", authenticate: ({ headers }) => headers["x-user"] })
const ask = (path, user) => {
  const headers = { "content-type": "application/json", ...(user && { "x-user": user }) }
  const body = JSON.stringify({ url: process.env.SITE })
  return api.fetch(new Request(`http://127.0.0.1${path}`, { method: "POST", headers, body }))
}
assert.equal((await ask("/scraping/v2/scrape")).status, 401)
const { data } = await (await ask("/scraping/v2/scrape", "ada")).json()
assert.match(data.markdown, /^# Hello/)

const many = Array.from({ length: 50 }, () => createOrbweaver({ egress: { allowLocal: true } }))
const pages = await Promise.all(many.map((one) => one.scrape(new URL(process.env.SITE))))
assert.ok(pages.every(({ markdown }) => markdown.startsWith("# Hello")))
