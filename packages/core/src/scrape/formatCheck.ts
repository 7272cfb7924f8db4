/**
 * Whether the pages of a job can be made what they are asked for. Asked when the
 * job starts, so that a format that is not there, or profiles that are not, are one error and not one a page.
 */
import * as Effect from "effect/Effect"
import { Formats } from "./Format.ts"
import { Profiles, ProfilesUnavailable } from "./Profiles.ts"
import { InvalidInput, type Issue, invalid } from "../model/InvalidInput.ts"
import { decode, resolve, type ScrapeOptions } from "../model/ScrapeOptions.ts"

const root = "scrapeOptions"

/** Checks by the formats and the profiles of this process. */
export const makeFormatCheck = Effect.map(Effect.all([Formats, Profiles]), ([formats, profiles]) =>
  Effect.fnUntraced(function* (given: ScrapeOptions | undefined) {
    if (given === undefined) return
    const check = Effect.gen(function* () {
      const options = resolve(yield* decode(given))
      if (options.profile !== undefined && !profiles.available) {
        return yield* invalid("scrape options", ["profile"], new ProfilesUnavailable().message)
      }
      yield* formats.plan(options.formats).pipe(
        Effect.catchTag("UnknownFormat", (error) => {
          return Effect.fail(invalid("scrape options", ["formats", error.index ?? 0], error.message))
        })
      )
    })
    yield* Effect.mapError(check, ({ issues, what }) => new InvalidInput({ what, issues: issues.map(below) }))
  })
)

const below = (issue: Issue): Issue => ({ ...issue, path: [root, ...issue.path] })
