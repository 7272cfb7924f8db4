// The forms show what the API does.
import { assert, it } from "@effect/vitest"
import { optionFields } from "../../src/console/optionFields.ts"
import { parseDefaults, v2Defaults } from "../../src/v2/wire.ts"

const { crawl, map, parse, scrape } = optionFields()
const defaultOf = (fields: typeof scrape, wanted: string) => fields.find(({ name }) => name === wanted)?.default

it("defaults are those of the wire, where they differ from the library's", () => {
  for (const [name, value] of Object.entries(v2Defaults)) assert.strictEqual(defaultOf(scrape, name), value, name)
  for (const [name, value] of Object.entries(parseDefaults)) assert.strictEqual(defaultOf(parse, name), value, name)
})

it("options that a map accepts and ignores are not offered for it", () => {
  const names = map.map(({ name }) => name)
  const ignored = ["crawlEntireDomain", "deduplicateSimilarURLs", "delay"]
  for (const name of ignored) assert.notInclude(names, name)
  assert.includeMembers(names, ["limit", "search", "filterByPath"])
  assert.includeMembers(
    crawl.map(({ name }) => name),
    ignored
  )
})
