/**
 * Types that show when a reader points at a name in the first program of a guide. The compiler reads the sources as the tests
 * of the programs do. Only first programs have them: all programs together would make a build minutes longer.
 *
 * The compiler is given here, because twoslash takes the one of the workspace by itself, whose version 7 has no interface.
 */
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTransformerFactory } from "@shikijs/twoslash/core"
import { rendererFloatingVue } from "@shikijs/vitepress-twoslash"
import type { ShikiTransformer } from "shiki"
import { createTwoslasher, type TwoslashReturn } from "twoslash/core"
import ts from "typescript"
import { blocksOf } from "../blocks/extract.ts"
import { prefixOf } from "../blocks/prefix.ts"
import { docs, pages } from "./pages.ts"

const maxDocs = 240

/** The first program of each guide and of the home page, and what it takes for granted. */
const firstPrograms = (): ReadonlyMap<string, string> => {
  const texts = pages()
    .filter(({ section }) => ["start", "guide"].includes(section.folder))
    .map(({ file, text }) => ({ file, text }))
  const home = { file: "index.md", text: readFileSync(join(docs, "index.md"), "utf8") }
  return new Map(
    [home, ...texts].flatMap(({ file, text }) => {
      const first = blocksOf(file, text).find(({ checked, language }) => checked && language === "ts")
      return first === undefined ? [] : [[first.code.trimEnd(), prefixOf(first)] as const]
    })
  )
}

const compilerOptions = (): ts.CompilerOptions => {
  const file = join(docs, "../tsconfig.base.json")
  const { config } = ts.readConfigFile(file, (path) => readFileSync(path, "utf8")) as {
    readonly config: { readonly compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, docs)
  return {
    ...options,
    // Declarations of the built packages: the compiler reads them in a tenth of the time that the sources take.
    customConditions: [],
    types: ["node"],
    noEmit: true,
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    noErrorTruncation: false,
    noUnusedLocals: false,
    noUnusedParameters: false
  }
}

/** The first paragraph of a comment: a hover is no page. */
const shortDocs = (text: string): string => {
  const [first = ""] = text.split("\n\n")
  return first.length <= maxDocs ? first : `${first.slice(0, maxDocs).replace(/\s+\S*$/, "")} …`
}

/** What the types of programs depend on: the sources and the packages that are installed. */
const stateOfSources = (): string => {
  const root = join(docs, "..")
  const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).toSorted()
  const changes = sources.map((file) => `${file} ${statSync(join(root, file)).mtimeMs}`)
  return [readFileSync(join(root, "package-lock.json"), "utf8"), ...changes].join("\n")
}

/** A page is rendered for readers and for the search, and the site is built for several bases. */
const cachedOnDisk = (compute: (code: string) => TwoslashReturn): ((code: string) => TwoslashReturn) => {
  const folder = join(docs, ".vitepress/cache/types")
  mkdirSync(folder, { recursive: true })
  const state = createHash("sha256").update(stateOfSources()).digest()
  return (code) => {
    const file = join(folder, `${createHash("sha256").update(state).update(code).digest("hex")}.json`)
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as TwoslashReturn
    const types = compute(code)
    writeFileSync(file, JSON.stringify(types))
    return types
  }
}

export const typeHovers = (): ShikiTransformer => {
  const programs = firstPrograms()
  const twoslasher = createTwoslasher({
    tsModule: ts,
    vfsRoot: docs,
    tsLibDirectory: join(docs, "node_modules/typescript/lib"),
    compilerOptions: compilerOptions(),
    // Programs are compiled by their test.
    handbookOptions: { noErrors: true }
  })
  const cached = cachedOnDisk((code: string): TwoslashReturn => twoslasher(code, "ts"))
  const typesOf = (code: string): TwoslashReturn => {
    const prefix = programs.get(code.trimEnd()) ?? ""
    return cached(prefix.trim() === "" ? code : `${prefix}\n// ---cut---\n${code}`)
  }
  const transformer = createTransformerFactory(typesOf)({
    langs: ["ts"],
    explicitTrigger: false,
    filter: (_, code) => programs.has(code.trimEnd()),
    renderer: rendererFloatingVue({ processHoverDocs: shortDocs })
  })
  const isOurs = (code: string) => programs.has(code.trimEnd())
  return {
    ...transformer,
    name: "type-hovers",
    preprocess(code, options) {
      // Hovers are components, which a block that Vue leaves alone would not have.
      if (isOurs(code)) {
        options.transformers = (options.transformers ?? []).filter(
          ({ name }) => name !== "vitepress:v-pre" && name !== "vitepress:clean-up"
        )
      }
      return transformer.preprocess?.call(this, code, options)
    },
    postprocess(html) {
      return this.meta.twoslash === undefined ? undefined : html.replaceAll("{", "&#123;")
    }
  }
}
