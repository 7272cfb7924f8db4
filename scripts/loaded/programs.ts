/**
 * What programs load before they give their first result, so that nobody adds a hundred modules unseen. Each bound is a
 * little above what was loaded when it was set. Whoever makes a program load less lowers its bound; whoever raises one
 * says why in the commit.
 */
import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "../..")
const orbweaver = join(root, "packages/orbweaver")
/** Longest time of a program, in milliseconds. */
const timeout = 60_000

interface Program {
  /** Arguments of `node`. `SITE` is the address of a site of two pages, `COMMAND` the installed command. */
  readonly args: ReadonlyArray<string>
  readonly prints: RegExp
  readonly maxModules: number
  readonly maxKilobytes: number
}

const program = (code: string) => ["--input-type=module", "--eval", code]

export const programs: Readonly<Record<string, Program>> = {
  "orbweaver --version": {
    args: ["COMMAND", "--version"],
    prints: /^orbweaver v\d/,
    maxModules: 2,
    maxKilobytes: 3
  },
  "orbweaver --help": {
    args: ["COMMAND", "--help"],
    prints: /COMMANDS/,
    maxModules: 4,
    maxKilobytes: 5
  },
  "orbweaver scrape": {
    args: ["COMMAND", "scrape", "SITE", "--allow-local", "--no-browser"],
    prints: /^# Hello/m,
    maxModules: 43,
    maxKilobytes: 2_680
  },
  "an import alone": {
    args: program(`import { createOrbweaver } from "orbweaver"; console.log(typeof createOrbweaver)`),
    prints: /^function$/m,
    maxModules: 6,
    maxKilobytes: 5
  },
  "a scrape to Markdown": {
    args: program(`
      import { createOrbweaver } from "orbweaver"
      await using orb = createOrbweaver({ egress: { allowLocal: true } })
      console.log((await orb.scrape("SITE")).markdown)`),
    prints: /^# Hello/m,
    maxModules: 31,
    maxKilobytes: 1_970
  },
  "a scrape to Markdown on the application's Effect": {
    args: program(`
      import { createOrbweaver } from "orbweaver/effect"
      await using orb = createOrbweaver({ egress: { allowLocal: true } })
      console.log((await orb.scrape("SITE")).markdown)`),
    prints: /^# Hello/m,
    maxModules: 345,
    maxKilobytes: 6_200
  },
  "a crawl": {
    args: program(`
      import { createOrbweaver } from "orbweaver"
      await using orb = createOrbweaver({ egress: { allowLocal: true } })
      console.log((await orb.crawl("SITE")).data.length)`),
    prints: /^2$/m,
    maxModules: 58,
    maxKilobytes: 2_720
  }
}

export interface Loaded {
  readonly modules: number
  readonly kilobytes: number
  /** Modules and kilobytes by package, the largest first: for whoever asks what there is so much of. */
  readonly packages: ReadonlyArray<string>
}

/** Runs the program as it is built. */
export const loadedBy = async ({ args, prints }: Program): Promise<Loaded> => {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-loaded-"))
  const site = createServer((request, response) => {
    response.statusCode = ["/", "/second"].includes(request.url ?? "") ? 200 : 404
    response.setHeader("content-type", "text/html")
    response.end(`<title>Hello</title><main><h1>Hello</h1><p>${words}</p><a href="/second">Second</a></main>`)
  })
  try {
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening))
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    const file = join(folder, "loaded.json")
    const command = await install(folder)
    const given = args.map((arg) => arg.replace("SITE", address).replace("COMMAND", command))
    const { stdout } = await run(process.execPath, ["--import", join(import.meta.dirname, "record.js"), ...given], {
      cwd: orbweaver,
      timeout,
      env: { PATH: process.env["PATH"] ?? "", LOADED_FILES: file, NO_COLOR: "1" }
    })
    if (!prints.test(stdout)) throw new Error(`The program printed something else: ${stdout.slice(0, 500)}`)
    return summary(JSON.parse(await readFile(file, "utf8")) as ReadonlyArray<LoadedFile>)
  } finally {
    site.closeAllConnections()
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The command where it is no part of a checkout, in which it would run its sources. */
const install = async (folder: string): Promise<string> => {
  const installed = join(folder, "node_modules/orbweaver")
  for (const part of ["bin", "entry", "dist/standalone", "package.json"])
    await cp(join(orbweaver, part), join(installed, part), { recursive: true })
  return join(installed, "bin/orbweaver.js")
}

const words = "Orb weavers build round webs. ".repeat(20)

interface LoadedFile {
  readonly file: string
  readonly bytes: number
}

const summary = (files: ReadonlyArray<LoadedFile>): Loaded => {
  const packages = Map.groupBy(files, ({ file }) => packageOf(file))
  const lines = [...packages].map(([name, files]) => ({ name, modules: files.length, kilobytes: kilobytesOf(files) }))
  return {
    modules: files.length,
    kilobytes: kilobytesOf(files),
    packages: lines
      .toSorted((one, other) => other.kilobytes - one.kilobytes)
      .map(({ kilobytes, modules, name }) => `${name}: ${modules} modules, ${kilobytes} kB`)
  }
}

const kilobytesOf = (files: ReadonlyArray<LoadedFile>): number =>
  Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)

const packageOf = (file: string): string => {
  const path = file.replaceAll("\\", "/")
  return (
    /\/node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*\/node_modules\/)/.exec(path)?.[1] ??
    /\/(packages\/[^/]+)/.exec(path)?.[1] ??
    path
  )
}

if (import.meta.main) {
  for (const [name, program] of Object.entries(programs)) {
    const { kilobytes, modules, packages } = await loadedBy(program)
    console.log(`${name}: ${modules} modules, ${kilobytes} kB\n${packages.map((line) => `  ${line}`).join("\n")}`)
  }
}
