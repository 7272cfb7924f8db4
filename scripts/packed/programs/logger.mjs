// Where an instance writes its log: a function, an object such as pino's, a logger of Effect, and nowhere unasked.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { Server } from "@orbweaver/http"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { createOrbweaver, layer } from "orbweaver/effect"

const egress = { allowLocal: true }
const lines = { function: 0, object: 0, effect: 0 }
const pino = Object.fromEntries(
  ["trace", "debug", "info", "warn", "error", "fatal"].map((level) => [
    level,
    (fields, message) => {
      assert.equal(typeof fields, "object")
      assert.equal(typeof message, "string")
      lines.object += 1
    }
  ])
)
const loggers = [
  ({ level, message }) => {
    assert.equal(typeof level + typeof message, "stringstring")
    lines.function += 1
  },
  pino,
  Logger.make(() => {
    lines.effect += 1
  }),
  undefined
]
// A site whose sitemap is refused, which the log tells.
const site = createServer(({ url }, response) => {
  response.writeHead(url === "/sitemap.xml" ? 403 : 200, { "content-type": url === "/" ? "text/html" : "text/plain" })
  response.end(url === "/robots.txt" ? `Sitemap: ${address}sitemap.xml` : "<p>A page.</p>")
})
await once(site.listen(0, "127.0.0.1"), "listening")
const address = `http://127.0.0.1:${site.address().port}/`
for (const logger of loggers) {
  const { completed } = await createOrbweaver({ egress, logger }).crawl(address)
  assert.equal(completed, 1)
}
assert.ok(lines.function > 0 && lines.object > 0 && lines.effect > 0, JSON.stringify(lines))

const api = Server.toWebHandler(Layer.merge(layer({ egress }), ApiKeys.layerOpen()))
const body = JSON.stringify({ url: address })
const headers = { "content-type": "application/json", host: "127.0.0.1" }
const post = { method: "POST", headers, body }
const { id } = await (await api.handler(new Request("http://127.0.0.1/v2/crawl", post))).json()
for (let status = ""; status !== "completed"; await new Promise((resolve) => setTimeout(resolve, 50))) {
  status = (await (await api.handler(new Request(`http://127.0.0.1/v2/crawl/${id}`, { headers }))).json()).status
  assert.ok(["scraping", "completed"].includes(status), status)
}
await api.dispose()
site.close()
