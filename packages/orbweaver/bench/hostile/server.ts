/**
 * What a hostile site does to a server and to those who ask it for something else: bodies of 45 MB, sitemaps and robots.txt,
 * four requests at once against `orbweaver serve` in a process of its own, beside a small request that is asked again and
 * again.
 *
 * `npm run hostile:server -w packages/orbweaver -- [--only PART] [--from NUMBER] [--requests 4] [--data] [--flags=FLAGS]`:
 * from which case on, with how many requests at once (4 at most), with a database, with flags of Node; leaves with 1 when a
 * bound is broken.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream"
import { parseArgs } from "node:util"
import { Worker, isMainThread, parentPort } from "node:worker_threads"
import { type ServerCase, serverCases, wireOf } from "./serverCases.ts"
import { installedServer } from "./installedServer.ts"

/** Milliseconds that the event loop may stand still. */
const maxPause = 50
/** Megabytes that the whole process may take. */
const maxMemory = 400
/** Milliseconds after which a case is given up. */
const maxTime = 240_000

/** What `gauge.js` says of the server, in milliseconds and megabytes. */
interface Gauged {
  readonly pause: number
  readonly delay: number
  readonly peak: number
}

if (isMainThread) await table()
else serveSite()

/** Answers as the case says whose number it was sent last. */
function serveSite(): void {
  let chosen: ServerCase | undefined
  const server = createServer((request, response) => {
    const answer = chosen?.answer(new URL(request.url ?? "/", "http://site.test").pathname)
    if (answer === undefined) return void response.writeHead(404).end()
    response.writeHead(200, {
      "content-type": answer.contentType,
      ...(answer.gzip === true ? { "content-encoding": "gzip" } : {})
    })
    pipeline(wireOf(answer), response, () => undefined)
  })
  parentPort!.on("message", (at: number) => {
    chosen = serverCases[at]
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort!.postMessage("")
  })
  server.listen(0, "127.0.0.1", () =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  )
}

async function table(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      from: { type: "string", default: "0" },
      data: { type: "boolean", default: false },
      requests: { type: "string", default: "4" },
      flags: { type: "string", default: "" }
    }
  })
  const site = new Worker(new URL(import.meta.url), { execArgv: ["--conditions=@orbweaver/source"] })
  const [origin] = (await once(site, "message")) as [string]
  console.log(`Bounds: a pause of ${maxPause} ms; ${maxMemory} MB of the whole process.`)
  console.log(
    `${"".padEnd(46)}${"seconds".padStart(8)}${"pause".padStart(7)}${"delay".padStart(7)}${"wait".padStart(7)}${"MB".padStart(6)}  answers`
  )
  let broken = 0
  for (const [at, chosen] of serverCases.entries()) {
    if (at < Number(values.from) || (values.only !== undefined && !chosen.name.includes(values.only))) continue
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    site.postMessage(at)
    await once(site, "message")
    const { answers, delay, pause, peak, seconds, wait } = await measure(chosen, origin, values)
    const isBroken = !(pause <= maxPause) || !(peak <= maxMemory)
    if (isBroken) broken++
    console.log(
      `${chosen.name.slice(0, 45).padEnd(46)}${seconds.toFixed(1).padStart(8)}${[pause, delay, wait].map((ms) => ms.toFixed(0).padStart(7)).join("")}${peak.toFixed(0).padStart(6)}  ${isBroken ? "← " : ""}${answers}`
    )
  }
  console.log(broken === 0 ? "All within the bounds." : `${broken} beyond a bound.`)
  process.exitCode = broken === 0 ? 0 : 1
  await site.terminate()
}

