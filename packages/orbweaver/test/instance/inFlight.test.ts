// What an instance does when it is asked for more than it can do at once, from the outside.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Account } from "@orbweaver/core/accounts/Account"
import { CaptureError, createOrbweaver, type OrbweaverOptions } from "orbweaver"
import { describe, expect, it } from "vitest"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Serves on loopback until the test ends; gives its origin. */
const serve = async (test: AsyncDisposableStack, handler: Handler): Promise<string> => {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  test.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Holds every answer until it is told to give them. */
const gatedSite = async (test: AsyncDisposableStack) => {
  const held: Array<ServerResponse> = []
  let isOpen = false
  let asked: () => void = () => undefined
  const first = new Promise<void>((resolve) => (asked = resolve))
  const answer = (response: ServerResponse) => response.setHeader("content-type", "text/html").end("<p>Open.")
  const origin = await serve(test, (_, response) => {
    if (isOpen) return answer(response)
    held.push(response)
    asked()
  })
  const open = () => {
    isOpen = true
    for (const response of held.splice(0)) answer(response)
  }
  return { origin, first, open }
}

const team = (id: string): Account => ({
  id,
  plan: { credits: Infinity, tokens: Infinity, concurrency: 1000, retention: "1 hour" }
})

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: { readonly code?: string; readonly error?: string; readonly data?: { readonly markdown: string } }
}

