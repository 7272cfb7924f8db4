// `orbweaver serve` as an operator runs it: settings, what it tells about itself, and how it stops.
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { html, send } from "@orbweaver/testing/internal/site/Route"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, get } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CommandResult, runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine, startProcess } from "../support/commandProcess.ts"

let site: Running
let directory: string

/** Pages below `/gated/` are answered once the gate is open. */
let openGate: () => void
const gate = new Promise<void>((resolve) => (openGate = resolve))

beforeAll(async () => {
  site = await start({
    routes: {
      "/gated/": ({ response, url }) => void gate.then(() => send(response, html(url.pathname, "<p>Open.</p>")))
    }
  })
  directory = await mkdtemp(join(tmpdir(), "orbweaver-serve-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

interface Serving {
  readonly base: string
  /** Stops it, and waits until it has ended. */
  readonly stop: () => Promise<CommandResult>
}

const flagsOf = (flags: ReadonlyArray<string>) => ["serve", "--port", "0", "--no-browser", ...flags]
const baseOf = (line: string) => /https?:\S+/.exec(line)![0]

const serve = async (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>): Promise<Serving> => {
  const command = startCommand(flagsOf(flags), { env })
  return { base: baseOf(await nextLine(command.stdout)), stop: command.interrupt }
}

/** A server in a process of its own, for what a signal does to it. */
const serveProcess = async (...flags: ReadonlyArray<string>): Promise<Serving> => {
  const command = startProcess(flagsOf(flags))
  return { base: baseOf(await nextLine(command.stdout)), stop: command.interrupt }
}

const stopped = async ({ stop }: Serving): Promise<number> => (await stop()).code

interface Page {
  readonly metadata: { readonly url: string; readonly scrapeId: string }
}

/** What answers to different calls have. */
interface Answered {
  readonly id: string
  readonly url: string
  readonly code?: string
  readonly status: string
  readonly completed: number
  /** A page, a list of them, or something else, as the call has it. */
  readonly data: unknown
  readonly errors: ReadonlyArray<{ readonly code?: string }>
}

const call = async (base: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${base}${path}`, {
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  })
  return { status: response.status, body: (await response.json()) as Answered }
}

/** Spans as OTLP sends them, so far as they are read here. */
interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<{ readonly traceId: string; readonly name: string }>
    }>
  }>
}

describe("orbweaver serve", () => {
  it("says by status and code what a model failed at, and never what clients send again by themselves", async ({
    expect
  }) => {
    const model = await startModel()
    const names = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: model.url, MODEL_NAME: "tiny" }
    const serving = await serve(names, "--allow-local")
    const page = { url: site.url("/article"), maxAge: 0 }
    const ask = async (turn: (typeof model.turns)[number], formats: ReadonlyArray<string | object> = ["summary"]) => {
      model.turns = [turn]
      const { body, status } = await call(serving.base, "/v2/scrape", { ...page, formats })
      return [status, body.code]
    }
    // Rules answer for a model that does not, wherever they can.
    const late = { "retry-after": "3600" }
    expect(await ask({ status: 429, headers: late })).toEqual([200, undefined])
    expect(await ask({ says: "" })).toEqual([200, undefined])
    const schema = { type: "object", properties: { rank: { type: "integer" } }, required: ["rank"] }
    const json = { type: "json", schema }
    expect(await ask({ says: '{"rank":"first"}' }, [json])).toEqual([422, "MODEL_ANSWER_UNUSABLE"])
    expect(await ask({ status: 429, headers: late }, [json])).toEqual([503, "MODEL_UNAVAILABLE"])
    for (const refusal of [
      { status: 401 },
      { status: 500, body: "<h1>down</h1>" },
      { raw: "<!doctype html><p>Please sign in" },
      { cut: true }
    ] as const)
      expect([refusal, ...(await ask(refusal, [json]))]).toEqual([refusal, 503, "MODEL_UNAVAILABLE"])
    const { body: refused } = await call(serving.base, "/v2/scrape", { ...page, formats: [json] })
    expect(refused).toMatchObject({ error: expect.stringContaining(`the model of ${new URL(model.url).host}`) })

    model.turns = [{ status: 401 }]
    const mixed = await call(serving.base, "/v2/scrape", { ...page, formats: ["markdown", json] })
    expect(mixed.status).toBe(200)
    expect(mixed.body.data).toMatchObject({
      markdown: expect.stringContaining("#"),
      metadata: { formatErrors: [{ format: "json", model: "unavailable" }] }
    })

    model.turns = [{ status: 401 }]
    const batch = await call(serving.base, "/v2/batch/scrape", { urls: [page.url], maxAge: 0, formats: [json] })
    await expect
      .poll(async () => (await call(serving.base, `/v2/batch/scrape/${batch.body.id}/errors`)).body.errors[0]?.code)
      .toBe("MODEL_UNAVAILABLE")
    expect(await stopped(serving)).toBe(0)
    model.close()
  })

  it("takes settings from a file, the environment before it, and flags before both", async () => {
    const file = join(directory, "orbweaver.env")
    await writeFile(
      file,
      [
        "# settings",
        "TEST_API_KEY=fc-from-file",
        "HOST=localhost",
        "ORBWEAVER_METRICS=true",
        "ORBWEAVER_CONSOLE=false",
        "ORBWEAVER_DOORS=reader, tavily",
        "ORBWEAVER_ALLOW_LOCAL=true",
        `ORBWEAVER_PUBLIC_URL="https://file.test"`
      ].join("\n")
    )
    const serving = await serve({ ORBWEAVER_PUBLIC_URL: "https://env.test" }, "--config", file, "--host", "127.0.0.1")
    expect(serving.base).toContain("127.0.0.1")
    const key = { authorization: "Bearer fc-from-file" }
    expect((await call(serving.base, "/v2/scrape", { url: site.url("/page").href })).status).toBe(401)
    expect((await call(serving.base, "/v2/scrape", { url: site.url("/page").href }, key)).status).toBe(200)
    expect((await call(serving.base, "/v2/batch/scrape", { urls: [] }, key)).body.url).toMatch(/^https:\/\/env\.test\//)
    expect(await (await fetch(`${serving.base}/metrics`)).text()).toContain('operation="scrape",status="200"')
    expect((await fetch(`${serving.base}/console/`)).status).toBe(404)
    const read = await fetch(`${serving.base}/r/${site.url("/page").href}`, { headers: key })
    expect(await read.text()).toContain("Hello.")
    expect((await call(serving.base, "/open-webui/search", { query: "a" }, key)).status).toBe(404)
    expect((await call(serving.base, "/tavily/search", {}, key)).status).toBe(400)
    expect(await stopped(serving)).toBe(0)
  })

  it.each(["ORBWEAVER_BROWSER_SESSIONS", "ORBWEAVER_BROWSER_SESSIONS_PER_ACCOUNT"])(
    "refuses a count in %s that is none, and names it",
    async (name) => {
      for (const value of ["-1", "1.5", "many"]) {
        const { code, stderr } = await startCommand(flagsOf([]), { env: { [name]: value } }).result
        expect(code).toBe(2)
        expect(stderr).toContain(`["${name}"]`)
      }
    }
  )

  it("opens the doors that it is told to, and says which there are", async () => {
    const serving = await serve({}, "--door", "open-webui", "--door", "mcp", "--allow-local")
    const loaded = await call(serving.base, "/open-webui/load", { urls: [site.url("/page").href] })
    expect(JSON.stringify(loaded.body)).toContain("Hello.")
    const listed = await call(serving.base, "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" })
    expect(JSON.stringify(listed.body)).toContain('"name":"crawl_status"')
    expect((await fetch(`${serving.base}/r/${site.url("/page").href}`)).status).toBe(404)
    expect(await stopped(serving)).toBe(0)
    const { code, stderr } = await runToEnd(["serve", "--door", "jina"])
    expect(code).toBe(2)
    expect(stderr).toContain("open-webui")
  })

  it("refuses a proxy that is no address", async () => {
    const { code, stderr } = await runToEnd(["serve", "--trusted-proxy", "10.0.0.0/99"])
    expect(code).toBe(2)
    expect(stderr).toContain("10.0.0.0/99")
  })

  it("without keys answers its own machine and the names that are allowed", async () => {
    const serving = await serve({ ORBWEAVER_ALLOWED_ORIGINS: "https://app.test" }, "--allow-host", "box.test")
    const statusOf = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        get(`${serving.base}/v0/health/liveness`, { headers }, ({ statusCode }) => resolve(statusCode))
      })
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ host: "box.test" })).toBe(200)
    expect(await statusOf({ host: "box.test", origin: "https://app.test" })).toBe(200)
    expect(await statusOf({ host: "rebound.test" })).toBe(403)
    expect(await statusOf({ origin: "https://evil.test" })).toBe(403)
    expect(await stopped(serving)).toBe(0)
  })

  it("takes the file as JSON too, and says what is wrong with one", async () => {
    const good = join(directory, "good.json")
    await writeFile(good, JSON.stringify({ ORBWEAVER_API_KEYS: "fc-one, fc-two", ORBWEAVER_ALLOW_LOCAL: true }))
    const serving = await serve({}, "--config", good)
    expect(
      (await call(serving.base, "/v2/concurrency-check", undefined, { authorization: "Bearer fc-two" })).status
    ).toBe(200)
    await stopped(serving)
    const bad = join(directory, "bad.json")
    await writeFile(bad, '{ "PORT": [] }')
    const { code, stderr } = await runToEnd(["serve", "--config", bad])
    expect(code).toBe(2)
    expect(stderr).toContain("--config")
  })

  it("writes a JSON line for every request, with its id and without its query", async () => {
    const serving = await serve({}, "--log", "json")
    const response = await fetch(`${serving.base}/v2/crawl/active?secret=1`, { headers: { "x-request-id": "mine-1" } })
    expect(response.headers.get("x-request-id")).toBe("mine-1")
    const { code, stderr } = await serving.stop()
    expect(code).toBe(0)
    const lines = stderr
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { readonly message: string })
    const line = lines.find(({ message }) => message === "Answered")
    expect(line).toMatchObject({
      level: "INFO",
      annotations: { operation: "getActiveCrawls", path: "/v2/crawl/active", status: 200, requestId: "mine-1" }
    })
    expect(stderr).not.toContain("secret")
  })

  it("sends spans, logs and metrics to an OTLP collector, the last of them before it ends", async () => {
    const received: Record<string, Array<Traces>> = {}
    const collector = createServer((request, response) => {
      let text = ""
      request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      request.on("end", () => {
        ;(received[request.url!] ??= []).push(JSON.parse(text) as Traces)
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    })
    await once(collector.listen(0, "127.0.0.1"), "listening")
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const serving = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, "--allow-local", "--metrics")
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    await call(
      serving.base,
      "/v2/scrape",
      { url: site.url("/page").href },
      { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
    )
    expect(await stopped(serving)).toBe(0)
    collector.close()

    const spans = received["/v1/traces"]!.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    )
    const ours = spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name)
    expect(ours).toEqual(expect.arrayContaining(["POST", "Scraper.scrape", "Capture.capture"]))
    expect(JSON.stringify(received["/v1/logs"])).toContain("Answered")
    expect(JSON.stringify(received["/v1/metrics"])).toContain("http_requests")
    expect(JSON.stringify(received["/v1/traces"])).toContain('"orbweaver"')
  })

  it("knows the teams that its store has, as they are changed", async () => {
    const data = join(directory, "teams")
    const run = async (...args: ReadonlyArray<string>) => (await runToEnd(["teams", ...args, "--data", data])).code
    const file = join(directory, "teams.json")
    const keys = [{ key: "fc-stored-1" }, { key: "fc-stored-2", scopes: ["read"] }]
    await writeFile(file, JSON.stringify({ teams: [{ id: "acme", credits: 5, keys }] }))
    expect(await run(file)).toBe(0)
    const serving = await serve({}, "--data", data, "--stored-teams")
    const usage = (key: string) =>
      call(serving.base, "/v2/team/credit-usage", undefined, { authorization: `Bearer ${key}` })
    expect((await usage("fc-stored-1")).body.data).toMatchObject({ remainingCredits: 5, planCredits: 5 })
    expect((await usage("fc-other")).status).toBe(401)
    expect(await run("--revoke", "fc-stored-1")).toBe(0)
    expect((await usage("fc-stored-1")).status).toBe(401)
    expect((await usage("fc-stored-2")).status).toBe(200)
    expect(await run("--remove", "nobody")).toBe(2)
    expect(await run("--remove", "acme")).toBe(0)
    expect((await usage("fc-stored-2")).status).toBe(401)
    await stopped(serving)
  })

  it("tells the webhook of the server of jobs that name none", async ({ expect }) => {
    const told: Array<string> = []
    const hook = createServer((request, response) => {
      request.resume().on("end", () => {
        told.push(request.url!)
        response.end()
      })
    })
    await once(hook.listen(0, "127.0.0.1"), "listening")
    const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook/{{JOB_ID}}`
    const serving = await serve({ SELF_HOSTED_WEBHOOK_URL: address }, "--allow-local")
    const { body } = await call(serving.base, "/v2/batch/scrape", { urls: [site.url("/page").href] })
    // Started, its page, completed.
    await expect.poll(() => told.length).toBe(3)
    expect(told).toEqual(Array.from({ length: 3 }, () => `/hook/${body.id}`))
    await stopped(serving)
    hook.close()
  })

  it("is alive and ready while it serves", async () => {
    const serving = await serve({}, "--data", join(directory, "ready"))
    for (const probe of ["liveness", "readiness"]) {
      expect(await call(serving.base, `/v0/health/${probe}`)).toEqual({ status: 200, body: { status: "ok" } })
    }
    await stopped(serving)
  })

  it("answers who waits when it is told to stop, and the next one ends its jobs: every page once", async () => {
    const data = join(directory, "graceful")
    const first = await serveProcess("--allow-local", "--data", data)
    const urls = Array.from(
      { length: 30 },
      (_, page) => site.url(page < 3 ? `/site/40/p/${page}` : `/gated/${page}`).href
    )
    const { body } = await call(first.base, "/v2/batch/scrape", { urls, maxConcurrency: 2 })
    const path = `/v2/batch/scrape/${body.id}`
    while ((await call(first.base, path)).body.completed < 3) continue
    const waiting = call(first.base, "/v2/scrape", { url: site.url("/gated/single").href })
    while (site.requests("/gated/single").length === 0) await new Promise((resolve) => setImmediate(resolve))
    const watcher = new WebSocket(`${first.base.replace("http", "ws")}/v2/batch/scrape/${body.id}`)
    const left = new Promise<CloseEvent>((resolve) => watcher.addEventListener("close", resolve))
    await new Promise((resolve) => watcher.addEventListener("message", resolve, { once: true }))
    const end = stopped(first)
    // Clients that watch go on by polling after a clean close.
    expect(await left).toMatchObject({ code: 1001, wasClean: true })
    openGate()
    expect((await waiting).status).toBe(200)
    expect(await end).toBe(0)

    const second = await serve({}, "--allow-local", "--data", data)
    let job: Answered
    do job = (await call(second.base, path)).body
    while (job.status === "scraping")
    expect(job).toMatchObject({ status: "completed", total: 30, completed: 30, creditsUsed: 30 })
    expect(new Set((job.data as ReadonlyArray<Page>).map(({ metadata }) => metadata.url)).size).toBe(30)
    const again = await call(second.base, `/v2/scrape/${((await waiting).body.data as Page).metadata.scrapeId}`)
    expect(again.body).toEqual((await waiting).body)
    await stopped(second)
  })
})
