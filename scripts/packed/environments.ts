/**
 * Where programs with the packages are built and run, and what each place needs: one list for the checks of `main.ts` and
 * for the table in docs/reference/environments.md, which `npm run environments` writes from the runs of these checks.
 */
import { execFile } from "node:child_process"
import { chmod, cp, mkdir, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { bundlers } from "./bundlers.ts"
import { installers, NotTried } from "./installers.ts"
import { timeout } from "./limit.ts"

/** What the checks of environments need of the registry. */
export const environmentPackages = { jest: "30.5.2", msw: "3.0.5", nock: "15.0.6", undici: "8.12.4" }

export interface Place {
  /** A project in which everything is installed by npm. */
  readonly project: string
  readonly node: string
  /** The oldest Node that is supported, where the registry has it for this machine. */
  readonly oldestNode: string | undefined
  /** A site of two pages that link each other. */
  readonly site: string
  readonly tarballs: ReadonlyMap<string, string>
}

export interface Environment {
  /** In Markdown without tables. */
  readonly name: string
  /** What a program needs there, in Markdown. */
  readonly needs: string
  /** What was wrong, or undefined. Throws `NotTried`. */
  readonly run: (place: Place) => Promise<string | undefined>
  /** Takes minutes and has a command of its own: only the table runs it here. */
  readonly isSlow?: boolean
}

const nothing = "nothing"
const flag = "--experimental-vm-modules"

interface Ended {
  readonly code: number | string | null
  readonly output: string
}

interface Start {
  readonly env?: NodeJS.ProcessEnv
  /** The environment has nothing else. */
  readonly isBare?: boolean
  readonly uid?: number
}

/** Runs a command in the folder of the programs. */
const start = (
  { node, project, site }: Place,
  command: string,
  args: ReadonlyArray<string>,
  { env = {}, isBare = false, uid }: Start = {}
): Promise<Ended> =>
  new Promise((done) => {
    const path = `${dirname(node)}:${process.env["PATH"] ?? ""}`
    const options = {
      cwd: join(project, "environments"),
      env: { ...(isBare ? {} : { ...process.env, PATH: path }), SITE: site, ...env },
      timeout,
      ...(uid === undefined ? {} : { uid, gid: uid })
    }
    const child = execFile(command, [...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? child.signalCode, output: stdout + stderr })
    )
  })

const isRoot = process.platform === "linux" && process.getuid?.() === 0

const problemOf = ({ code, output }: Ended, expected: Ended["code"] = 0): string | undefined =>
  code === expected && output === "" ? undefined : `ended with ${code}\n${output}`

const page =
  (args: ReadonlyArray<string> = [], how: Start = {}): Environment["run"] =>
  async (place) =>
    problemOf(await start(place, place.node, [...args, "page.mjs"], how))

const mock =
  (name: string): Environment["run"] =>
  async (place) =>
    problemOf(await start(place, place.node, ["mocks.mjs"], { env: { MOCK: name } }))

/** By the Node of the programs: among the tools of the project are others. */
const jest = (place: Place, env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const args = [join(place.project, "node_modules/jest/bin/jest.js"), "--rootDir=jest"]
  return start(place, place.node, args, { env: { CI: "true", NODE_OPTIONS: "", ...env } })
}

/** Nobody of the machine. */
const unknownUser = 54_321

const settings: Readonly<Record<string, string>> = {
  "esbuild, as an ECMAScript module": "a line of its [banner](../guide/bundlers.md)",
  Rollup: "its [plugins](../guide/bundlers.md)",
  "Vite, for servers": "`ssr.noExternal`"
}

