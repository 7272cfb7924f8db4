/**
 * Packs what needs no other copy of Effect beside it: the `orbweaver` command, and the library for programs that do not use
 * Effect (docs/decisions/packages-as-bundles.md). Each package is one file of what is always loaded, and what is loaded with
 * `import()` has files of its own. Both share them.
 */
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import { promisify } from "node:util"
import { type OutputOptions, type Plugin, rolldown, type RolldownBuild } from "rolldown"
import { ownVersion } from "./ownVersion.ts"
import { shortLines } from "./shortLines.ts"
import { threadCode } from "./threadCode.ts"

const run = promisify(execFile)
const packages = resolve(import.meta.dirname, "../packages")

/** The folder in `dist`. */
export const standaloneFolder = "standalone"

export interface Standalone extends AsyncDisposable {
  readonly build: RolldownBuild
  readonly output: OutputOptions
}

/** What is loaded from outside, by its file and the module that it begins with. */
const entries = {
  index: "standalone/index.ts",
  errors: "standalone/errors.ts",
  library: "index.ts",
  sinks: "sinks/index.ts",
  command: "cli/program/main.ts"
}

type Entry = keyof typeof entries

/** `folder` is the one of the package `orbweaver`. */
export const standalone = async (folder: string): Promise<Standalone> => {
  const source = join(folder, "src")
  const { library } = entries
  const files: Record<string, string> = {}
  for (const [entry, file] of Object.entries(entries)) files[entry] = join(source, file)
  /** The modules that each entry always loads, and those that the library may load. */
  const loads = new Map<string, ReadonlySet<string>>()
  const findLoads: Plugin = {
    name: "loads",
    buildEnd() {
      const from = (file: string, alsoLater: boolean) =>
        reachedFrom(file, (id) => {
          const { dynamicallyImportedIds = [], importedIds = [] } = this.getModuleInfo(id) ?? {}
          return alsoLater ? [...importedIds, ...dynamicallyImportedIds] : importedIds
        })
      for (const [entry, file] of Object.entries(files)) loads.set(entry, from(file, false))
      loads.set("later", from(join(source, library), true))
    }
  }
  const build = await rolldown({
    input: files,
    preserveEntrySignatures: "allow-extension",
    cwd: folder,
    platform: "node",
    // `unpdf` is as large as the rest, and the console finds its files by its place, and the SDK is the user's own.
    external: [/^unpdf(?:\/|$)/, "@orbweaver/console", "@ai-sdk/openai-compatible"],
    resolve: { conditionNames: ["@orbweaver/source", "node", "import", "default"] },
    plugins: [
      findLoads,
      carriedByPackages,
      ofPackage,
      installedPackages,
      scalar,
      threadCode(),
      ownVersion,
      shortLines,
      licences
    ],
    // A module that other commands load statically stays in their file.
    checks: { ineffectiveDynamicImport: false }
  })
  const output: OutputOptions = {
    dir: join(folder, "dist", standaloneFolder),
    cleanDir: true,
    comments: { jsdoc: false, annotation: false, legal: true },
    // With the names of variables it would be a third larger, and start no faster.
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: "package", name: (id) => fileOf(id, (entry) => loads.get(entry)?.has(id) === true) }]
    }
  }
  return { build, output, [Symbol.asyncDispose]: () => build.close() }
}

const reachedFrom = (file: string, importsOf: (id: string) => ReadonlyArray<string>): ReadonlySet<string> => {
  const reached = new Set([file])
  // What is added meanwhile is visited too.
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported)
  return reached
}

/**
 * A file a package, for V8 takes 20 MB more to compile all of them as one. What the names of the library need stays apart from
 * the library; what it loads later from what it always loads; and the command's own from both.
 */
const fileOf = (id: string, isLoadedBy: (entry: Entry | "later") => boolean): string | null => {
  if (Object.values(entries).some((file) => id === join(packages, "orbweaver/src", file))) return null
  if (isLoadedBy("index")) return "names"
  if (isLoadedBy("library")) return packageOf(id)
  if (!isLoadedBy("command") && !isLoadedBy("sinks")) return null
  return `${packageOf(id)}-${isLoadedBy("later") ? "later" : isLoadedBy("sinks") ? "sinks" : "command"}`
}

const packageOf = (id: string): string => {
  const path = id.replaceAll("\\", "/")
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return installed === undefined ? pathIn(id).split("/")[0]! : installed.replace(/^@/, "").replace("/", "-")
}

/** Schemas of the application are read by the Effect that made them, which the packages have, and copies are loaded by `entry`. */
const ofPackage: Plugin = {
  name: "of-package",
  async resolveId(source) {
    if (source.endsWith("/effectSchemas.ts")) return { id: "../options/effectSchemas.js", external: "relative" }
    return source.endsWith("/entry/load.cjs") ? { id: source, external: "relative" } : null
  }
}

