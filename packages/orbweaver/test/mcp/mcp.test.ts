// The MCP server as clients use it: the official client, over stdio and over HTTP.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { estimateTokens } from "@orbweaver/core/internal/support/tokens"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const bin = fileURLToPath(new URL("../../src/cli/program/main.ts", import.meta.url))
const node = ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning", bin, "mcp"]
const flags = ["--allow-local", "--rules-only", "--no-browser"]

let site: Running
let client: Client

beforeAll(async () => {
  site = await start()
  client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...node, ...flags] }))
})
afterAll(async () => {
  await client.close()
  await site.close()
})

interface Answer {
  readonly text: string
  readonly isError: boolean
}

const callWith = async (client: Client, name: string, args: Record<string, unknown>): Promise<Answer> => {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const texts = content as ReadonlyArray<{ text: string }>
  return { text: texts.map(({ text }) => text).join("\n"), isError: isError === true }
}
const call = (name: string, args: Record<string, unknown>) => callWith(client, name, args)
const at = (path: string) => site.url(path).href
const cursorIn = (text: string) => /cursor "([^"]+)"\.\]$/.exec(text)?.[1]

describe("arguments that are too many", () => {
  it("are refused in few words before each is looked at", async () => {
    const many = Array.from({ length: 15_000 }, () => ({}))
    for (const args of [
      { url: at("/"), includeTags: many },
      { url: at("/"), ["k".repeat(90_000)]: 1 },
      { url: at("/"), more: many.concat(many) }
    ]) {
      const { isError, text } = await call("scrape", args)
      expect(isError).toBe(true)
      expect(text.length).toBeLessThan(2500)
    }
    expect((await call("scrape", { url: at("/"), includeTags: many })).text).toMatch(
      /InvalidInput: Invalid arguments of scrape: includeTags: Array must contain at most/
    )
  })
})

it("an argument that a tool does not know is refused with those that it knows", async () => {
  const { isError, text } = await call("scrape", { url: at("/"), banana: 1 })
  expect(isError).toBe(true)
  expect(text).toMatch(/^InvalidInput: Invalid arguments of scrape: banana: .*expected one of url, /)
  expect((await call("scrape", { url: at("/"), maxToken: 500 })).text).toMatch(/maxToken: .*did you mean maxTokens\?/)
})

describe("the tools", () => {
  it("are listed with schemas that say what they take", async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      "scrape",
      "map",
      "search",
      "crawl",
      "crawl_status",
      "extract",
      "extract_status",
      "agent",
      "agent_status",
      "cancel",
      "interact",
      "stop_interact",
      "create_monitor",
      "list_monitors",
      "run_monitor",
      "monitor_changes",
      "delete_monitor"
    ])
    const scrape = tools[0]!
    expect(scrape.inputSchema).toMatchObject({ type: "object", required: ["url"] })
    expect(scrape.annotations).toMatchObject({ readOnlyHint: true })
  })

  it("monitors are made, listed, checked and removed; an agent says that it needs a model", async () => {
    const made = await call("create_monitor", { name: "A", schedule: "every 30 minutes", urls: [at("/article")] })
    const id = /^(\S+): A, active/.exec(made.text)![1]!
    expect((await call("list_monitors", {})).text).toContain(id)
    expect((await call("run_monitor", { monitor: id })).text).toMatch(/^Check \S+ has begun$/)
    for (;;) {
      const { text } = await call("monitor_changes", { monitor: id })
      if (text.startsWith("Check ")) break
      await new Promise((later) => setTimeout(later, 50))
    }
    expect((await call("monitor_changes", { monitor: id })).text).toContain(`new: ${at("/article")}`)
    expect((await call("delete_monitor", { monitor: id })).isError).toBe(false)
    expect(await call("monitor_changes", { monitor: id })).toMatchObject({ isError: true, text: /There is no monitor/ })
    expect(await call("agent", { prompt: "Who?" })).toMatchObject({ isError: true, text: /Agents need a model/ })
  })

  it("scrape reads a page, and long ones part by part within the budget", async () => {
    const whole = await call("scrape", { url: at("/article"), maxTokens: 100_000 })
    expect(whole.text).toContain("spider")
    expect(cursorIn(whole.text)).toBeUndefined()
    let read = ""
    let cursor: string | undefined
    do {
      const { isError, text } = await call("scrape", {
        url: at("/article"),
        maxTokens: 600,
        ...(cursor === undefined ? {} : { cursor })
      })
      expect(isError).toBe(false)
      expect(estimateTokens(text)).toBeLessThanOrEqual(600)
      cursor = cursorIn(text)
      read += cursor === undefined ? text : text.replace(/\n\n\[About .*$/s, "")
    } while (cursor !== undefined)
    expect(read).toBe(whole.text)
  })

  it("scrape answers questions, reads fields, and gives several formats under their names", async () => {
    const asked = await call("scrape", { url: at("/article"), question: "What does the spider do?" })
    expect(asked.text).toContain("> ")
    const fields = await call("scrape", {
      url: at("/article"),
      schema: { type: "object", properties: { title: { type: "string" } } }
    })
    expect(fields.text).toContain(`"title"`)
    const several = await call("scrape", { url: at("/site/5/"), formats: ["markdown", "links"] })
    expect(several.text).toMatch(/=== markdown ===[^]*=== links ===/)
  })

  it("map and crawl look at a site, and a crawl is asked again by its id", async () => {
    const mapped = await call("map", { url: at("/site/5/"), limit: 5 })
    expect(mapped.text.split("\n").every((line) => line.startsWith("http"))).toBe(true)
    const crawled = await call("crawl", { url: at("/site/5/"), limit: 3 })
    expect(crawled.text).toContain("State: completed, 3 pages read")
    const id = /^Crawl (\S+) of/.exec(crawled.text)?.[1]
    const again = await call("crawl_status", { id, maxTokens: 256 })
    expect(again.text).toContain(`Crawl ${id}`)
    expect((await call("cancel", { id })).text).toContain("ended already")
  })

  it("crawl warns of the addresses outside of its start's path", async () => {
    const { text } = await call("crawl", { url: at("/site/6/p/1") })
    // Siblings, and what the sitemap names.
    expect(text).toMatch(/^Warning: \d+ addresses outside of \/site\/6\/p\/1 were left out\. Use crawlEntireDomain/m)
  })

  it("map says why a site has no addresses", async () => {
    expect(await call("map", { url: at("/missing") })).toEqual({
      isError: false,
      text: `No addresses were found. ${at("/missing")} answered with status 404.`
    })
    expect(await call("map", { url: at("/reset") })).toMatchObject({ isError: true, text: /^CaptureError / })
  })

  it("search gives the pages behind its results when that is asked for, and why one could not be read", async () => {
    await call("scrape", { url: at("/site/5/p/2") })
    const asked = { query: "page 2", source: "local", limit: 1 }
    const plain = await call("search", asked)
    expect(plain.text).toMatch(/^1\. .+\nhttp/)
    const page = (await call("scrape", { url: at("/site/5/p/2") })).text.split("\n\n").at(-1)!
    expect(plain.text).not.toContain(page)
    expect((await call("search", { ...asked, scrape: true })).text).toContain(page)
    expect((await call("search", { query: "" })).isError).toBe(true)
  })

  it("extract puts data of pages together", async () => {
    const { text } = await call("extract", {
      urls: [at("/article")],
      schema: { type: "object", properties: { title: { type: "string" } } }
    })
    expect(text).toMatch(/Extraction \S+: completed/)
    expect(text).toContain(`"title"`)
  })
})

