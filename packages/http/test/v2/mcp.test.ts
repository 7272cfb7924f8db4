// firecrawl-mcp, unmodified, over stdio against our server over the test site.
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { parts, served } from "../served.ts"

const page = fileURLToPath(new URL("../fixtures/upload.html", import.meta.url))
const binary = createRequire(import.meta.url).resolve("firecrawl-mcp/dist/index.js")

type Call = (tool: string, args: Record<string, unknown>) => Promise<string>

const connected = ({ api, key }: { readonly api: string; readonly key: string }) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ name: "test", version: "1.0.0" })
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [binary],
          env: { FIRECRAWL_API_URL: api, FIRECRAWL_API_KEY: key, PATH: process.env["PATH"] ?? "" },
          stderr: "ignore"
        })
      )
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )

const test = (name: string, body: (call: Call, at: (path: string) => string) => Promise<void>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const found = yield* served
      const client = yield* connected(found)
      const call: Call = async (tool, args) => {
        const { content } = await client.callTool({ name: tool, arguments: args })
        return (content as ReadonlyArray<{ text?: string }>).map(({ text }) => text ?? "").join("\n")
      }
      yield* Effect.promise(() => body(call, found.at))
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

describe("firecrawl-mcp", () => {
  test("scrapes", async (call, at) => {
    const text = await call("firecrawl_scrape", { url: at("/article"), formats: ["markdown"], onlyMainContent: true })
    assert.include(text, "A spider in the library", text)
    assert.include(text, "statusCode")
  })

  test("crawls, and reads the crawl again", async (call, at) => {
    const text = await call("firecrawl_crawl", { url: at("/site/5/"), limit: 4, sitemap: "skip" })
    const id = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/.exec(text)?.[0]
    assert.include(text, "completed", text)
    const status = await call("firecrawl_check_crawl_status", { id })
    assert.include(status, "completed", status)
  })

  test("searches, with what only the hosted service has left out", async (call, at) => {
    const text = await call("firecrawl_search", { query: `spiders ${at("/page")}`, limit: 3 })
    assert.include(text, "About web", text)
    assert.include(text, at("/page"))
  })

  test("maps", async (call, at) => {
    const text = await call("firecrawl_map", { url: at("/site/5/"), limit: 3, sitemap: "skip" })
    assert.include(text, at("/site/5/p/"), text)
  })

  test("uploads a file", async (call) => {
    const text = await call("firecrawl_parse", { filePath: page, formats: ["markdown"] })
    assert.include(text, "Loaded from a file", text)
  })

  test("tells a failure", async (call, at) => {
    const text = await call("firecrawl_scrape", { url: at("/reset"), formats: ["markdown"], maxAge: 0 })
    assert.include(text, "connection failed", text)
  })
})
