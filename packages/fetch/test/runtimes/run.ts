/** Runs the attempts on each runtime; as a program (`npm run egress`) it prints their table. */
import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Row } from "./attempts.ts"

export const runtimes = ["node", "bun", "deno"] as const
export type Runtime = (typeof runtimes)[number]

const condition = "--conditions=@orbweaver/source"

/** The programs of bun and deno are in optional packages, one for each platform; their own are links to these. */
const commands: Readonly<Record<Runtime, () => readonly [file: string, ...args: ReadonlyArray<string>]>> = {
  node: () => [process.execPath, condition],
  bun: () => [
    programOf("@oven/bun-linux-x64/bin/bun", "@oven/bun-linux-aarch64/bin/bun", "@oven/bun-darwin-aarch64/bin/bun"),
    condition
  ],
  deno: () => [
    programOf("@deno/linux-x64-glibc/deno", "@deno/linux-arm64-glibc/deno", "@deno/darwin-arm64/deno"),
    "run",
    "-A",
    "--no-lock",
    "--node-modules-dir=manual",
    condition
  ]
}

const programOf = (...candidates: ReadonlyArray<string>): string => {
  const { resolve } = createRequire(import.meta.url)
  for (const candidate of candidates) {
    try {
      return resolve(candidate)
    } catch {
      // Of another platform.
    }
  }
  throw new Error(`None of ${candidates.join(", ")} is installed`)
}

export const attemptsOn = (runtime: Runtime): Promise<ReadonlyArray<Row>> =>
  new Promise((resolve, reject) => {
    const [file, ...args] = commands[runtime]()
    execFile(
      file,
      [...args, join(import.meta.dirname, "attempts.ts")],
      { timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout) as ReadonlyArray<Row>)
        else reject(new Error(`${runtime}: ${error.message}\n${stderr}`))
      }
    )
  })

if (import.meta.main) {
  console.log("runtime  way out               forbidden  refused  reached  serves  closes")
  for (const runtime of runtimes) {
    for (const { closes, forbidden, reached, refused, serves, wayOut } of await attemptsOn(runtime)) {
      const numbers = [forbidden, refused, reached].map((count) => String(count).padStart(9)).join("")
      console.log(
        `${runtime.padEnd(9)}${wayOut.padEnd(20)}${numbers}  ${serves ? "   yes" : "    NO"}  ${closes ? "   yes" : "    NO"}`
      )
    }
  }
}
