/**
 * Rolls the declarations of several modules into one text that names no type of Effect: each name is declared as its source
 * has it, and where that needs Effect, as what it stands for.
 */
import ts from "typescript"
import { compile } from "./compiler.ts"
import { declare } from "./declare.ts"
import { shapeNames, shapesIn } from "./effectShapes.ts"
import { makeNames } from "./Names.ts"
import { realSymbol } from "./source.ts"
import { Unprintable } from "./Unprintable.ts"
import { makeWriter } from "./Writer.ts"

interface Export {
  readonly name: string
  readonly symbol: ts.Symbol
  readonly isValue: boolean
}

export interface RolledUp {
  /** All declarations, exported under names that are unique among all modules. */
  readonly declarations: string
  /** What each module exports, by the names of `modules`: `type Declared as Exported`. */
  readonly exports: Readonly<Record<string, ReadonlyArray<string>>>
}

/** `modules` are files of declarations, by name; the first has its names before others do. */
export const rollUp = (modules: Readonly<Record<string, string>>): RolledUp => {
  const program = compile(Object.values(modules))
  const checker = program.getTypeChecker()
  const exportsOf = Object.entries(modules).map(([name, file]) => [name, moduleExports(program, file)] as const)
  const all = exportsOf.flatMap(([, each]) => each)
  const values = new Set(all.filter(({ isValue }) => isValue).map(({ symbol }) => symbol))
  const isPublic = new Set(all.map(({ symbol }) => symbol))
  const leftOut = new Set<ts.Symbol>()
  // A name that cannot be declared is left out, and what refers to it is written anew, until all can be.
  for (;;) {
    const names = makeNames(shapeNames)
    const writer = makeWriter(checker, names, (symbol) => leftOut.has(symbol))
    for (const { name, symbol } of all) names.of(symbol, name)
    const unprintable = new Map<ts.Symbol, string>()
    let text = ""
    for (const [symbol, name] of names.toDeclare()) {
      try {
        text += `${declare(writer, symbol, name, values.has(symbol))}\n`
      } catch (error) {
        if (!(error instanceof Unprintable)) throw error
        unprintable.set(symbol, `${name}: ${error.message}`)
      }
    }
    const exportNames = (exports: ReadonlyArray<Export>) =>
      exports.map(({ isValue, name, symbol }) => {
        const declared = names.of(symbol)
        return `${isValue ? "" : "type "}${declared === name ? name : `${declared} as ${name}`}`
      })
    if (unprintable.size === 0) {
      const exported = [...new Set(all.map(({ symbol }) => `${values.has(symbol) ? "" : "type "}${names.of(symbol)}`))]
      return {
        declarations: formatted(`${shapesIn(text)}\n${text}\nexport { ${exported.join(", ")} }\n`),
        exports: Object.fromEntries(exportsOf.map(([name, each]) => [name, exportNames(each)]))
      }
    }
    const own = [...unprintable.keys()].filter((symbol) => !isPublic.has(symbol))
    if (own.length === 0) {
      throw new Error(`Without Effect these cannot be declared:\n${[...unprintable.values()].join("\n")}`)
    }
    for (const symbol of own) leftOut.add(symbol)
  }
}

const moduleExports = (program: ts.Program, file: string): ReadonlyArray<Export> => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} is no module`)
  return checker.getExportsOfModule(module).map((each) => {
    const symbol = realSymbol(checker, each)
    return { name: each.name, symbol, isValue: isValue(each) }
  })
}

/** Whether programs may use what is exported otherwise than as a type. */
const isValue = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((each) =>
    ts.isExportSpecifier(each)
      ? !each.isTypeOnly && !each.parent.parent.isTypeOnly
      : ts.isVariableDeclaration(each) || ts.isClassDeclaration(each) || ts.isFunctionDeclaration(each)
  )

/** The printer of the compiler indents what has been put together; tuples it writes over several lines. */
const formatted = (text: string): string => {
  const file = ts.createSourceFile("all.d.ts", text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS)
  return ts
    .createPrinter()
    .printFile(file)
    .replaceAll(/\[\n\s*(?:([^\n]*)\n\s*)?\]/g, "[$1]")
}
