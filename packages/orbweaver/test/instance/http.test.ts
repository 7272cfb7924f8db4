// The API of an instance inside the application's own server, with the application's own authentication.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type LogEntry } from "orbweaver"
import { describe, expect, it } from "vitest"

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

describe("authenticate", () => {
  const asked = async (authenticate: unknown) => {
    const entries: Array<LogEntry> = []
    await using orb = createOrbweaver({ logger: (entry) => void entries.push(entry) })
    const api = await orb.http({ authenticate: authenticate as () => string })
    const { status } = await api.fetch(new Request("http://127.0.0.1/v2/crawl/active"))
    return { status, entries }
  }

  it.each([[null], [undefined], [""]])("that gives %j is answered 401, without a word", async (who) => {
    expect(await asked(() => who)).toEqual({ status: 401, entries: [] })
  })

  it.each([[5], [{}], [{ id: "team" }], [true]])("that gives %j is answered 401, and logged", async (who) => {
    const { entries, status } = await asked(async () => who)
    expect(status).toBe(401)
    expect(entries).toMatchObject([{ level: "warn" }])
    expect(entries[0]?.message).toContain("neither an account nor `undefined`")
  })

  it("that throws is answered 500, and its cause is logged", async () => {
    const { entries, status } = await asked(() => {
      throw new Error("the directory is away")
    })
    expect(status).toBe(500)
    expect(entries[0]?.error?.message).toContain("the directory is away")
  })

  it("that gives the id of a team is answered", async () => {
    expect(await asked(() => "team")).toEqual({ status: 200, entries: [] })
  })
})

it("logs to the logger of the instance alone, whichever way it is asked", async () => {
  const program = `
    import { createOrbweaver } from "orbweaver"
    import { createServer } from "node:http"
    const lines = []
    const orb = createOrbweaver({ logger: (entry) => lines.push(entry.message) })
    const api = await orb.http({ requestLog: true, authenticate: () => { throw new Error("away") } })
    await api.fetch(new Request("http://127.0.0.1/v2/crawl/active"))
    const server = createServer(api.handler)
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening))
    await fetch("http://127.0.0.1:" + server.address().port + "/v2/crawl/active")
    server.close()
    await orb.close()
    process.exitCode = lines.filter((line) => line.includes("failed")).length === 2 ? 0 : 1
  `
  const { stderr, stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@orbweaver/source", "--input-type=module", "--eval", program],
    { cwd: new URL("../..", import.meta.url), timeout: 60_000 }
  )
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" })
})

it("takes API keys as texts, besides those of accounts", async () => {
  await using orb = createOrbweaver()
  const { fetch: answer } = await orb.http({ keys: ["fc-text", { key: "fc-named", name: "app" }] })
  const status = async (key: string | undefined) => {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    return (await answer(new Request("http://127.0.0.1/v2/crawl/active", { headers }))).status
  }
  expect(await Promise.all(["fc-text", "fc-named", "fc-other", undefined].map(status))).toEqual([200, 200, 401, 401])
})
