// `npm run house` prints these; here they hold.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { expect, it } from "vitest"
import { cycles, publicSources, sourceFiles } from "../house/imports.ts"
import { repeatedBlocks } from "../house/repeated.ts"
import { folderOf, rooms } from "../house/rooms.ts"
import { structureOf } from "../house/structure.ts"

const files = sourceFiles()

for (const name of Object.keys(rooms)) {
  it(`${name} has only its named rooms, and no import between them runs upwards`, () => {
    const structure = structureOf(name, files)
    expect(structure.rooms).toEqual(rooms[name])
    expect(structure.arrows.flatMap(({ upward }) => upward)).toEqual([])
  })
}

it("nothing but an index lies beside the rooms of a package", () => {
  const beside = (name: string) => files.filter(({ path }) => dirname(path) === folderOf(name))
  const outer = Object.keys(rooms).filter((name) => !name.includes("/"))
  expect(outer.flatMap(beside).flatMap(({ path }) => (basename(path) === "index.ts" ? [] : [path]))).toEqual([])
})

it("what lies beside the rooms within a room imports none of them", () => {
  for (const name of Object.keys(rooms).filter((each) => each.includes("/"))) {
    const folder = folderOf(name)
    const beside = files.filter(({ path }) => dirname(path) === folder)
    const imported = beside.flatMap(({ imports }) => imports.filter((path) => path.startsWith(`${folder}/`)))
    expect(imported.filter((path) => dirname(path) !== folder)).toEqual([])
  }
})

it("core has at most 12 rooms", () => {
  expect(structureOf("core", files).rooms.length).toBeLessThanOrEqual(12)
})

it("no files import each other, types included", () => {
  expect(cycles(files)).toEqual([])
})

it("a cycle and an import upwards are found where there are some", () => {
  const file = (path: string, ...imports: ReadonlyArray<string>) => ({ path, lines: 1, imports })
  const some = [
    file("packages/core/src/model/a.ts", "packages/core/src/jobs/b.ts"),
    file("packages/core/src/jobs/b.ts", "packages/core/src/model/a.ts")
  ]
  expect(cycles(some)).toEqual([["packages/core/src/model/a.ts", "packages/core/src/jobs/b.ts"]])
  expect(structureOf("core", some).arrows.flatMap(({ upward }) => upward)).toHaveLength(1)
})

it("an import of another package leads where that package's exports say", () => {
  const sources = publicSources()
  expect(sources.get("@orbweaver/core/jobs/JobStore")).toBe("packages/core/src/jobs/JobStore.ts")
  expect(sources.get("orbweaver")).toBe("packages/orbweaver/src/index.ts")
  expect(files.find(({ path }) => path === "packages/orbweaver/src/instance/http.ts")?.imports).toContain(
    sources.get("@orbweaver/http/Node")
  )
})

it("every package names its public modules one by one, and each is there", () => {
  for (const name of readdirSync("../packages")) {
    const { exports } = JSON.parse(readFileSync(`../packages/${name}/package.json`, "utf8")) as {
      readonly exports: Readonly<Record<string, string | { readonly "@orbweaver/source"?: string }>>
    }
    for (const [path, target] of Object.entries(exports)) {
      expect(`${name}: ${path}`).not.toContain("*")
      const file = typeof target === "string" ? target : target["@orbweaver/source"]!
      expect(existsSync(`../packages/${name}/${file}`) ? [] : [`${name}: ${path}`]).toEqual([])
    }
  }
})

it("what a package exports below internal/ is imported by another one, or named in the types of one", () => {
  /** Declarations of other packages name types of these, which no import shows. */
  const named = new Set(["@orbweaver/core/internal/model/scrapeOptionDefinition"])
  const texts = new Map(
    readdirSync("..", { recursive: true, encoding: "utf8" })
      .filter((path) => /^(packages|scripts)\/(?!.*(node_modules|dist)\/).*\.m?ts$/.test(path))
      .map((path) => [path, readFileSync(`../${path}`, "utf8")] as const)
  )
  const unused = [...publicSources()].filter(([specifier, source]) => {
    const owner = source.split("/").slice(0, 2).join("/")
    const isUsed = [...texts].some(([path, text]) => !path.startsWith(`${owner}/`) && text.includes(`"${specifier}"`))
    return specifier.includes("/internal/") && !named.has(specifier) && !isUsed
  })
  expect(unused).toEqual([])
})

it("a block that stands twice is found with both of its places, however it is indented, and imports are none", () => {
  const block = ["const a = 1", "const b = 2", "const c = a + b", "const d = c * c", "const e = d - a", "print(e)"]
  const imports = Array.from({ length: 8 }, (_, at) => `import { x${at} } from "./x.ts"`)
  const texts = new Map([
    ["one.ts", [...imports, ...block, "one()"].join("\n")],
    ["two.ts", [...imports, "two()", ...block.map((line) => `  ${line}`)].join("\n")]
  ])
  expect(repeatedBlocks(texts)).toEqual([{ lines: 6, places: ["one.ts:9", "two.ts:10"] }])
  expect(repeatedBlocks(new Map([["one.ts", block.slice(1).join("\n")]]))).toEqual([])
})
