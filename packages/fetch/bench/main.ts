/**
 * What the port costs: requests a second through our fetchers (egress, deadline, caps, decoding) besides the bare
 * engines, on a loopback server in another process. 64 requests under way, rounds interleaved, medians of all rounds.
 * Then how soon a site hears nothing more of 64 requests that are cancelled.
 *
 * `npm run bench -w packages/fetch [-- --rounds 9 --requests 2000]`
 */
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs, promisify } from "node:util"
import { gunzip } from "node:zlib"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as GotScraping from "@orbweaver/fetch/got-scraping"
import * as ImpitEngine from "@orbweaver/fetch/impit"
import * as Undici from "@orbweaver/fetch/Undici"
import { describeSilence, trafficAfterCancel } from "@orbweaver/testing/internal/trafficAfterCancel"
import { start } from "@orbweaver/testing/TestSite"
import { Duration, Effect, Fiber, Layer, ManagedRuntime } from "effect"
import { gotScraping } from "got-scraping"
import { Impit } from "impit"
import { Agent, request } from "undici"

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "7" }, requests: { type: "string", default: "2000" } }
})
const rounds = Number(options.rounds)
const requests = Number(options.requests)
const concurrency = 64

const child: ChildProcess = spawn(
  process.execPath,
  ["--conditions=@orbweaver/source", fileURLToPath(new URL("server.ts", import.meta.url))],
  { stdio: ["ignore", "pipe", "inherit"] }
)
const [origin] = (await once(createInterface(child.stdout!), "line")) as [string]

interface Peer {
  readonly name: string
  readonly get: (url: string) => Promise<number>
}

interface OurPeer extends Peer {
  readonly fetch: Fetcher["Service"]["fetch"]
}

const agent = new Agent({ connections: concurrency })
const decompress = promisify(gunzip)

const bare: Peer = {
  name: "undici request",
  get: async (url) => {
    const { body } = await request(url, { dispatcher: agent })
    return (await body.bytes()).byteLength
  }
}

const bareGzip: Peer = {
  name: "undici request + gunzip",
  get: async (url) => {
    const { body } = await request(url, { dispatcher: agent })
    return (await decompress(await body.bytes())).byteLength
  }
}

const dispatch: Peer = {
  name: "undici dispatch, bytes counted",
  get: (url) =>
    new Promise((resolve, reject) => {
      const { origin, pathname } = new URL(url)
      let bytes = 0
      agent.dispatch(
        { origin, path: pathname, method: "GET" },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: (_, chunk) => void (bytes += chunk.byteLength),
          onResponseEnd: () => resolve(bytes),
          onResponseError: (_, error) => reject(error)
        }
      )
    })
}

const builtin: Peer = {
  name: "global fetch",
  get: async (url) => (await (await fetch(url)).arrayBuffer()).byteLength
}

const runtimes: Array<{ readonly dispose: () => Promise<void> }> = []
const ourFetcher = async (name: string, layer: Layer.Layer<Fetcher, never, Egress | ProxyPool>): Promise<OurPeer> => {
  const runtime = ManagedRuntime.make(
    layer.pipe(Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone]))
  )
  runtimes.push(runtime)
  const { fetch } = await runtime.runPromise(Fetcher)
  return {
    name: `our Fetcher (${name})`,
    fetch,
    get: (url) =>
      Effect.runPromise(
        Effect.map(
          fetch({ url: new URL(url), timeout: Duration.seconds(30), maxBytes: 10_000_000 }),
          ({ body }) => body.byteLength
        )
      )
  }
}
const ours = await ourFetcher("undici", Undici.layer({ connectionsPerOrigin: concurrency }))
const ourImpit = await ourFetcher("impit, egress proxy", ImpitEngine.layer())
const ourGot = await ourFetcher("got-scraping, egress proxy", GotScraping.layer())

const client = new Impit({ browser: "chrome" })
const bareImpit: Peer = { name: "impit", get: async (url) => (await (await client.fetch(url)).bytes()).byteLength }

const bareGot: Peer = {
  name: "got-scraping",
  get: async (url) => (await gotScraping(url, { responseType: "buffer" })).rawBody.byteLength
}

interface Round {
  readonly perSecond: number
  readonly cpu: number
}

const run = async ({ get }: Peer, path: string, count: number): Promise<Round> => {
  const url = origin + path
  let left = count
  const cpu = process.cpuUsage()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const bytes = await get(url)
        if (bytes < 30_000) throw new Error(`only ${bytes} bytes`)
      }
    })
  )
  const { system, user } = process.cpuUsage(cpu)
  return { perSecond: (count * 1000) / (performance.now() - started), cpu: (system + user) / count }
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const compare = async (title: string, path: string, peers: ReadonlyArray<Peer>, base: Peer, share = 1) => {
  const count = Math.ceil(requests * share)
  const results = new Map<Peer, Array<Round>>(peers.map((peer) => [peer, []]))
  for (const peer of peers) await run(peer, path, count >> 2)
  for (let round = 0; round < rounds; round++) {
    for (const peer of peers) results.get(peer)!.push(await run(peer, path, count))
  }
  const rate = (peer: Peer) => median(results.get(peer)!.map(({ perSecond }) => perSecond))
  console.log(`\n${title}`)
  for (const peer of peers) {
    const cpu = median(results.get(peer)!.map(({ cpu }) => cpu))
    const ratio = (rate(peer) / rate(base)).toFixed(2)
    console.log(
      `${peer.name.padEnd(32)} ${rate(peer).toFixed(0).padStart(6)} requests/s  ${cpu.toFixed(0).padStart(5)} µs CPU  × ${ratio}`
    )
  }
}

/** 64 bodies that never end, cancelled at once. */
const cancelled = async ({ fetch, name }: OurPeer) => {
  const site = await start()
  const request = { url: site.url("/endless"), timeout: Duration.seconds(30), maxBytes: 1e12 }
  const fibers = Array.from({ length: concurrency }, () => Effect.runFork(Effect.ignore(fetch(request))))
  while (site.requests().length < concurrency) await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, 300))
  const silence = await trafficAfterCancel(site, () => Effect.runPromise(Fiber.interruptAll(fibers)))
  console.log(`${name.padEnd(46)} ${describeSilence(silence)}`)
  await site.close()
}

try {
  await compare("One page of 50 KB", "/plain", [ours, bare, dispatch, builtin], bare)
  await compare("The same page in gzip", "/gzip", [ours, bareGzip], bareGzip)
  await compare("Browser-like engines", "/plain", [ourImpit, bareImpit], bareImpit, 0.2)
  await compare("", "/plain", [ourGot, bareGot], bareGot, 0.2)
  console.log("\nAfter a cancel")
  for (const peer of [ours, ourImpit, ourGot]) await cancelled(peer)
} finally {
  child.kill()
  await agent.close()
  for (const runtime of runtimes) await runtime.dispose()
}
