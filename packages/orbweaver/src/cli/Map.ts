/** `orbweaver map URL`: the addresses of a site, one a line. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { decode as decodeMap, MapOptions } from "@orbweaver/core/model/MapOptions"
import { jobLayer, siteFlags, storeFlags } from "./adapters.ts"
import { mapExit } from "./exit.ts"
import { json } from "./flags.ts"
import { optionFlags, optionsOf } from "./optionFlags.ts"
import { note, print } from "./print.ts"
import { locationFlags, locationOf } from "./visit.ts"

export const map = Command.make(
  "map",
  {
    url: Argument.String("url").pipe(Argument.withDescription("A page of the site")),
    options: optionFlags(MapOptions.fields),
    ...locationFlags,
    json,
    ...storeFlags,
    ...siteFlags
  },
  Effect.fn(function* (input) {
    const options = yield* mapExit(
      decodeMap({ ...locationOf(input), ...(yield* optionsOf(MapOptions.fields, input.options)) })
    )
    const { failure, links, timedOut, warning } = yield* mapExit(
      Mapper.use((mapper) => mapper.map(input.url, options))
    ).pipe(Effect.provide(jobLayer(input, { worker: false })))
    if (failure !== undefined) return yield* mapExit(Effect.fail(failure))
    if (links.length > 0)
      yield* print(input.json ? JSON.stringify(links, null, 2) : links.map(({ url }) => url).join("\n"))
    if (warning !== undefined) yield* note(`warning: ${warning}`)
    if (timedOut && links.length > 0) yield* note("the time limit was reached before the whole site was searched")
  })
).pipe(Command.withDescription("List the URLs of a site"))
