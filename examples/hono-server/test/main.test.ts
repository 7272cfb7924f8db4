import { assert, it } from "@effect/vitest"
import * as TestSite from "@orbweaver/testkit/TestSite"
import type { AddressInfo } from "node:net"
import { start } from "../main.ts"

it("scrapes through the server, and leaves the host its own pages", async () => {
  const site = await TestSite.start()
  const { close, server } = await start({ allowLocal: true, port: 0 })
  try {
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const response = await fetch(`${host}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ url: site.url("/page").href })
    })
    const { data } = (await response.json()) as { data: { markdown: string } }
    assert.include(data.markdown, "Hello.")
    const own = await fetch(`${host}/`, { headers: { connection: "close" } })
    assert.strictEqual(await own.text(), "A page of your own")
  } finally {
    await close()
    await site.close()
  }
})
