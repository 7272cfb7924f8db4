/** What a program gets that installs `orbweaver` and nothing else: `npm run size`. */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { packAll } from "./pack.ts"

/**
 * In MB of whole blocks on the disk, of which `effect` takes 61, `numfmt`, which formats the cells of sheets, 1, `chardet` a third,
 * the declarations for `require`, a block each, half a megabyte, and the labels of values in a dozen languages, which the code of
 * the threads carries too, a quarter. The parsers of documents stand there twice in the same way: AsciiDoc, reStructuredText, saved
 * pages and the pictures of scans took it from 97 to 98, browser profiles, redaction, MCP over HTTP and limits of keys to 99,
 * and `nodemailer`, 3, with the browser at an address and the log of calls to 102. The
 * packed command takes 4, as many as the packages that nothing but it needed (`@effect/platform-node-shared` and the types that
 * come with it).
 */
export const maxInstalled = 103
/** Files take whole blocks of the disk, in bytes. */
const block = 4096

const run = promisify(execFile)

export interface Installed {
  readonly megabytes: number
  readonly packages: number
  /** The largest, in megabytes. */
  readonly largest: ReadonlyArray<readonly [string, number]>
}

/** Manifest of a program that has `orbweaver` of the tarballs, and what that needs of the others. */
export const manifestOf = (tarballs: ReadonlyMap<string, string>) => {
  const files = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  const { orbweaver, ...overrides } = files
  return { name: "somebody", private: true, type: "module", dependencies: { orbweaver }, overrides }
}

export const installAlone = async (tarballs: ReadonlyMap<string, string>): Promise<Installed> => {
  const project = await mkdtemp(join(tmpdir(), "orbweaver-alone-"))
  try {
    await writeFile(join(project, "package.json"), JSON.stringify(manifestOf(tarballs)))
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: project })
    return await measure(join(project, "node_modules"))
  } finally {
    await rm(project, { recursive: true, force: true })
  }
}

export const measure = async (folder: string): Promise<Installed> => {
  const sizes = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const [scope, name] = path.slice(folder.length + 1).split(/[\\/]/)
    const key = scope!.startsWith("@") ? `${scope}/${name}` : scope!
    const { size } = await stat(path)
    sizes.set(key, (sizes.get(key) ?? 0) + Math.ceil(size / block) * block)
  }
  sizes.delete(".package-lock.json")
  const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const largest = [...sizes].toSorted((one, other) => other[1] - one[1]).slice(0, 12)
  return {
    megabytes: megabytes(total),
    packages: [...sizes.keys()].filter((name) => !name.startsWith(".")).length,
    largest: largest.map(([name, bytes]) => [name, Math.round((bytes / 1024 ** 2) * 10) / 10])
  }
}

if (import.meta.main) {
  const to = await mkdtemp(join(tmpdir(), "orbweaver-size-"))
  try {
    const { largest, megabytes, packages } = await installAlone(await packAll(to))
    for (const [name, size] of largest) console.log(`${String(size).padStart(6)} MB  ${name}`)
    console.log(`${megabytes} MB in ${packages} packages`)
  } finally {
    await rm(to, { recursive: true, force: true })
  }
}
