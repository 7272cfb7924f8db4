/**
 * Runs programs one after the other in this process, so that the library is loaded once: `runPrograms.mjs LIST`, a JSON
 * file of `[{ file, folder }]`. Prints a line of JSON for each: what it printed, and what it failed with.
 */
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import { inspect } from "node:util"

const limitMs = 60_000
const shims = {
  orbweaver: new URL("./localised.mjs", import.meta.url).href,
  "orbweaver/effect": new URL("./localisedEffect.mjs", import.meta.url).href
}

registerHooks({
  resolve: (specifier, context, next) =>
    Object.hasOwn(shims, specifier) && context.parentURL?.includes("/.blocks/run/") === true
      ? { url: shims[specifier], shortCircuit: true }
      : next(specifier, context)
})

const write = process.stdout.write.bind(process.stdout)
let printed = ""
const keep = (...values) => {
  printed += `${values.map((value) => (typeof value === "string" ? value : inspect(value, { depth: 6 }))).join(" ")}\n`
}
Object.assign(console, { log: keep, info: keep, dir: keep, table: keep, warn: keep, error: keep })
process.stdout.write = (text) => {
  printed += String(text)
  return true
}
let failure
process.on("unhandledRejection", (error) => (failure ??= error))
process.on("uncaughtException", (error) => (failure ??= error))

for (const { file, folder } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  printed = ""
  failure = undefined
  process.chdir(folder)
  const began = performance.now()
  let timer
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`did not end within ${limitMs} ms`)), limitMs)
  })
  await Promise.race([import(pathToFileURL(file).href), late]).catch((error) => (failure ??= error))
  clearTimeout(timer)
  const error = failure === undefined ? undefined : String(failure?.stack ?? failure)
  write(`${JSON.stringify({ file, printed, error, ms: Math.round(performance.now() - began) })}\n`)
}
// Instances that a fragment leaves open do not keep this process.
process.exit(0)
