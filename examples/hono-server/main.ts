/**
 * Shows the API in Hono, and so in any runtime that speaks `Request` and `Response`.
 * Run it: `npm start -w @examples/hono-server`, then POST /v2/scrape on port 3002.
 */
import { serve, type ServerType } from "@hono/node-server"
import { ApiKeys } from "@orbweaver/core/ApiKeys"
import { toWebHandler } from "@orbweaver/http/Server"
import { Layer } from "effect"
import { Hono } from "hono"
import { layer } from "orbweaver"

export const start = async ({ allowLocal = false, port = 3002 } = {}) => {
  const api = toWebHandler(Layer.merge(layer({ egress: { allowLocal } }), ApiKeys.layerOpen()))

  const app = new Hono()
  app.get("/", (context) => context.text("A page of your own"))
  app.all("/v1/*", ({ req }) => api.handler(req.raw))
  app.all("/v2/*", ({ req }) => api.handler(req.raw))

  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => resolve(started))
  })
  const close = async () => {
    await new Promise((resolve) => server.close(resolve))
    await api.dispose()
  }
  return { server, close }
}

if (import.meta.main) {
  await start()
  console.log("http://127.0.0.1:3002")
}
