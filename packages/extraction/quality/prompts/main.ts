/**
 * Crawl prompts without a model: how many sentences lead to exactly the options
 * they must, and which do not.
 *
 * `node --conditions=@orbweaver/source quality/prompts/main.ts [--only known|held-out|later]`
 */
import { parseArgs } from "node:util"
import * as CrawlOptions from "@orbweaver/core/model/CrawlOptions"
import { make } from "@orbweaver/extraction/prompts/CrawlPrompts"
import { sections } from "@orbweaver/extraction/prompts/sections"
import { Effect } from "effect"
import { type Case, heldOut, known, later } from "./sentences.ts"

const { values } = parseArgs({ options: { only: { type: "string" } } })
const prompts = make()

const patternOf = (name: string): string =>
  /^[\^/\\]/.test(name) || !sections.some((section) => section.name === name)
    ? name
    : sections.find((section) => section.name === name)!.pattern

const expected = ({ exclude, include, rest }: Case): object => ({
  ...(include === undefined ? {} : { includePaths: include.map(patternOf) }),
  ...(exclude === undefined ? {} : { excludePaths: exclude.map(patternOf) }),
  ...rest
})

const sorted = (options: object): string =>
  JSON.stringify(Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const judge = Effect.fnUntraced(function* (one: Case) {
  const preview = yield* prompts.preview(one.start ?? "https://site.test/", one.prompt)
  yield* CrawlOptions.decode(preview.options)
  const asked = sorted(expected(one))
  const got = sorted(preview.options)
  const says = preview.warning !== undefined
  if (asked === got && says === (one.says ?? false)) return true
  console.log(
    `  ${one.prompt}\n    expected ${asked}\n    got      ${got}\n    says     ${preview.warning ?? "nothing"}`
  )
  return false
})

let failed = 0
for (const [name, set] of Object.entries({ known, "held-out": heldOut, later })) {
  if (values.only !== undefined && values.only !== name) continue
  const results = await Effect.runPromise(Effect.forEach(set, judge))
  const right = results.filter(Boolean).length
  failed += set.length - right
  console.log(`crawl prompts, ${name}: ${right} of ${set.length} right`)
}
process.exitCode = failed === 0 ? 0 : 1