/** Writes the help of every command, which the launcher shows without loading any. */
export const writeHelp = async (folder: string): Promise<void> => {
  const flags = ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"]
  const { stdout } = await run(process.execPath, [...flags, join(import.meta.dirname, "helpTexts.ts")])
  await writeFile(join(folder, "dist", standaloneFolder, "help.json"), stdout)
}

/** The code of threads, which its package has as a module already, by the names that the package exports it with. */
const carried: Readonly<Record<string, string>> = {
  "html/src/pool/threadCode.ts": "@orbweaver/html/internal/pool/threadCode",
  "documents/src/threads/threadCode.ts": "@orbweaver/documents/internal/threads/threadCode"
}

const carriedByPackages: Plugin = {
  name: "carried-by-packages",
  async resolveId(source, importer) {
    if (importer === undefined || !source.endsWith("/threadCode.ts")) return null
    const name = carried[pathIn(join(importer, "..", source))]
    return name === undefined ? null : { id: name, external: true }
  }
}

/** Packages that a user installs beside the command for some pages, and that find files by their own place. */
const optional = ["@orbweaver/browser", "@orbweaver/ocr"]
const installed = "\0installed:"
const place = "\0place:"

/**
 * Their code is packed too, with the Effect of the command. It is loaded where the package is installed, and takes what that
 * package depends on from the place of the package.
 */
const installedPackages: Plugin = {
  name: "installed-packages",
  async resolveId(source) {
    return optional.includes(source) ? installed + source : source.startsWith(place) ? source : null
  },
  async load(id) {
    if (id.startsWith(installed)) {
      const name = id.slice(installed.length)
      const index = join(packages, folderOf(name), "src/index.ts")
      return `import ${JSON.stringify(place + name)}; export * from ${JSON.stringify(index)}`
    }
    if (!id.startsWith(place)) return null
    return {
      // It throws where the package is not installed, and the `import()` of the package rejects.
      code: `
        import { createRequire } from "node:module"
        import { pathToFileURL } from "node:url"
        const main = createRequire(import.meta.url).resolve(${JSON.stringify(id.slice(place.length))})
        const require = createRequire(main)
        export const urlOf = (module) => new URL(module, pathToFileURL(main)).href
        export const resolve = (name) => pathToFileURL(require.resolve(name)).href
        export const load = async (name) => require(name)`,
      moduleSideEffects: true
    }
  },
  async transform(code, id) {
    const [folder, , ...path] = pathIn(id).split("/")
    const name = optional.find((name) => folderOf(name) === folder)
    if (name === undefined || !/import\.meta|import\("playwright/.test(code)) return null
    const module = `./${path.join("/").replace(/\.ts$/, ".js")}`
    const placed = code
      .replaceAll("import.meta.url", `urlOf(${JSON.stringify(module)})`)
      .replaceAll("import.meta.resolve(", "resolve(")
      .replaceAll('import("playwright-core")', 'load("playwright-core")')
    return `import { urlOf, resolve, load } from ${JSON.stringify(place + name)}\n${placed}`
  }
}

/** The script of the API reference, 3 MB, which `effect` has in a file that its exports do not name. */
const scalar: Plugin = {
  name: "scalar",
  async resolveId(source, importer) {
    return source === "./internal/httpApiScalar.js" &&
      importer?.replaceAll("\\", "/").includes("/effect/dist/") === true
      ? "\0scalar"
      : null
  },
  async load(id) {
    if (id !== "\0scalar") return null
    return `
      const module = import.meta.resolve("effect/http-api/HttpApiScalar")
      export const { javascript } = await import(new URL("internal/httpApiScalar.js", module).href)`
  }
}

/** The licences of what is packed, as most of them ask for. */
const licences: Plugin = {
  name: "licences",
  generateBundle(_, bundle) {
    const folders = new Set<string>()
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue
      for (const id of chunk.moduleIds) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/"))?.[0]
        if (folder !== undefined) folders.add(folder)
      }
    }
    const texts = [...folders].toSorted().map((folder) => {
      const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
      const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
      return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), "utf8"))]
    })
    this.emitFile({
      type: "asset",
      fileName: "LICENSES.txt",
      source: texts.map((text) => text.join("\n\n").trim()).join(`\n\n${"-".repeat(80)}\n\n`)
    })
  }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** The path of a module of the workspace from `packages`. */
const pathIn = (id: string): string => relative(packages, id).replaceAll("\\", "/")

const folderOf = (name: string): string => name.slice("@orbweaver/".length)
