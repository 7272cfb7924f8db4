/**
 * Shows the API in a Koa application, beside its middleware.
 * Run it: `npm start -w @examples/koa-server`, then POST /v2/scrape on port 3002.
 */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { koaMiddleware } from "@orbweaver/http/mount"
import { toNodeHandler } from "@orbweaver/http/Node"
import { Layer } from "effect"
import Koa from "koa"
import { createServer } from "node:http"
import { layer } from "orbweaver/effect"

export const start = async ({ allowLocal = false, port = 3002 } = {}) => {
  const api = await toNodeHandler(Layer.merge(layer({ egress: { allowLocal } }), ApiKeys.layerOpen()))

  const app = new Koa()
  app.use(koaMiddleware(api))
  app.use((context) => {
    context.body = "A page of your own"
  })

  const server = createServer(app.callback())
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
  console.log("http://127.0.0.1:3002")
}
