import { defined } from "@orbweaver/core/internal/support/defined"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import type { Fields } from "@orbweaver/core/scrape/Format"
import * as Effect from "effect/Effect"

/**
 * What rules make of a page whose model failed, with a warning that says so. Fails with the model's error when the rules
 * made nothing either.
 */
export const withoutModel = <E, R>(
  byRules: Effect.Effect<Fields, E, R>,
  error: FormatError
): Effect.Effect<Fields, E | FormatError, R> =>
  Effect.flatMap(byRules, ({ madeBy = "rules", metadata, tokens, warning, ...made }) =>
    Object.values(made).every((value) => value === undefined || value === "")
      ? Effect.fail(error)
      : Effect.succeed<Fields>({
          ...made,
          ...defined({ metadata }),
          ...tokensOf(error.tokens, tokens),
          madeBy,
          modelError: error,
          warning: [`${error.message}, so the answer was made by rules.`, warning ?? ""].join(" ").trim()
        })
  )

const tokensOf = (refused: Fields["tokens"], used: Fields["tokens"]): Pick<Fields, "tokens"> =>
  refused === undefined && used === undefined
    ? {}
    : {
        tokens: {
          input: (refused?.input ?? 0) + (used?.input ?? 0),
          output: (refused?.output ?? 0) + (used?.output ?? 0)
        }
      }
