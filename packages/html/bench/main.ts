/**
 * How fast, against whom: `npm run bench -w packages/html -- [--corpus DIR] [--quick] [--only NAME]`.
 *
 * Sections: differential, parse, markdown, pipeline, hostile, memory, blocking. Rounds are interleaved and medians printed; read the ratios, since
 * machines differ. Without a corpus the pages are made up here. DIR is a corpus of articles, or WCXB, of which some pages are
 * drawn (`pages.ts`).
 */
import { parseArgs } from "node:util"
import { blockingTable } from "./blocking.ts"
import { markdown, parsers, pipelines } from "./contestants.ts"
import { differentialTable } from "./differential.ts"
import { hostileTable } from "./hostileTable.ts"
import { print, race, type Row } from "./measure.ts"
import { memoryTable } from "./memory.ts"
import { corpusPages, drawSeed, generatedPages } from "./pages.ts"
import { profileTable } from "./profile.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    figures: { type: "boolean", default: false }
  }
})
const pages = values.corpus === undefined ? generatedPages() : corpusPages(values.corpus)
const rounds = values.quick ? 3 : 9
const size = pages.reduce((sum, { html }) => sum + html.length, 0)
const origin =
  values.corpus === undefined ? "made-up" : `real (of a corpus of more than that, drawn with seed ${drawSeed})`
console.log(
  `${pages.length} ${origin} pages, ${(size / 1e6).toFixed(1)} million characters, medians of ${rounds} interleaved rounds`
)

/** What is wanted of the pages made up here, and of real ones. */
const wantedPipeline = values.corpus === undefined ? 8 : 10

const pipelineFigure = ([ours, ...peers]: ReadonlyArray<Row>) => {
  const turndown = peers.find(({ name }) => name === "turndown")!
  const { perPage, times } = ours!
  return {
    name: `whole pipeline against turndown, ${pages.length} ${values.corpus === undefined ? "made-up" : "real"} pages`,
    measured: `× ${times.toFixed(1)} (${perPage.toFixed(2)} ms)`,
    peer: `${turndown.perPage.toFixed(2)} ms`,
    wanted: `× ${wantedPipeline}`,
    isReached: times >= wantedPipeline
  }
}

const sections: Record<string, () => Promise<void> | void> = {
  differential: () => differentialTable(pages),
  parse: async () => print("Parse", await race(pages, parsers, rounds, "htmlparser2 tree"), "htmlparser2 tree"),
  markdown: async () => print("Markdown alone", await race(pages, markdown, rounds, "turndown"), "turndown"),
  pipeline: async () => {
    const rows = await race(pages, pipelines, rounds, "turndown")
    print("Metadata, links, images, main content and Markdown", rows, "turndown")
    await profileTable(pages)
    if (values.figures) console.log(`figures ${JSON.stringify([pipelineFigure(rows)])}`)
  },
  hostile: () => hostileTable(values.quick),
  memory: () => memoryTable(values.corpus),
  blocking: () => blockingTable(pages, values.quick)
}
for (const [name, run] of Object.entries(sections))
  if (values.only === undefined || name.startsWith(values.only)) await run()
