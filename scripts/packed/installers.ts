/** Package managers that hoist nothing: a package finds only what its own manifest names. */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { manifestOf } from "./size.ts"

const run = promisify(execFile)
/** Longest time of one command, in milliseconds. */
const timeout = 120_000

const program = `
import assert from "node:assert/strict"
import { createOrbweaver } from "orbweaver"
import { jsonLines } from "orbweaver/sinks"
const orb = createOrbweaver({ egress: { allowLocal: true } })
const { links, markdown } = await orb.scrape(process.env.SITE, { formats: ["markdown", "links", "product"] })
assert.match(markdown, /^# Hello/)
const { completed } = (await orb.crawl(process.env.SITE, { limit: 2 }).to(jsonLines("pages.jsonl"))).counts
assert.equal(completed, 2)
`

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

/** The installer cannot reach the registry from here, though npm can: nothing is known of our packages. */
export class RegistryUnreached extends Error {}

const unreached = /RequestError|ERR_PNPM_\w*FETCH|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|certificate/

type Install = (tarballs: ReadonlyMap<string, string>, site: string, node: string) => Promise<string | undefined>

const installer =
  (files: Readonly<Record<string, string>>, command: ReadonlyArray<string>): Install =>
  async (tarballs, site, node) => {
    const project = await mkdtemp(join(tmpdir(), "orbweaver-installer-"))
    try {
      const { overrides, ...manifest } = manifestOf(tarballs)
      const whole = { ...manifest, overrides, resolutions: overrides, pnpm: { overrides } }
      await writeFile(join(project, "package.json"), JSON.stringify(whole))
      const lines = Object.entries(overrides).map(([name, file]) => `  "${name}": "${file}"\n`)
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(project, name), text.replace("OVERRIDES", lines.join("")))
      }
      await writeFile(join(project, "program.mjs"), program)
      // No field of this workspace, such as its package manager, holds there.
      const env = {
        ...process.env,
        ...(await registrySettings()),
        COREPACK_ENABLE_STRICT: "0",
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
        CI: "true"
      }
      await run("npx", ["--yes", ...command], { cwd: project, env, timeout })
      await run(node, ["program.mjs"], { cwd: project, env: { ...env, SITE: site }, timeout })
      return undefined
    } catch (error) {
      const { stderr = "", stdout = "" } = error as { readonly stdout?: string; readonly stderr?: string }
      const text = `${String(error)}\n${stdout}\n${stderr}`
      if (unreached.test(text)) throw new RegistryUnreached(text)
      return text
    } finally {
      await rm(project, { recursive: true, force: true })
    }
  }

export const installers: Readonly<Record<string, Install>> = {
  pnpm: installer({ "pnpm-workspace.yaml": "overrides:\nOVERRIDEShoist: false\npackageManagerStrict: false\n" }, [
    "pnpm@12.21.0",
    "install",
    "--ignore-scripts",
    "--no-frozen-lockfile"
  ]),
  "yarn without hoisting": installer(
    {
      ".yarnrc.yml":
        "nodeLinker: node-modules\nnmHoistingLimits: dependencies\nenableScripts: false\nenableTelemetry: false\n"
    },
    ["@yarnpkg/cli-dist@4.18.1", "install"]
  )
}
