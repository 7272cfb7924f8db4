/**
 * The crash suite: crawls whose workers, network and database fail, and a table
 * of what is left of them.
 *
 * ```sh
 * npm run crash -- --store postgres --seeds 20 --minutes 30
 * ```
 *
 * `--store sqlite|postgres|both` (both), `--seeds N` (10) counted from `--from N`
 * (1), `--pages N` (600), `--faults N` a crawl (12), `--workers N` (3),
 * `--minutes N` at most (no bound), `--report FILE` (crash-report.jsonl): seeds
 * that are in the report are not run again, so a run that was stopped goes on.
 * `--log` shows what the workers log. Ends with 1 when a crawl was not left whole.
 */
import { appendFile, readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { type Postgres, start } from "../test/support/postgres.ts"
import { isWhole, type Report, run } from "./run.ts"

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "both" },
    seeds: { type: "string", default: "10" },
    from: { type: "string", default: "1" },
    pages: { type: "string", default: "600" },
    faults: { type: "string", default: "12" },
    workers: { type: "string", default: "3" },
    log: { type: "boolean", default: false },
    minutes: { type: "string", default: "Infinity" },
    report: { type: "string", default: "crash-report.jsonl" }
  }
})

const kinds = (["sqlite", "postgres"] as const).filter((kind) => values.store === "both" || values.store === kind)
if (kinds.length === 0) throw new Error(`--store is sqlite, postgres or both, not ${values.store}`)
const until = Date.now() + Number(values.minutes) * 60_000

const reports: Array<Report> = (await readFile(values.report, "utf8").catch(() => ""))
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Report)
const isDone = (kind: string, seed: number) => reports.some((report) => report.kind === kind && report.seed === seed)

let postgres: Postgres | undefined
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++) {
  for (const kind of kinds) {
    if (isDone(kind, seed) || Date.now() > until) continue
    if (kind === "postgres") postgres ??= await start()
    const report = await run({
      kind,
      seed,
      pages: Number(values.pages),
      faults: Number(values.faults),
      workers: Number(values.workers),
      log: values.log,
      postgres: kind === "postgres" ? postgres : undefined
    })
    reports.push(report)
    await appendFile(values.report, `${JSON.stringify(report)}\n`)
    process.stdout.write(`${isWhole(report) ? "whole " : "BROKEN"} ${JSON.stringify(report)}\n`)
  }
}
await postgres?.stop()

const sum = (of: ReadonlyArray<Report>, value: (report: Report) => number) =>
  of.reduce((total, report) => total + value(report), 0)
const columns = ["store", "crawls", "faults", "kills", "pages", "lost", "doubled", "paid twice", "unpaid", "unnotified"]
const lines = kinds.map((kind) => {
  const of = reports.filter((report) => report.kind === kind)
  return [
    kind,
    of.length,
    sum(of, ({ faults }) => Object.values(faults).reduce((total, count) => total + count, 0)),
    sum(of, ({ kills }) => kills),
    sum(of, ({ pages }) => pages),
    sum(of, ({ lost }) => lost),
    sum(of, ({ doubled }) => doubled),
    sum(of, ({ paidTwice }) => paidTwice),
    sum(of, ({ unpaid }) => unpaid),
    sum(of, ({ unnotified }) => unnotified),
    sum(of, ({ stillActive }) => stillActive),
    Math.max(0, ...of.map(({ secondsToEnd }) => secondsToEnd))
  ].join(" | ")
})
process.stdout.write(
  [
    "",
    `| ${[...columns, "still active", "longest end, s"].join(" | ")} |`,
    `| ${Array.from({ length: columns.length + 2 }, () => "---").join(" | ")} |`,
    ...lines.map((line) => `| ${line} |`),
    ""
  ].join("\n")
)
process.exitCode = reports.every(isWhole) ? 0 : 1
