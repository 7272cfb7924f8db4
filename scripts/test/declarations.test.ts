/** The types of `orbweaver` for programs that do not use Effect. They are built: `npm run build`. */
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import ts from "typescript"
import { expect, it } from "vitest"
import { shapeNames } from "../declarations/effectShapes.ts"

const dist = resolve(import.meta.dirname, "../../packages/orbweaver/dist")
const types = join(dist, "types")
const entries = ["index", "errors", "sinks"]

/** The errors of a program that stands in the package of the command line, which has all that it depends on. */
const errorsOf = (
  text: string,
  others: Readonly<Record<string, string>> = {},
  strictness: ts.CompilerOptions = { exactOptionalPropertyTypes: true, skipLibCheck: true }
): ReadonlyArray<string> => {
  const file = join(dist, "program.ts")
  const files: Readonly<Record<string, string>> = { ...others, [file]: text }
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    lib: ["lib.esnext.d.ts"],
    types: ["node"],
    strict: true,
    ...strictness,
    noEmit: true
  }
  const host = ts.createCompilerHost(options)
  const onDisk = { ...host }
  host.fileExists = (path) => path in files || onDisk.fileExists(path)
  host.readFile = (path) => files[path] ?? onDisk.readFile(path)
  host.getSourceFile = (path, target, ...rest) =>
    path in files ? ts.createSourceFile(path, files[path]!, target) : onDisk.getSourceFile(path, target, ...rest)
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options, host)).map(({ file, messageText, start }) => {
    const line = file === undefined ? "" : file.text.slice(0, start).split("\n").length
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}

const declarations = await readFile(join(types, "all.d.ts"), "utf8")

it("they name no module of Effect, and none of ours that does", async () => {
  for (const entry of entries) {
    expect(await readFile(join(types, `${entry}.d.ts`), "utf8")).toMatch(/^export \{ [^}]+ \} from "\.\/all\.js"\n$/)
  }
  const imported = new Set(ts.preProcessFile(declarations).importedFiles.map(({ fileName }) => fileName))
  expect([...imported].toSorted()).toEqual(["@ai-sdk/provider", "node:http", "node:stream"])
})

it.each([true, false])(
  "they have no errors of their own, exactOptionalPropertyTypes: %s",
  (exactOptionalPropertyTypes) => {
    const program = `import type { Orbweaver } from "./types/index.js"; export declare const orb: Orbweaver`
    expect(errorsOf(program, {}, { exactOptionalPropertyTypes })).toEqual([])
  }
)

/** Declarations that are types of others here: shapes those of Effect, and a class with private members itself. */
const replaced = new Set([...shapeNames, "CookieJar"])

const overEffect = (): string => {
  const file = ts.createSourceFile("all.d.ts", declarations, ts.ScriptTarget.ESNext)
  let text = declarations
  for (const statement of file.statements.toReversed()) {
    if (!ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) continue
    if (!replaced.has(statement.name.text)) continue
    text = text.slice(0, statement.getFullStart()) + text.slice(statement.end)
  }
  const isError = /^((?:declare class|interface) \w+) extends Error /gm
  return `${ofEffect}${text.replaceAll(isError, "$1 extends YieldableError ")}`
}

const ofEffect = `
import type * as Brand from "effect/Brand"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Logger from "effect/Logger"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import type { CookieJar } from "@orbweaver/core/network/CookieJar"
import type * as Cause from "effect/Cause"
import type { EmbeddingModel as EffectEmbeddingModel } from "effect/ai/EmbeddingModel"
import type { LanguageModel as EffectLanguageModel } from "effect/ai/LanguageModel"
import type { HttpClient as EffectHttpClient } from "effect/http/HttpClient"
interface YieldableError extends Cause.YieldableError {}
declare const YieldableError: new () => YieldableError
type EffectLayer<Out, Failure = never, Services = never> = Layer.Layer<Out, Failure, Services>
type EffectService<Key> = any
type EffectValue<Value, Failure = never, Services = never> = Effect.Effect<Value, Failure, Services>
type EffectDuration = Duration.Duration
type EffectDurationUnit = Duration.Unit
type EffectDurationInput = Duration.Input
type EffectRedacted<Value = string> = Redacted.Redacted<Value>
type EffectLogger = Logger.Logger<unknown, any>
type EffectSchema = Schema.Top
type EffectCodec = Schema.Codec<any, any>
type EffectOption<Value> = Option.Option<Value>
type EffectBrand<Keys extends string> = Brand.Brand<Keys>
type Json = Schema.Json
type JsonArray = Schema.JsonArray
type JsonObject = Schema.JsonObject
`

/**
 * What the compiler cannot compare, for their results follow from their arguments: the methods are compared by what they give for
 * some arguments.
 */
