/**
 * Reports of the public interface: one Markdown file for each package in `etc/`, with the declarations of its public modules
 * as the compiler writes them, without comments, and `etc/entryPoints.md` with the names of these modules. A breaking change
 * is a removed or changed line in review.
 *
 * Modules that a public one exports from stand below it, since what they declare is public too. API Extractor reads one
 * entry of a package, with a compiler of its own that is older than the sources.
 */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join, posix, resolve } from "node:path"
import { promisify } from "node:util"

export const root = resolve(import.meta.dirname, "../..")

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, unknown>>
}

/** Declarations of every package below a new folder of the repository, where packages are found. */
const declare = async (): Promise<string> => {
  const folder = await mkdtemp(join(root, "node_modules/.api-"))
  const options = { rootDir: join(root, "packages"), outDir: folder, emitDeclarationOnly: true, types: ["node"] }
  const config = {
    extends: join(root, "tsconfig.base.json"),
    include: [join(root, "packages/*/src")],
    compilerOptions: { ...options, declarationMap: false, sourceMap: false, removeComments: true, noCheck: true }
  }
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  await promisify(execFile)(process.execPath, [tsc, "-p", folder], { maxBuffer: 64 * 1024 * 1024 })
  return folder
}

/** Whether an entry of `exports` is for users. What is below `internal/` is for our own packages and may change at any time. */
const isPublic = ([path, target]: readonly [string, unknown]): boolean =>
  typeof target === "object" && !path.startsWith("./internal/")

/** What users can build on is said in the first comment of the module. */
const stabilityOf = async (entry: string, target: unknown): Promise<string> => {
  const source = sourceOf(target)
  if (source === undefined) return ""
  const [comment = ""] = /^\/\*\*.*?\*\//s.exec(await readFile(join(root, "packages", entry, source), "utf8")) ?? []
  if (comment === "") throw new Error(`packages/${entry}/${source} begins with no comment that says what it is for`)
  return comment.includes("@experimental") ? " (experimental)" : ""
}

const entryPointsOf = async (entry: string, { exports, name }: Manifest): Promise<string> => {
  const names = await Promise.all(
    Object.entries(exports)
      .filter(isPublic)
      .map(async ([path, target]) => `- \`${posix.join(name, path)}\`${await stabilityOf(entry, target)}`)
  )
  return `## ${name}\n\n${names.join("\n")}\n`
}

/** Source of a public module, below the folder of its package. */
const sourceOf = (target: unknown): string | undefined => {
  const source = typeof target === "object" && target !== null ? (target as { "@orbweaver/source"?: string }) : {}
  return source["@orbweaver/source"]?.replace(/^\.\//, "")
}

const declarationOf = (folder: string, name: string, source: string): Promise<string> =>
  readFile(join(folder, name, source.replace(/\.([cm]?)tsx?$/, ".d.$1ts")), "utf8")

/**
 * A longer declaration, in characters, is a type that was inferred from a definition, such as that of all endpoints. Nobody
 * reviews it, and the order of its members is the compiler's.
 */
const maxDeclaration = 6000

const shortened = (text: string): string =>
  text
    .split(/^(?=\S)/m)
    .reduce<ReadonlyArray<string>>((parts, line) => {
      const last = parts.at(-1)
      return last !== undefined && /^[}\])]/.test(line) ? [...parts.slice(0, -1), last + line] : [...parts, line]
    }, [])
    .map((part) =>
      part.length <= maxDeclaration
        ? part
        : `${/^[^:={]*/.exec(part)![0].trim()} // inferred, and too long to be shown\n`
    )
    .join("")

/** Modules of the same package that a module exports from. */
const exportedFrom = (source: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^export (?:type )?(?:\*|\{[^}]*\})(?: as \w+)? from "(\.[^"]+)"/gm)].map(([, from]) =>
    posix.join(posix.dirname(source), from!.replace(/\.js$/, ".ts"))
  )

const reportOf = async (folder: string, entry: string, { exports, name }: Manifest): Promise<string> => {
  const modules = Object.entries(exports)
    .filter(isPublic)
    .flatMap(([path, target]) => {
      const source = sourceOf(target)
      return source === undefined ? [] : [{ source, title: posix.join(name, path) }]
    })
  const seen = new Set(modules.map(({ source }) => source))
  const parts: Array<string> = []
  const add = async (title: string, source: string): Promise<void> => {
    const text = await declarationOf(folder, entry, source)
    parts.push(`## ${title}\n\n\`\`\`ts\n${shortened(text).trim()}\n\`\`\`\n`)
    for (const from of exportedFrom(source, text)) {
      if (seen.has(from)) continue
      seen.add(from)
      await add(from, from)
    }
  }
  for (const { source, title } of modules) await add(title, source)
  return `# ${name}\n\nMade by \`npm run api\`: do not edit.\n\n${parts.join("\n")}`
}

/** Reports by their path in the repository. */
export const reports = async (): Promise<ReadonlyMap<string, string>> => {
  const folder = await declare()
  try {
    const made = new Map<string, string>()
    const entryPoints: Array<string> = []
    for (const entry of (await readdir(join(root, "packages"))).toSorted()) {
      const manifest = JSON.parse(await readFile(join(root, "packages", entry, "package.json"), "utf8")) as Manifest
      if (manifest.private === true) continue
      made.set(`etc/${entry}.api.md`, await reportOf(folder, entry, manifest))
      entryPoints.push(await entryPointsOf(entry, manifest))
    }
    const count = entryPoints.join("").match(/^- /gm)?.length ?? 0
    made.set(
      "etc/entryPoints.md",
      `# Public entry points\n\nMade by \`npm run api\`: do not edit. ${count} modules; [which may change](../docs/guide/upgrading.md#what-may-change).\n\n${entryPoints.join("\n")}`
    )
    return made
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
