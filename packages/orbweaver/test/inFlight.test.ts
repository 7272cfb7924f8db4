// The bound on the bytes of all scrapes of an instance, from the outside.
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { CaptureError, createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

it("refuses a scrape with Overloaded when bodies take all room and others wait already, and takes it later", async () => {
  let asked: (response: ServerResponse) => void = () => undefined
  const first = new Promise<ServerResponse>((resolve) => (asked = resolve))
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html")
    if (request.url === "/slow") asked(response)
    else response.end("<p>quick")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, inFlight: { maxBytes: 1, maxWaiting: 0 } })
    const slow = orb.scrape(`${origin}/slow`)
    const held = await first
    const refused = await orb.scrape(`${origin}/quick`).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CaptureError)
    expect((refused as CaptureError).reason).toMatchObject({ _tag: "Overloaded", retryAfterSeconds: 2 })
    held.end("<p>slow")
    expect((await slow).markdown).toBe("slow")
    expect((await orb.scrape(`${origin}/quick`)).markdown).toBe("quick")
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
