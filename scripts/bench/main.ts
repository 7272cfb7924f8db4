/**
 * All figures of speed and memory in one table, with what is wanted and the peers of the same run:
 * `npm run bench -- [--only NAME] [--corpus DIR]`. Takes less than ten minutes; ratios are the result, the rest is this
 * machine. With a folder of real pages the pipeline runs over those too.
 *
 * Each row is printed by a bench of a package, which tells its figures in a last line after `figures `. A bench that fails
 * (PostgreSQL cannot be started here, a peer is not installed) is named, and the others go on.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism, cpus, loadavg } from "node:os"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

interface Figure {
  readonly name: string
  readonly measured: string
  readonly peer?: string
  readonly wanted: string
  readonly isReached: boolean
}

const source = "--conditions=@orbweaver/source"
const { values } = parseArgs({ options: { corpus: { type: "string" }, only: { type: "string" } } })

const pipeline = [source, "packages/html/bench/main.ts", "--only", "pipeline", "--quick"]
const benches: Readonly<Record<string, ReadonlyArray<string>>> = {
  pipeline,
  ...(values.corpus === undefined
    ? {}
    : { "pipeline of real pages": [...pipeline, "--corpus", resolve(values.corpus)] }),
  crawl: [source, "packages/orbweaver/bench/crawl/main.ts", "--pages", "1500"],
  memory: ["packages/orbweaver/bench/crawl/memory.ts"],
  first: ["packages/orbweaver/bench/main.ts"],
  cached: [source, "packages/http/bench/wire.ts"],
  postgres: [source, "packages/storage/bench/postgres.ts", "--quick"],
  frontier: ["--expose-gc", source, "packages/storage/bench/frontier.ts", "--store", "sqlite"]
}
/** One bench may take this long, in milliseconds. */
const deadline = 240_000
const mark = "figures "

const run = async (args: ReadonlyArray<string>): Promise<ReadonlyArray<Figure>> => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args, "--figures"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
    timeout: deadline
  })
  let figures: ReadonlyArray<Figure> = []
  const lines = createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith(mark)) figures = JSON.parse(line.slice(mark.length)) as ReadonlyArray<Figure>
    else console.log(`  ${line}`)
  })
  await Promise.all([once(child, "close"), once(lines, "close")])
  return figures
}

const began = performance.now()
const table: Array<Figure> = []
const failed: Array<string> = []
for (const [name, args] of Object.entries(benches)) {
  if (values.only !== undefined && !name.startsWith(values.only)) continue
  console.log(`${name}:`)
  const figures = await run(args)
  table.push(...figures)
  if (figures.length === 0) failed.push(name)
}

const row = ({ isReached, measured, name, peer = "", wanted }: Figure): ReadonlyArray<string> => [
  name,
  measured,
  peer,
  wanted,
  isReached ? "reached" : "not reached"
]
const rows = [["figure", "measured", "peer", "wanted", ""], ...table.map(row)]
const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
console.log(
  `\n${cpus()[0]?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)}, ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`
)
for (const cells of rows)
  console.log(
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd()
  )
if (failed.length > 0) {
  console.log(`\nwithout figures: ${failed.join(", ")}`)
  process.exitCode = 1
}
