/**
 * What a burst of large pages does to a server: scrapes that all begin at once, against `orbweaver serve` in a process of
 * its own, beside a cheap request that is asked again and again.
 *
 * `npm run hostile:burst -w packages/orbweaver -- [--requests 600] [--megabytes 2] [--teams 1] [--timeout 60000]`; leaves
 * with 1 when a bound is broken.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads"
import { installedServer } from "./installedServer.ts"

/** Megabytes that the whole process of the server may take. */
const maxMemory = 512

if (isMainThread) await burst()
else serveSite(workerData as number)

/** Serves pages of one size, each with a heading of its own. */
function serveSite(megabytes: number): void {
  const paragraph = `<p>Orb weavers rebuild their webs at <a href="/night">night</a> &amp; eat the old silk. ${"They wait in the hub. ".repeat(20)}</p>\n`
  const text = Buffer.alloc(megabytes * 1_000_000, paragraph)
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
    response.write(`<title>Page</title><main><h1>${request.url}</h1>`)
    response.end(text)
  })
  server.listen(0, "127.0.0.1", () =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  )
}

interface Answer {
  readonly status: number
  readonly code: string
  readonly retryAfter: string | undefined
  readonly seconds: number
}

async function burst(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "600" },
      megabytes: { type: "string", default: "2" },
      teams: { type: "string", default: "1" },
      timeout: { type: "string", default: "60000" }
    }
  })
  const count = Number(values.requests)
  const teams = Array.from({ length: Number(values.teams) }, (_, at) => `burst-team-${at + 1}`)
  const site = new Worker(new URL(import.meta.url), { workerData: Number(values.megabytes) })
  const [origin] = (await once(site, "message")) as [string]
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-burst-"))
  const teamsFile = join(folder, "teams.json")
  await writeFile(teamsFile, JSON.stringify({ teams: teams.map((id) => ({ id, keys: [{ key: id }] })) }))
  const server = spawn(
    process.execPath,
    [
      // The peak of a process is known to itself.
      `--import=data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))`,
      ...installedServer,
      `--teams=${teamsFile}`
    ],
    { stdio: ["ignore", "pipe", "pipe"] }
  )
  let peak = Number.NaN
  const errors = createInterface(server.stderr)
  errors.on("line", (line) => {
    if (line.startsWith("peak ")) peak = Number(line.slice(5)) / 1024
    else if (!line.includes('"INFO"')) console.error(line)
  })
  const [line] = (await once(createInterface(server.stdout), "line")) as [string]
  const base = /https?:\S+/.exec(line)![0]
  const scrape = (at: number) =>
    ask(`${base}/v2/scrape`, teams[at % teams.length]!, {
      url: `${origin}/${at}`,
      timeout: Number(values.timeout)
    })
  // Loads every module that a scrape needs.
  await scrape(count)

  const probes = new AbortController()
  let longestWait = 0
  const probing = (async () => {
    while (!probes.signal.aborted) {
      const { seconds } = await ask(`${base}/v0/health/liveness`, teams[0]!)
      longestWait = Math.max(longestWait, seconds)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const start = performance.now()
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => scrape(at)))
  const took = (performance.now() - start) / 1000
  probes.abort()
  await probing
  const ended = Promise.all([once(server, "exit"), once(errors, "close")])
  server.kill("SIGTERM")
  await ended
  await site.terminate()
  await rm(folder, { recursive: true })

  console.log(`${count} scrapes of ${values.megabytes} MB at once, ${teams.length} teams: ${took.toFixed(1)} s`)
  const kinds = Map.groupBy(
    answers,
    ({ code, retryAfter, status }) => `${status} ${code}${retryAfter === undefined ? "" : " with Retry-After"}`
  )
  for (const [kind, all] of kinds) {
    const times = all.map(({ seconds }) => seconds)
    console.log(
      `${kind.padEnd(44)}${String(all.length).padStart(5)}  after ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} s`
    )
  }
  console.log(`${"peak of the server's memory".padEnd(44)}${peak.toFixed(0).padStart(5)}  MB, of at most ${maxMemory}`)
  console.log(`${"longest wait of another request".padEnd(44)}${(longestWait * 1000).toFixed(0).padStart(5)}  ms`)
  const broken = answers.some(({ status }) => status === 0 || status === 500) || !(peak <= maxMemory)
  if (broken) console.log("A bound is broken: no answer may be 500, and the memory is bounded.")
  process.exitCode = broken ? 1 : 0
}

/** Asks on a connection of its own; status 0 stands for a connection that broke. */
function ask(url: string, key: string, body?: object): Promise<Answer> {
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, code: string, retryAfter?: string) =>
      resolve({ status, code, retryAfter, seconds: (performance.now() - start) / 1000 })
    const sent = request(url, {
      agent: new Agent(),
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }
    })
    sent.on("error", (error) => end(0, error.message))
    sent.on("response", (response) => {
      const status = response.statusCode ?? 0
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        // Of a page nothing is kept.
        if (status !== 200) text += chunk
      })
      response.on("error", (error) => end(0, error.message))
      response.on("end", () => {
        const { code, error } = (text === "" ? {} : JSON.parse(text)) as { code?: string; error?: string }
        end(
          status,
          `${code ?? ""} ${(error ?? "").replaceAll(/\d+/g, "N").slice(0, 60)}`,
          response.headers["retry-after"]
        )
      })
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
