/**
 * Two versions of the program on one PostgreSQL database: `npm run upgrade -w packages/storage -- REVISION`.
 *
 * A worker of the revision begins a crawl. While it works, a worker of today's sources starts, brings the tables to its
 * version, and both work on. Prints how many pages each of them read and how many both read, and fails unless the crawl ends
 * with every page once, each charged once. The revision needs dependencies that the workspace of today has.
 */
import * as Job from "@orbweaver/core/model/Job"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import { Effect } from "effect"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { start as startPostgres } from "../support/postgres.ts"
import { storeOf } from "../support/worker.ts"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "../../../..")
const pages = 400
/** Milliseconds that a page takes. */
const latency = 50
/** Pages after which the newer program starts. */
const startAfter = 40
const limitMs = 300_000

/** Writes the id of a crawl that it starts; runs within the sources of the revision. */
const beginning = `
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import { Effect, Layer } from "effect"
import { storeOf } from "./worker.ts"

const options = { sitemap: "skip", crawlEntireDomain: true }
const layer = Crawler.Crawler.layer.pipe(
  Layer.provideMerge([Robots.Robots.layerNone, Sitemaps.Sitemaps.layerNone, Format.Formats.layer()]),
  Layer.provideMerge(storeOf(process.argv[2]))
)
const start = Crawler.Crawler.use((crawler) => crawler.start("http://site.test/0", options))
console.log((await Effect.runPromise(Effect.provide(start, layer))).id)
`

/** The sources of a revision, whose packages find each other and the dependencies of today. */
const checkOut = async (revision: string, folder: string): Promise<void> => {
  await run("git", ["worktree", "add", "--quiet", "--detach", folder, revision], { cwd: root })
  const modules = join(root, "node_modules")
  await mkdir(join(folder, "node_modules"))
  const packages = await readdir(join(folder, "packages"))
  const names = await Promise.all(
    packages.map(async (name) => {
      const manifest = await readFile(join(folder, "packages", name, "package.json"), "utf8")
      return [(JSON.parse(manifest) as { readonly name: string }).name, join(folder, "packages", name)] as const
    })
  )
  const own = new Set(names.map(([name]) => name.split("/")[0]))
  for (const entry of await readdir(modules)) {
    if (!own.has(entry)) await symlink(join(modules, entry), join(folder, "node_modules", entry))
  }
  for (const [name, path] of names) {
    await mkdir(dirname(join(folder, "node_modules", name)), { recursive: true })
    await symlink(path, join(folder, "node_modules", name))
  }
  await writeFile(join(folder, "packages/storage/test/support/beginCrawl.ts"), beginning)
}

/** Runs a program of the tests of a tree. */
const runIn = (tree: string, file: string, args: ReadonlyArray<string>, onLine: (line: string) => void) => {
  const cwd = join(tree, "packages/storage")
  const child = spawn(
    process.execPath,
    ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning", `test/support/${file}`, ...args],
    { cwd, stdio: ["ignore", "pipe", "inherit"], timeout: limitMs }
  )
  createInterface({ input: child.stdout }).on("line", onLine)
  return once(child, "exit") as Promise<[number | null]>
}

const [revision] = process.argv.slice(2)
if (revision === undefined) {
  console.error("Give a revision: npm run upgrade -w packages/storage -- HEAD~100")
  process.exit(2)
}
const folder = await mkdtemp(join(tmpdir(), "orbweaver-upgrade-"))
const older = join(folder, "older")
const refused = new Set<string>()
const postgres = await startPostgres([], (text) => {
  for (const match of text.matchAll(/ERROR: {2}(.+?)(?: at character|$)/gm)) refused.add(match[1] ?? "")
})
try {
  await checkOut(revision, older)
  const location = `${postgres.url}#upgrade`
  let id = ""
  await runIn(older, "beginCrawl.ts", [location], (line) => (id = line))
  const read: Readonly<Record<"older" | "newer", Array<string>>> = { older: [], newer: [] }
  const work = (who: keyof typeof read, onPage: () => void) =>
    runIn(who === "older" ? older : root, "worker.ts", [location, id, String(pages), String(latency)], (line) => {
      if (!/^\d+$/.test(line)) return
      read[who].push(line)
      onPage()
    })
  const both = await new Promise<ReadonlyArray<[number | null]>>((resolveBoth, reject) => {
    const first = work("older", () => {
      if (read.older.length === startAfter) {
        Promise.all([first, work("newer", () => undefined)]).then(resolveBoth, reject)
      }
    })
  })
  const program = Effect.gen(function* () {
    const store = yield* JobStore.JobStore
    const job = yield* store.get(Job.JobId.make(id))
    const results = yield* store.results(job.id, { after: 0, limit: 2 * pages })
    return { ...job, distinct: new Set(results.map(({ url }) => url)).size, results: results.length }
  })
  const { counts, creditsUsed, distinct, results, status } = await Effect.runPromise(
    Effect.provide(program, storeOf(location))
  )
  const all = [...read.older, ...read.newer]
  console.log(`read by ${revision}: ${read.older.length}, by today's program: ${read.newer.length}`)
  console.log(`read more than once: ${all.length - new Set(all).size}`)
  console.log(
    `${status}: ${counts.completed} completed, ${distinct} of ${results} results differ, ${creditsUsed} credits`
  )
  for (const error of refused) console.log(`the database refused: ${error}`)
  const isWhole = [counts.completed, distinct, results, creditsUsed].every((count) => count === pages)
  if (!isWhole || status !== "completed" || both.some(([code]) => code !== 0)) process.exitCode = 1
} finally {
  await postgres.stop()
  await run("git", ["worktree", "remove", "--force", older], { cwd: root }).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
