// What the documents name exists: modules that programs import, and files of this repository.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { files, inlineCode, root } from "../blocks/extract.ts"

// A decision names what was there on its day.
const current = files().filter((file) => !file.startsWith("docs/decisions/"))
const documents = current.map((file) => ({ file, codes: inlineCode(readFileSync(join(root, file), "utf8")) }))

const exportsOf = (name: string): Readonly<Record<string, unknown>> | undefined => {
  const path = join(root, "packages", name.replace("@orbweaver/", ""), "package.json")
  if (!existsSync(path)) return undefined
  return (
    (JSON.parse(readFileSync(path, "utf8")) as { readonly exports?: Readonly<Record<string, unknown>> }).exports ?? {}
  )
}

const modulePath = /^(@orbweaver\/[a-z]+|orbweaver(?=\/))(\/[\w./*-]+)?$/

/** Whether a program can import it; `*` stands for any of the modules there. The name of a package alone speaks of the package. */
const isExported = (specifier: string): boolean => {
  const [, name = "", path] = modulePath.exec(specifier)!
  const exported = exportsOf(name)
  if (path === undefined) return exported !== undefined
  const modules = Object.keys(exported ?? {})
  return path.endsWith("*")
    ? modules.some((one) => one.startsWith(`.${path.slice(0, -1)}`))
    : modules.includes(`.${path}`)
}

const filePath =
  /^(?:(?:packages|docs|scripts|examples|deploy|etc|\.github)\/[\w./*{},-]+|\w[\w./*{},-]*\/[\w.*{},-]+\.(?:ts|mjs|yml|yaml|json|md))$/

/** What commands make, and the repository does not hold. */
const made = new Set(["docs/.vitepress/dist", "docs/.vitepress/screenshots"])

/** Paths are given from the root, from the folder of the packages, from that of the sources, or from a room of them. */
const isFile = (path: string): boolean =>
  made.has(path) ||
  [
    path,
    join("packages", path),
    join("packages", path.replace("/", "/src/")),
    join("packages/*", path),
    join("packages/*/src", path),
    join("packages/*/src/*", path)
  ].some((pattern) => globSync(pattern, { cwd: root }).length > 0)

const missing = (pattern: RegExp, exists: (name: string) => boolean) =>
  documents.flatMap(({ codes, file }) =>
    codes.filter(({ text }) => pattern.test(text) && !exists(text)).map(({ line, text }) => `${file}:${line} ${text}`)
  )

it("every module that a document names is exported", () => {
  // Sources of a package may be named without the folder of the packages.
  expect(missing(modulePath, (name) => isExported(name) || isFile(name))).toEqual([])
})

it("every file that a document names is there", () => {
  expect(missing(filePath, isFile)).toEqual([])
})

it("modules and files that are not there are found", () => {
  expect(["@orbweaver/core/ParseFile", "orbweaver/mcp/Server", "@orbweaver/nothing"].filter(isExported)).toEqual([])
  expect(["orbweaver/sinks", "@orbweaver/core/model/*", "@orbweaver/html"].filter(isExported)).toHaveLength(3)
  expect(isFile("packages/core/src/nothing.ts")).toBe(false)
})
