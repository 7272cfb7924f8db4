/** Package managers that hoist nothing: a package finds only what its own manifest names. */
import { execFile } from "node:child_process"
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { timeout } from "./limit.ts"
import { manifestOf } from "./size.ts"

const run = promisify(execFile)

/** What an installed program does. */
const program = join(import.meta.dirname, "environments/page.mjs")

/** Yarn does not read what npm was told of its registry. */
const registrySettings = async (): Promise<Readonly<Record<string, string>>> => {
  const { stdout } = await run("npm", ["config", "list", "--json"], { cwd: tmpdir(), timeout })
  const { cafile, registry } = JSON.parse(stdout) as { readonly cafile?: string | null; readonly registry: string }
  const { hostname, protocol } = new URL(registry)
  return {
    YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ""),
    ...(typeof cafile === "string" && cafile !== "" ? { YARN_HTTPS_CA_FILE_PATH: cafile } : {}),
    ...(protocol === "http:" ? { YARN_UNSAFE_HTTP_WHITELIST: hostname } : {})
  }
}

/** What cannot be tried here, such as where an installer does not reach the registry: nothing is known of our packages. */
export class NotTried extends Error {}

const unreached = /RequestError|ERR_PNPM_\w*FETCH|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|certificate/

type Install = (tarballs: ReadonlyMap<string, string>, site: string, node: string) => Promise<string | undefined>

interface Installer {
  /** Settings of the installer, by the names of their files; `OVERRIDES` stands for our packages. */
  readonly files?: Readonly<Record<string, string>>
  readonly command: ReadonlyArray<string>
  /** Runs the program; Node where absent. */
  readonly run?: ReadonlyArray<string>
  /** Other dependencies of the project. */
  readonly beside?: Readonly<Record<string, string>>
}

const installer =
  ({ beside = {}, command, files = {}, run: runner }: Installer): Install =>
  async (tarballs, site, node) => {
    const project = await mkdtemp(join(tmpdir(), "orbweaver-installer-"))
    try {
      const { dependencies, overrides, ...manifest } = manifestOf(tarballs)
      const whole = { ...manifest, dependencies: { ...dependencies, ...beside }, overrides, resolutions: overrides }
      await writeFile(join(project, "package.json"), JSON.stringify({ ...whole, pnpm: { overrides } }))
      const lines = Object.entries(overrides).map(([name, file]) => `  "${name}": "${file}"\n`)
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(project, name), text.replace("OVERRIDES", lines.join("")))
      }
      await cp(program, join(project, "program.mjs"))
      // No field of this workspace, such as its package manager, holds there.
      const env = {
        ...process.env,
        ...(await registrySettings()),
        COREPACK_ENABLE_STRICT: "0",
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
        CI: "true"
      }
      await run("npx", ["--yes", ...command], { cwd: project, env, timeout })
      const [starter, ...args] = runner === undefined ? [node] : ["npx", "--yes", ...runner]
      const where = { ...env, SITE: site, PAGES: join(project, "pages.jsonl") }
      await run(starter!, [...args, "program.mjs"], { cwd: project, env: where, timeout })
      return undefined
    } catch (error) {
      const { stderr = "", stdout = "" } = error as { readonly stdout?: string; readonly stderr?: string }
      const text = `${String(error)}\n${stdout}\n${stderr}`
      if (unreached.test(text)) throw new NotTried(`the registry was not reached\n${text}`)
      return text
    } finally {
      await rm(project, { recursive: true, force: true })
    }
  }

const yarn = "@yarnpkg/cli-dist@4.18.1"
const yarnSettings = "enableScripts: false\nenableTelemetry: false\n"

export const installers = {
  npm: installer({ command: ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"] }),
  pnpm: installer({
    files: { "pnpm-workspace.yaml": "overrides:\nOVERRIDEShoist: false\npackageManagerStrict: false\n" },
    command: ["pnpm@12.21.0", "install", "--ignore-scripts", "--no-frozen-lockfile"]
  }),
  yarnWithoutHoisting: installer({
    files: { ".yarnrc.yml": `nodeLinker: node-modules\nnmHoistingLimits: dependencies\n${yarnSettings}` },
    command: [yarn, "install"]
  }),
  yarnPlugAndPlay: installer({
    files: { ".yarnrc.yml": `nodeLinker: pnp\n${yarnSettings}` },
    command: [yarn, "install"],
    run: [yarn, "node"]
  }),
  besideEffect3: installer({
    command: ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"],
    beside: { effect: "3.19.0" }
  })
} satisfies Readonly<Record<string, Install>>
