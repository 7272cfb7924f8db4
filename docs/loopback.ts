/** A server on a free port of this machine, for tests of the documentation and its programs. */
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

export interface Served {
  readonly origin: string
  readonly close: () => void
}

export const serveOnLoopback = async (listener: RequestListener): Promise<Served> => {
  const server = createServer(listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