export const environments: ReadonlyArray<Environment> = [
  ...(
    [
      ["npm", "npm", nothing],
      ["pnpm, `hoist: false`", "pnpm", nothing],
      ["Yarn, nothing hoisted", "yarnWithoutHoisting", nothing],
      ["Yarn Plug'n'Play", "yarnPlugAndPlay", nothing],
      ["npm, in a program with Effect 3", "besideEffect3", "`orbweaver` brings its own Effect 4"]
    ] as const
  ).map(([name, installer, needs]) => ({
    name,
    needs,
    run: ({ node, site, tarballs }: Place) => installers[installer](tarballs, site, node)
  })),
  ...Object.entries(bundlers).map(([name, bundle]) => ({
    name,
    needs: settings[name] ?? nothing,
    run: ({ node, project }: Place) => bundle(project, node)
  })),
  {
    name: "Next.js, standalone",
    needs: nothing,
    isSlow: true,
    run: async (place) => {
      const { code, output } = await start(place, process.execPath, [join(import.meta.dirname, "next.ts")])
      return code === 0 ? undefined : output
    }
  },
  {
    name: "The oldest Node.js, 22.19",
    needs: nothing,
    run: async (place) => {
      const { oldestNode } = place
      if (oldestNode === undefined) throw new NotTried("the registry has no such build for this machine")
      return problemOf(await start(place, oldestNode, ["page.mjs"]))
    }
  },
  {
    name: "Node.js with `--permission`",
    needs: "`--allow-fs-read=*`, `--allow-worker`",
    run: page(["--permission", "--allow-fs-read=*", "--allow-worker", "--disable-warning=PERM0006"])
  },
  {
    name: "Jest",
    needs: "[a flag of Node.js](../guide/testing.md)",
    run: async (place) => {
      const { code, output } = await jest(place, { NODE_OPTIONS: flag })
      return code === 0 && output.includes("2 passed, 2 total") ? undefined : output
    }
  },
  {
    name: "Jest without the flag",
    needs: "says which flag is missing",
    run: async (place) => {
      const { code, output } = await jest(place)
      return code === 1 && output.includes(`NODE_OPTIONS=${flag} npx jest`) ? undefined : output
    }
  },
  ...["msw", "nock", "MockAgent", "a stub of fetch"].map((name) => ({
    name: `Requests replaced by ${name}`,
    needs: "[`fromFetch()`](../guide/testing.md)",
    run: mock(name)
  })),
  {
    name: "A read-only file system",
    needs: nothing,
    run: async (place) => {
      if (!isRoot) throw new NotTried("it takes root on Linux to make one")
      const command = `mount -o remount,ro,bind / && exec "${place.node}" page.mjs`
      return problemOf(await start(place, "unshare", ["--mount", "sh", "-c", command]))
    }
  },
  {
    name: "A user without a name, no `HOME`",
    needs: nothing,
    run: async (place) => {
      if (!isRoot) throw new NotTried("it takes root on Linux to be another user")
      return page([], { isBare: true, uid: unknownUser })(place)
    }
  },
  {
    name: "A worker thread, `SIGTERM` handled",
    needs: "`close()` in the thread",
    run: async (place) => problemOf(await start(place, place.node, ["worker.mjs"], { env: { HANDLED: "yes" } }))
  },
  {
    name: "A worker thread, `SIGTERM` not handled",
    needs: nothing,
    run: async (place) => problemOf(await start(place, place.node, ["worker.mjs"]), "SIGTERM")
  },
  {
    name: "Electron, main process",
    needs: "unknown",
    run: () => Promise.reject(new NotTried("its program is not in the npm registry"))
  }
]

/** Puts the programs into the project, which every user may read from now on. */
export const copyPrograms = async (project: string): Promise<void> => {
  await cp(join(import.meta.dirname, "environments"), join(project, "environments"), { recursive: true })
  await chmod(project, 0o755)
}

export const tableFile = resolve(import.meta.dirname, "../../docs/reference/environments.md")

/** Writes the table; `results` are words for each environment, by its name. */
export const writeTable = async (results: ReadonlyMap<string, string>): Promise<void> => {
  const rows = environments.map(({ name, needs }) => `| ${name} | ${needs} | ${results.get(name) ?? "not run"} |`)
  await mkdir(dirname(tableFile), { recursive: true })
  await writeFile(tableFile, `${head}\n${rows.join("\n")}\n${notes}`)
}

const head = `---
group: Tables
order: 7
alsoKnownAs: "compatibility, bundlers, package managers, Yarn PnP, pnpm, Jest, msw, nock, Electron, read-only, serverless, worker threads"
---

# Environments

\`npm run environments\` writes this table from its runs: Node.js ${process.versions.node}, ${process.platform} ${process.arch}.

| Environment | Needs | Result |
| --- | --- | --- |`

const notes = `
A program reads a page, converts a large page and a file on threads, and crawls a site of two pages, without a browser. A
bundle runs in an empty folder, without \`node_modules\`.

Packages that you name next to \`orbweaver\`, such as \`@orbweaver/fetch\`, take the Effect of your program, and installers
refuse them beside another version than theirs.
`
