/**
 * `npm run test:calendar [-- [--day NAME] FOLDER …]` runs the tests of every workspace folder, or of those named, on other
 * days and in another time zone (`days.ts`). The clock is shifted by libfaketime, in the tests and in all processes that
 * they start; no clock of the machine changes. It takes about an hour, so it is not part of `npm test`.
 *
 * Vitest runs without turbo, which keeps the variables from it and would replay results of today.
 */
import { execFile } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { days } from "./days.ts"

const root = resolve(import.meta.dirname, "../..")
/** Longest time of the tests of one folder. */
const limitMs = 20 * 60_000

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { day: { type: "string" } } })
const chosenDays = days.filter(({ name }) => values.day === undefined || name === values.day)
if (chosenDays.length === 0) fail(`--day takes one of ${days.map(({ name }) => name).join(", ")}, not ${values.day}`)

const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly workspaces: ReadonlyArray<string>
}
const allFolders = workspaces
  .flatMap((pattern) => globSync(join(root, pattern, "package.json")).toSorted())
  .filter((path) => readFileSync(path, "utf8").includes('"test": "vitest run"'))
  .map((path) => relative(root, resolve(path, "..")))
const folders = positionals.length === 0 ? allFolders : positionals
const unknown = folders.filter((folder) => !allFolders.includes(folder))
if (unknown.length > 0) fail(`${unknown.join(", ")}: not among the folders with tests, ${allFolders.join(", ")}`)

const library =
  globSync("/usr/lib/{*/,}faketime/libfaketime.so.1")[0] ??
  fail("libfaketime was not found in /usr/lib. Install it: apt-get install libfaketime")

/** Everything that the command printed, and whether it ended well within its time. */
const run = (command: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv) =>
  new Promise<{ readonly passed: boolean; readonly output: string }>((done) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: limitMs, maxBuffer: 64 * 1024 * 1024 }
    execFile(command, [...args], options, (error, stdout, stderr) =>
      done({ passed: error === null, output: `${stdout}${stderr}` })
    )
  })

// The tests of the console open its page, which turbo builds before them in `npm test`.
const page = await run("npm", ["run", "app", "-w", "@orbweaver/console"], root, {})
if (!page.passed) fail(page.output)

let passed = 0
const failed: Array<string> = []
for (const { name, start, zone } of chosenDays) {
  for (const folder of ["scripts/calendar", ...folders]) {
    const now = new Date()
    const instant = start(now)
    const seconds = (instant.getTime() - now.getTime()) / 1000
    const ended = await run(join(root, "node_modules/.bin/vitest"), ["run"], join(root, folder), {
      LD_PRELOAD: library,
      FAKETIME: `${seconds < 0 ? "" : "+"}${seconds.toFixed(3)}`,
      // Timers run by the monotonic clock, which has no date.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      TZ: zone,
      // Files have the time of the system, which is not shifted: Crawlee would take its locks for forty days old.
      CRAWLEE_PERSIST_STORAGE: "false",
      CALENDAR_START: instant.toISOString()
    })
    const took = `${((Date.now() - now.getTime()) / 1000).toFixed(0)} s`
    process.stdout.write(`${name} ${instant.toISOString()} ${folder}: ${ended.passed ? "passed" : "FAILED"}, ${took}\n`)
    if (ended.passed) passed++
    else {
      failed.push(`${name} ${folder}`)
      process.stdout.write(`${ended.output}\n`)
      // With the wrong clock the other tests would prove nothing.
      if (folder === "scripts/calendar") break
    }
  }
}
for (const one of failed) process.stdout.write(`FAILED ${one}\n`)
process.stdout.write(`${passed} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
