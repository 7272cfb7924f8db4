/**
 * How many pages of a folder a browser would be used for, by the decision alone:
 *
 *   node --conditions=@orbweaver/source packages/core/quality/scriptFilled.ts FOLDER
 *
 * The folder holds pages as they were fetched or saved (`*.html`). Prints each page that a browser would read, with the
 * evidence, and the share of them.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { judgePage } from "../src/reading/judge.ts"

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("Name the folder of the pages.")
const url = new URL("https://page.example/")
const names = readdirSync(folder).filter((name) => name.endsWith(".html"))
let rendered = 0
let slowest = 0
for (const name of names) {
  const html = readFileSync(join(folder, name), "utf8")
  const began = performance.now()
  const { evidence, kind, script } = judgePage({ status: 200, headers: {}, html, requested: url, url, engine: "fetch" })
  slowest = Math.max(slowest, performance.now() - began)
  if (!script || kind === "blocked") continue
  rendered++
  console.log(`${name}  ${evidence ?? ""}`)
}
const share = ((100 * rendered) / names.length).toFixed(1)
console.log(`${rendered} of ${names.length} pages (${share} %); slowest decision ${slowest.toFixed(0)} ms`)
