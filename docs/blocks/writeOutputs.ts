/** Runs the blocks that have a block of `output` below them, and writes what they print there: `npm run docs:outputs`. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { start } from "./exampleSite.ts"
import { allBlocks, root } from "./extract.ts"
import { nameOf, prepare, runPrograms, runShell, shownOutput } from "./run.ts"

const blocks = allBlocks().filter(({ output }) => output !== undefined)
prepare()
const site = await start()
const programs = await runPrograms(
  blocks.filter(({ kind }) => kind === "program"),
  site
)
// From the last one, so that the lines of those above stay.
for (const block of blocks.toReversed()) {
  const outcome = programs.get(nameOf(block)) ?? (await runShell(block, site))
  if (outcome.error !== undefined) throw new Error(`${nameOf(block)}: ${outcome.error}`)
  const file = join(root, block.file)
  const lines = readFileSync(file, "utf8").split("\n")
  const { line, text } = block.output!
  lines.splice(line - 1, text.split("\n").length - 1, ...shownOutput(outcome, site).trimEnd().split("\n"))
  writeFileSync(file, lines.join("\n"))
}
site.close()
console.log(`${blocks.length} blocks have their output`)
