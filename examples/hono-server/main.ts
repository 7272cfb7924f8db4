/**
 * Shows the API in Hono on Node, beside its routes, WebSocket included. On other runtimes `toWebHandler(services)` of
 * `@orbweaver/http/Server` stands for `toNodeHandler`, its `handler` for `fetch`, and there is no WebSocket.
 * Run it: `npm start -w @examples/hono-server`, then POST /v2/scrape on port 3002.
 */
import { serve, type ServerType } from "@hono/node-server"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { toNodeHandler } from "@orbweaver/http/Node"
import { Layer } from "effect"
import { Hono } from "hono"
import { layer } from "orbweaver/effect"

export const start = async ({ allowLocal = false, port = 3002 } = {}) => {
  const api = await toNodeHandler(Layer.merge(layer({ egress: { allowLocal } }), ApiKeys.layerOpen()))

  const app = new Hono()
  app.use(({ req }, next) => (api.handles(req.path) ? api.fetch(req.raw) : next()))
  app.get("/", (context) => context.text("A page of your own"))

  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => resolve(started))
  })
  server.on("upgrade", (request, socket, head) => {
    if (!api.upgrade(request, socket, head)) socket.destroy()
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
