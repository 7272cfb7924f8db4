/**
 * Whether the pages of a job can be made what they are asked for. Asked when the
 * job starts, so that a format that is not there is one error and not one a page.
 */
import * as Effect from "effect/Effect"
import { Formats } from "./Format.ts"
import { InvalidInput, type Issue, invalid } from "../model/InvalidInput.ts"
import { decode, resolve, type ScrapeOptions } from "../model/ScrapeOptions.ts"

const root = "scrapeOptions"

/** Checks by the formats of this process. */
export const makeFormatCheck = Effect.map(Formats, (formats) =>
  Effect.fnUntraced(function* (given: ScrapeOptions | undefined) {
    if (given === undefined) return
    const check = Effect.gen(function* () {
      const options = resolve(yield* decode(given))
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
