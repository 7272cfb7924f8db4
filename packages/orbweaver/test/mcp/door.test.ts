// The tools at `/mcp` of the API: the official client, each call for the account of its key.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { localAccount } from "@orbweaver/core/accounts/Account"
import { ApiV2 } from "@orbweaver/http/internal/v2/Api"
import { type Running, start } from "@orbweaver/testing/TestSite"
import * as HttpApi from "effect/http-api/HttpApi"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"
import { tools } from "../../src/mcp/tools.ts"

const account = (id: string, plan: object = {}) => ({ ...localAccount, id, plan: { ...localAccount.plan, ...plan } })

let site: Running
let orb: Orbweaver
let server: Server
const open: Array<Client> = []

beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true } })
  const api = await orb.http({
    prefix: "/scraping",
    doors: { mcp: true },
    keys: [
      { key: "fc-ada", account: account("ada") },
      { key: "fc-bob", account: account("bob", { maxOpenJobs: 1 }) }
    ]
  })
  server = createServer((request, response) => api.handler(request, response))
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  server.close()
  server.closeAllConnections()
  await orb.close()
  await site.close()
})

const at = (path: string) => site.url(path).href

const clientOf = async (key: string) => {
  const client = new Client({ name: "test", version: "1.0.0" })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/scraping/mcp`)
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } }
  })
  // The transport's own types are less strict than this workspace's.
  await client.connect(transport as never)
  open.push(client)
  return async (name: string, args: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    const [part] = content as ReadonlyArray<{ readonly text: string }>
    return { text: part!.text, isError }
  }
}

it("each tool has an endpoint of v2 whose limits hold for it", () => {
  const endpoints = new Set<string>()
  HttpApi.reflect(ApiV2, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => void endpoints.add(endpoint.identifier)
  })
  expect(tools.map(({ endpoint }) => endpoint).filter((endpoint) => !endpoints.has(endpoint))).toEqual([])
})

it("a scrape and a crawl are read, and the crawl of one team is none to another", async () => {
  const [ada, bob] = await Promise.all([clientOf("fc-ada"), clientOf("fc-bob")])
  expect((await ada("scrape", { url: at("/page") })).text).toContain("Hello.")
  const { text } = await ada("crawl", { url: at("/site/1"), limit: 2, waitSeconds: 20 })
  const id = /^Crawl (\S+) of/.exec(text)![1]!
  expect((await ada("crawl_status", { id })).text).toContain("State: completed")
  for (const name of ["crawl_status", "cancel"]) {
    expect(await bob(name, { id })).toMatchObject({ isError: true, text: expect.stringMatching(/^JobNotFound/) })
  }
  expect(await bob("extract_status", { id })).toMatchObject({ isError: true })
})

it("a job that goes on takes the place of another in the plan, and one that is waited for counts once", async () => {
  const bob = await clientOf("fc-bob")
  const { text } = await bob("crawl", { url: at("/hang"), limit: 1, waitSeconds: 1 })
  const id = /^Crawl (\S+) of/.exec(text)![1]!
  const second = await bob("crawl", { url: at("/page"), limit: 1, waitSeconds: 0 })
  expect(second).toMatchObject({ isError: true, text: expect.stringContaining("as many jobs") })
  expect((await bob("cancel", { id })).text).toBe("Stopped.")
  expect((await bob("crawl", { url: at("/page"), limit: 1, waitSeconds: 20 })).text).toContain("1 page read")
})
