/** A site that outlives the server that crawls it: each page links to two more, and takes its time. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface EndlessSite {
  readonly url: string
  readonly close: () => Promise<void>
}

export const startEndlessSite = async (latencyMs: number): Promise<EndlessSite> => {
  const server = createServer(({ url = "/" }, response) => {
    const at = Number(url.slice(1))
    if (Number.isNaN(at)) return void response.writeHead(404).end()
    const links = [at * 2 + 1, at * 2 + 2].map((next) => `<a href="/${next}">Bed ${next}</a>`).join(" ")
    setTimeout(() => {
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          `<!doctype html><title>Bed ${at}</title><main><h1>Bed ${at}</h1><p>A bed of the garden.</p>${links}</main>`
        )
    }, latencyMs)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}