describe("what goes wrong", () => {
  it("is told to the model by kind", async () => {
    const missing = await call("scrape", { url: "http://no-such-host.invalid/" })
    expect(missing).toMatchObject({ isError: true })
    expect(missing.text).toMatch(/^CaptureError \(DnsFailed\): /)
    const slow = await call("scrape", { url: at("/hang"), timeout: 300 })
    expect(slow.text).toMatch(/^CaptureError \(TimedOut\): /)
    const unknown = await call("crawl_status", { id: "nothing" })
    expect(unknown).toMatchObject({ isError: true })
    expect(unknown.text).toContain("JobNotFound")
    const stale = await call("scrape", { url: at("/page"), cursor: `5-${"0".repeat(28)}` })
    expect(stale.text).toContain("start again")
  })

  it("with the parameters is said with their names", async () => {
    const wrong = await call("scrape", { url: 5, colour: "red" })
    expect(wrong).toMatchObject({ isError: true })
    expect(wrong.text).toContain("url")
    expect(wrong.text).toContain("colour")
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow("no_such_tool")
  })

  it("on the line is answered, and the next message read; standard output holds nothing but messages", async ({
    expect
  }) => {
    const child = spawn(process.execPath, [...node, ...flags], { stdio: ["pipe", "pipe", "ignore"] })
    const say = (message: unknown) =>
      child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`)
    const answers: Array<any> = []
    createInterface(child.stdout).on("line", (line) => answers.push(JSON.parse(line)))
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } }
    say("garbage")
    say({ jsonrpc: "2.0", id: 1, method: "initialize", params })
    say({ jsonrpc: "2.0", method: "notifications/initialized" })
    say("x".repeat(1_000_000))
    say({ jsonrpc: "2.0", id: 2, method: "ping" })
    await expect.poll(() => answers.at(-1)?.id).toBe(2)
    expect(answers.map(({ error, id }) => error?.code ?? id)).toEqual([-32700, 1, -32700, 2])
    child.stdin.end()
    expect(await once(child, "exit")).toEqual([0, null])
  })

  it("for the caller stops the scrape", async ({ expect }) => {
    const seen = () => site.requests().find(({ path }) => path.includes("cancelled-by-client"))
    const controller = new AbortController()
    const scraping = client.callTool(
      { name: "scrape", arguments: { url: at("/hang?cancelled-by-client") } },
      undefined,
      {
        signal: controller.signal
      }
    )
    await expect.poll(seen).toBeDefined()
    controller.abort()
    await expect(scraping).rejects.toThrow(/abort/i)
    expect(await seen()!.ended).toBe("cut")
  })
})

describe("over HTTP", () => {
  it("the same tools answer on loopback, and web pages are refused", async ({ expect }) => {
    const child = spawn(process.execPath, [...node, "--http", "0", ...flags], { stdio: ["ignore", "pipe", "pipe"] })
    let said = ""
    child.stderr.on("data", (chunk) => (said += chunk))
    await expect.poll(() => said).toContain("/mcp")
    const url = new URL(/http:\S+/.exec(said)![0])
    const other = new Client({ name: "test", version: "1.0.0" })
    // The transport's own types are less strict than this workspace's.
    await other.connect(new StreamableHTTPClientTransport(url) as never)
    const { text } = await callWith(other, "scrape", { url: at("/page") })
    expect(text).toContain("URL: ")
    await other.close()
    const page = await fetch(url, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "application/json", accept: "application/json" },
      body: "{}"
    })
    expect(page.status).toBe(403)
    const large = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { x: "x".repeat(5_000_000) } } })
    })
    expect(await large.json()).toMatchObject({ error: { code: -32700 } })
    child.kill()
    const [code] = (await once(child, "exit")) as [number | null]
    expect(code).toBe(0)
  })
})
