/** Our declarations as the strictest programs compile them: every entry of every package, without `skipLibCheck`. */
import { access, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Compilation {
  /** For people. */
  readonly name: string
  /** The package of the compiler. */
  readonly compiler: string
  /** Its configuration, in the folder of the project. */
  readonly file: string
}

const compilers = { "5.9": "typescript", 7: "typescript-7" }
/** `module` by `moduleResolution`. */
const modules = { bundler: "esnext", node16: "node16", nodenext: "nodenext" }

/**
 * Writes what is compiled: the programs of `tsconfig.json`, and one that imports all entries. Of the twelve settings, six
 * that have every pair of a compiler, a resolution and a strictness among them; each night all of them.
 */
export const writeCompilations = async (
  project: string,
  packages: Iterable<string>,
  all: boolean
): Promise<ReadonlyArray<Compilation>> => {
  const entries: Array<string> = []
  for (const name of packages) {
    const { exports } = await manifestOf(project, name)
    for (const [path, target] of Object.entries(exports)) {
      // A text is a file such as package.json; modules have conditions.
      if (typeof target !== "string") entries.push(name + path.slice(1))
    }
  }
  const lines = entries.map((entry, index) => `export * as entry${index} from "${entry}"\n`)
  // An ECMAScript module; the programs beside it are CommonJS, since the project has no type.
  await writeFile(join(project, "entries.mts"), lines.join(""))
  // What CommonJS may require.
  await writeFile(join(project, "entries.cts"), lines.filter((line) => !line.includes("/internal/")).join(""))
  const { files } = JSON.parse(await readFile(join(project, "tsconfig.json"), "utf8")) as {
    readonly files: ReadonlyArray<string>
  }
  const compilations: Array<Compilation> = []
  for (const [row, [version, compiler]] of Object.entries(compilers).entries()) {
    for (const [column, [moduleResolution, module]] of Object.entries(modules).entries()) {
      const isExact = (row + column) % 2 === 0
      for (const exactOptionalPropertyTypes of all ? [true, false] : [isExact]) {
        const exact = exactOptionalPropertyTypes ? "" : "out"
        const name = `TypeScript ${version}, ${moduleResolution}, with${exact} exactOptionalPropertyTypes`
        const file = `tsconfig.${compilations.length}.json`
        const programs = [...files, "entries.mts", ...(moduleResolution === "bundler" ? [] : ["entries.cts"])]
        const compilerOptions = { module, moduleResolution, exactOptionalPropertyTypes, skipLibCheck: false }
        await writeFile(
          join(project, file),
          JSON.stringify({ extends: "./tsconfig.json", compilerOptions, files: programs })
        )
        compilations.push({ name, compiler, file })
      }
    }
  }
  return compilations
}

/** Errors of a compiler, apart from those of entries whose optional peer is not installed: these `peers` are named. */
export const readErrors = async (
  project: string,
  output: string
): Promise<{ readonly errors: ReadonlyArray<string>; readonly peers: ReadonlySet<string> }> => {
  const errors: Array<string> = []
  const peers = new Set<string>()
  for (const line of output.split("\n").filter((each) => each.includes("error TS"))) {
    const [, owner, module] = missingModule.exec(line) ?? []
    const peer = module === undefined ? undefined : packageOf(module)
    if (owner !== undefined && peer !== undefined && (await isMissingPeer(project, owner, peer))) peers.add(peer)
    else errors.push(line)
  }
  return { errors, peers }
}

const missingModule = /^node_modules\/((?:@orbweaver\/)?[\w-]+)\/\S+: error TS2307: Cannot find module '([^']+)'/

const packageOf = (module: string): string =>
  module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/")

const isMissingPeer = async (project: string, owner: string, peer: string): Promise<boolean> => {
  const { peerDependencies = {} } = await manifestOf(project, owner)
  const isInstalled = await access(join(project, "node_modules", peer)).then(
    () => true,
    () => false
  )
  return peer in peerDependencies && !isInstalled
}

const manifestOf = async (project: string, name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(project, "node_modules", name, "package.json"), "utf8")) as Manifest
