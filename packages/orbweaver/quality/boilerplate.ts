/**
 * What `subtractBoilerplate` keeps and drops on a site of three templates: the
 * same crawl without and with it, over loopback. Of each page is known which
 * lines are its own, which belong to them although many pages have them, and
 * which the template repeats (`TemplatedSite`).
 *
 * `node --conditions=@orbweaver/source quality/boilerplate.ts [--pages 40]`: pages of each template.
 */
import { start } from "@orbweaver/testing/TestSite"
import { templatedSite, type ExpectedContent } from "@orbweaver/testing/internal/TemplatedSite"
import { createOrbweaver, type Document } from "orbweaver"
import { parseArgs } from "node:util"

const { values } = parseArgs({ options: { pages: { type: "string", default: "40" } } })
const templated = templatedSite(Number(values.pages))
const site = await start({ routes: templated.routes })
await using orb = createOrbweaver({ egress: { allowLocal: true } })

type Share = { kept: number; all: number }
const kinds = ["own", "bound", "repeated"] as const satisfies ReadonlyArray<keyof ExpectedContent>

const share = ({ all, kept }: Share) => (all === 0 ? "-" : `${((100 * kept) / all).toFixed(1)} %`)

const measure = (documents: ReadonlyArray<Document>) => {
  const sums: Record<(typeof kinds)[number], Share> = {
    own: { kept: 0, all: 0 },
    bound: { kept: 0, all: 0 },
    repeated: { kept: 0, all: 0 }
  }
  for (const { markdown = "", metadata } of documents) {
    const path = new URL(metadata.url).pathname
    if (!templated.paths.includes(path)) continue
    const truth = templated.expectedContent(path)
    for (const kind of kinds) {
      for (const line of truth[kind]) {
        sums[kind].all += line.length
        if (markdown.includes(line)) sums[kind].kept += line.length
      }
    }
  }
  return Object.fromEntries(kinds.map((kind) => [kind, share(sums[kind])]))
}

const crawl = async (subtractBoilerplate: boolean) => {
  const { data } = await orb.crawl(site.url("/templates/").href, { sitemap: "skip", subtractBoilerplate })
  return data
}

const without = await crawl(false)
const subtracted = await crawl(true)
const half = Math.floor(subtracted.length / 2)
console.log(`${templated.paths.length} pages of three templates; characters of the truth that the Markdown has`)
console.table({
  "without the option": { pages: without.length, ...measure(without) },
  "with it": { pages: subtracted.length, ...measure(subtracted) },
  "with it, first half": { pages: half, ...measure(subtracted.slice(0, half)) },
  "with it, second half": { pages: subtracted.length - half, ...measure(subtracted.slice(half)) }
})
await site.close()