const withMethods = new Set(["Orbweaver", "JobMethods", "createOrbweaver"])
const methods: Readonly<Record<string, string>> = {
  scrape: "'https://example.com', { formats: ['markdown', { type: 'json', prompt: 'The price' }] }",
  parse: "{ data: '<p>', filename: 'a.html' }, { formats: ['html', 'screenshot'], budget: { maxTokens: 10 } }",
  readWarc: "'pages.warc', { formats: ['markdown', 'links'] }",
  search: "'gardens', { scrapeOptions: { formats: ['markdown', 'links'] } }",
  crawl: "'https://example.com', { scrapeOptions: { formats: ['markdown', 'product'] } }",
  batchScrape: "['https://example.com'], { formats: ['rawHtml'] }"
}

/** Type arguments of generic types: any that they take. */
const typeArguments: Readonly<Record<string, string>> = {
  FieldsOfFormats: "<[]>",
  FormatDefinition: "<string, unknown>",
  SinkInput: "<object>",
  CheckedFormats: "<['markdown']>",
  SchemaOutput: "<{}>"
}

it("what they export means the same as its sources", async () => {
  const sources: Readonly<Record<string, string>> = { index: "index", errors: "jobs/errors", sinks: "sinks/index" }
  const lines: Array<string> = []
  const rolled: Record<string, string> = { [join(types, "over-effect.d.ts")]: overEffect() }
  for (const entry of entries) {
    const exported = await readFile(join(types, `${entry}.d.ts`), "utf8")
    rolled[join(types, `over-effect-${entry}.d.ts`)] = exported.replace("./all.js", "./over-effect.js")
    lines.push(`import * as source_${entry} from "./${sources[entry]}.js"`)
    lines.push(`import * as rolled_${entry} from "./types/over-effect-${entry}.js"`)
    for (const [, isType, name] of exported.matchAll(/(type )?(?:\w+ as )?(\w+)(?:,| \})/g)) {
      if (withMethods.has(name!)) continue
      const given = typeArguments[name!] ?? ""
      const [source, twin] = [`source_${entry}.${name}`, `rolled_${entry}.${name}`]
      lines.push(
        ...(isType === undefined
          ? [`export const ${entry}_${name}: typeof ${twin} = ${source}`]
          : [
              `export const ${entry}_to${name} = (from: ${source}${given}): ${twin}${given} => from`,
              `export const ${entry}_from${name} = (from: ${twin}${given}): ${source}${given} => from`
            ])
      )
    }
  }
  expect(lines.length).toBeGreaterThan(200)
  const names = Object.keys(methods).map((name) => `"${name}"`)
  lines.push(
    `type Source = source_index.Orbweaver; type Rolled = rolled_index.Orbweaver; type Named = ${names.join(" | ")}`
  )
  lines.push("declare const source: Source; declare const rolled: Rolled")
  lines.push("export const toMethods = (from: Omit<Source, Named>): Omit<Rolled, Named> => from")
  lines.push("export const fromMethods = (from: Omit<Rolled, Named>): Omit<Source, Named> => from")
  for (const [name, input] of Object.entries(methods)) {
    lines.push(`const source${name} = () => source.${name}(${input})`)
    lines.push(`const rolled${name} = () => rolled.${name}(${input})`)
    lines.push(`export const to${name}: typeof rolled${name} = source${name}`)
    lines.push(`export const from${name}: typeof source${name} = rolled${name}`)
  }
  const errors = errorsOf(lines.join("\n"), rolled)
  expect(errors.map((error) => `${lines[Number.parseInt(error, 10) - 1]}\n${error}`)).toEqual([])
})

it("they take adapters of packages where they belong, and nowhere else", () => {
  const imports = `
    import { createOrbweaver } from "./types/index.js"
    import { playwright } from "@orbweaver/browser"
    import { tesseract } from "@orbweaver/ocr"
    import * as Searxng from "@orbweaver/search/Searxng"
    import { sqlite } from "@orbweaver/storage"
    import { postgres } from "@orbweaver/storage/postgres"
    import { s3, s3Documents, s3PageCache } from "@orbweaver/storage/s3"
    import type { LanguageModelV3 } from "@ai-sdk/provider"
    declare const model: LanguageModelV3
    const bucket = { bucket: "pages", endpoint: "https://s3.example.com", accessKeyId: "a", secretAccessKey: "b" }
  `
  const taken = [
    "stores: sqlite('jobs.sqlite')",
    "stores: postgres('postgres://localhost/orbweaver'), documents: s3Documents(bucket)",
    "cache: s3PageCache(bucket), blobs: s3(bucket)",
    "renderer: playwright(), recognizer: tesseract({ languages: ['eng'] })",
    "search: Searxng.layer({ endpoint: 'https://search.example.com' }), model"
  ]
  const refused = [
    "renderer: sqlite('jobs.sqlite')",
    "stores: playwright()",
    "search: s3PageCache(bucket)",
    "model: tesseract({})"
  ]
  const calls = [...taken, ...refused].map(
    (options, index) => `export const orb${index} = createOrbweaver({ ${options} })\n`
  )
  const start = imports.split("\n").length
  const errors = errorsOf(imports + calls.join(""))
  const refusedCalls = errors.map((error) => calls[Number.parseInt(error, 10) - start])
  expect(refusedCalls).toEqual(calls.slice(taken.length))
})
