/** Searches as the surfaces offer them (docs/guide/searching.md). */
import * as Schema from "effect/Schema"
import { decode, SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { Searcher, type SearchResults } from "@orbweaver/core/search/Searcher"
import { defineMethod } from "./defineMethod.ts"

const resultsOf = ({ sources }: SearchResults) => Object.values(sources).flat()

export const searchMethod = defineMethod({
  name: "search",
  plural: "Searches",
  subject: { name: "query", schema: Schema.NonEmptyString, text: "What to look for" },
  options: SearchOptions.fields,
  request: "search",
  engine: Searcher,
  decode,
  run: (searcher, query, options) => searcher.search(query, options),
  command: {
    text: "Search the web, or the pages scraped before",
    contacts: "search",
    lines: (found) => resultsOf(found).map(({ title, url }) => `${url}\t${title}`),
    json: ({ sources }) => sources,
    notes: ({ warnings }) => warnings.map((warning) => `warning: ${warning}`)
  },
  tool: {
    title: "Search the web",
    text: "Searches the web, or with source local what this instance has read before. With scrape, also gives the pages behind the results.",
    // A model reads what a tool gives, and clients give up on it after a minute.
    defaults: { limit: 5, timeout: 50_000 },
    inputs: {
      fields: {
        source: Schema.optionalKey(Schema.Literals(["web", "news", "images", "local"])),
        scrape: Schema.optionalKey(
          Schema.Boolean.annotate({ description: "Also read the pages found (default false)" })
        )
      },
      toOptions: ({ scrape, source }) => ({
        ...(source === undefined ? {} : { sources: [source] }),
        ...(scrape === true ? { scrapeOptions: { formats: ["markdown"] } } : {})
      })
    },
    answer: (found) => {
      const entries = resultsOf(found).map(({ description, document, failure, title, url }, index) => {
        const lines = [`${index + 1}. ${title}`, url, ...(description === undefined ? [] : [description])]
        if (failure !== undefined) lines.push(`(This page could not be read: ${failure.message})`)
        return [lines.join("\n"), ...(document?.markdown === undefined ? [] : [document.markdown])].join("\n\n")
      })
      const notes = found.warnings.map((warning) => `(${warning})`)
      return [...(entries.length === 0 ? ["Nothing was found."] : entries), ...notes].join("\n\n")
    }
  }
})
