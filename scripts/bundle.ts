/**
 * Builds the JavaScript of a package: modules that are always loaded together become one file,
 * which loads faster than many (docs/decisions/packages-as-bundles.md).
 *
 * `node ../../scripts/bundle.ts` in the folder of the package; declarations are written by tsc. Every
 * module of `src` keeps its path in `dist`: what was put together with others is exported from there
 * again, so that a class is one class by whatever path it is imported. Dependencies, other packages and
 * `import()` stay as they are.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { type OutputOptions, rolldown, type RolldownBuild } from "rolldown"
import { standalone, writeHelp } from "./standalone.ts"
import { ownVersion } from "./ownVersion.ts"
import { threadCode } from "./threadCode.ts"

export interface Bundle extends AsyncDisposable {
  readonly build: RolldownBuild
  readonly output: OutputOptions
}

const packages = resolve(import.meta.dirname, "../packages")

/** Where threads begin to load the workspace. What the same of these reach is put together. */
const beginnings = {
  page: "orbweaver/src/index.ts",
  converting: "html/src/pool/worker.ts",
  reading: "documents/src/threads/worker.ts"
}

export const bundle = async (folder: string): Promise<Bundle> => {
  const source = join(folder, "src")
  const modules = modulesOf(source)
  const reached = await reachedFrom()
  const build = await rolldown({
    input: Object.fromEntries(modules.map((file) => [file.slice(0, -".ts".length), join(source, file)])),
    external: (id) => !/^[./]/.test(id),
    platform: "node",
    tsconfig: join(folder, "tsconfig.build.json"),
    plugins: [threadCode(), ownVersion],
    preserveEntrySignatures: "allow-extension"
  })
  const output: OutputOptions = {
    dir: join(folder, "dist"),
    cleanDir: true,
    sourcemap: true,
    // They stand in the declarations.
    comments: { jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "internal/[name].js",
    minifyInternalExports: false,
    // Where `require` is named, the bundler of a program finds it.
    polyfillRequire: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: "together",
          name: (id) => (isBeginning(id) || isPlaced(id) ? null : (reached.get(id)?.join("-and-") ?? null))
        }
      ]
    }
  }
  return { build, output, [Symbol.asyncDispose]: () => build.close() }
}

/** The modules of a package, without those that are only packed (`standalone.ts`). */
export const modulesOf = (source: string): ReadonlyArray<string> =>
  readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/^(?:cli|mcp|standalone)[\\/]/.test(file)
  )

/** The beginnings that reach each module of the workspace by static imports, by path. */
const reachedFrom = async (): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const reached = new Map<string, Array<string>>()
  await using build = await rolldown({
    input: Object.values(beginnings).map((file) => join(packages, file)),
    external: (id) => !/^[./]|^@orbweaver\//.test(id),
    platform: "node",
    resolve: { conditionNames: ["@orbweaver/source"] },
    plugins: [
      {
        name: "reached",
        buildEnd() {
          for (const [name, file] of Object.entries(beginnings)) {
            const waiting = [join(packages, file)]
            for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
              const names = reached.get(id) ?? []
              if (names.includes(name)) continue
              reached.set(id, [...names, name])
              waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
            }
          }
        }
      }
    ]
  })
  await build.generate()
  return reached
}

/** What runs when a thread begins would run again wherever the file it is in is loaded. */
const isBeginning = (file: string): boolean =>
  Object.values(beginnings).some((beginning) => file === join(packages, beginning))

/** Whether the module finds files by its own place, which it therefore keeps. */
const isPlaced = (file: string): boolean => {
  const code = readFileSync(file, "utf8")
  return code.includes("import.meta") && /(?<!from |import |import\()"\.\.?\//.test(code)
}

if (import.meta.main) {
  const folder = process.cwd()
  await using made = await bundle(folder)
  await made.build.write(made.output)
  if (existsSync(join(folder, "src/standalone"))) {
    await using packed = await standalone(folder)
    await packed.build.write(packed.output)
    await writeHelp(folder)
  }
}
