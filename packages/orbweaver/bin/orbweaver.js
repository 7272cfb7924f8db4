#!/usr/bin/env node
// The `orbweaver` command. The version is answered before anything else is loaded; all other arguments are for the program.
import { readFileSync } from "node:fs"

await import("../entry/checkNode.cjs").catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

const [first, ...others] = process.argv.slice(2)
if (others.length === 0 && (first === "--version" || first === "-v" || first === "-V")) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  process.stdout.write(`orbweaver v${version}\n`)
} else await import("./run.js")
