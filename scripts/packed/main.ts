/**
 * Packs every package, installs the tarballs in an empty project outside of the workspace, and runs
 * programs there as somebody who installed them would: `npm run test:packed`, or `npm run test:packed -- WORDS` for the
 * checks whose name has these words; `--all` compiles with all settings of TypeScript. `npm run environments` runs only the
 * environments, and writes the table of them (`environments.ts`). Two checks run at a time, since many of them wait for the
 * registry.
 */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { billOfMaterials } from "../release/billOfMaterials.ts"
import { bundlerPackages, optionalPackages } from "./bundlers.ts"
import { readErrors, writeCompilations } from "./declarations.ts"
import { copyPrograms, environmentPackages, environments, writeTable } from "./environments.ts"
import { makeContext, stepsOf } from "./image.ts"
import { NotTried } from "./installers.ts"
import { timeout } from "./limit.ts"
import { packAll } from "./pack.ts"
import { installAlone, maxInstalled } from "./size.ts"
import { followPage } from "./tutorial.ts"

/** What is installed from the registry to check with; the compilers are those of the workspace. */
const tools = {
  ...bundlerPackages,
  ...optionalPackages,
  ...environmentPackages,
  "@ai-sdk/openai-compatible": "3.0.92",
  "@types/node": "24.19.2",
  // What reading scans needs besides the packages.
  "@tesseract.js-data/eng": "1.0.0",
  "pdfjs-dist": "6.1.200",
  publint: "0.3.25",
  "@arethetypeswrong/cli": "0.18.5",
  typescript: "5.9.3",
  "typescript-7": "npm:typescript@7.0.2",
  // What the suites of `@orbweaver/testing` run in.
  "@effect/vitest": "4.0.5",
  effect: "4.1.0",
  vitest: "5.1.1",
  npm: "11.19.1"
}
/**
 * The Node that runs the installed programs. npm scripts find the `node` package of the workspace first, so another
 * version is given by its path.
 */
const node = process.env["ORBWEAVER_NODE"] ?? process.execPath
/** Builds of Node that are tried too, where the registry has them for this machine: the oldest that is supported, and an older one. */
const builds = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`
const oldest = { name: "oldest-node", version: "22.19.0" }
const tooOld = { name: "too-old-node", version: "20.19.5" }
const hasBuilds = ["linux", "darwin"].includes(process.platform) && ["x64", "arm64"].includes(process.arch)

interface Ended {
  readonly code: number | string | null
  readonly stdout: string
  readonly stderr: string
}

const run = (command: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}) =>
  new Promise<Ended>((done) => {
    const options = {
      cwd,
      // npm and npx are scripts of the shell on Windows.
      shell: process.platform === "win32" && command !== node,
      env: { ...process.env, NO_COLOR: "1", PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`, ...env },
      timeout,
      maxBuffer: 64 * 1024 * 1024
    }
    const child = execFile(command, [...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? child.signalCode, stdout, stderr })
    )
  })

