/** What clients of a server do, each thing as often as the next one, for as long as it goes on. */
import { connect } from "node:net"

/** An answer that was none of those which are right for what was sent. */
export interface Unexpected {
  readonly kind: string
  readonly what: string
}

interface Client {
  readonly api: URL
  readonly site: URL
  readonly random: () => number
}

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

const deadline = () => AbortSignal.timeout(60_000)

const ask = async ({ api }: Client, method: string, path: string, body?: unknown): Promise<Answer> => {
  const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
  const response = await fetch(new URL(path, api), { method, signal: deadline(), ...sent })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const must = async (client: Client, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const { body: answer, status } = await ask(client, method, path, body)
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer).slice(0, 200)}`)
  return answer
}

const pick = <A>({ random }: Client, values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)]!

const good = [
  "/article",
  "/page",
  "/text",
  "/json",
  "/file.pdf",
  "/file.docx",
  "/encoded/br",
  "/redirect/3",
  "/charset/big5"
]
const bad = [
  "/missing",
  "/broken",
  "/cut",
  "/reset",
  "/redirect-loop",
  "/header-bomb",
  "/garbage",
  "/bad-chunk",
  "/bomb/gzip?mb=2000"
]

/** Waits until a job ended; it must within a minute. */
const ended = async (client: Client, path: string): Promise<void> => {
  for (const until = performance.now() + 60_000; performance.now() < until;) {
    const { status } = await must(client, "GET", `${path}?limit=1`)
    if (status !== "scraping" && status !== "processing") {
      if (status !== "completed" && status !== "cancelled") throw new Error(`${path} ended as ${String(status)}`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${path} did not end`)
}

/** Each throws for what should not have been. */
export const deeds: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  async scrape(client) {
    const formats = pick(client, [["markdown"], ["markdown", "links", "html"], ["rawHtml", "images"], ["summary"]])
    const url = new URL(pick(client, good), client.site).href
    await must(client, "POST", "/v2/scrape", { url, formats, maxAge: pick(client, [0, 60_000]) })
  },
  async "a page in a browser"(client) {
    const url = new URL(pick(client, ["/app", "/page"]), client.site).href
    await must(client, "POST", "/v2/scrape", { url, waitFor: 1, maxAge: 0 })
  },
  async "a page that fails"(client) {
    const url = new URL(pick(client, bad), client.site).href
    const { body, status } = await ask(client, "POST", "/v2/scrape", { url, timeout: 15_000, maxAge: 0 })
    if (status === 200 ? body["success"] !== true : body["success"] !== false || typeof body["error"] !== "string")
      throw new Error(`${url}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  },
  async "a page that hangs, left by its client"(client) {
    const body = JSON.stringify({ url: new URL("/hang", client.site).href, maxAge: 0 })
    const signal = AbortSignal.timeout(300)
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body, signal }
    await fetch(new URL("/v2/scrape", client.api), sent).catch(() => undefined)
  },
  async crawl(client) {
    const url = new URL(`/site/${pick(client, [20, 40])}/`, client.site).href
    const { id } = await must(client, "POST", "/v2/crawl", { url, limit: 20, scrapeOptions: { maxAge: 0 } })
    await ended(client, `/v2/crawl/${String(id)}`)
    await must(client, "GET", `/v2/crawl/${String(id)}/errors`)
  },
  async "a crawl that is cancelled"(client) {
    const url = new URL("/site/500/", client.site).href
    const { id } = await must(client, "POST", "/v2/crawl", { url, limit: 500, scrapeOptions: { maxAge: 0 } })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await must(client, "DELETE", `/v2/crawl/${String(id)}`)
    await ended(client, `/v2/crawl/${String(id)}`)
  },
  async "a crawl that is watched"(client) {
    const url = new URL("/site/10/", client.site).href
    const { id } = await must(client, "POST", "/v2/crawl", { url, limit: 10, scrapeOptions: { maxAge: 0 } })
    const socket = new WebSocket(new URL(`/v1/crawl/${String(id)}`, client.api.href.replace("http", "ws")))
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the socket was not closed")), 60_000)
      socket.addEventListener("error", () => reject(new Error("the socket failed")))
      socket.addEventListener("close", () => {
        clearTimeout(timer)
        resolve()
      })
    })
  },
  async batch(client) {
    const urls = Array.from(
      { length: 20 },
      (_, at) => new URL(at % 4 === 3 ? pick(client, bad) : `/site/40/p/${at}`, client.site).href
    )
    const { id } = await must(client, "POST", "/v2/batch/scrape", { urls, timeout: 15_000, maxAge: 0 })
    await ended(client, `/v2/batch/scrape/${String(id)}`)
  },
  async map(client) {
    await must(client, "POST", "/v2/map", { url: new URL("/site/100/", client.site).href, limit: 100 })
  },
  async extract(client) {
    const schema = { type: "object", properties: { title: { type: "string" } } }
    const urls = [new URL("/article", client.site).href]
    const { id } = await must(client, "POST", "/v2/extract", { urls, schema })
    await ended(client, `/v2/extract/${String(id)}`)
  },
  async parse(client) {
    const form = new FormData()
    form.set("file", new Blob(["place,level\n" + "bridge,4\n".repeat(20_000)], { type: "text/csv" }), "levels.csv")
    const response = await fetch(new URL("/v2/parse", client.api), { method: "POST", body: form, signal: deadline() })
    if (response.status !== 200) throw new Error(`POST /v2/parse: ${response.status}`)
    await response.arrayBuffer()
  },
  async monitor(client) {
    const targets = [{ type: "scrape", urls: [new URL("/counter", client.site).href] }]
    const made = await must(client, "POST", "/v2/monitor", { name: "soak", schedule: { cron: "0 3 * * *" }, targets })
    const path = `/v2/monitor/${(made["data"] as { readonly id: string }).id}`
    await must(client, "POST", `${path}/run`, {})
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await must(client, "GET", `${path}/checks`)
    await must(client, "DELETE", path)
  },
  async noise(client) {
    const sent = [
      ["POST", "/v2/scrape", { url: "no address" }],
      ["POST", "/v2/crawl", { url: client.site.href, limit: -1 }],
      ["GET", "/v2/crawl/3f2504e0-4f89-11d3-9a0c-0305e82c3301", undefined],
      ["GET", `/none/${client.random()}`, undefined]
    ] as const
    const [method, path, body] = pick<readonly [string, string, unknown]>(client, sent)
    const { status } = await ask(client, method, path, body)
    if (status < 400 || status >= 500) throw new Error(`a request that is none was answered with ${status}`)
  },
  async "a connection that is cut"({ api }) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(api.port), api.hostname, () => {
        socket.write("POST /v2/scrape HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n{")
        setTimeout(() => socket.destroy(), 50)
      })
      socket.once("close", () => resolve())
      socket.once("error", () => resolve())
    })
  }
}
