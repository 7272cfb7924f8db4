// Child of main.ts: a server over SQLite with everything on, which tells what it holds when it is asked.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { playwright } from "@orbweaver/browser"
import { sqlite } from "@orbweaver/storage/sqlite"
import { createOrbweaver } from "orbweaver"
import type { Held } from "./Held.ts"

const [file = ""] = process.argv.slice(2)
const orb = createOrbweaver({
  egress: { allowLocal: true },
  stores: sqlite(file),
  worker: { concurrency: 8 },
  // Browsers end between two looks, so that many are started.
  renderer: playwright({ maxPages: 2, maxPagesPerBrowser: 20, idleTimeout: "5 seconds" })
})
const api = await orb.http()
const server = createServer(api.handler).on("upgrade", api.upgrade)
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }))

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on("message", async () => {
  // What is held, and not what the next collection would free.
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, rss } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  const held: Held = { rss, heap: heapUsed, handles: resources.length, resources, pause: delay.percentile(99.9) / 1e6 }
  delay.reset()
  process.send!(held)
})
process.on("disconnect", async () => {
  server.close()
  server.closeAllConnections()
  await orb.close()
  process.exit()
})
