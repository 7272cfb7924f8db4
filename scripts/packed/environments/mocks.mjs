// Each of these replaces what programs send requests with; an instance that calls `fetch` sees them. One a process: msw and
// nock do not stand each other.
import assert from "node:assert/strict"
import { fromFetch } from "@orbweaver/fetch/fromFetch"
import { createOrbweaver } from "orbweaver"

const body = "<main><h1>Mocked</h1><p>A page that no server has.</p></main>"
const html = { "content-type": "text/html" }

/** Each gives `/tea`, twice, and sends `/old` there; it fails for any other address. */
const mocks = {
  msw: async () => {
    const { http, HttpResponse } = await import("msw")
    const { setupServer } = await import("msw/node")
    const server = setupServer(
      http.get("https://shop.example/tea", () => HttpResponse.html(body)),
      http.get(
        "https://shop.example/old",
        () => new HttpResponse(null, { status: 302, headers: { location: "/tea" } })
      ),
      http.get("https://shop.example/missing", () => HttpResponse.error())
    )
    server.listen({ onUnhandledRequest: "error" })
  },
  nock: async () => {
    const { default: nock } = await import("nock")
    nock.disableNetConnect()
    nock("https://shop.example").get("/tea").times(2).reply(200, body, html)
    nock("https://shop.example").get("/old").reply(302, "", { location: "/tea" })
    nock("https://shop.example").get("/missing").replyWithError("no connection")
  },
  MockAgent: async () => {
    const { MockAgent, setGlobalDispatcher } = await import("undici")
    const agent = new MockAgent()
    agent.disableNetConnect()
    setGlobalDispatcher(agent)
    const site = agent.get("https://shop.example")
    site.intercept({ path: "/tea" }).reply(200, body, { headers: html }).times(2)
    site.intercept({ path: "/old" }).reply(302, "", { headers: { location: "/tea" } })
  },
  "a stub of fetch": async () => {
    globalThis.fetch = async (url) => {
      if (url.endsWith("/missing")) throw new TypeError("fetch failed")
      return url.endsWith("/old")
        ? new Response(null, { status: 302, headers: { location: "/tea" } })
        : new Response(body, { headers: html })
    }
  }
}

await mocks[process.env.MOCK]()
const orb = createOrbweaver({ fetcher: fromFetch() })
for (const path of ["tea", "old"]) {
  const { markdown, metadata } = await orb.scrape(`https://shop.example/${path}`)
  assert.equal(markdown.trim(), "# Mocked\n\nA page that no server has.")
  assert.equal(metadata.url, "https://shop.example/tea")
}
await assert.rejects(orb.scrape("https://shop.example/missing"), { name: "CaptureError" })
await orb.close()
