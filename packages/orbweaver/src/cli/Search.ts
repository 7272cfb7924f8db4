/** `orbweaver search WORDS`: results of the web, or of what was scraped before. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { decode, SearchOptions } from "@orbweaver/core/model/SearchOptions"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { jobLayer, storeFlags } from "./adapters.ts"
import * as environment from "./environment.ts"
import { mapExit } from "./exit.ts"
import { allowLocal, json } from "./flags.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"

export const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(Argument.withDescription("What to look for")),
    options: optionFlags(SearchOptions.fields),
    json,
    ...storeFlags,
    allowLocal
  },
  Effect.fn(function* (input) {
    const options = yield* mapExit(decode(yield* optionsOf(SearchOptions.fields, input.options)))
    const { adapters } = yield* environment.read
    const found = yield* mapExit(Searcher.use((searcher) => searcher.search(input.query, options))).pipe(
      Effect.provide(jobLayer(input, { ...adapters, worker: false }))
    )
    const lines = Object.values(found.sources).flatMap((results) => results.map(({ title, url }) => `${url}\t${title}`))
    if (input.json) yield* print(JSON.stringify(found.sources, null, 2))
    else if (lines.length > 0) yield* print(lines.join("\n"))
    for (const warning of found.warnings) yield* note(`warning: ${warning}`)
  })
).pipe(Command.withDescription("Search the web, or the pages scraped before"))
