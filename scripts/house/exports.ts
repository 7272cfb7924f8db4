/** Exports of private modules that only their own file uses. */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { root } from "./imports.ts"

export interface UnusedExport {
  /** Of the file, relative to the repository. */
  readonly path: string
  readonly name: string
}

const declarations = /^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
/** Any string that may lead to a file: imports, re-exports, threads, scripts that are started. */
const relativePaths = /["'`]([^"'`\s]+\.(?:ts|js|mjs))["'`]/g

const repositoryFiles = (): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.mjs"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })
    .split("\n")
    .filter((path) => path !== "" && existsSync(join(root, path)))

/** Sources that `exports` of a package name. */
const publicModules = (paths: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    paths
      .filter((path) => /^packages\/[^/]+\/src\//.test(path))
      .map((path) => path.split("/")[1]!)
      .flatMap((name) => {
        const text = readFileSync(join(root, "packages", name, "package.json"), "utf8")
        return [...text.matchAll(/"(?:\.\/)(src\/[^"]+\.ts)"/g)].map(([, file]) => `packages/${name}/${file}`)
      })
  )

/** A file counts as a user when it names the module's file and, anywhere, the export: rather one too many than one too few. */
export const unusedExports = (): ReadonlyArray<UnusedExport> => {
  const paths = repositoryFiles()
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]))
  const users = new Map<string, Array<string>>()
  for (const [path, text] of texts) {
    for (const [, specifier] of text.matchAll(relativePaths)) {
      const target = relative(root, join(root, dirname(path), specifier!)).replace(/\.js$/, ".ts")
      users.set(target, [...(users.get(target) ?? []), path])
    }
  }
  const open = publicModules(paths)
  return paths
    .filter((path) => /^packages\/[^/]+\/src\//.test(path) && !open.has(path))
    .flatMap((path) => {
      const using = (users.get(path) ?? []).filter((user) => user !== path).map((user) => texts.get(user)!)
      if (using.some((text) => text.includes(`export * from`) || text.includes("export * as"))) return []
      return [...texts.get(path)!.matchAll(declarations)]
        .map(([, name]) => name!)
        .filter((name) => !using.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
        .map((name) => ({ path, name }))
    })
}