/** The API of an instance on loopback. */
const serveApi = async (test: AsyncDisposableStack, options: OrbweaverOptions) => {
  const orb = test.use(createOrbweaver({ egress: { allowLocal: true }, ...options }))
  const api = await orb.http({ authenticate: () => team("acme") })
  const base = await serve(test, api.handler)
  const scrape = async (url: string, version = "v2"): Promise<Answer> => {
    const response = await fetch(`${base}/${version}/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url, timeout: 60_000 })
    })
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: (await response.json()) as Answer["body"]
    }
  }
  return scrape
}

describe("an instance with more to do than it can", () => {
  it("refuses a scrape with Overloaded when there is no place to wait, and takes it later", async () => {
    await using test = new AsyncDisposableStack()
    const { first, open, origin } = await gatedSite(test)
    await using orb = createOrbweaver({ egress: { allowLocal: true }, inFlight: { maxBytes: 1, maxWaiting: 0 } })
    const slow = orb.scrape(`${origin}/slow`)
    await first
    const refused = await orb.scrape(`${origin}/quick`).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CaptureError)
    expect((refused as CaptureError).reason).toMatchObject({ _tag: "Overloaded", retryAfterSeconds: 1 })
    expect((refused as CaptureError).message).toContain("inFlight.maxWaiting")
    open()
    expect((await slow).markdown).toBe("Open.")
    expect((await orb.scrape(`${origin}/quick`)).markdown).toBe("Open.")
  })

  it("answers a burst of pages over HTTP, all of which go to one thread", async () => {
    await using test = new AsyncDisposableStack()
    // Without a length: only as they are read do they turn out to be large.
    const text = "<p>Orb weavers rebuild their webs at night.</p>".repeat(2000)
    const origin = await serve(test, (request, response) => {
      response.setHeader("content-type", "text/html")
      response.write(`<h1>${request.url}</h1>`)
      response.end(text)
    })
    const scrape = await serveApi(test, { pool: { threshold: 0, threads: 1 }, inFlight: { maxBytes: 500_000 } })
    const pages = Array.from({ length: 120 }, (_, page) => page)
    const answers = await Promise.all(pages.map((page) => scrape(`${origin}/${page}`)))
    expect(new Set(answers.map(({ body, status }) => `${status} ${body.error ?? ""}`))).toEqual(new Set(["200 "]))
    for (const page of pages) expect(answers[page]!.body.data?.markdown.slice(0, 10)).toMatch(`# /${page}\n`)
  })

  it("answers 503 with Retry-After when its queue is full, and 200 to all whom it let wait", async () => {
    await using test = new AsyncDisposableStack()
    const { first, open, origin } = await gatedSite(test)
    const scrape = await serveApi(test, { inFlight: { maxBytes: 1, maxWaiting: 5 } })
    const running = scrape(`${origin}/running`)
    await first
    const others = Array.from({ length: 20 }, (_, page) => scrape(`${origin}/${page}`, page % 2 === 0 ? "v1" : "v2"))
    const refused: Array<Answer> = []
    await new Promise<void>((resolve) => {
      const note = async (other: Promise<Answer>): Promise<void> => {
        // Those that wait are answered last.
        if (refused.push(await other) === 15) resolve()
      }
      for (const other of others) void note(other)
    })
    open()
    const answers = await Promise.all([running, ...others])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    for (const { body, retryAfter, status } of refused.slice(0, 15)) {
      expect(status).toBe(503)
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
      expect(Number(retryAfter)).toBeLessThanOrEqual(30)
      expect(body).toMatchObject({ code: "OVERLOADED", error: expect.stringContaining("inFlight.maxWaiting") })
    }
  })

  it("answers 503, not 408, when there was no room within the time of the scrape", async () => {
    await using test = new AsyncDisposableStack()
    const { first, open, origin } = await gatedSite(test)
    await using orb = createOrbweaver({ egress: { allowLocal: true }, inFlight: { maxBytes: 1 } })
    const running = orb.scrape(`${origin}/running`)
    await first
    const late = await orb.scrape(`${origin}/late`, { timeout: 200 }).catch((error: unknown) => error)
    expect((late as CaptureError).reason).toMatchObject({ _tag: "Overloaded" })
    open()
    await running
  })

  it("goes on with other pages while one announces 40 MB and sends nothing", async () => {
    await using test = new AsyncDisposableStack()
    let announced: () => void = () => undefined
    const isAnnounced = new Promise<void>((resolve) => (announced = resolve))
    const origin = await serve(test, ({ url }, response) => {
      response.setHeader("content-type", "text/html")
      if (url !== "/hangs") return response.end("<p>Open.")
      response.setHeader("content-length", 40_000_000)
      response.write("<p>", announced)
    })
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const stop = new AbortController()
    const hangs = orb.scrape(`${origin}/hangs`, { signal: stop.signal }).catch((error: unknown) => error)
    await isAnnounced
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, page) => orb.scrape(`${origin}/${page}`, { timeout: 20_000 }))
    )
    expect(new Set(pages.map(({ markdown }) => markdown))).toEqual(new Set(["Open."]))
    stop.abort()
    expect(await hangs).toBeInstanceOf(Error)
  })

  it("answers 503 when the threads that convert have too many pages waiting", async () => {
    await using test = new AsyncDisposableStack()
    const text = "<p>Orb weavers rebuild their webs at night.</p>".repeat(400)
    const origin = await serve(test, (_, response) => response.setHeader("content-type", "text/html").end(text))
    const scrape = await serveApi(test, { pool: { threshold: 0, threads: 1, waiting: 0 } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, page) => scrape(`${origin}/${page}`)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.length).toBeGreaterThan(0)
    for (const { body, retryAfter, status } of others) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "2" })
      expect(body.error).toContain("pool.waiting")
    }
  })

  it.each(["batch", "crawl"] as const)(
    "completes every page of a %s, however often it has no room",
    async (kind) => {
      await using test = new AsyncDisposableStack()
      const links = ["/1", "/2", "/3"]
      const origin = await serve(test, ({ url }, response) =>
        response
          .setHeader("content-type", "text/html")
          .end(`<p>Page ${url}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}`)
      )
      await using orb = createOrbweaver({ egress: { allowLocal: true }, inFlight: { maxBytes: 1, maxWaiting: 0 } })
      const job =
        kind === "batch"
          ? await orb.batchScrape(links.map((link) => origin + link))
          : await orb.crawl(`${origin}/`, { sitemap: "skip", ignoreRobotsTxt: true })
      expect(job.data).toHaveLength(kind === "batch" ? 3 : 4)
    },
    60_000
  )
})
