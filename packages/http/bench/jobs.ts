// Reading large jobs: a batch of 10,000 pages paged to its end, and 1,000 watchers on one job; the memory of the
// server besides it. Jobs are in a SQLite file. Run: npm run bench:jobs -w @orbweaver/http
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { WebSocket } from "ws"

const pages = Number(process.argv[2] ?? 10_000)
const watchers = Number(process.argv[3] ?? 1000)

const folder = mkdtempSync(join(tmpdir(), "orbweaver-bench-"))
const child = spawn(
  process.execPath,
  [
    "--conditions=@orbweaver/source",
    "--expose-gc",
    fileURLToPath(new URL("server.ts", import.meta.url)),
    "jobs",
    join(folder, "jobs.db")
  ],
  { stdio: ["pipe", "pipe", "inherit"] }
)
const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
const line = async () => (await lines.next()).value as string
const base = await line()
/** Resident memory of the server after a collection, in MB. */
const rss = async () => {
  child.stdin.write("\n")
  return Number(await line())
}

const start = async (count: number) => {
  const urls = Array.from({ length: count }, (_, page) => `http://site.test/p/${page}`)
  const response = await fetch(`${base}/v2/batch/scrape`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ urls, formats: ["rawHtml"] })
  })
  return ((await response.json()) as { id: string }).id
}

interface Status {
  readonly status: string
  readonly completed: number
  readonly next?: string
  readonly data: ReadonlyArray<unknown>
}
const read = async (url: string) => {
  const text = await (await fetch(url)).text()
  return { text, status: JSON.parse(text) as Status }
}

const id = await start(pages)
for (;;) {
  const { status } = await read(`${base}/v2/crawl/${id}?skip=999999&limit=1`)
  if (status.status === "completed") break
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const before = await rss()
let next: string | undefined = `${base}/v2/crawl/${id}?limit=10000`
let got = 0
let requests = 0
let bytes = 0
let largest = 0
let peak = before
const from = performance.now()
while (next !== undefined) {
  const { status, text } = await read(next)
  got += status.data.length
  requests++
  bytes += text.length
  largest = Math.max(largest, text.length)
  peak = Math.max(peak, await rss())
  next = status.next
}
console.log(
  `${pages} pages, ${(bytes / 1e6).toFixed(0)} MB of JSON read in ${requests} statuses of at most ${(largest / 1e6).toFixed(1)} MB: ` +
    `${got} pages, ${((performance.now() - from) / 1000).toFixed(1)} s; server ${before} MB before, ${peak} MB at most`
)

const watched = await start(200)
const began = performance.now()
const outcomes = await Promise.all(
  Array.from(
    { length: watchers },
    () =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${base.replace("http", "ws")}/v2/crawl/${watched}`, ["any"])
        const seen: Array<string> = []
        socket.on("message", (data: Buffer) => {
          const frame = JSON.parse(data.toString()) as { type: string; data: { data: ReadonlyArray<Page> } & Page }
          for (const page of frame.type === "catchup" ? frame.data.data : [frame.data]) seen.push(page.metadata.url)
        })
        socket.on("close", () => resolve(seen.join(" ")))
        socket.on("error", (error) => resolve(String(error)))
      })
  )
)
interface Page {
  readonly metadata: { readonly url: string }
}
const same = outcomes.filter((outcome) => outcome === outcomes[0] && outcome.split(" ").length === 200).length
console.log(
  `${watchers} watchers of 200 pages: ${same} saw every page in the same order, ` +
    `${((performance.now() - began) / 1000).toFixed(1)} s; server ${await rss()} MB afterwards`
)
child.kill()
rmSync(folder, { recursive: true })
