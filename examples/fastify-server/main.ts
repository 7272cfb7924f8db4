/**
 * Shows the API as a Fastify plugin under a prefix, beside the application's routes.
 * Run it: `npm start -w @examples/fastify-server`, then POST /scraping/v2/scrape on port 3002.
 */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { fastifyPlugin } from "@orbweaver/http/mount"
import { toNodeHandler } from "@orbweaver/http/Node"
import { Layer } from "effect"
import Fastify from "fastify"
import { layer } from "orbweaver/effect"

export const start = async ({ allowLocal = false, port = 3002 } = {}) => {
  const prefix = "/scraping"
  const services = Layer.merge(layer({ egress: { allowLocal } }), ApiKeys.layerOpen())
  const api = await toNodeHandler(services, { prefix })

  const app = Fastify()
  app.get("/", () => "A page of your own")
  await app.register(fastifyPlugin(api), { prefix })
  app.server.on("upgrade", (request, socket, head) => {
    if (!api.upgrade(request, socket, head)) socket.destroy()
  })
  await app.listen({ port, host: "127.0.0.1" })

  const close = async () => {
    await app.close()
    await api.dispose()
  }
  return { server: app.server, close }
}

if (import.meta.main) {
  await start()
  console.log("http://127.0.0.1:3002/scraping")
}
