/**
 * Packs the `orbweaver` command: one file of what every command needs, with Effect inside, and files of what some
 * commands load with `import()` (docs/decisions/packages-as-bundles.md). Nothing outside of the command imports it, so a
 * copy of its own of every package is no second identity of anything.
 */
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import { promisify } from "node:util"
import { type OutputOptions, type Plugin, rolldown, type RolldownBuild } from "rolldown"
import { ownVersion } from "./ownVersion.ts"
import { threadCode } from "./threadCode.ts"

const run = promisify(execFile)
const packages = resolve(import.meta.dirname, "../packages")

/** The folder of the command in `dist`. */
export const commandFolder = "cli"

export interface CommandBundle extends AsyncDisposable {
  readonly build: RolldownBuild
  readonly output: OutputOptions
}

/** `folder` is the one of the package `orbweaver`. */
export const commandLine = async (folder: string): Promise<CommandBundle> => {
  const main = join(folder, "src/cli/program/main.ts")
  const always = new Set<string>()
  /** Modules that every command loads. */
  const findAlways: Plugin = {
    name: "always",
    buildEnd() {
      const waiting = [main]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (always.has(id)) continue
        always.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    }
  }
  const build = await rolldown({
    input: { main },
    preserveEntrySignatures: "allow-extension",
    cwd: folder,
    platform: "node",
    // `unpdf` is as large as the rest, and the console finds its files by its place, and the SDK is the user's own.
    external: [/^unpdf(?:\/|$)/, "@orbweaver/console", "@ai-sdk/openai-compatible"],
    resolve: { conditionNames: ["@orbweaver/source", "node", "import", "default"] },
    plugins: [findAlways, carriedByPackages, installedPackages, scalar, threadCode(), ownVersion, licences],
    // A module that other commands load statically stays in their file.
    checks: { ineffectiveDynamicImport: false }
  })
  const output: OutputOptions = {
    dir: join(folder, "dist", commandFolder),
    cleanDir: true,
    comments: { jsdoc: false, annotation: false, legal: true },
    // With the names of variables it would be a third larger, and start no faster.
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // One file, and not one for each set of commands that load the same.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: "always", name: (id) => (always.has(id) && id !== main ? "always" : null) }]
    }
  }
  return { build, output, [Symbol.asyncDispose]: () => build.close() }
}

/** Writes the help of every command, which the launcher shows without loading any. */
export const writeHelp = async (folder: string): Promise<void> => {
  const flags = ["--conditions=@orbweaver/source", "--disable-warning=ExperimentalWarning"]
  const { stdout } = await run(process.execPath, [...flags, join(import.meta.dirname, "helpTexts.ts")])
  await writeFile(join(folder, "dist", commandFolder, "help.json"), stdout)
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
