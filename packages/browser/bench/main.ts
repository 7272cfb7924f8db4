/**
 * Renders a script-built page through our `Renderer` and by playwright-core with
 * a new context for every page, four at once, in one run: pages a second, the
 * ratio, memory over many pages, what a site hears after a cancel, and what is left
 * after closing.
 *
 * `npm run bench -w packages/browser -- --pages 40 --rounds 3 --long 2000`
 */
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { describeSilence, trafficAfterCancel } from "@orbweaver/testing/internal/trafficAfterCancel"
import { start } from "@orbweaver/testing/TestSite"
import { Duration, Effect, Fiber, Layer, ManagedRuntime } from "effect"
import { chromium } from "playwright-core"
import { layer } from "../src/layers/Playwright.ts"
import { candidates } from "../src/process/findBrowser.ts"
import { unpack } from "../src/process/packagedChromium.ts"

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "40" },
    rounds: { type: "string", default: "3" },
    /** Pages of the memory run; 0 leaves it out. */
    long: { type: "string", default: "2000" },
    /** The browser to run, for both; found by itself when absent. */
    browser: { type: "string" }
  }
})
const pages = Number(values.pages)
const atOnce = 4

const executablePath = async (): Promise<string> => {
  const [best] = await Effect.runPromise(candidates(values.browser))
  if (best?.kind === "packaged") return (await unpack(best.directory)).path
  return best !== undefined && "path" in best ? best.path : chromium.executablePath()
}

const startSite = async () => {
  const site = spawn(process.execPath, [new URL("site.ts", import.meta.url).pathname], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const port = await new Promise<string>((resolve) => {
    site.stdout.once("data", (data: Buffer) => resolve(data.toString().trim()))
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => site.kill() }
}

/** Pages a second of `one`, called `count` times by `atOnce` callers. */
const rate = async (count: number, one: () => Promise<void>): Promise<number> => {
  let left = count
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await one()
    })
  )
  return count / ((performance.now() - began) / 1000)
}

const check = (html: string) => {
  if (!html.includes("Item 59")) throw new Error("the page was not built")
}

const median = (numbers: ReadonlyArray<number>): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!

/** Memory of a process, what it shares divided by those who share it (proc(5), `Pss`); 0 where it cannot be read. */
const memoryOf = (pid: string): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Processes of browsers that this one has started, directly or through others. */
const ours = (): ReadonlyArray<string> => {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,args="])
    .toString()
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined ? [] : [{ pid, parent: parent!, args: args! }]
    })
  const family = new Set([String(process.pid)])
  for (let size = 0; size < family.size;) {
    size = family.size
    for (const { parent, pid } of all) if (family.has(parent)) family.add(pid)
  }
  family.delete(String(process.pid))
  return all.filter(({ args, pid }) => family.has(pid) && /chrom\S*(?: .*)? --/i.test(args)).map(({ pid }) => pid)
}
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const site = await startSite()
let number = 0
const next = () => `${site.origin}/page?${number++}`

const runtime = ManagedRuntime.make(
  layer({ maxPages: atOnce, executablePath: values.browser }).pipe(
    Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone])
  )
)
const renderer = await runtime.runPromise(Effect.map(Renderer, (found) => found))
const open = (url: URL) =>
  renderer.render({
    url,
    timeout: Duration.seconds(30),
    maxBytes: 10_000_000,
    waitFor: Duration.zero,
    actions: [],
    mobile: false,
    blockAds: true
  })
const render = async () => {
  const response = await runtime.runPromise(open(new URL(next())))
  check(new TextDecoder().decode(response.body))
}

const bare = await chromium.launch({
  executablePath: await executablePath(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : []
})
const newContext = async () => {
  const context = await bare.newContext()
  const page = await context.newPage()
  await page.goto(next())
  await page.waitForFunction("document.title === 'Built'")
  check(await page.content())
  await context.close()
}

const results = { ours: [] as Array<number>, bare: [] as Array<number> }
await rate(atOnce * 2, () => render())
await rate(atOnce, newContext)
for (let round = 0; round < Number(values.rounds); round++) {
  results.ours.push(await rate(pages, () => render()))
  results.bare.push(await rate(pages, newContext))
}
await bare.close()
const [fast, slow] = [median(results.ours), median(results.bare)]
console.log(`ours, text                  ${fast.toFixed(1)} pages/s`)
console.log(`playwright-core, new context ${slow.toFixed(1)} pages/s`)
console.log(`ratio                       ${(fast / slow).toFixed(2)} (goal 2.5)`)

if (Number(values.long) > 0) {
  const step = Math.ceil(Number(values.long) / 5)
  const seen: Array<number> = []
  for (let done = step; done <= Number(values.long); done += step) {
    await rate(step, () => render())
    globalThis.gc?.()
    const used = ours().reduce((sum, pid) => sum + memoryOf(pid), 0)
    seen.push(used)
    console.log(
      `after ${done} pages: browser ${megabytes(used)} MB in ${ours().length} processes, node heap ${megabytes(process.memoryUsage().heapUsed)} MB`
    )
  }
  console.log(`from the first fifth to the last: ${megabytes(seen.at(-1)! - seen[0]!)} MB (goal: flat)`)
}

const testSite = await start()
for (const path of ["/busy-network", "/endless"]) {
  const before = testSite.requests().length
  const fibers = Array.from({ length: atOnce }, () => runtime.runFork(Effect.ignore(open(testSite.url(path)))))
  while (testSite.requests().length < before + atOnce) await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, 300))
  const silence = await trafficAfterCancel(testSite, () => Effect.runPromise(Fiber.interruptAll(fibers)))
  console.log(`${path.padEnd(15)} cancelled: ${describeSilence(silence)}`)
}
await testSite.close()

await runtime.dispose()
const closed = performance.now()
while (ours().length > 0 && performance.now() - closed < 2000) await new Promise((resolve) => setTimeout(resolve, 50))
console.log(
  `browser processes after close: ${ours().length} (goal 0), after ${Math.round(performance.now() - closed)} ms`
)
site.stop()
