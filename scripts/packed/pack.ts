/**
 * Makes the tarballs that are published: `node scripts/packed/pack.ts FOLDER`, after `npm run build`.
 *
 * They hold what a program runs. TypeScript sources, their maps and the condition of the exports that leads to them stay in
 * the repository: they are half of the bytes, and nothing outside of this workspace reads them.
 */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, extname, join, relative, resolve } from "node:path"
import { promisify } from "node:util"

const root = resolve(import.meta.dirname, "../..")
const sourceCondition = "@orbweaver/source"

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly files: ReadonlyArray<string>
  readonly exports: Exports
  readonly [field: string]: unknown
}

/** The folder of the declarations for `require`. */
const requiredTypes = "required"

type Exports = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>

/**
 * Declarations for `require`. Node 22 and later load our modules so; TypeScript knows it by `nodenext` and `node20`, but its
 * `node16` and `node18` refuse every module that has no declarations of its own for CommonJS.
 */
const withRequiredTypes = async (stage: string, exports: Exports): Promise<Exports> => {
  const entries = Object.entries(exports).map(async ([path, target]) => {
    if (typeof target === "string" || "require" in target || path.startsWith("./internal/")) return [path, target]
    const { types, default: module } = target
    if (typeof types !== "string" || typeof module !== "string") return [path, target]
    // Apart from `dist`: tools that copy the files of a program take all that are beside its modules.
    const file = types.replace(/^\.\/dist\//, `./${requiredTypes}/`).replace(/\.d\.ts$/, ".d.cts")
    const declared = relative(dirname(join(stage, file)), join(stage, types.replace(/\.d\.ts$/, ".js")))
    await mkdir(dirname(join(stage, file)), { recursive: true })
    await writeFile(
      join(stage, file),
      `// What \`require\` gets: the same module.\n// @ts-ignore\nexport * from "${declared.replaceAll("\\", "/")}"\n`
    )
    return [path, { require: { types: file, default: module }, ...target }]
  })
  return Object.fromEntries(await Promise.all(entries)) as Exports
}

/** Tarballs by the name of their package. */
export const packAll = async (to: string): Promise<ReadonlyMap<string, string>> => {
  const staging = await mkdtemp(join(tmpdir(), "orbweaver-staging-"))
  try {
    const entries = await readdir(join(root, "packages"))
    const packed = await Promise.allSettled(entries.map((entry) => pack(entry, join(staging, entry), to)))
    const tarballs = new Map<string, string>()
    for (const one of packed) {
      if (one.status === "rejected") throw one.reason
      if (one.value !== undefined) tarballs.set(...one.value)
    }
    return tarballs
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const pack = async (entry: string, stage: string, to: string): Promise<readonly [string, string] | undefined> => {
  const folder = join(root, "packages", entry)
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest
  if (manifest.private === true) return undefined
  await mkdir(stage)
  const files = manifest.files.filter((file) => file !== "src")
  for (const file of files) await copy(join(folder, file), join(stage, file))
  const exports = await withRequiredTypes(stage, manifest.exports)
  await writeFile(
    join(stage, "package.json"),
    JSON.stringify(published({ ...manifest, exports, files: [...files, requiredTypes] }), null, 2)
  )
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", to]
  const output = JSON.parse((await run("npm", args, { cwd: stage, maxBuffer: 64 * 1024 * 1024 })).stdout) as unknown
  const [made] = (Array.isArray(output) ? output : Object.values(output as object)) as ReadonlyArray<{
    readonly filename: string
    readonly files: ReadonlyArray<{ readonly path: string }>
  }>
  const paths = new Set(made!.files.map(({ path }) => path))
  for (const needed of ["LICENSE", "README.md", "package.json"]) {
    if (!paths.has(needed)) throw new Error(`${manifest.name} has no ${needed} in its tarball`)
  }
  return [manifest.name, join(to, made!.filename)]
}

const run = promisify(execFile)

/** The manifest without what is for this workspace alone. */
const published = (manifest: Manifest): unknown =>
  JSON.parse(JSON.stringify(manifest, (key, value: unknown) => (ofWorkspace.has(key) ? undefined : value)))

const ofWorkspace = new Set([sourceCondition, "devDependencies", "scripts"])

const copy = async (from: string, to: string): Promise<void> => {
  await cp(from, to, { recursive: true, filter: (path) => extname(path) !== ".map" })
  for (const file of await filesOf(to)) {
    if (!/\.(?:js|d\.ts)$/.test(file)) continue
    const text = await readFile(file, "utf8")
    const without = text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n")
    if (without !== text) await writeFile(file, without)
  }
}

const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

if (import.meta.main) {
  const to = resolve(process.argv[2] ?? "packed")
  await mkdir(to, { recursive: true })
  for (const [name, file] of await packAll(to)) console.log(`${name}: ${file}`)
}
