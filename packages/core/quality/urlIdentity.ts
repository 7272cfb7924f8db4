/**
 * Holds the identity of addresses against the cases of the URL Standard
 * (`url/resources/urltestdata.json` of web-platform-tests, given by its path):
 * what the parser makes equal has one identity, the identity of an identity is
 * itself, what is fetched has it too, and what is no address is none to a crawl.
 *
 * `node --conditions=@orbweaver/source quality/urlIdentity.ts --data FILE`
 */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { decide, rulesOf } from "../src/crawl/Discovery.ts"
import { identify, type IdentityOptions, toFetch } from "../src/model/UrlIdentity.ts"

interface Case {
  readonly input: string
  readonly base: string | null
  readonly href?: string
  readonly failure?: true
}

const { values } = parseArgs({ options: { data: { type: "string" } } })
if (values.data === undefined) throw new Error("--data FILE: urltestdata.json of web-platform-tests")
const entries = JSON.parse(readFileSync(values.data, "utf8")) as ReadonlyArray<Case | string>
const cases = entries.filter((entry): entry is Case => typeof entry !== "string")

const flags = [false, true] as const
const options: ReadonlyArray<IdentityOptions> = flags.flatMap((ignoreQueryParameters) =>
  flags.flatMap((deduplicateSimilarURLs) =>
    flags.map((hashRoutes) => ({ ignoreQueryParameters, deduplicateSimilarURLs, hashRoutes }))
  )
)
const rules = rulesOf({ url: "http://example.org/" }, { include: [], exclude: [] }, new URL("http://example.org/"))

const wrong: Array<string> = []
const lenient: Array<string> = []
let pages = 0
let others = 0
let invalid = 0
for (const { base, failure, href, input } of cases) {
  const url = URL.parse(input, base ?? undefined)
  const told = JSON.stringify([input, base])
  if (failure === true) {
    invalid++
    // Names in Punycode that stand for nothing: this is for the parser of Node to refuse.
    if (url !== null) lenient.push(told)
    else if (base === null && decide(input, { rules, depth: 0 }).admit) wrong.push(`${told} is admitted`)
    continue
  }
  if (url === null || href === undefined) {
    wrong.push(`${told} is not parsed`)
    continue
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    others++
    if (decide(url, { rules, depth: 0 }).admit) wrong.push(`${told} is admitted`)
    continue
  }
  pages++
  for (const option of options) {
    const identity = identify(url, option)
    if (identity !== identify(new URL(href), option)) wrong.push(`${told} differs from ${href}`)
    if (identity !== identify(new URL(identity), option)) wrong.push(`${told}: ${identity} has another identity`)
    const fetched = new URL(toFetch(url, option.hashRoutes))
    if (identity !== identify(fetched, option)) wrong.push(`${told}: what is fetched has another identity`)
  }
}
for (const line of wrong) console.log(line)
console.log(
  `${cases.length} cases: ${pages} pages under ${options.length} options, ${others} of other schemes, ${invalid} no addresses (of which this version of Node parses ${lenient.length}); ${wrong.length} wrong`
)
process.exitCode = wrong.length === 0 ? 0 : 1