const must = async (what: string, running: Promise<Ended>): Promise<string> => {
  const { code, stderr, stdout } = await running
  if (code !== 0) throw new Error(`${what} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** What is read of a bill of materials. */
interface Materials {
  readonly components: ReadonlyArray<{ readonly name: string; readonly licenses?: ReadonlyArray<unknown> }>
}

/** A site of two pages. */
const site = createServer((request, response) => {
  response.setHeader("content-type", "text/html")
  const link = request.url === "/" ? `<a href="/second">Second</a>` : ""
  response.end(
    `<title>Page ${request.url}</title><main><h1>Hello</h1><p>${"Words of a page. ".repeat(20)}${link}</p></main>`
  )
})

const project = await mkdtemp(join(tmpdir(), "orbweaver-packed-"))
const failures: Array<string> = []
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false }, record: { type: "boolean", default: false } }
})
const wanted = positionals.join(" ")
const atOnce = 2

interface Check {
  readonly what: string
  readonly holds: () => Promise<string | undefined>
}
const checks: Array<Check> = []
/** Begins the names of the checks of environments. */
const ofEnvironment = "environment: "
/** How each environment's run ended, for the table. */
const results = new Map<string, string>()
const check = (what: string, holds: Check["holds"]): void => {
  if (what.includes(wanted) && (!values.record || what.startsWith(ofEnvironment))) checks.push({ what, holds })
}
const runChecks = async (): Promise<void> => {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) await runCheck(next)
}
const runCheck = async ({ holds, what }: Check): Promise<void> => {
  const began = performance.now()
  const problem = await holds().catch((error: unknown) => (error instanceof NotTried ? error : String(error)))
  const environment = what.startsWith(ofEnvironment) ? what.slice(ofEnvironment.length) : undefined
  if (environment !== undefined) results.set(environment, resultOf(problem))
  if (problem instanceof NotTried) return console.log(`NOT TRIED ${what}\n${problem.message}`)
  console.log(`${problem === undefined ? "ok  " : "FAIL"} ${what} (${Math.round(performance.now() - began)} ms)`)
  if (problem !== undefined) failures.push(`${what}\n${problem}`)
}

const resultOf = (problem: unknown): string =>
  problem instanceof NotTried ? `not run: ${problem.message.split("\n")[0]}` : problem === undefined ? "works" : "fails"

try {
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening))
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const tarballs = await packAll(project)
  const own = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  const nodes = Object.fromEntries(
    (hasBuilds ? [oldest, tooOld] : []).map(({ name, version }) => [name, `npm:${builds}@${version}`])
  )
  const manifest = { name: "somebody", private: true, dependencies: own, devDependencies: { ...tools, ...nodes } }
  await writeFile(join(project, "package.json"), JSON.stringify(manifest, null, 2))
  await must("npm install", run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], project))
  await cp(join(import.meta.dirname, "programs"), project, { recursive: true })
  await cp(join(import.meta.dirname, "bundled"), join(project, "bundled"), { recursive: true })
  await copyPrograms(project)

  const programs = (await readdir(join(import.meta.dirname, "programs"))).filter((name) => /\.[cm]js$/.test(name))
  for (const program of programs.filter((name) => name !== "browser.mjs" || process.env["ORBWEAVER_PACKED_BROWSER"])) {
    check(`${program} ends by itself, with code 0 and nothing on stderr`, async () => {
      const { code, stderr, stdout } = await run(node, [program], project, { SITE: address })
      if (code === 0 && stderr === "" && stdout === "") return undefined
      return `code ${code}\nstdout ${stdout}\nstderr ${stderr}`
    })
  }
  const nodeOf = ({ name }: { readonly name: string }) => join(project, "node_modules", name, "bin", "node")
  if (hasBuilds) {
    for (const program of programs.filter((name) => name !== "browser.mjs")) {
      check(`${program} runs on Node ${oldest.version}`, async () => {
        const { code, stderr, stdout } = await run(nodeOf(oldest), [program], project, { SITE: address })
        return code === 0 && stderr === "" && stdout === "" ? undefined : `code ${code}\n${stdout}\n${stderr}`
      })
    }
    const ways = {
      import: ["--input-type=module", "--eval", 'await import("orbweaver")'],
      require: ["--eval", 'require("orbweaver")'],
      "the command": [join(project, "node_modules/orbweaver/bin/orbweaver.js"), "--version"]
    }
    for (const [way, args] of Object.entries(ways)) {
      check(`${way} on Node ${tooOld.version} says which Node is needed`, async () => {
        const { code, stderr } = await run(nodeOf(tooOld), args, project)
        return code === 1 && stderr.includes("orbweaver needs Node.js 22.19 or later")
          ? undefined
          : `code ${code}\n${stderr}`
      })
    }
  }
  check("Node shows a mistake that nothing catches in a few lines", async () => {
    const mistake = 'import { createOrbweaver } from "orbweaver"; createOrbweaver({ egress: { alow: [] } })'
    const { code, stderr } = await run(node, ["--input-type=module", "--eval", mistake], project)
    const isShown = stderr.includes("egress.alow: Unrecognized key; did you mean allow?")
    return code === 1 && isShown && stderr.length < 3000 ? undefined : `code ${code}, ${stderr.length}: ${stderr}`
  })
  for (const program of ["completions", "hover"]) {
    check(`an editor with TypeScript 5.9 shows what it should: ${program}`, async () => {
      const { code, stderr, stdout } = await run(node, [join("editor", `${program}.mjs`)], project)
      return code === 0 ? undefined : `code ${code}\n${stdout}\n${stderr}`
    })
  }
  check("the bill of materials names every package with its licence", async () => {
    const { components } = JSON.parse(await billOfMaterials(tarballs, "1.0.0")) as Materials
    const named = new Set(components.map(({ name }) => name))
    const missing = [...tarballs.keys(), "effect", "undici", "htmlparser2"].filter((name) => !named.has(name))
    const unlicensed = components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)
    return missing.length + unlicensed.length === 0
      ? undefined
      : `missing: ${missing.join(", ")}\nwithout a licence: ${unlicensed.join(", ")}`
  })
  const missingPeers = new Set<string>()
  for (const { compiler, file, name } of await writeCompilations(project, tarballs.keys(), values.all)) {
    check(`typed programs and all declarations compile without skipLibCheck: ${name}`, async () => {
      const args = [join(project, "node_modules", compiler, "bin/tsc"), "-p", file]
      const { code, stderr, stdout } = await run(node, args, project)
      if (code !== 0 && !stdout.includes("error TS")) return `code ${code}\n${stdout}\n${stderr}`
      const { errors, peers } = await readErrors(project, stdout)
      for (const peer of peers) missingPeers.add(peer)
      return errors.length === 0 ? undefined : errors.join("\n").slice(0, 4000)
    })
  }
  check(`orbweaver alone takes at most ${maxInstalled} MB`, async () => {
    const { megabytes } = await installAlone(tarballs)
    return megabytes <= maxInstalled ? undefined : `${megabytes} MB`
  })
  const place = {
    project,
    node,
    oldestNode: hasBuilds ? nodeOf(oldest) : undefined,
    site: address,
    tarballs
  }
  for (const { isSlow = false, name, run: runsIn } of environments) {
    if (!isSlow || values.record) check(`${ofEnvironment}${name}`, () => runsIn(place))
  }
  // Since version 11, `npm init` writes a type into package.json that decides how Node reads a program.
  const npms = { "the npm of the machine": ["npm"], "npm 11": [node, join(project, "node_modules/npm/bin/npm-cli.js")] }
  for (const [npmName, npm] of Object.entries(npms)) {
    check(`the tutorial runs from its first command in an empty folder, with ${npmName}`, () =>
      followPage("docs/start/price-list.md", tarballs, node, npm)
    )
  }
  check("the page on installing runs from its first command in an empty folder", () =>
    followPage("docs/start/install.md", tarballs, node, ["npm"])
  )
  check("the first program of README runs in an empty folder", () =>
    followPage("README.md", tarballs, node, ["npm"], 1)
  )
  check("the steps of the image install it, start it, and find it ready", async () => {
    const folder = join(project, "image")
    await makeContext(folder)
    const { healthy, install, start } = await stepsOf()
    await must(install, run("sh", ["-c", install], folder))
    const env = { ...process.env, HOST: "127.0.0.1", PORT: String(await freePort()) }
    const server = spawn(node, start.slice(1), { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] })
    try {
      await Promise.race([once(server.stdout, "data"), once(server, "exit")])
      const { code, stderr } = await run(node, healthy.slice(1), folder, env)
      return code === 0 ? undefined : `code ${code}\n${stderr}`
    } finally {
      server.kill("SIGTERM")
      await once(server, "exit")
    }
  })
  check("the command runs", async () => {
    const { code, stdout } = await run(
      "npx",
      ["orbweaver", "scrape", address, "--allow-local", "--no-browser"],
      project
    )
    return code === 0 && stdout.includes("# Hello") ? undefined : `code ${code}\n${stdout}`
  })
  check("an outsider's fetcher and format pass their published suites", async () => {
    const { code, stdout } = await run("npx", ["vitest", "run", "--testTimeout=120000", "outsider/outsider"], project)
    return code === 0 ? undefined : stdout.slice(-4000)
  })
  check("the suite of formats fails for a format that makes nothing", async () => {
    const { code, stdout } = await run("npx", ["vitest", "run", "outsider/nothing"], project)
    return code !== 0 && stdout.includes("nothing is empty") ? undefined : `code ${code}\n${stdout.slice(-4000)}`
  })
  for (const [name, file] of tarballs) {
    check(`publint of ${name}`, async () => {
      const { code, stdout } = await run("npx", ["publint", file, "--level", "error"], project)
      return code === 0 ? undefined : stdout
    })
    check(`arethetypeswrong of ${name}`, async () => {
      // Declarations for `require` are of CommonJS, and what it loads is the one module that there is.
      const rules = ["--profile", "esm-only", "--ignore-rules", "false-cjs"]
      const { code, stderr, stdout } = await run("npx", ["attw", file, ...rules], project)
      return code === 0 ? undefined : stdout + stderr
    })
  }
  await Promise.all(Array.from({ length: atOnce }, runChecks))
  if (values.record) await writeTable(results)
  if (missingPeers.size > 0) console.log(`Declarations that need these are not tried: ${[...missingPeers].join(", ")}`)
} finally {
  site.close()
  site.closeAllConnections()
  await rm(project, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(failures.join("\n\n"))
  process.exitCode = 1
}
