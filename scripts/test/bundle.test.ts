import { assert, describe, it } from "@effect/vitest"
import { isBuiltin } from "node:module"
import { join, relative, resolve } from "node:path"
import type { OutputChunk } from "rolldown"
import { bundle, modulesOf as modulesIn } from "../bundle.ts"
import { standalone } from "../standalone.ts"

const packages = resolve(import.meta.dirname, "../../packages")

type Built = Awaited<ReturnType<typeof build>>
const builds = new Map<string, Promise<Built>>()

/** A package is built once for all tests. */
const built = (name: string): Promise<Built> => {
  const known = builds.get(name) ?? build(name)
  builds.set(name, known)
  return known
}

/** The files of a package's `dist`, none of them written. */
const build = async (name: string) => {
  await using made = await bundle(join(packages, name))
  const { output } = await made.build.generate(made.output)
  const chunks = output.filter((file) => file.type === "chunk")
  const modulesOf = ({ moduleIds }: OutputChunk) =>
    moduleIds.filter((id) => id.startsWith(packages)).map((id) => relative(join(packages, name, "src"), id))
  const named = (file: string) => chunks.find(({ fileName }) => fileName === file)!
  /** What is loaded with a file: bare names, and files of the package. */
  const loadedWith = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) loadedWith(next, seen)
    return seen
  }
  return { chunks, modulesOf, named, loadedWith }
}

describe("the built JavaScript of a package", () => {
  it.each(["core", "html", "documents", "fetch", "orbweaver"])(
    "has a file for each module of %s, and each module's code once",
    async (name) => {
      const { chunks, modulesOf } = await built(name)
      const modules = modulesIn(join(packages, name, "src"))
      const files = new Set(chunks.map(({ fileName }) => fileName))
      for (const file of modules) assert.isTrue(files.has(file.replace(/\.ts$/, ".js")), file)
      const code = chunks.flatMap(modulesOf).filter((file) => modules.includes(file))
      assert.deepStrictEqual(code.toSorted(), [...new Set(code)].toSorted())
    }
  )

  it("loads the first page in few files", async () => {
    const { chunks, loadedWith } = await built("html")
    const loaded = loadedWith("formats/htmlFormats.js")
    const ours = chunks.filter(({ fileName }) => loaded.has(fileName))
    assert.isAtMost(ours.length, 8)
  })

  it("starts threads without loading Effect", async () => {
    for (const [name, file] of [
      ["html", "pool/worker.js"],
      ["core", "reading/readPage.js"],
      ["documents", "threads/worker.js"]
    ] as const) {
      const { loadedWith, named } = await built(name)
      assert.isTrue(named(file).isEntry)
      assert.isEmpty([...loadedWith(file)].filter((loaded) => loaded.startsWith("effect")))
    }
  })

  it("loads the module of a thread in that thread alone, since it takes the messages of its parent", async () => {
    for (const [name, file] of [
      ["html", "pool/worker.js"],
      ["documents", "threads/worker.js"]
    ] as const) {
      const { chunks, modulesOf, named } = await built(name)
      assert.deepStrictEqual(modulesOf(named(file)), [file.replace(/\.js$/, ".ts")])
      const importers = chunks.filter(({ dynamicImports, imports }) => [...imports, ...dynamicImports].includes(file))
      assert.isEmpty(importers.map(({ fileName }) => fileName))
    }
  })

  it("leaves a module that finds files by its own place at that place", async () => {
    for (const [name, file] of [
      ["html", "pool/Workers.js"],
      ["documents", "threads/Threads.js"],
      ["orbweaver", "assembly/version.js"]
    ] as const) {
      const { modulesOf, named } = await built(name)
      assert.deepStrictEqual(modulesOf(named(file)), [file.replace(/\.js$/, ".ts")])
    }
  })

  it("keeps what is loaded lazily in files that the first page does not load", async () => {
    const { loadedWith, named } = await built("orbweaver")
    const page = loadedWith("index.js")
    assert.isFalse(page.has("assembly/Site.js"))
    assert.include(
      [...page].flatMap((file) => named(file)?.dynamicImports ?? []),
      "assembly/Site.js"
    )
  })
})

describe("the packed library and command", () => {
  /** The folder of the package. */
  const folder = join(packages, "orbweaver")
  const packed = (async () => {
    await using made = await standalone(folder)
    const { output } = await made.build.generate(made.output)
    return {
      chunks: output.filter((file) => file.type === "chunk"),
      licences: output.find(({ fileName }) => fileName === "LICENSES.txt")
    }
  })()

  it("leaves outside what a user installs, and what is loaded by its place", async () => {
    const { chunks } = await packed
    const files = new Set(chunks.map(({ fileName }) => fileName))
    const outside = chunks
      .flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])
      .filter((name) => !files.has(name) && !isBuiltin(name))
    assert.deepStrictEqual([...new Set(outside)].toSorted(), [
      // The copies of the library, and what reads schemas of the application by its own Effect.
      "../../entry/load.cjs",
      "../options/effectSchemas.js",
      "@ai-sdk/openai-compatible",
      "@orbweaver/console",
      "@orbweaver/documents/internal/threads/threadCode",
      "@orbweaver/html/internal/pool/threadCode",
      "unpdf/pdfjs"
    ])
  })

  it("has one Effect for all packages, those that a user installs beside it among them", async () => {
    const { chunks } = await packed
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    const copies = modules.filter((id) => id.endsWith("/effect/dist/internal/core.js"))
    assert.lengthOf(copies, 1)
    for (const name of ["browser", "ocr"])
      assert.isNotEmpty(modules.filter((id) => id.startsWith(join(packages, name, "src"))))
  })

  it("finds files of a package that a user installed by the place of that package", async () => {
    const { chunks } = await packed
    const placed = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.startsWith(join(packages, "browser"))))
    const code = placed.map(({ code }) => code).join("\n")
    assert.match(code, /(?<!import)\(.playwright-core.\)/)
    assert.notInclude(code, "import(`playwright-core`)")
  })

  it("has the licences of what is packed", async () => {
    const { licences } = await packed
    const text = licences?.type === "asset" ? String(licences.source) : ""
    for (const name of ["effect", "undici", "htmlparser2"])
      assert.match(text, new RegExp(`^${name} \\d\\S* \\(MIT\\)$`, "m"))
    assert.notInclude(text, "undefined")
  })
})
