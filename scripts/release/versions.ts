/** The versions and changelogs that the changesets lead to, tried in a copy: nothing of the repository changes. */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const root = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

export interface Version {
  readonly name: string
  readonly from: string
  readonly to: string
  /** What its changelog begins with. */
  readonly changelog: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest

/** Members of the workspace, below the root. */
const members = async (): Promise<ReadonlyArray<string>> => {
  const below = async (folder: string) =>
    (await readdir(join(root, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
  return [...(await below("packages")), ...(await below("examples")), "docs", "scripts"]
}

export const nextVersions = async (): Promise<ReadonlyArray<Version>> => {
  const copy = await mkdtemp(join(tmpdir(), "orbweaver-release-"))
  try {
    for (const file of ["package.json", "package-lock.json", ".changeset"]) {
      await cp(join(root, file), join(copy, file), { recursive: true })
    }
    for (const member of await members()) {
      await mkdir(join(copy, member), { recursive: true })
      await cp(join(root, member, "package.json"), join(copy, member, "package.json")).catch(() => undefined)
    }
    await symlink(join(root, "node_modules"), join(copy, "node_modules"))
    // Changesets looks for the commits of its files.
    const git = ["-c", "user.name=release", "-c", "user.email=release@localhost", "-c", "commit.gpgsign=false"]
    await run("git", ["init", "--quiet", "--initial-branch=main"], { cwd: copy })
    await run("git", ["add", ".changeset", "package.json"], { cwd: copy })
    await run("git", [...git, "commit", "--quiet", "--no-verify", "-m", "Before"], { cwd: copy })
    await version(copy)
    const versions: Array<Version> = []
    for (const member of await members()) {
      const before = await manifestIn(join(root, member)).catch(() => undefined)
      if (before === undefined || before.private === true) continue
      const { version: to } = await manifestIn(join(copy, member))
      const changelog = await readFile(join(copy, member, "CHANGELOG.md"), "utf8").catch(() => "")
      versions.push({ name: before.name, from: before.version, to, changelog })
    }
    return versions
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Takes the changesets of a folder into versions and changelogs. */
export const version = async (cwd: string): Promise<void> => {
  const { bin } = JSON.parse(await readFile(join(root, "node_modules/@changesets/cli/package.json"), "utf8")) as {
    readonly bin: string | Readonly<Record<string, string>>
  }
  const command = typeof bin === "string" ? bin : bin["changeset"]!
  await run(process.execPath, [join(root, "node_modules/@changesets/cli", command), "version"], { cwd })
}
