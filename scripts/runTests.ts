/**
 * Runs the tests of the workspace folders with turbo, which replays results whose inputs are the same, and prints the
 * slowest files at the end. `npm test` runs all; `npm run test:affected -- COMMIT` those of folders that have changed
 * since the commit, and of all that depend on them; `npm run test:load` all three times, replaying nothing, while two
 * busy loops take the processor, and ends with the first run that fails, after all folders of it.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { readTimes } from "./fileTimes.ts"

const root = resolve(import.meta.dirname, "..")
const maxFiles = 10
const loadRuns = 3
const busyLoops = 2

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { affected: { type: "boolean", default: false }, load: { type: "boolean", default: false } }
})
if (values.affected && positionals.length !== 1) {
  process.stderr.write("npm run test:affected -- COMMIT, such as origin/main or HEAD~1\n")
  process.exit(2)
}
const flags = [
  ...(values.affected ? [`--filter=...[${positionals[0]}]`] : []),
  ...(values.load ? ["--force", "--continue"] : [])
]

/** The exit code of one run. */
const run = async (): Promise<number> => {
  const turbo = join(root, "node_modules/.bin/turbo")
  const child = spawn(turbo, ["run", "test", "--concurrency=2", ...flags], { cwd: root, stdio: "inherit" })
  const [code] = await once(child, "exit")
  return typeof code === "number" ? code : 1
}

const loops = Array.from({ length: values.load ? busyLoops : 0 }, () =>
  spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" })
)
process.on("exit", () => {
  for (const loop of loops) loop.kill("SIGKILL")
})
let code = 0
for (let runs = values.load ? loadRuns : 1; runs > 0 && code === 0; runs--) code = await run()

const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly workspaces: ReadonlyArray<string>
}
const slowest = workspaces
  .flatMap((pattern) => globSync(join(root, pattern)))
  .flatMap((folder) => readTimes(folder).map(({ file, ms }) => ({ file: join(relative(root, folder), file), ms })))
  .toSorted((one, other) => other.ms - one.ms)
  .slice(0, maxFiles)
process.stdout.write(
  `\nThe slowest test files of the last run of each folder:\n${slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}\n`).join("")}`
)
process.exit(code)
