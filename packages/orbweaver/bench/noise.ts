/**
 * Memory of `orbweaver serve` under noise: requests that are malformed, unknown, refused, too large or cut off, each
 * different from the others. The heap grows to its size with the first tens of thousands; then it must be flat: within 5 %
 * from half of the requests on.
 *
 * `npm run noise -w packages/orbweaver -- [--requests 100000] [--minutes 5]`; leaves with 1 when it is not.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const { values } = parseArgs({ options: { requests: { type: "string" }, minutes: { type: "string" } } })
const wanted = Number(values.requests ?? 100_000)
const deadline = performance.now() + Number(values.minutes ?? 5) * 60_000
const atOnce = 50
const maxGrowth = 1.05

const program = fileURLToPath(new URL("../src/cli/program/main.ts", import.meta.url))
const server = spawn(
  process.execPath,
  [
    "--conditions=@orbweaver/source",
    "--disable-warning=ExperimentalWarning",
    program,
    "serve",
    "--port",
    "0",
    "--no-browser"
  ],
  { stdio: ["ignore", "pipe", "ignore"] }
)
const origin = await new Promise<URL>((resolve, reject) => {
  let printed = ""
  server.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString()
    const url = /listens on (\S+)/.exec(printed)?.[1]
    if (url !== undefined) resolve(new URL(url))
  })
  server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${printed}`)))
})

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** Sends a request and leaves its answer unread; gives the status, or nothing for one that got no answer. */
const send = (method: string, path: string, headers: Record<string, string>, body = ""): Promise<number | undefined> =>
  new Promise((resolve) => {
    const sent = request(new URL(path, origin), { method, headers, agent }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode))
    })
    sent.once("error", () => resolve(undefined))
    sent.end(body)
  })

/** Writes bytes as they are, and leaves. */
const raw = (bytes: string): Promise<undefined> =>
  new Promise((resolve) => {
    const socket = connect(Number(origin.port), origin.hostname, () => socket.end(bytes))
    socket.once("error", () => resolve(undefined))
    socket.once("close", () => resolve(undefined)).resume()
  })

const json = { "content-type": "application/json" }
const noises: ReadonlyArray<(at: number) => Promise<number | undefined>> = [
  (at) => send("POST", "/v2/scrape", json, `{"url":"http://127.0.0.1:${1 + (at % 65_000)}/${at}"}`),
  (at) => send("POST", "/v2/scrape", json, `{"url":"ftp://host-${at}.example/"}`),
  (at) => send("POST", "/v2/scrape", json, `{"url":${"[".repeat(600)}${at}`),
  (at) => send("POST", "/v2/scrape", json, JSON.stringify({ url: `http://10.0.0.1/${at}`, [`field${at}`]: at })),
  (at) => send("POST", "/v2/scrape", json, JSON.stringify({ url: "x", includeTags: [`#id${at}[`] })),
  (at) =>
    send("POST", "/v1/crawl", json, JSON.stringify({ url: `http://10.0.0.${at % 250}/`, includePaths: [`(${at}`] })),
  (at) => send("GET", `/v2/crawl/${at}`, {}),
  (at) => send("GET", `/${at}/%ff`, { [`x-header-${at}`]: String(at) }),
  (at) => send("DELETE", `/v2/scrape?at=${at}`, { authorization: `Bearer fc-${at}` }),
  (at) => send("POST", "/v2/map", { "content-type": `text/${at}` }, "x"),
  (at) => send("POST", "/v2/scrape", { ...json, "content-encoding": "gzip" }, `{"url":"${at}"}`),
  (at) => send("POST", "/v2/scrape", { ...json, "x-idempotency-key": `no uuid ${at}` }, "{}"),
  (at) => raw(`GET /${at} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: ${at}\r\n\r\n`),
  (at) => raw(`POST /v2/scrape HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"url":"${at}`),
  (at) => send("GET", `/${"x".repeat(8000)}${at}`, {})
]

/** Megabytes in memory. */
const resident = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024

const statuses = new Map<string, number>()
const curve: Array<number> = []
let sent = 0
console.log(`${"requests".padStart(9)}${"MB".padStart(6)}`)
const step = wanted / 10
while (curve.length < 10 && performance.now() < deadline) {
  const until = Math.round((curve.length + 1) * step)
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (sent < until && performance.now() < deadline) {
        const at = sent++
        const status = (await noises[at % noises.length]!(at)) ?? "none"
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
      }
    })
  )
  curve.push(resident())
  console.log(`${String(sent).padStart(9)}${curve.at(-1)!.toFixed(0).padStart(6)}`)
}
console.log(
  `Answers: ${[...statuses]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ")}`
)
const half = curve[Math.floor(curve.length / 2) - 1] ?? Number.NaN
const growth = Math.max(...curve) / half
console.log(`The most is ${growth.toFixed(2)} times what it was after half of the requests.`)
agent.destroy()
server.kill()
process.exitCode = growth <= maxGrowth ? 0 : 1
