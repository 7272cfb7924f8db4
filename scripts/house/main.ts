/**
 * `npm run house`: the structure of the workspace, counted from its imports, and exports that nobody imports.
 *
 * Exits with 1 when an import runs upwards or files import each other.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { additions, filesOf } from "./additions.ts"
import { unusedExports } from "./exports.ts"
import { repeatedInPackages } from "./repeated.ts"
import { cycles, root, sourceFiles } from "./imports.ts"
import { folderOf, rooms } from "./rooms.ts"
import { structureOf } from "./structure.ts"

const files = sourceFiles()
const print = (line = "") => process.stdout.write(`${line}\n`)
const totalOf = (prefix: string) => {
  const some = files.filter(({ path }) => path.startsWith(prefix))
  return `${String(some.length).padStart(4)} files ${String(some.reduce((sum, { lines }) => sum + lines, 0)).padStart(7)} lines`
}

let problems = 0
for (const name of Object.keys(rooms)) {
  const structure = structureOf(name, files)
  print(`${name}: ${structure.rooms.length} rooms, ${structure.arrows.length} arrows`)
  for (const room of structure.rooms) {
    const above = structure.arrows.filter(({ from }) => from === room).map(({ imports, to }) => `${to} ${imports}`)
    print(`  ${room.padEnd(12)} ${totalOf(`${folderOf(name)}/${room}/`)}  <- ${above.join(", ") || "no other room"}`)
  }
  const upward = structure.arrows.flatMap(({ upward }) => upward)
  for (const one of upward) print(`  UPWARDS ${one}`)
  problems += upward.length
  print()
}

const found = cycles(files)
for (const group of found) print(`CYCLE ${group.join(", ")}`)
problems += found.length

print("packages")
for (const name of new Set(files.map(({ path }) => path.split("/")[1]!))) {
  const { exports = {} } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
    readonly exports?: Readonly<Record<string, unknown>>
  }
  const modules = Object.keys(exports).filter((path) => path !== "./package.json")
  const internal = modules.filter((path) => path.startsWith("./internal/")).length
  print(
    `  ${name.padEnd(10)} ${totalOf(`packages/${name}/`)}, ${modules.length - internal} public modules, ${internal} for other packages`
  )
}
print(`  ${"all".padEnd(10)} ${totalOf("")}`)

print("\nfiles of a new")
for (const [what, addition] of Object.entries(additions)) {
  print(`  ${what.padEnd(16)} ${filesOf(addition)}, by ${addition.test}`)
}

print("\nlargest files")
for (const { lines, path } of files.toSorted((a, b) => b.lines - a.lines).slice(0, 10)) {
  print(`  ${String(lines).padStart(4)} ${path}`)
}

const unused = unusedExports()
print(`\n${unused.length} exports of private modules that only their own file uses`)
for (const { name, path } of unused) print(`  ${path} ${name}`)
const repeated = repeatedInPackages(files)
print(`\n${repeated.length} blocks of six lines and more that stand twice within a package`)
for (const { lines, places } of repeated) print(`  ${String(lines).padStart(3)} ${places.join("  ")}`)
print(`\n${found.length} cycles, ${problems - found.length} imports upwards`)
process.exitCode = problems === 0 ? 0 : 1
