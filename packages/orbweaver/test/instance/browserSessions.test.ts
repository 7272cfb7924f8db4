// Browser sessions as the library, the unmodified SDK and plain HTTP have them, in a real browser.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { playwright } from "@orbweaver/browser"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { toNodeHandler } from "@orbweaver/http/Node"
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { start } from "@orbweaver/testing/TestSite"
import { Layer } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { createOrbweaver, layer, scraping } from "orbweaver/effect"
import { expect, it } from "vitest"

const html =
  (text: string) =>
  ({ response }: { readonly response: ServerResponse }) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(text)
  }

const siteOf = () =>
  start({
    routes: {
      "/shop": html(
        `<title>Shop</title><main><h1>Shop</h1><p>Two kinds of honey, from the hills and from the woods.</p><button onclick="document.querySelector('p').textContent = 'Sold out.'">Buy</button></main>`
      )
    }
  })

it("a program opens a browser, acts on its page call by call, and closes it", async () => {
  const site = await siteOf()
  await using orb = createOrbweaver({ egress: { allowLocal: true }, renderer: playwright() })
  {
    await using browser = await orb.openBrowser({ url: site.url("/shop"), ttl: "2 minutes" })
    expect(await browser.run("await page.click('button'); page.textContent('p')")).toMatchObject({
      result: "Sold out."
    })
    expect(await browser.html()).toContain("Sold out.")
    expect((await browser.screenshot()).byteLength).toBeGreaterThan(1000)
    const { javascriptReturns } = await browser.perform([
      { type: "executeJavascript", script: "document.querySelectorAll('button').length" }
    ])
    expect(javascriptReturns.map(({ value }) => value)).toEqual([1])
    await browser.goto(site.url("/shop?again"))
    expect(await browser.url()).toBe(site.url("/shop?again").href)
    expect(await browser.html()).toContain("Two kinds of honey")
    await expect(browser.goto("file:///etc/passwd")).rejects.toMatchObject({ _tag: "InvalidInput" })
    await expect(browser.run("1", { timeout: -1 })).rejects.toMatchObject({ _tag: "InvalidInput" })
    await browser.close()
    await expect(browser.html()).rejects.toMatchObject({ _tag: "BrowserSessionNotFound" })
  }
  await using without = createOrbweaver()
  await expect(without.openBrowser()).rejects.toMatchObject({ reason: { _tag: "NeedsBrowser" } })
  await site.close()
})

/** The API over these services, and an SDK that asks it. */
const serving = async (services: Parameters<typeof toNodeHandler>[0]) => {
  const api = await toNodeHandler(services)
  const server = createServer(api.handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await api.dispose()
  }
  return { client: new Firecrawl({ apiKey: "fc-any", apiUrl }), close, url: apiUrl }
}

