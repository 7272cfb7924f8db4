/** `orbweaver map URL`: the addresses of a site, one a line. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { decode as decodeMap } from "@orbweaver/core/model/MapOptions"
import { jobLayer, siteFlags, storeFlags } from "./adapters.ts"
import { mapExit } from "./exit.ts"
import { duration, json } from "./flags.ts"
import { note, print } from "./print.ts"

export const map = Command.make(
  "map",
  {
    url: Argument.String("url").pipe(Argument.withDescription("A page of the site")),
    search: Flag.String("search").pipe(Flag.withDescription("Search terms that rank the URLs"), Flag.optional),
    limit: Flag.Int("limit").pipe(Flag.withDescription("Maximum number of URLs (default 5000)"), Flag.optional),
    sitemap: Flag.Literals("sitemap", ["include", "skip", "only"]).pipe(
      Flag.withDescription("What to do with sitemaps (default include)"),
      Flag.withDefault("include")
    ),
    timeout: duration("timeout").pipe(
      Flag.withDescription("Time limit; the URLs found by then are printed"),
      Flag.optional
    ),
    json,
    ...storeFlags,
    ...siteFlags
  },
  Effect.fn(function* (input) {
    const options = yield* mapExit(
      decodeMap({
        sitemap: input.sitemap,
        ...(Option.isSome(input.search) ? { search: input.search.value } : {}),
        ...(Option.isSome(input.limit) ? { limit: input.limit.value } : {}),
        ...(Option.isSome(input.timeout) ? { timeout: Duration.toMillis(input.timeout.value) } : {})
      })
    )
    const { failure, links, timedOut, warning } = yield* mapExit(
      Mapper.use((mapper) => mapper.map(input.url, options))
    ).pipe(Effect.provide(jobLayer(input, { worker: false })))
    if (failure !== undefined) return yield* mapExit(Effect.fail(failure))
    if (links.length > 0)
      yield* print(input.json ? JSON.stringify(links, null, 2) : links.map(({ url }) => url).join("\n"))
    if (warning !== undefined) yield* note(`warning: ${warning}`)
    else if (timedOut) yield* note("the time limit was reached before the whole site was searched")
  })
).pipe(Command.withDescription("List the URLs of a site"))
