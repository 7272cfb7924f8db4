#!/usr/bin/env node
// The `orbweaver` command. Its version and its help are shown without the program, which takes longer to load than to run.
import { readFileSync } from "node:fs"
import process from "node:process"

await import("../entry/checkNode.cjs").catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

const args = process.argv.slice(2)

const textFor = async () => {
  if (args.length === 1 && ["--version", "-v", "-V"].includes(args[0])) {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    return `orbweaver v${version}`
  }
  const { helpFor } = await import("./help.js")
  return helpFor(args)
}

const text = await textFor()
if (text === undefined) await import("./run.js")
else process.stdout.write(`${text}\n`)
