/**
 * The crash suite by command: crawls whose processes, clocks, disk, network and
 * database fail, and a table of what is left of them.
 *
 * ```sh
 * node node_modules/@orbweaver/testing/dist/crash/main.js --target ./my-target.js --seeds 20 --minutes 30
 * ```
 */
import { appendFile, readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { type CrashReport, faultsTable, isWhole, tableOf } from "./report.ts"
import { run } from "./run.ts"
import type { CrashTarget } from "./target.ts"

const help = `The crash suite: crawls under faults, and what is left of them.

  --target FILE   module that exports \`target\` (CrashTarget); may be repeated
  --seeds N       crawls on each target (10)
  --from N        first seed (1)
  --pages N       pages of each crawl (300)
  --faults N      faults in each crawl (8)
  --latency N     most milliseconds that a page takes (300)
  --every N       seconds between two faults (at random, less than one)
  --workers N     workers beside the server (2)
  --minutes N     begin no crawl after so many minutes (no bound)
  --only TEXT     only faults whose name contains the text
  --report FILE   what was found (crash-report.jsonl); seeds that it has are not run again
  --log           show what the processes log

Ends with 1 when a crawl was not left whole.
`

/** Runs the command; `targets` are those that are used when none is named. */
export const main = async (args: ReadonlyArray<string>, targets: ReadonlyArray<URL> = []): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      target: { type: "string", multiple: true },
      seeds: { type: "string", default: "10" },
      from: { type: "string", default: "1" },
      pages: { type: "string", default: "300" },
      faults: { type: "string", default: "8" },
      latency: { type: "string" },
      every: { type: "string" },
      workers: { type: "string", default: "2" },
      minutes: { type: "string", default: "Infinity" },
      only: { type: "string" },
      report: { type: "string", default: "crash-report.jsonl" },
      log: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  const chosen = values.target?.map((file) => pathToFileURL(resolve(file))) ?? targets
  if (values.help || chosen.length === 0) {
    process.stdout.write(help)
    return values.help ? 0 : 2
  }
  const until = Date.now() + Number(values.minutes) * 60_000
  const reports = await readReports(values.report)
  const loaded = await Promise.all(
    chosen.map(async (url) => ({ url, target: ((await import(url.href)) as { readonly target: CrashTarget }).target }))
  )
  const first = Number(values.from)
  for (let seed = first; seed < first + Number(values.seeds); seed++) {
    for (const { target, url } of loaded) {
      if (Date.now() > until) continue
      if (reports.some((report) => report.target === target.name && report.seed === seed)) continue
      const report = await run({
        target: url,
        seed,
        pages: Number(values.pages),
        faults: Number(values.faults),
        workers: Number(values.workers),
        latency: values.latency === undefined ? undefined : Number(values.latency),
        every: values.every === undefined ? undefined : Number(values.every),
        only: values.only,
        log: values.log
      })
      reports.push(report)
      await appendFile(values.report, `${JSON.stringify(report)}\n`)
      process.stdout.write(`${isWhole(report) ? "whole " : "BROKEN"} ${JSON.stringify(report)}\n`)
    }
  }
  for (const { target } of loaded) await target.close?.()
  process.stdout.write(`\n${tableOf(reports)}\n\n${faultsTable(reports)}\n`)
  return reports.every(isWhole) ? 0 : 1
}

const readReports = async (file: string): Promise<Array<CrashReport>> =>
  (await readFile(file, "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CrashReport)

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
