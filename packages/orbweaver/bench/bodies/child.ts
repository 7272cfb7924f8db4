// Child of main.ts: a server of one process over a site that costs nothing; says what a request cost it.
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver } from "orbweaver"

const page = new TextEncoder().encode("<title>A</title><h1>A</h1><p>A page of some words.</p>")

await using orb = createOrbweaver({
  worker: false,
  egress: { allowLocal: true },
  fetcher: Layer.succeed(Fetcher, {
    fetch: ({ url }) => Effect.succeed({ url, status: 200, headers: { "content-type": "text/html" }, body: page })
  })
})
const api = await orb.http()
const server = createServer(api.handler)
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }))

/** Milliseconds that this thread has computed: what stands still because others use the machine is not ours. */
const computed = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}
let peak = 0
let pause = 0
let last = performance.now()
let lastComputed = computed()
setInterval(() => {
  const now = performance.now()
  const nowComputed = computed()
  pause = Math.max(pause, Math.min(now - last, nowComputed - lastComputed))
  last = now
  lastComputed = nowComputed
  peak = Math.max(peak, process.memoryUsage.rss())
}, 1).unref()

process.on("message", () => {
  const { system, user } = process.cpuUsage()
  process.send!({ cpu: (system + user) / 1000, pause, memory: process.memoryUsage.rss(), peak })
  peak = 0
  pause = 0
})
process.on("disconnect", () => process.exit())
await new Promise(() => undefined)
