/**
 * Shows the API in an Express application, under a path of its own and beside its routes and body parsers.
 * Run it: `npm start -w @examples/express-server`, then POST /scraping/v2/scrape on port 3002.
 */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { middleware } from "@orbweaver/http/mount"
import { toNodeHandler } from "@orbweaver/http/Node"
import { Layer } from "effect"
import express from "express"
import { createServer } from "node:http"
import { layer } from "orbweaver/effect"

export const start = async ({ allowLocal = false, port = 3002 } = {}) => {
  const prefix = "/scraping"
  const services = Layer.merge(layer({ egress: { allowLocal } }), ApiKeys.layerOpen())
  const api = await toNodeHandler(services, { prefix })

  const app = express()
  app.use(express.json())
  app.use(prefix, middleware(api))
  app.get("/", (_, response) => void response.send("A page of your own"))

  const server = createServer(app)
  server.on("upgrade", (request, socket, head) => {
    if (!api.upgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))

  const close = async () => {
    await new Promise((resolve) => server.close(resolve))
    await api.dispose()
  }
  return { server, close }
}

if (import.meta.main) {
  await start()
  console.log("http://127.0.0.1:3002/scraping")
}
