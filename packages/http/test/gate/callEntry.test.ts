// What the log of calls keeps of a request: enough to send it again, and no secret of it.
import { callEntry, endpointOf } from "../../src/gate/callEntry.ts"
import { describe, it } from "vitest"

const answered = { id: "1", at: 5, ms: 7, endpoint: "scrape", version: "v2", status: 200 } as const
const entryOf = (body: unknown) => callEntry(answered, { accountId: "acme", key: "web", body })
const requestOf = (body: unknown) => JSON.parse(entryOf(body)?.request ?? "null")

describe("a call in the log", () => {
  it("has its site, its address and what can be sent again", ({ expect }) => {
    const body = {
      url: "https://example.com/a?page=2",
      formats: ["markdown"],
      proxy: "basic",
      budget: { maxTokens: 5 }
    }
    expect(entryOf(body)).toEqual({
      ...answered,
      accountId: "acme",
      key: "web",
      site: "example.com",
      target: body.url,
      request: JSON.stringify(body)
    })
    expect(entryOf({ query: "spiders" })).toMatchObject({ site: "", target: "spiders" })
    expect(entryOf({ urls: ["b.example/x"] })).toMatchObject({ site: "b.example", target: "b.example/x" })
    expect(entryOf(undefined)).toMatchObject({ site: "", target: "" })
  })

  it("has none of the secrets of its request, wherever they stand", ({ expect }) => {
    const body = {
      url: "https://ann:s3cret@example.com/?q=1&access_token=s3cret&X-Amz-Signature=s3cret#id_token=s3cret",
      headers: { authorization: "s3cret" },
      cookies: [{ name: "a", value: "s3cret" }],
      proxy: "http://u:s3cret@proxy.example",
      webhook: { url: "https://hook.example/?secret=s3cret", headers: { "x-key": "s3cret" }, metadata: { n: 1 } },
      scrapeOptions: {
        headers: { cookie: "s3cret" },
        actions: [
          { type: "write", text: "s3cret" },
          { type: "executeJavascript", script: "login('s3cret')" },
          { type: "click", selector: "#in" }
        ]
      },
      apiKey: "s3cret",
      prompt: "look at https://u:s3cret@in.example/ please"
    }
    const entry = entryOf(body)
    expect(JSON.stringify(entry)).not.toContain("s3cret")
    expect(entry?.target).toBe("https://example.com/?q=1")
    expect(requestOf(body)).toEqual({
      url: "https://example.com/?q=1",
      webhook: { url: "https://hook.example/", metadata: { n: 1 } },
      scrapeOptions: {
        actions: [{ type: "write" }, { type: "executeJavascript" }, { type: "click", selector: "#in" }]
      },
      prompt: "look at https://in.example/ please"
    })
  })

  it("is bounded", ({ expect }) => {
    const entry = entryOf({ url: `https://example.com/${"x".repeat(20_000)}` })
    expect(entry?.request).toBeUndefined()
    expect(entry?.target.length).toBe(2000)
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`)
    expect(entryOf(deep)?.request?.length).toBeLessThan(200)
  })

  it("is not kept where nothing is to be retained, or nobody is known", ({ expect }) => {
    expect(entryOf({ url: "https://example.com/", zeroDataRetention: true })).toBeUndefined()
    expect(callEntry(answered, { accountId: "acme", forgotten: true })).toBeUndefined()
    expect(callEntry(answered, { body: {} })).toBeUndefined()
  })

  it("has the endpoint's name in the activity, and reads of statuses are not logged", ({ expect }) => {
    expect(endpointOf("startBatchScrape")).toBe("batch_scrape")
    for (const name of ["getCrawlStatus", "constructor", "erase"]) expect(endpointOf(name)).toBeUndefined()
  })
})
