import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { generatedPages } from "../generate/main.ts"
import { captureErrors, type ErrorEntry, otherErrors } from "@orbweaver/core/internal/model/errorTable"
import type { JsonSchema } from "../generate/text.ts"
import { typeSheet } from "../generate/typeSheet.ts"
import { docs } from "../.vitepress/pages.ts"

// They take seconds to make.
const made = generatedPages()

it("the pages of the reference that are made from the sources are up to date: npm run docs:generate", async () => {
  for (const [file, text] of Object.entries(await made)) {
    expect([file, readFileSync(join(docs, file), "utf8")]).toEqual([file, text])
  }
})

/** Ids of a page: of its headings, and of rows whose name links to itself. */
const idsOf = (text: string): ReadonlyArray<string> => [
  ...[...text.matchAll(/^#{2,} (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w]+/g, "-")
      .replaceAll(/^-|-$/g, "")
  ),
  ...[...text.matchAll(/^\| \[`[^`]+`\]\(#([^)]+)\)/gm)].map(([, id]) => id!)
]

it("every option, flag, format, setting and error has an address of its own, and every address that is named exists", async () => {
  const pages = await made
  const count = (file: string, ids: RegExp) => idsOf(pages[file]!).filter((id) => ids.test(id)).length
  expect(count("reference/options.md", /^(?:scrape|crawl|batch|map|search|extract|agent|monitor)-/)).toBeGreaterThan(90)
  expect(count("reference/formats.md", /^format-/)).toBeGreaterThan(15)
  expect(count("reference/command-line.md", /^crawl-/)).toBeGreaterThan(20)
  for (const [file, text] of Object.entries(pages)) {
    const ids = idsOf(text)
    const repeated = ids.filter((id, place) => ids.indexOf(id) !== place)
    expect([file, repeated]).toEqual([file, []])
    const missing = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id!).filter((id) => !ids.includes(id))
    expect([file, missing]).toEqual([file, []])
  }
})

it("the command links to parts of the troubleshooting page that exist", () => {
  const ids = idsOf(readFileSync(join(docs, "start/troubleshooting.md"), "utf8"))
  const entries: ReadonlyArray<ErrorEntry> = [...Object.values(captureErrors), ...Object.values(otherErrors)]
  const parts = entries.flatMap(({ troubleshooting = [] }) => troubleshooting)
  expect(parts.length).toBeGreaterThan(5)
  expect(ids).toEqual(expect.arrayContaining(parts))
})

it("no cell has a type of more than a few words: long types have a name", async () => {
  for (const [file, text] of Object.entries(await made)) {
    if (!/options|endpoints/.test(file)) continue
    const codes = [...text.matchAll(/^\| [^|]+ \| `((?:[^`\\]|\\.)+)`/gm)].map(([, type]) => type!)
    expect(codes.length).toBeGreaterThan(100)
    expect([file, codes.filter((type) => type.replaceAll("\\", "").length > 60)]).toEqual([file, []])
  }
})

it("every error has a cure and a guide", async () => {
  const [, library = ""] = (await made)["reference/errors.md"]!.split("## Errors of the library")
  const errors = library.split("## Statuses")[0]!.split("\n### ").slice(1)
  expect(errors.length).toBeGreaterThan(30)
  for (const error of errors) expect(error).toMatch(/\*\*Cure\.\*\* .+\n\n\*\*Guide:\*\* \[.+\]\(.+\)\./)
})

it("a type that is used twice is described once, and one of the same name takes the name of its owner", () => {
  const types = typeSheet()
  const object = (...names: ReadonlyArray<string>): JsonSchema => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names.slice(0, 1)
  })
  const long = object("one", "two", "three", "four", "five", "six", "seven")
  const other = object("1", "2", "3", "4", "5", "6", "7", "8")
  expect(types.cell("webs", { type: "array", items: long }, "orb")).toBe("[Web](#web)[]")
  expect(types.cell("web", { anyOf: [{ type: "string" }, long, { type: "null" }] }, "orb")).toBe(
    "`string` | [Web](#web) | `null`"
  )
  expect(types.cell("web", other, "house-spider")).toBe("[HouseSpiderWeb](#housespiderweb)")
  expect(types.cell("name", { type: "string" }, "orb")).toBe("`string`")
  expect(types.parts().map((part) => part.split("\n")[0])).toEqual(["### HouseSpiderWeb", "### Web"])
  expect(types.parts()[1]).toContain("| `one` | `string` | required |")
})
