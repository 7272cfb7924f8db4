/** The passages of a page that speak to a search, in place of the description that a search engine gives. */
import * as Effect from "effect/Effect"
import { markdownBlocksInTurns } from "./MarkdownBlocks.ts"
import { type Passage, retrieveInTurns } from "./retrieve.ts"

const maxPassages = 3
/** Characters of all passages but the best one, which stands even when it is longer. */
const maxLength = 1_000

/** In the order of the page, as Markdown; undefined where no word of the query is on the page. */
export const highlightsOf = Effect.fnUntraced(function* (
  markdown: string,
  query: string,
  language?: string
): Effect.fn.Return<string | undefined> {
  const blocks = yield* markdownBlocksInTurns(markdown)
  const found = strongest(yield* retrieveInTurns(blocks, query, { maxPassages, language }))
  const [best, ...others] = found
  if (best === undefined) return undefined
  const kept = [best]
  let length = best.text.length
  for (const passage of others) {
    length += passage.text.length
    if (length <= maxLength) kept.push(passage)
  }
  return kept
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => text)
    .join("\n\n")
})

/** Part of the best score below which a passage only shares a common word with the query. */
const minScore = 0.35

/** Without those that fit much worse than the best, which comes first. */
export const strongest = (found: ReadonlyArray<Passage>): ReadonlyArray<Passage> =>
  found.filter(({ score }) => score >= found[0]!.score * minScore)
