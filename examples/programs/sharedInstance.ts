/** One instance for a program and for its clients over HTTP: `node sharedInstance.ts https://example.com`. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver, type Orbweaver } from "orbweaver"

/** The API over the instance: jobs, cached pages and limits are those of the program. */
export const serve = async (orb: Orbweaver, port = 0) => {
  const api = await orb.http()
  const server = createServer((request, response) => {
    if (api.handles(request.url ?? "")) return api.handler(request, response)
    return response.end("A page of your own")
  })
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(closed))
  }
}

if (import.meta.main) {
  const orb = createOrbweaver()
  const { url } = await serve(orb, 3002)
  const { id } = await orb.startCrawl(process.argv[2] ?? "https://example.com", { limit: 10 })
  console.log(`${url}/v2/crawl/${id}`)
}