it("the SDK interacts with a scraped page, and opens, uses, lists and closes browsers", async () => {
  const site = await siteOf()
  const services = scraping({ egress: { allowLocal: true }, renderer: playwright() })
  const { client, close, url } = await serving(Layer.merge(services, ApiKeys.layerOpen()))
  try {
    const { metadata } = await client.scrape(site.url("/shop").href)
    const id = metadata!.scrapeId!
    const clicked = await client.interact(id, { code: "await page.click('button'); console.log(page.url())" })
    expect(clicked).toMatchObject({ success: true, exitCode: 0, stdout: `${site.url("/shop").href}\n` })
    // The page is the same in the next call.
    expect(await client.interact(id, { code: "await page.innerText('p')" })).toMatchObject({ result: "Sold out." })
    await expect(client.interact(id, { code: "print(1)", language: "python" })).rejects.toMatchObject({ status: 400 })
    await expect(client.interact(id, { prompt: "Buy honey" })).rejects.toMatchObject({ status: 501 })
    expect((await client.stopInteraction(id)).sessionDurationMs).toBeGreaterThan(0)

    const opened = await client.browser({ ttl: 120, activityTtl: 60 })
    const run = (code: string) => client.browserExecute(opened.id!, { code, language: "node" })
    const visited = await run(`await page.goto(${JSON.stringify(site.url("/shop").href)}); await page.title()`)
    expect(visited).toMatchObject({ success: true, result: "Shop", killed: false })
    expect(await run("throw new Error('no')")).toMatchObject({ success: false, exitCode: 1, error: "Error: no" })
    expect((await client.listBrowsers()).sessions).toMatchObject([{ id: opened.id, status: "active" }])
    // The client says `bash` where its caller says nothing.
    const commands = (...lines: ReadonlyArray<string>) =>
      client.browserExecute(opened.id!, { code: lines.map((line) => `agent-browser ${line}`).join("\n") })
    const shown = await commands(`open ${site.url("/shop").href}`, "snapshot -i", "get count button")
    expect(shown).toMatchObject({ success: true, exitCode: 0 })
    const ref = /- button "Buy".* \[ref=((?:f\d+)?e\d+)\]/.exec(shown.result ?? "")?.[1]
    expect(shown.result).toMatch(/^Shop\nhttp.*\/shop\n- /)
    expect(await commands(`click @${ref}`, "get text p")).toMatchObject({ result: "\u2713 Done\nSold out." })
    expect(await commands("get title", "wait --text 'Sold out'", "get attr p nothing")).toMatchObject({ success: true })
    expect(await commands("eval '1 +'")).toMatchObject({
      success: false,
      error: expect.stringContaining("line 1, agent-browser eval '1 +': ")
    })
    await expect(client.browserExecute(opened.id!, { code: "ls" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("line 1: ls is not run")
    })
    // The newer names are of the same sessions.
    const newer = (method: string, path: string, body?: object) =>
      fetch(`${url}/v2/interact${path}`, {
        method,
        headers: { authorization: "Bearer fc-any", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }).then((answer) => answer.json())
    expect(await newer("GET", "?status=active")).toMatchObject({ sessions: [{ id: opened.id }] })
    expect(await newer("POST", `/${opened.id}/execute`, { code: "1 + 1" })).toMatchObject({ result: "2" })
    const { id: another } = (await newer("POST", "", { ttl: 60 })) as { id: string }
    expect((await client.listBrowsers()).sessions).toHaveLength(2)
    expect(await newer("DELETE", `/${another}`)).toMatchObject({ success: true })
    expect(await client.deleteBrowser(opened.id!)).toMatchObject({ success: true, creditsBilled: 2 })
    await expect(run("1")).rejects.toMatchObject({ status: 404 })
  } finally {
    await close()
    await site.close()
  }
})

it("a server outlives the scripts of its callers, whatever these return, throw or close", async () => {
  const bin = fileURLToPath(new URL("../../src/cli/program/main.ts", import.meta.url))
  const flags = ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"]
  const child = spawn(process.execPath, [...flags, bin, "serve", "--port", "0", "--rules-only"], {
    stdio: ["ignore", "pipe", "ignore"]
  })
  try {
    const [line] = (await once(createInterface(child.stdout), "line")) as [string]
    const client = new Firecrawl({ apiKey: "fc-any", apiUrl: /https?:\S+/.exec(line)![0] })
    const { id } = await client.browser({ ttl: 120 })
    const run = (code: string, timeout = 20) => client.browserExecute(id!, { code, language: "node", timeout })
    for (const code of [
      "await page.evaluate('10n')",
      "await page.evaluate('const a = {}; a.a = a; a')",
      "throw null"
    ]) {
      expect(await run(code)).toMatchObject({ success: false, exitCode: 1, killed: false })
    }
    expect(await run("await page.evaluate(() => { while (true); })", 1)).toMatchObject({ killed: true })
    expect(await run("1 + 1")).toMatchObject({ success: true, result: "2" })
    const closing = await run("await page.evaluate(() => { close(); return new Promise(() => {}) })")
    expect(closing).toMatchObject({ success: false, error: expect.stringContaining("closed") })
    await expect(run("1")).rejects.toMatchObject({ status: 404 })
    expect(await client.listBrowsers()).toMatchObject({ success: true, sessions: [] })
    expect(child.exitCode).toBeNull()
  } finally {
    child.kill()
  }
})

it("a model takes steps on the page until what was asked in words is done, or says how far it came", async () => {
  const site = await siteOf()
  const model = await startModel()
  const says = (answer: object) => ({ says: JSON.stringify({ script: "", done: false, answer: "", ...answer }) })
  model.turns = [
    says({ script: "await page.click('a.missing', { timeout: 100 })" }),
    says({ script: "await page.getByRole('button', { name: 'Buy' }).click(); await page.innerText('p')" }),
    says({ done: true, answer: "It is sold out." }),
    { status: 400 }
  ]
  const services = layer({
    egress: { allowLocal: true },
    renderer: playwright(),
    worker: false,
    model: createOpenAICompatible({ name: "local", baseURL: model.url, supportsStructuredOutputs: true })("tiny")
  })
  const { client, close } = await serving(Layer.merge(services, ApiKeys.layerOpen()))
  try {
    const { metadata } = await client.scrape(site.url("/shop").href)
    const bought = await client.interact(metadata!.scrapeId!, { prompt: "Buy honey" })
    expect(bought).toMatchObject({ success: true, output: "It is sold out.", exitCode: 0 })
    expect(bought.stdout).toContain("=> Sold out.")
    const asked = model.asked.map(({ messages }) => JSON.stringify(messages))
    expect(asked[0]).toContain("Buy honey")
    expect(asked[0]).toMatch(/button [^ ]*Buy/)
    // What went wrong is told to the model.
    expect(asked[1]).toContain("Timeout")
    expect(asked[2]).toContain("Sold out.")
    await expect(client.interact(metadata!.scrapeId!, { prompt: "Again" })).rejects.toMatchObject({ status: 503 })
    await expect(client.interact(metadata!.scrapeId!, { prompt: "Buy", code: "1" })).rejects.toMatchObject({
      status: 400
    })
  } finally {
    await close()
    model.close()
    await site.close()
  }
})

it("a model uses a page by the tools of the MCP server, and closes its browser", async () => {
  const site = await siteOf()
  const bin = fileURLToPath(new URL("../../src/cli/program/main.ts", import.meta.url))
  const args = ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning", bin, "mcp"]
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args, "--allow-local", "--rules-only"] })
  )
  const call = async (name: string, parameters: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: parameters })
    return { text: (content as ReadonlyArray<{ readonly text: string }>).map(({ text }) => text).join("\n"), isError }
  }
  try {
    const { text } = await call("interact", {
      url: site.url("/shop").href,
      code: "await page.click('button'); page.url()"
    })
    const session = /^Session: (\S+)\nPage: (\S+)\nResult: \2/.exec(text)?.[1]
    expect(session).toBeDefined()
    expect((await call("interact", { session, code: "page.innerText('p')" })).text).toContain("Result: Sold out.")
    expect(await call("stop_interact", { session })).toMatchObject({ isError: false })
    expect(await call("interact", { session, code: "1" })).toMatchObject({ isError: true })
  } finally {
    await client.close()
    await site.close()
  }
})
