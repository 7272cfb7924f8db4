// The API of an instance inside the application's own server, with the application's own authentication.
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

const post = (body: object, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

it("shares the jobs of the instance, and knows callers by the application's own authentication", async () => {
  const site = await start()
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  const api = await orb.http({
    prefix: "/scraping",
    authenticate: ({ source }) => (source as IncomingMessage & { readonly user?: string }).user
  })
  const server = createServer((request, response) => {
    // What a middleware of the application does.
    const user = /user=(\w+)/.exec(request.headers.cookie ?? "")?.[1]
    if (api.handles(request.url ?? "")) api.handler(Object.assign(request, { user }), response)
    else response.end("mine")
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const batch = `${base}/scraping/v2/batch/scrape`
  const urls = [site.url("/page").href]

  expect(await (await fetch(`${base}/`)).text()).toBe("mine")
  expect((await fetch(batch, post({ urls }))).status).toBe(401)
  // A page of another website sends the cookie too.
  const foreign = { cookie: "user=ada", origin: "https://evil.example" }
  expect((await fetch(batch, post({ urls }, foreign))).status).toBe(403)
  const { id } = (await (await fetch(batch, post({ urls }, { cookie: "user=ada" }))).json()) as { readonly id: string }
  const { data } = await orb.waitForCrawl(id)
  expect(data[0]?.markdown).toContain("Hello.")
  const ofBob = await fetch(`${batch}/${id}`, { headers: { cookie: "user=bob" } })
  expect(ofBob.status).toBe(404)
  const ofAda = await fetch(`${batch}/${id}`, { headers: { cookie: "user=ada" } })
  expect(await ofAda.json()).toMatchObject({ status: "completed", completed: 1 })

  server.close()
  server.closeAllConnections()
  await site.close()
})

it("answers as a function of requests, and says which prefix was forgotten", async () => {
  await using orb = createOrbweaver()
  const { fetch: answer } = await orb.http()
  const at = async (api: typeof answer, path: string) =>
    (
      (await (await api(new Request(`http://127.0.0.1${path}`, post({ url: "https://example.com" })))).json()) as {
        readonly error: string
      }
    ).error
  expect(await at(answer, "/scraping/v2/scrape")).toBe(
    'Not Found: the API is mounted without a prefix, and this path needs prefix: "/scraping"'
  )
  const mounted = await orb.http({ prefix: "/scraping" })
  expect(await at(mounted.fetch, "/v2/scrape")).toBe(
    "Not Found: the API is mounted with the prefix /scraping, and this path needs no prefix"
  )
  expect(await at(answer, "/v2/nothing")).toBe("Not Found")
})
