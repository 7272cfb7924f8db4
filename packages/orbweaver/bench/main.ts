/**
 * What a user feels first: how long and how much memory until the first page,
 * and how fast one process answers `POST /v2/scrape`.
 *
 * `npm run bench -w packages/orbweaver`. Runs what users install (dist), each
 * part in a process of its own, rounds interleaved, medians printed.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Agent, request } from "undici"

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const run = promisify(execFile)
const children: Array<ChildProcess> = []

/** Starts a server and answers the first line it prints. */
const serve = async (file: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  return /https?:\S+/.exec(line)![0]
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const agent = new Agent({ connections: 64 })

const scrape = async (base: string, url: string) => {
  const started = performance.now()
  const response = await request(`${base}/v2/scrape`, {
    method: "POST",
    dispatcher: agent,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url, maxAge: 0 })
  })
  const answer = (await response.body.json()) as { data?: { markdown?: string } }
  if (response.statusCode !== 200 || (answer.data?.markdown?.length ?? 0) < 10_000) {
    throw new Error(`wrong answer from ${base}: ${response.statusCode} ${JSON.stringify(answer).slice(0, 300)}`)
  }
  return performance.now() - started
}

/** p50 of `count` requests, one after the other, in milliseconds. */
const alone = async (base: string, url: string, count: number) => {
  const times: Array<number> = []
  for (let index = 0; index < count; index++) times.push(await scrape(base, url))
  return median(times)
}

/** Requests a second with 32 under way, over `count` requests. */
const together = async (base: string, url: string, count: number) => {
  let left = count
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) await scrape(base, url)
    })
  )
  return (count / (performance.now() - started)) * 1000
}

try {
  const page = await serve(at("page.ts"))

  const first: Array<{ ms: number; rss: number }> = []
  const bare: Array<number> = []
  const bareTimes: Array<number> = []
  for (let round = 0; round < 5; round++) {
    first.push(JSON.parse((await run(process.execPath, [at("first.js"), page])).stdout) as { ms: number; rss: number })
    const [bareRss, time] = JSON.parse(
      (await run(process.execPath, ["-p", "JSON.stringify([process.memoryUsage.rss(), performance.now()])"])).stdout
    ) as [number, number]
    bare.push(bareRss)
    bareTimes.push(time)
  }
  const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
  const bareMs = median(bareTimes)
  const rss = median(first.map(({ rss }) => rss))
  console.log(`first Markdown in a fresh process: ${median(first.map(({ ms }) => ms)).toFixed(0)} ms (goal < 400)`)
  console.log(
    `  RSS ${mib(rss)} MiB, bare Node ${mib(median(bare))} MiB: ${mib(rss - median(bare))} MiB above (goal < 60)`
  )

  const ours = await serve(
    at("../dist/standalone/command.js"),
    "serve",
    "--port",
    "0",
    "--allow-local",
    "--log-level",
    "warn"
  )
  const peer = await serve(at("peer.ts"))
  for (const base of [ours, peer]) await together(base, page, 300)

  const rows = {
    ours: { p50: [] as Array<number>, rate: [] as Array<number> },
    peer: { p50: [] as Array<number>, rate: [] as Array<number> }
  }
  for (let round = 0; round < 5; round++) {
    for (const [name, base, count] of [
      ["ours", ours, 1000],
      ["peer", peer, 100]
    ] as const) {
      rows[name].p50.push(await alone(base, page, 50))
      rows[name].rate.push(await together(base, page, count))
    }
  }
  const [p50, peerP50] = [median(rows.ours.p50), median(rows.peer.p50)]
  const [rate, peerRate] = [median(rows.ours.rate), median(rows.peer.rate)]
  console.log(`POST /v2/scrape, 50 KB page, cache off:`)
  console.log(
    `  p50 at concurrency 1: ${p50.toFixed(2)} ms (goal ≤ 10); undici + linkedom + Readability + turndown ${peerP50.toFixed(2)} ms, ${(peerP50 / p50).toFixed(1)} ×`
  )
  if (process.argv.includes("--figures")) {
    const ms = median(first.map(({ ms }) => ms))
    const above = (rss - median(bare)) / 1024 / 1024
    console.log(
      `figures ${JSON.stringify([
        {
          name: "first Markdown, time",
          measured: `${(ms - bareMs).toFixed(0)} ms above bare Node`,
          wanted: "250 ms",
          isReached: ms - bareMs <= 250
        },
        {
          name: "first Markdown, memory",
          measured: `${above.toFixed(0)} MB above bare Node`,
          wanted: "45 MB",
          isReached: above <= 45
        },
        {
          name: "served pages, 32 connections",
          measured: `${rate.toFixed(0)}/s`,
          peer: `${peerRate.toFixed(0)}/s`,
          wanted: "700/s",
          isReached: rate >= 700
        }
      ])}`
    )
  }
  console.log(
    `  at concurrency 32: ${rate.toFixed(0)} requests/s (goal ≥ 400); peer ${peerRate.toFixed(0)}, ${(rate / peerRate).toFixed(1)} ×`
  )
} finally {
  for (const child of children) child.kill()
  await agent.close()
}