async function measure(
  { name, path, requests }: ServerCase,
  origin: string,
  { data, flags, requests: atOnce }: { readonly data: boolean; readonly flags: string; readonly requests: string }
): Promise<Gauged & { readonly seconds: number; readonly wait: number; readonly answers: string }> {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-hostile-"))
  const server = spawn(
    process.execPath,
    [
      ...flags.split(" ").filter((flag) => flag !== ""),
      `--import=${new URL("gauge.js", import.meta.url).href}`,
      ...installedServer,
      ...(data ? [`--data=${folder}`] : [])
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"] }
  )
  try {
    createInterface(server.stderr!).on("line", (line) => {
      if (!/INFO/.test(line)) console.error(line.slice(0, 500))
    })
    const [line] = (await once(createInterface(server.stdout!), "line")) as [string]
    const base = /https?:\S+/.exec(line)![0]
    const gauge = async (): Promise<Gauged> => {
      server.send("")
      return ((await once(server, "message")) as [Gauged])[0]
    }
    const asked = requests(origin).slice(0, Number(atOnce))
    // Loads every module that the case needs.
    await send(`${base}${path}`, { ...asked[0], url: `${origin}/small`, ...(path === "/v2/crawl" ? { limit: 1 } : {}) })
    const agent = new Agent({ keepAlive: true })
    for (let at = 0; at < 50; at++) await send(`${base}/v0/health/liveness`, undefined, agent)
    await gauge()
    const done = new AbortController()
    let wait = 0
    const others = (async () => {
      while (!done.signal.aborted) {
        const from = performance.now()
        await send(`${base}/v0/health/liveness`, undefined, agent)
        wait = Math.max(wait, performance.now() - from)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    })()
    const start = performance.now()
    const late = new Promise<ReadonlyArray<Sent>>((resolve) => setTimeout(resolve, maxTime, []).unref())
    const work = Promise.all(asked.map((body) => send(`${base}${path}`, body)))
    const all = await Promise.race([path === "/v2/crawl" ? work.then((jobs) => jobsEnd(jobs, agent)) : work, late])
    const seconds = (performance.now() - start) / 1000
    // What is left to do after the answer stops others as well.
    await new Promise((resolve) => setTimeout(resolve, 300))
    done.abort()
    await others
    const kinds = Map.groupBy(
      all,
      ({ length, status, text }) =>
        `${status} ${status === 200 ? `${(length / 1e6).toFixed(1)} MB` : text.slice(0, 120)}`
    )
    const answers =
      all.length === 0 ? "no answer in time" : [...kinds].map(([kind, { length }]) => `${length} × ${kind}`).join(", ")
    return { ...(await gauge()), seconds, wait, answers }
  } catch (error) {
    return {
      pause: Number.NaN,
      delay: Number.NaN,
      peak: Number.NaN,
      seconds: 0,
      wait: 0,
      answers: `${name} failed: ${String(error)}`
    }
  } finally {
    server.kill("SIGTERM")
    await once(server, "exit")
    await rm(folder, { recursive: true })
  }
}

async function jobsEnd(started: ReadonlyArray<Sent>, agent: Agent): Promise<ReadonlyArray<Sent>> {
  const ended: Array<Sent> = []
  for (const { text } of started) {
    const { url } = JSON.parse(text) as { readonly url: string }
    for (;;) {
      const job = await send(url, undefined, agent)
      // Its pages may be large, and come last.
      const status = /"status":"(\w+)"/.exec(job.text)?.[1]
      const completed = /"completed":(\d+)/.exec(job.text)?.[1]
      if (status !== "scraping") {
        ended.push({ status: 0, length: 0, text: `${status}, ${completed} pages` })
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return ended
}

interface Sent {
  /** 0 stands for a connection that broke. */
  readonly status: number
  readonly length: number
  /** The start of the answer. */
  readonly text: string
}

function send(url: string, body: object | undefined, agent = new Agent()): Promise<Sent> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { agent, method: body === undefined ? "GET" : "POST", headers: { "content-type": "application/json" } },
      (response) => {
        let length = 0
        let text = ""
        response.on("data", (chunk: Buffer) => {
          length += chunk.length
          if (text.length < 100_000) text += chunk.toString()
        })
        response.once("error", (error) => resolve({ status: 0, length, text: error.message }))
        response.once("end", () => resolve({ status: response.statusCode ?? 0, length, text }))
      }
    )
    sent.once("error", (error) => resolve({ status: 0, length: 0, text: error.message }))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
