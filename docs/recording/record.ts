/** What the command of the sources prints for the scenes of the recording, on the example's site. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { start } from "../blocks/exampleSite.ts"
import { root } from "../blocks/extract.ts"

export interface Scene {
  /** As a reader types it. */
  readonly command: string
  readonly lines: ReadonlyArray<string>
}

const site = "https://example.com"

/** Arguments of the command, scene by scene. */
const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["scrape", `${site}/product`],
  ["map", site, "--search", "install", "--limit", "4"],
  ["crawl", site, "--limit", "20", "--output", "site"],
  ["extract", `${site}/company/contact`, "--prompt", "phone,email"]
]

const quoted = (argument: string): string => (/^[\w:/.,-]+$/.test(argument) ? argument : `"${argument}"`)

/** Ids of jobs differ between runs. */
const withFixedIds = (printed: string): string =>
  printed.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "0b5e77a1-3c1d-4f0e-9a52-6d2f8c1b7e40")

const run = async (args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const main = join(root, "packages/orbweaver/src/cli/program/main.ts")
  const options = ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"]
  const child = spawn(process.execPath, [...options, main, ...args, "--allow-local"], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  if (child.exitCode !== 0) throw new Error(`orbweaver ${args.join(" ")} ended with ${child.exitCode}:\n${stderr}`)
  return stderr + stdout
}

export const record = async (): Promise<ReadonlyArray<Scene>> => {
  const folder = mkdtempSync(join(tmpdir(), "orbweaver-recording-"))
  const { close, origin } = await start()
  try {
    const scenes: Array<Scene> = []
    for (const args of commands) {
      const printed = await run(
        args.map((argument) => argument.replace(site, origin)),
        folder
      )
      const lines = withFixedIds(printed).replaceAll(origin, site).trimEnd().split("\n")
      scenes.push({ command: `npx orbweaver ${args.map(quoted).join(" ")}`, lines })
    }
    return scenes
  } finally {
    close()
    rmSync(folder, { recursive: true, force: true })
  }
}
