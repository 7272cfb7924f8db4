/** Type-checks and runs blocks against the example's site, each in an empty folder. */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Served } from "../loopback.ts"
import { type Block, root } from "./extract.ts"
import { prefixOf } from "./prefix.ts"

export const work = join(root, "docs/.blocks")
const command = join(root, "packages/orbweaver/dist/standalone/command.js")

export interface Ended {
  readonly code: number | string | null
  readonly stdout: string
  readonly stderr: string
}

/** What still runs when the time is up ends with all that it started. */
const execute = async (
  file: string,
  args: ReadonlyArray<string>,
  cwd: string,
  timeout: number,
  more: NodeJS.ProcessEnv = {}
): Promise<Ended> => {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...more }
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  let late = false
  const endAll = () => {
    try {
      process.kill(-child.pid!, "SIGKILL")
    } catch {
      // All of them have ended.
    }
  }
  child.once("exit", endAll)
  const timer = setTimeout(() => {
    late = true
    endAll()
  }, timeout)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  clearTimeout(timer)
  const code = late ? `none within ${timeout} ms` : (child.exitCode ?? child.signalCode)
  return { code, stdout, stderr }
}

export const nameOf = ({ file, line }: Pick<Block, "file" | "line">): string => `${file}:${line}`

const slugOf = (block: Block): string => `${block.file.replaceAll(/[^\w]+/g, "-")}-${block.line}`

/** The program as a reader would write it: with what the page takes for granted. */
const programOf = (block: Block): string => `${prefixOf(block)}\n${block.code}\nexport {}\n`

/** The example's address is a site of this machine. */
const localised = (code: string, { origin }: Served): string =>
  code
    .replaceAll("https://example.com", origin)
    .replaceAll("https://shop.example/orders", `${origin}/orders`)
    .replaceAll("http://searxng:8080", origin)
    .replaceAll("Egress.layer({})", "Egress.layer({ allowLocal: true })")

/** Empty, and outside of the repository: nothing that a block runs may find its packages or write to them. */
const newFolder = (): string => mkdtempSync(join(tmpdir(), "orbweaver-block-"))

export const prepare = (): void => {
  rmSync(work, { recursive: true, force: true })
  for (const folder of ["typed", "run"]) mkdirSync(join(work, folder), { recursive: true })
}

/** Compiles all programs at once; returns what the compiler says. */
export const check = async (programs: ReadonlyArray<Block>): Promise<string> => {
  for (const block of programs) writeFileSync(join(work, "typed", `${slugOf(block)}.ts`), programOf(block))
  const config = {
    extends: "../../../tsconfig.base.json",
    include: ["*.ts", "../../../packages/*/src/**/*.d.ts"],
    compilerOptions: { noEmit: true, types: ["node"], noUnusedLocals: false, noUnusedParameters: false }
  }
  writeFileSync(join(work, "typed/tsconfig.json"), JSON.stringify(config))
  const { stdout } = await execute(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "."],
    join(work, "typed"),
    240_000
  )
  return stdout
}

export interface Outcome {
  readonly printed: string
  readonly error?: string
}

/** Runs programs in one process, in their order; by the name of the block. */
export const runPrograms = async (
  programs: ReadonlyArray<Block>,
  site: Served
): Promise<ReadonlyMap<string, Outcome>> => {
  const list = programs.map((block) => {
    const file = join(work, "run", `${slugOf(block)}.ts`)
    const folder = newFolder()
    writeFileSync(file, localised(programOf(block), site))
    return { file, folder }
  })
  writeFileSync(join(work, "programs.json"), JSON.stringify(list))
  const args = [
    "--disable-warning=ExperimentalWarning",
    join(root, "docs/blocks/runPrograms.mjs"),
    join(work, "programs.json")
  ]
  const { stderr, stdout } = await execute(process.execPath, args, root, 300_000)
  const outcomes = stdout
    .trim()
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Outcome & { readonly file: string }] : []))
  const byFile = new Map(outcomes.map((outcome) => [outcome.file, outcome]))
  return new Map(
    programs.map((block, place) => [
      nameOf(block),
      byFile.get(list[place]!.file) ?? { printed: "", error: `the process ended before it: ${stderr.slice(-2000)}` }
    ])
  )
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/**
 * Runs the lines of a shell block in bash, where `orbweaver` and `npx orbweaver` are the built command. A server is
 * started beside the lines that follow it.
 */
export const runShell = async (block: Block, site: Served): Promise<Outcome> => {
  const folder = newFolder()
  const port = await freePort()
  const code = localised(block.code, site)
    .replaceAll("3002", String(port))
    .replaceAll(/^((?:npx )?orbweaver serve\b.*)$/gm, (line) => `${line.replace(/ #.*$/, "")} & wait_for_server`)
  const script = `
set -eo pipefail
orbweaver() {
  case "$1" in
    scrape|crawl|map|batch|search|extract|llmstxt|serve) set -- "$@" --allow-local ;;
  esac
  "${process.execPath}" --disable-warning=ExperimentalWarning "${command}" "$@"
}
npx() { if [ "$1" = -y ]; then shift; fi; "$@"; }
refuse() { echo "$1 is not for this machine: say so above the block, <!-- no-run: the reason -->" >&2; return 1; }
npm() { refuse npm; }
docker() { refuse docker; }
wait_for_server() {
  for _ in $(seq 300); do curl -sf http://127.0.0.1:${port}/v0/health/liveness > /dev/null && return 0; sleep 0.1; done
  return 1
}
${block.setup}
${code}
`
  const { code: exit, stderr, stdout } = await execute("bash", ["-c", script], folder, 60_000, { ROOT: root })
  const printed = stdout.replaceAll(`127.0.0.1:${port}`, "127.0.0.1:3002")
  return exit === 0 ? { printed } : { printed, error: `exit ${exit}: ${stderr.slice(-2000)}` }
}

/** What a block has printed, as its page shows it: with the example's address, and without empty lines around it. */
export const shownOutput = ({ printed }: Outcome, { origin }: Served): string =>
  `${printed.replaceAll(origin, "https://example.com").trim()}\n`
