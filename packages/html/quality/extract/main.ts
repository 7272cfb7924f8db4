/**
 * How well several pages are put together by a schema without a model, over the sites of this folder:
 *
 *   npm run quality:extract -w packages/html
 *
 * Every value of an answer is right, wrong or invented; every expected value is found or missed. Items of lists count
 * by what they are called, whatever their order. Ends with 1 below precision 0.98 or recall 0.8.
 */
import { fitted } from "@orbweaver/extraction/internal/extract/complete"
import { mergeReadings } from "@orbweaver/extraction/internal/json/mergeReadings"
import { readPage } from "@orbweaver/extraction/internal/extract/readPage"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import * as Effect from "effect/Effect"
import { facts } from "../../src/facts/facts.ts"
import { parse } from "../../src/tree/parse.ts"
import { schemaOf } from "../json/page.ts"
import { harderSites } from "./harderSites.ts"
import { lastSites } from "./lastSites.ts"
import { laterSites } from "./laterSites.ts"
import { sites as first } from "./sites.ts"

/** Every plain value under its path; items of lists under their words, since their order says nothing. */
const leaves = (value: unknown, at = "", into: Array<string> = []): ReadonlyArray<string> => {
  if (Array.isArray(value)) for (const item of value) leaves(item, `${at}/${keyOf(item)}`, into)
  else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) leaves(part, `${at}/${name}`, into)
  } else if (value !== undefined) into.push(`${at} = ${JSON.stringify(value)}`)
  return into
}

const keyOf = (item: unknown): string => {
  if (typeof item !== "object" || item === null) return ""
  const { isbn, name, sku, title } = item as Readonly<Record<string, string | number | undefined>>
  return String(isbn ?? sku ?? name ?? title ?? "?")
}

const sites = [...first, ...laterSites, ...harderSites, ...lastSites]
let right = 0
let given = 0
let expected = 0
let tasks = 0
let pages = 0
const faults: Array<string> = []
for (const site of sites) {
  pages += Object.keys(site.pages).length
  for (const { expected: truth, paths = Object.keys(site.pages), schema } of site.tasks) {
    tasks++
    const index = indexSchema(schemaOf(schema))
    if ("issues" in index) throw new Error(`${site.name}: ${JSON.stringify(index.issues)}`)
    const readings = paths.map(async (path) => {
      const html = site.pages[path]!
      const url = `https://site.test${path}`
      const titles = [...html.matchAll(/<title>([^<]*)|og:site_name" content="([^"]*)/g)].map(
        ([, title, name]) => title ?? name
      )
      const told = await Effect.runPromise(readPage(facts(parse(html), new URL(url)), index, url))
      return told.map(({ sources, value }) => ({
        url,
        value,
        sources,
        titles: titles.join(" | ")
      }))
    })
    const got = leaves(fitted(index, mergeReadings((await Promise.all(readings)).flat())).value)
    const left = [...leaves(truth)]
    given += got.length
    expected += left.length
    for (const one of got) {
      const found = left.indexOf(one)
      if (found >= 0) {
        right++
        left.splice(found, 1)
      } else faults.push(`${site.name}: wrong or invented ${one}`)
    }
    for (const one of left) faults.push(`${site.name}: missed ${one}`)
  }
}
const precision = right / given
const recall = right / expected
console.log(faults.join("\n"))
console.log(
  `\nextract without a model: ${sites.length} sites, ${pages} pages, ${tasks} tasks, ${expected} values; precision ${precision.toFixed(4)} (${right}/${given}), recall ${recall.toFixed(4)} (${right}/${expected})`
)
if (precision < 0.98 || recall < 0.8) process.exitCode = 1
