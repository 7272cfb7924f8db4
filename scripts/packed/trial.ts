/**
 * What it costs a program to take the library: `npm run trial`. Each is installed alone in an empty project, from the
 * registry or from the tarballs of this workspace, and runs on one page of this machine. Firecrawl's package is the client
 * of a service, which reads no page itself. Medians of seven runs.
 */
import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { packAll } from "./pack.ts"
import { manifestOf, measure } from "./size.ts"

const run = promisify(execFile)
const runs = 7

interface Subject {
  readonly dependencies: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
  readonly load: string
  /** Reads the page at `url` and gives its Markdown. */
  readonly read?: string
}

const crawleeRead = `
  const { default: Turndown } = await import("turndown")
  const { promise, resolve } = Promise.withResolvers()
  const crawler = new module.CheerioCrawler({ requestHandler: ({ $ }) => resolve(new Turndown().turndown($("main").html())) },
    new module.Configuration({ persistStorage: false }))
  void crawler.run([url])
  const markdown = await promise`

const subjects = async (tarballs: ReadonlyMap<string, string>): Promise<Readonly<Record<string, Subject>>> => ({
  orbweaver: {
    ...(manifestOf(tarballs) as unknown as Pick<Subject, "dependencies" | "overrides">),
    load: `await import("orbweaver")`,
    read: `const { markdown } = await module.createOrbweaver({ egress: { allowLocal: true } }).scrape(url)`
  },
  "firecrawl-js (client)": {
    dependencies: { "@mendable/firecrawl-js": "4.42.0" },
    load: `await import("@mendable/firecrawl-js")`
  },
  "crawlee with cheerio and turndown": {
    dependencies: { "@crawlee/cheerio": "3.18.1", turndown: "7.2.5" },
    load: `await import("@crawlee/cheerio")`,
    read: crawleeRead
  }
})

const programOf = ({ load, read }: Subject): string => `
const [url] = process.argv.slice(2)
const before = process.cpuUsage()
const module = ${load}
const { system, user } = process.cpuUsage(before)
const importMs = (user + system) / 1000
const rss = process.memoryUsage().rss / 1024 ** 2
${read ?? "const markdown = undefined"}
const firstMs = performance.now()
if (markdown !== undefined && !markdown.includes("Words of a page")) throw new Error(markdown)
console.log(JSON.stringify({ importMs, rss, firstMs: markdown === undefined ? null : firstMs }))
process.exit(0)`

interface Measured {
  readonly importMs: number
  readonly rss: number
  /** From the start of Node. */
  readonly firstMs: number | null
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

const site = createServer((_, response) => {
  response.setHeader("content-type", "text/html")
  response.end(`<title>Page</title><main><h1>Hello</h1><p>${"Words of a page. ".repeat(20)}</p></main>`)
})
await once(site.listen(0, "127.0.0.1"), "listening")
const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
const folder = await mkdtemp(join(tmpdir(), "orbweaver-trial-"))
try {
  const rows: Array<ReadonlyArray<string>> = [["", "installed", "packages", "import, CPU", "RSS", "first Markdown"]]
  for (const [name, subject] of Object.entries(await subjects(await packAll(folder)))) {
    const project = await mkdtemp(join(folder, "project-"))
    const { dependencies, overrides } = subject
    await writeFile(join(project, "package.json"), JSON.stringify({ private: true, dependencies, overrides }))
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: project })
    const { megabytes, packages } = await measure(join(project, "node_modules"))
    await writeFile(join(project, "program.mjs"), programOf(subject))
    const measured: Array<Measured> = []
    for (let n = 0; n < runs; n += 1) {
      const { stdout } = await run(process.execPath, ["program.mjs", url], {
        cwd: project,
        env: { ...process.env, CRAWLEE_LOG_LEVEL: "OFF" }
      })
      measured.push(JSON.parse(stdout.trim().split("\n").at(-1)!) as Measured)
    }
    const of = (field: "importMs" | "rss") => Math.round(median(measured.map((one) => one[field])))
    const firsts = measured.flatMap(({ firstMs }) => (firstMs === null ? [] : [firstMs]))
    const first = firsts.length === 0 ? "by its service" : `${Math.round(median(firsts))} ms`
    rows.push([name, `${megabytes} MB`, String(packages), `${of("importMs")} ms`, `${of("rss")} MB`, first])
  }
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]! + 2))
        .join("")
        .trimEnd()
    )
} finally {
  site.close()
  site.closeAllConnections()
  await rm(folder, { recursive: true, force: true })
}
