/**
 * The bill of materials (CycloneDX, JSON) of what somebody gets who installs all packages: each of them and each
 * dependency with its version, licence and integrity, as npm resolves them on this day.
 */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** `tarballs` are those that `packAll` gives; `npm` is the command. */
export const billOfMaterials = async (tarballs: ReadonlyMap<string, string>, version: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "orbweaver-materials-"))
  const npm = async (...args: ReadonlyArray<string>): Promise<string> => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, shell: process.platform === "win32" }
    return (await run("npm", args, options)).stdout
  }
  try {
    const dependencies = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "orbweaver-release", version, dependencies }))
    await npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
    return await npm("sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--omit", "dev")
  } finally {
    await rm(folder, { recursive: true })
  }
}
