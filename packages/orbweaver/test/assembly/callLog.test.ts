// The calls of an account, over HTTP: what came, how it went, and how to send it again.
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { localAccount } from "@orbweaver/core/accounts/Account"
import { toWebHandler } from "@orbweaver/http/Server"
import { sqlite } from "@orbweaver/storage/sqlite"
import { start } from "@orbweaver/testing/TestSite"
import * as Layer from "effect/Layer"
import { layer } from "orbweaver/effect"
import { afterAll, beforeAll, describe, it } from "vitest"

let site: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  site = await start()
})
afterAll(() => site.close())

const holders = ["one", "other"].map((id) => ({
  key: `fc-${id}`,
  name: `key of ${id}`,
  account: { ...localAccount, id }
}))

const serve = (activity?: { readonly rows?: number; readonly days?: number }) => {
  const services = layer({
    egress: { allowLocal: true },
    stores: sqlite(":memory:"),
    ...(activity === undefined ? {} : { activity })
  })
  const api = toWebHandler(Layer.merge(services, ApiKeys.layerStatic(holders)), { console: { get: () => undefined } })
  const ask = async (method: string, path: string, body?: object, id = "one"): Promise<Record<string, any>> => {
    const headers = { "content-type": "application/json", authorization: `Bearer fc-${id}` }
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await api.handler(new Request(`http://localhost${path}`, request))
    return (await answer.json()) as Record<string, any>
  }
  return { ask, dispose: () => api.dispose() }
}

const page = (path: string): string => site.url(path).href

describe("the list of calls", () => {
  it("has each call with its outcome, and opens it with its request", async ({ expect }) => {
    const { ask, dispose } = serve()
    await ask("POST", "/v2/scrape", { url: page("/article"), formats: ["markdown"], headers: { cookie: "s3cret" } })
    await ask("POST", "/v2/map", { url: page("/"), sitemap: "skip" })
    await ask("POST", "/v1/scrape", { url: "no address" })
    const crawl = await ask("POST", "/v2/crawl", { url: page("/site/1/"), limit: 1 })
    await ask("POST", "/v2/scrape", { url: page("/forgotten"), zeroDataRetention: true })
    const listed = () => ask("GET", "/console/api/calls")
    await expect.poll(async () => (await listed())["calls"]?.length).toBe(4)
    const { calls } = await listed()
    expect(calls.map(({ endpoint, status, version }: any) => [endpoint, version, status])).toEqual([
      ["crawl", "v2", 200],
      ["scrape", "v1", 400],
      ["map", "v2", 200],
      ["scrape", "v2", 200]
    ])
    expect(calls[0].resultId).toBe(crawl["id"])
    const { call } = await ask("GET", `/console/api/calls/${calls[3].id}`)
    expect(call).toMatchObject({ credits: 1, key: "key of one", target: page("/article") })
    expect(call.request).toEqual({ url: page("/article"), formats: ["markdown"] })
    expect((await ask("POST", "/v2/scrape", call.request))["success"]).toBe(true)
    expect(await ask("GET", `/console/api/calls/${calls[3].id}`, undefined, "other")).toMatchObject({ success: false })
    expect((await ask("GET", "/console/api/calls", undefined, "other"))["calls"]).toEqual([])
    await dispose()
  })

  it("is filtered and read page by page", async ({ expect }) => {
    const { ask, dispose } = serve()
    for (const path of ["/page?a", "/page?b", "/page?c"]) await ask("POST", "/v2/scrape", { url: page(path) })
    await ask("POST", "/v2/scrape", { url: "no address" })
    await expect.poll(async () => (await ask("GET", "/console/api/calls"))["calls"].length).toBe(4)
    const targets = async (query: string) =>
      (await ask("GET", `/console/api/calls?${query}`))["calls"].map(({ target }: any) => target)
    expect(await targets("search=PAGE%3Fb")).toEqual([page("/page?b")])
    expect(await targets("outcome=failed")).toEqual(["no address"])
    expect(await targets("endpoint=map")).toEqual([])
    expect(await targets(`site=${site.url("/").hostname}&outcome=succeeded`)).toHaveLength(3)
    const first = await ask("GET", "/console/api/calls?limit=3")
    expect(first["calls"]).toHaveLength(3)
    const rest = await ask("GET", `/console/api/calls?limit=3&cursor=${first["cursor"]}`)
    expect([rest["calls"].length, rest["cursor"]]).toEqual([1, undefined])
    await dispose()
  })

  it("is what /v2/team/activity lists, with each job once", async ({ expect }) => {
    const { ask, dispose } = serve()
    await ask("POST", "/v2/scrape", { url: page("/article") })
    const { id } = await ask("POST", "/v2/batch/scrape", { urls: [page("/page")] })
    const activity = (query = "") => ask("GET", `/v2/team/activity${query}`)
    await expect.poll(async () => (await activity())["data"].length).toBe(2)
    await expect
      .poll(async () => (await activity())["data"][0])
      .toMatchObject({ id, endpoint: "batch_scrape", status: "completed" })
    const first = await activity("?limit=1")
    expect(first).toMatchObject({ has_more: true, data: [{ id }] })
    const second = await activity(`?limit=1&cursor=${first["cursor"]}`)
    expect(second).toMatchObject({ has_more: false, cursor: null, data: [{ endpoint: "scrape", status: "completed" }] })
    expect((await ask("GET", `/v2/scrape/${second["data"][0].id}`))["success"]).toBe(true)
    expect((await activity("?endpoint=scrape"))["data"]).toHaveLength(1)
    await dispose()
  })

  it("keeps no more than the rows that are asked for, and none for 0", async ({ expect }) => {
    const { ask, dispose } = serve({ rows: 2 })
    for (const path of ["/page?1", "/page?2", "/page?3"]) await ask("POST", "/v2/scrape", { url: page(path) })
    const listed = async () => (await ask("GET", "/console/api/calls"))["calls"].map(({ target }: any) => target)
    await expect.poll(listed).toEqual([page("/page?3"), page("/page?2")])
    await dispose()
  })

  it("loses what is erased", async ({ expect }) => {
    const { ask, dispose } = serve()
    await ask("POST", "/v2/scrape", { url: page("/page?erased") })
    await expect.poll(async () => (await ask("GET", "/console/api/calls"))["calls"].length).toBe(1)
    const { erased } = await ask("POST", "/v2/team/erase", { host: site.url("/").hostname })
    expect(erased.calls).toBe(1)
    expect((await ask("GET", "/console/api/calls"))["calls"]).toEqual([])
    await dispose()
  })
})
